// Pages over sorted records: sizes as the vendor limits them, cursors bound to their sort.
import { badRequest } from './refusal.ts';

export interface Sorted<T> {
  /** Ascending by value, then by number. */
  readonly records: readonly T[];
  readonly key: string;
  /** What a cursor remembers of the last record: its sort value and, for ties, its number. */
  value(record: T): number;
  number(record: T): number;
}

export interface PageArgs {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly reverse?: boolean | null;
}

export interface Connection<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export const largestPage = 250;

/** Sorts once; ties are broken by number so that a page never repeats or loses a record. */
export function sorted<T>(
  records: readonly T[],
  key: string,
  value: (record: T) => number,
  number: (record: T) => number,
): Sorted<T> {
  const rows = records.map((record) => ({ record, value: value(record), number: number(record) }));
  rows.sort((one, other) => one.value - other.value || one.number - other.number);
  return { records: rows.map((row) => row.record), key, value, number };
}

export function connect<T>(
  list: Sorted<T>,
  test: ((record: T) => boolean) | null,
  args: PageArgs,
): Connection<T> {
  const size = checkedSize(args);
  const matching = test === null ? list.records : list.records.filter(test);
  const all = args.reverse === true ? matching.toReversed() : matching;
  const from = args.after == null ? 0 : after(all, list, args.after, args.reverse === true);
  const to = Math.min(all.length, from + size);
  const nodes = all.slice(from, to);
  const cursorAt = (at: number): string | null => {
    const record = nodes.at(at);
    return record === undefined ? null : cursorOf(list, record);
  };
  return {
    nodes,
    get pageInfo() {
      return {
        hasNextPage: to < all.length,
        hasPreviousPage: from > 0,
        startCursor: cursorAt(0),
        endCursor: cursorAt(-1),
      };
    },
  };
}

/** A connection over a short list that keeps its own order. */
export function listed<T>(records: readonly T[], args: PageArgs): Connection<T> {
  const places = new Map(records.map((record, place) => [record, place]));
  const place = (record: T): number => places.get(record) ?? 0;
  return connect({ records, key: 'POSITION', value: place, number: place }, null, args);
}

function checkedSize({ first }: PageArgs): number {
  if (first == null) throw badRequest('you must provide one of first or last');
  if (first < 0) throw badRequest('first must be greater than or equal to 0');
  if (first > largestPage) throw badRequest(`first cannot exceed ${largestPage}`);
  return first;
}

interface CursorText {
  readonly last_id: number;
  readonly last_value: number;
  readonly sort: string;
}

function cursorOf<T>(list: Sorted<T>, record: T): string {
  const text: CursorText = {
    last_id: list.number(record),
    last_value: list.value(record),
    sort: list.key,
  };
  return Buffer.from(JSON.stringify(text)).toString('base64');
}

function readCursor(cursor: string, key: string): CursorText {
  let text: unknown;
  try {
    text = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8'));
  } catch {
    throw badRequest(`Invalid cursor: ${cursor}`);
  }
  if (typeof text !== 'object' || text === null || !('last_id' in text) || !('sort' in text))
    throw badRequest(`Invalid cursor: ${cursor}`);
  const read = text as CursorText;
  if (read.sort !== key) throw badRequest('Invalid cursor for current pagination sort.');
  return read;
}

/** The index of the first record past a cursor. */
function after<T>(all: readonly T[], list: Sorted<T>, text: string, reverse: boolean): number {
  const cursor = readCursor(text, list.key);
  const found = all.findIndex((record) => {
    const side = list.value(record) - cursor.last_value || list.number(record) - cursor.last_id;
    return reverse ? side < 0 : side > 0;
  });
  return found < 0 ? all.length : found;
}
