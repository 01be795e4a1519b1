// Deletions: asks a channel, by identifier, which records it does not know any more.
import type { Connection } from './connection.ts';
import { type Asking, type Resource, recordsOf } from './data.ts';

/** As many identifiers as one call may name. */
const AT_ONCE = 100;

/** Which of these identifiers the channel does not give any record for. */
export async function* goneOf(
  connection: Connection,
  {
    ids,
    resource,
    ...asking
  }: Asking & { readonly resource: Resource; readonly ids: Iterable<string> },
): AsyncGenerator<string, void, undefined> {
  for (const group of groups(ids)) {
    const query = {
      ...asking,
      ids: group,
      fields: 'id',
      ...(resource === 'orders' && { status: 'any' }),
    };
    const missing = new Set(group);
    for await (const { id } of recordsOf<{ readonly id: string }>(connection, resource, query))
      missing.delete(id);
    yield* missing;
  }
}

function* groups(ids: Iterable<string>): Generator<readonly string[]> {
  let group: string[] = [];
  for (const id of new Set(ids)) {
    group.push(id);
    if (group.length < AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
