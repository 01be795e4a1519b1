// Two answers to the same request, held against each other: which records came, went, or differ in which fields.

type Values = Readonly<Record<string, unknown>>;

export interface Difference {
  /** The record's own id, or its place where it has none. */
  readonly record: string;
  /** Such as `line_items.0.quantity`; empty where the whole record is on one side only. */
  readonly field: string;
  /** Undefined where it is not there. */
  readonly first: unknown;
  readonly again: unknown;
}

/** So many are listed; the rest is counted. */
const MOST = 500;

export function compare(first: readonly unknown[], again: readonly unknown[]) {
  // As it would be read where it is sent to: so the first one was.
  const read: unknown[] = JSON.parse(JSON.stringify(again));
  const [before, after] = [named(first), named(read)];
  const all: Difference[] = [];
  for (const record of before.keys().toArray().concat(missingIn(before, after))) {
    const [one, other] = [before.get(record), after.get(record)];
    if (one === undefined || other === undefined)
      all.push({ record, field: '', first: one, again: other });
    else for (const found of fieldsThatDiffer(one, other)) all.push({ record, ...found });
  }
  return {
    ...{ records: before.size, records_again: after.size },
    ...{ differences: all.slice(0, MOST), more: Math.max(0, all.length - MOST) },
  };
}

const missingIn = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) =>
  [...other.keys()].filter((record) => !one.has(record));

function named(records: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(
    records.map((record, at) => {
      const { id } = (record ?? {}) as Values;
      return [typeof id === 'string' ? id : `#${at + 1}`, record];
    }),
  );
}

function* fieldsThatDiffer(
  first: unknown,
  again: unknown,
  field = '',
): Generator<Omit<Difference, 'record'>> {
  if (isNested(first) && isNested(again)) {
    for (const name of new Set([...Object.keys(first), ...Object.keys(again)])) {
      const path = field === '' ? name : `${field}.${name}`;
      yield* fieldsThatDiffer(first[name], again[name], path);
    }
  } else if (JSON.stringify(first) !== JSON.stringify(again)) yield { field, first, again };
}

const isNested = (value: unknown): value is Values => value !== null && typeof value === 'object';
