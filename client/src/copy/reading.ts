// Reads for a copy: a page of everything, and records by their identifiers.
import type { Connection } from '../connection.ts';
import { recordsOf } from '../data.ts';
import { ManifoldError } from '../error.ts';
import { type Known, lookUp } from '../gone.ts';
import type { Page } from '../page.ts';
import { partialOf } from '../partial.ts';
import type { Scope, ScopeState, Unread } from './scope.ts';

/** The next page of everything, and the scope as it is then. */
export async function readPage(
  connection: Connection,
  state: ScopeState,
  signal: AbortSignal | undefined,
): Promise<{ readonly page: Page<Known>; readonly state: ScopeState }> {
  const { tpUserId: user, channel, resource, begunAt, dated } = state;
  const query = {
    ...{ user, channel, lenient: true, signal },
    ...(resource === 'orders' && { status: 'any' }),
    ...(dated && { updated_at_max: begunAt }),
  };
  const from = state.page ?? undefined;
  try {
    const page = await firstOf(recordsOf<Known>(connection, resource, query).pages({ from }));
    // Where no date is asked for, some channels give the last weeks alone.
    const isShort = page.filters.some(
      ({ name, by }) => by === 'default' && name.endsWith('_at_min'),
    );
    if (isShort && !dated && from === undefined)
      return await readPage(connection, { ...state, dated: true }, signal);
    return { page, state: { ...state, page: page.token ?? null } };
  } catch (error) {
    // It lives for 24 hours, and for one account: what was read is read again.
    const isOld = error instanceof ManifoldError && error.code === 'invalid_page_token';
    if (!isOld || from === undefined) throw error;
    return await readPage(connection, { ...state, page: null }, signal);
  }
}

async function firstOf<Item>(pages: AsyncIterable<Page<Item>>): Promise<Page<Item>> {
  for await (const page of pages) return page;
  throw new Error('There is always a first page.');
}

/** The records of these as they are now; those that did not come, with the reason. */
export async function readNamed(
  connection: Connection,
  { tpUserId: user, channel, resource }: Scope,
  known: readonly Known[],
  signal: AbortSignal | undefined,
) {
  const asking = { user, channel, lenient: true, signal };
  const { pages, absent } = await lookUp<Known>(connection, resource, asking, known);
  return {
    records: pages.flatMap((page) => page.records),
    partial: new Map(pages.flatMap((page) => [...partialOf(page)])),
    absent,
  };
}

/** What a page left out; without an identifier where it has none that can be read. */
export function leftOutOf(
  { tpUserId, channel, resource }: Scope,
  { warnings }: Pick<Page<Known>, 'warnings'>,
): readonly Unread[] {
  return warnings.flatMap(({ code, message, leaves_out, ids = [], count }) => {
    // What is beyond the vendor's window stays there, no matter who reads again.
    if (leaves_out !== 'records' || code === 'orders_window') return [];
    const named = ids.length < count ? [...ids, ''] : ids;
    return named.map((id) => ({ tpUserId, channel, resource, id, code, message }));
  });
}
