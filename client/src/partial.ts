// What an answer left out of its records: which fields of which, and how a copy keeps what it has.
import type { Page } from './page.ts';

/** By identifier of the record: the fields that came without what the channel has there. */
export type LeftOut = ReadonlyMap<string, readonly string[]>;

interface Named {
  readonly id: string;
}

/** Of the records of a page. */
export function partialOf({
  records,
  warnings,
}: Pick<Page<Named>, 'records' | 'warnings'>): LeftOut {
  const lacking = new Map<string, string[]>();
  for (const { leaves_out, field, ids = [], count } of warnings) {
    if (leaves_out !== 'values' || field === undefined) continue;
    // Where not all are named, it may be any.
    const named = ids.length < count ? records.map(({ id }) => id) : ids;
    for (const id of new Set(named)) lacking.set(id, [...(lacking.get(id) ?? []), field]);
  }
  return lacking;
}

/**
 * The record as a copy keeps it: what this answer left out of it is taken from the record that the
 * copy has. Everything else is as it came.
 */
export function mergeLeftOut<Item extends Named>(
  record: Item,
  old: object | null | undefined,
  partial: LeftOut,
): Item {
  const fields = partial.get(record.id);
  if (!fields || !old) return record;
  return fields.reduce<Item>(
    (merged, field) => merge(merged, old, field.split('.')) as Item,
    record,
  );
}

type Values = Readonly<Record<string, unknown>>;

function merge(fresh: unknown, old: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return kept(fresh, old);
  if (Array.isArray(fresh)) {
    const before = byId(old);
    return fresh.map((one) => merge(one, before.get(idOf(one)), [name, ...rest]));
  }
  // A field that was not asked for stays away.
  if (!isObject(fresh) || !isObject(old) || !(name in fresh)) return fresh;
  return { ...fresh, [name]: merge(fresh[name], old[name], rest) };
}

/** A list gets back the items that are missing, an object the values; anything else is as before. */
function kept(fresh: unknown, old: unknown): unknown {
  if (old === undefined || old === null) return fresh;
  if (Array.isArray(fresh)) {
    const here = byId(fresh);
    return [...fresh, ...[...byId(old)].flatMap(([id, one]) => (here.has(id) ? [] : [one]))];
  }
  if (!isObject(fresh) || !isObject(old)) return old;
  const filled = Object.entries(fresh).filter(([, value]) => value !== null);
  return { ...fresh, ...old, ...Object.fromEntries(filled) };
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const idOf = (value: unknown): unknown => (isObject(value) ? value.id : undefined);

const byId = (list: unknown): ReadonlyMap<unknown, unknown> =>
  new Map(Array.isArray(list) ? list.map((one) => [idOf(one), one]) : []);
