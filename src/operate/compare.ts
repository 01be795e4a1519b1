// Two answers to the same request, held against each other: which records came, went, or differ in which fields.

type Values = Readonly<Record<string, unknown>>;

interface Difference {
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
  const all = [...new Set([...before.keys(), ...after.keys()])].flatMap((record) =>
    [...differing(before.get(record), after.get(record))].map((found) => ({ record, ...found })),
  );
  return {
    ...{ records: before.size, records_again: after.size },
    ...{ differences: all.slice(0, MOST), more: Math.max(0, all.length - MOST) },
  };
}

/** By the record's own id, or its place where it has none. */
function named(records: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(
    records.map((record, at) => {
      const { id } = (record ?? {}) as Values;
      return [typeof id === 'string' ? id : `#${at + 1}`, record];
    }),
  );
}

function* differing(first: unknown, again: unknown, field = ''): Generator<Difference> {
  if (isNested(first) && isNested(again)) {
    for (const name of new Set([...Object.keys(first), ...Object.keys(again)])) {
      const path = field === '' ? name : `${field}.${name}`;
      yield* differing(first[name], again[name], path);
    }
  } else if (JSON.stringify(first) !== JSON.stringify(again)) yield { field, first, again };
}

const isNested = (value: unknown): value is Values => value !== null && typeof value === 'object';
