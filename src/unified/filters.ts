// Filters: read from a body, held against what the channel can do, typed for the driver.

import { type AnyResource, ableOf } from '../accounts/resource.ts';
import type { Channel } from '../channels/channel.ts';
import type { Operation } from '../model/execution.ts';
import { Fault, invalid } from '../model/faults.ts';
import type { Faults } from '../model/gather.ts';
import { OPERATION_TABLE, type Query } from '../model/operations.ts';
import { MAX_IDS } from '../model/query.ts';
import { instantOf, quoted } from '../model/read.ts';

type Body = Readonly<Record<string, unknown>>;

/** The two ends of what is asked for by its time. */
const TIMES = ['created_at', 'updated_at', 'processed_at', 'published_at'].map((what) => ({
  min: `${what}_min`,
  max: `${what}_max`,
}));
const INSTANTS: ReadonlySet<string> = new Set(TIMES.flatMap(({ min, max }) => [min, max]));

/** What a filter is set to in order to restrict nothing. */
const ANY = 'any';

/** The filters a body holds, as text; null and `any` mean not given, unless `any` lifts a default. */
export function filtersOf(
  body: Body,
  operation: Operation,
  resource: AnyResource,
): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of OPERATION_TABLE[operation].filters) {
    const value = body[name];
    if (typeof value !== 'string') continue;
    if (value === ANY && OPERATION_TABLE[operation].any.has(name) && !resource.defaults?.[name])
      continue;
    given[name] = value;
  }
  return given;
}

/** Whose records are asked for, among which channels. */
export interface AskedOf {
  readonly name: string;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operation: Operation;
  readonly resource: AnyResource;
}

export function refuseUnsupported(filter: string, of: AskedOf) {
  const { name, channels, operation, resource } = of;
  if (resource.filters[filter]) return;
  const able = ableOf(channels, operation, ({ filters }) => filters[filter]);
  throw new Fault(
    'unsupported_filter',
    `${name} cannot filter ${operation} by "${filter}"; ${able.length > 0 ? `these can: ${able.join(', ')}` : 'no channel can'}. Leave it out.`,
    { field: filter },
  );
}

/** Filters as a driver wants them: instants as numbers, ids as a list. */
export function typed(
  filters: Readonly<Record<string, string | undefined>>,
  resource: AnyResource,
  faults: Faults,
): Omit<Query, 'limit'> {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue;
    if (INSTANTS.has(name)) query[name] = faults.keep(() => instantOf(name, value));
    else if (name === 'ids') query[name] = faults.keep(() => readIds(value, resource));
    else if (name === 'since_id')
      query[name] = faults.keep(() => readId(value.trim(), resource, name));
    else query[name] = value;
  }
  for (const { min, max } of TIMES) {
    const [from, to] = [query[min], query[max]] as [number?, number?];
    if (from !== undefined && to !== undefined && from > to)
      faults.add(invalid(min, `"${min}" is after "${max}"; nothing could match.`));
  }
  return query;
}

function readIds(list: string, resource: AnyResource): readonly string[] {
  const ids = [...new Set(list.split(',').map((id) => id.trim()))];
  if (ids.length > MAX_IDS)
    throw invalid('ids', `"ids" holds ${ids.length} identifiers; at most ${MAX_IDS} are allowed.`);
  return ids.map((id) => readId(id, resource, 'ids'));
}

function readId(id: string, { id: form }: AnyResource, field: string): string {
  if (form.pattern.test(id)) return id;
  throw invalid(
    field,
    `"${field}" holds ${quoted(id)}, which is not an identifier of this channel; one looks like ${form.example}.`,
  );
}

/** Filters sent beside a page token must say what the token says. */
export function agree(sent: Omit<Query, 'limit'>, inForce: Omit<Query, 'limit'>, faults: Faults) {
  for (const [name, value] of Object.entries(sent)) {
    const held = (inForce as Record<string, unknown>)[name];
    if (JSON.stringify(held) !== JSON.stringify(value)) faults.add(differs(name));
  }
}

export const differs = (name: string) =>
  invalid(
    name,
    `"${name}" differs from the request that the next_page_token came from; send the same value or leave it out.`,
  );
