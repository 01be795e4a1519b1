// Pages over sorted records: sizes as the vendor limits them, cursors bound to their sort.
import { badRequest } from './refusal.ts';

/** What a cursor remembers of the last record: its sort value and, for ties, its number. */
export type SortValue = string | number;

export interface Sorted<T> {
  /** Ascending by value, then by number. */
  readonly records: readonly T[];
  readonly key: string;
  value(record: T): SortValue;
  number(record: T): number;
}

export interface PageArgs {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
  readonly reverse?: boolean | null;
}

export interface Connection<N> {
  readonly edges: readonly { readonly cursor: string; readonly node: N }[];
  readonly nodes: readonly N[];
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
  value: (record: T) => SortValue,
  number: (record: T) => number,
): Sorted<T> {
  const rows = records.map((record) => ({ record, value: value(record), number: number(record) }));
  rows.sort((one, other) => compare(one.value, other.value) || one.number - other.number);
  return { records: rows.map((row) => row.record), key, value, number };
}

function compare(one: SortValue, other: SortValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [left, right] = [String(one), String(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

export function connect<T, N>(
  list: Sorted<T>,
  test: ((record: T) => boolean) | null,
  args: PageArgs,
  toNode: (record: T) => N,
): Connection<N> {
  const size = checkedSize(args);
  const matching = test === null ? list.records : list.records.filter(test);
  const all = args.reverse === true ? matching.toReversed() : matching;
  let from = 0;
  let to = all.length;
  if (args.after != null) from = after(all, list, args.after, args.reverse === true);
  if (args.before != null)
    to = Math.max(from, before(all, list, args.before, args.reverse === true));
  if (args.last == null) to = Math.min(to, from + size);
  else from = Math.max(from, to - size);
  const page = all.slice(from, to);
  let nodes: readonly N[] | undefined;
  const made = (): readonly N[] => {
    nodes ??= page.map(toNode);
    return nodes;
  };
  const cursorAt = (at: number): string | null => {
    const record = page.at(at);
    return record === undefined ? null : cursorOf(list, record);
  };
  return {
    get nodes() {
      return made();
    },
    get edges() {
      return made().map((node, i) => ({ node, cursor: cursorAt(i) ?? '' }));
    },
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
export function listed<T>(
  records: readonly T[],
  args: PageArgs,
  number: (record: T) => number,
): Connection<T> {
  const rows = records.map((record, place) => ({ record, place }));
  const list: Sorted<(typeof rows)[number]> = {
    records: rows,
    key: 'POSITION',
    value: (row) => row.place,
    number: (row) => number(row.record),
  };
  return connect(list, null, args, (row) => row.record);
}

export function countOf(count: number): { readonly count: number; readonly precision: string } {
  return { count, precision: 'EXACT' };
}

function checkedSize({ first, last }: PageArgs): number {
  if (first == null && last == null) throw badRequest('you must provide one of first or last');
  if (first != null && last != null)
    throw badRequest('providing both first and last is not supported');
  const size = first ?? last ?? 0;
  const name = first == null ? 'last' : 'first';
  if (size < 0) throw badRequest(`${name} must be greater than or equal to 0`);
  if (size > largestPage) throw badRequest(`${name} cannot exceed ${largestPage}`);
  return size;
}

interface CursorText {
  readonly last_id: number;
  readonly last_value: SortValue;
  readonly sort: string;
}

export function cursorOf<T>(list: Sorted<T>, record: T): string {
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

/** Where a record stands to a cursor, in ascending order. */
function against<T>(list: Sorted<T>, record: T, cursor: CursorText): number {
  return compare(list.value(record), cursor.last_value) || list.number(record) - cursor.last_id;
}

function after<T>(all: readonly T[], list: Sorted<T>, text: string, reverse: boolean): number {
  const cursor = readCursor(text, list.key);
  return firstIndex(all, (record) => {
    const side = against(list, record, cursor);
    return reverse ? side < 0 : side > 0;
  });
}

function before<T>(all: readonly T[], list: Sorted<T>, text: string, reverse: boolean): number {
  const cursor = readCursor(text, list.key);
  return firstIndex(all, (record) => {
    const side = against(list, record, cursor);
    return reverse ? side <= 0 : side >= 0;
  });
}

/** The first index from which the test holds; it holds for all that follow. */
function firstIndex<T>(all: readonly T[], test: (record: T) => boolean): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const record = all[middle];
    if (record !== undefined && test(record)) high = middle;
    else low = middle + 1;
  }
  return low;
}
