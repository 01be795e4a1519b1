// Walking a vendor's pages: to the end of a list, or until one page of ours is full.
import { Fault } from '../../model/faults.ts';
import type { Page } from '../channel.ts';
import { membersOf } from './loose.ts';
import { type Lenience, readEach, sift } from './records.ts';
import { identifier } from './text.ts';

/** One page of the vendor's; no `next`: it was the last. */
export interface Stretch<Row, Cursor> {
  readonly rows: readonly Row[];
  readonly next?: Cursor | undefined;
}

/** Watches a walk: a cursor or a page that came before would be walked for ever. */
export interface Trail {
  /** A cursor that is about to be used. */
  readonly cursor: (cursor: unknown) => void;
  /** The rows of a page; `nameOf` gives a text that no other row has. */
  readonly page: <Row>(rows: readonly Row[], nameOf: (row: Row) => string) => void;
}

export function createTrail(what: string): Trail {
  const cursors = new Set<string>();
  /** The names of each page's rows by the first of them: few pages begin alike. */
  const pages = new Map<string | undefined, (readonly string[])[]>();
  /** Most walks have one page alone: what it held matters only once there is a second. */
  let first: (() => void) | undefined;
  let isFirst = true;
  const endless = (fault: string) =>
    new Fault('channel_invalid_response', `${fault} Reading ${what} would never end.`);
  return {
    cursor: (cursor) => {
      const text = JSON.stringify(cursor);
      if (cursors.has(text)) throw endless('The channel gave a cursor that it had given before.');
      cursors.add(text);
    },
    page: (rows, nameOf) => {
      if (rows.length === 0) return;
      const note = () => {
        const names = rows.map(nameOf);
        const alike = pages.get(names[0]) ?? [];
        if (alike.some((before) => areSame(before, names)))
          throw endless('The channel answered a page that it had answered before.');
        pages.set(names[0], [...alike, names]);
      };
      first?.();
      first = isFirst ? note : undefined;
      if (!isFirst) note();
      isFirst = false;
    },
  };
}

const areSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, at) => name === b[at]);

/** Every row of a list that comes in pages. */
export async function collect<Row, Cursor>(
  what: string,
  read: (cursor: Cursor | undefined) => Promise<Stretch<Row, Cursor>>,
  /** A text that no other row has. */
  nameOf: (row: Row) => string = nameOfRow,
): Promise<Row[]> {
  const trail = createTrail(what);
  const all: Row[] = [];
  let cursor: Cursor | undefined;
  do {
    const { rows, next }: Stretch<Row, Cursor> = await read(cursor);
    trail.page(rows, nameOf);
    if (next !== undefined) trail.cursor(next);
    all.push(...rows);
    cursor = next;
  } while (cursor !== undefined);
  return all;
}

/** Its identifier; all of it where it has none. */
const nameOfRow = (row: unknown): string => identifier(membersOf(row).id) ?? JSON.stringify(row);

export interface Walk<Row, Cursor> {
  /** What is read, for the sentence of a fault: "orders". */
  readonly what: string;
  readonly limit: number;
  readonly from: Cursor;
  /** How many pages of theirs one page of ours may cost where few rows are kept. */
  readonly most: number;
  /** Reads one page; never more than `wanted` rows, so that `next` stands behind what was kept. */
  readonly read: (cursor: Cursor, wanted: number) => Promise<Stretch<Row, Cursor>>;
  /** All, unless given; a row that it cannot judge (it throws) is one that cannot be read. */
  readonly keep?: (row: Row) => boolean;
  /** A text that no other row has, its version included where the vendor gives one. */
  readonly nameOf: (row: Row) => string;
}

/** One page of ours, from as many of theirs as it takes, and where the next one begins. */
export async function walk<Row, Cursor>(
  { what, limit, from, most, read, keep = () => true, nameOf }: Walk<Row, Cursor>,
  lenience: Lenience,
): Promise<Page<Row, Cursor>> {
  const trail = createTrail(what);
  const items: Row[] = [];
  let cursor: Cursor | undefined = from;
  trail.cursor(cursor);
  for (let reads = 0; cursor !== undefined && reads < most && items.length < limit; reads++) {
    const { rows, next }: Stretch<Row, Cursor> = await read(cursor, limit - items.length);
    trail.page(rows, nameOf);
    if (next !== undefined) trail.cursor(next);
    items.push(...sift(rows, keep, lenience));
    cursor = next;
  }
  return { items, ...(cursor !== undefined && { next: cursor }) };
}

export interface Picking<Row> {
  /** In the order in which they are given back. */
  readonly ids: readonly string[];
  /** How many of them were read before. */
  readonly from: number;
  readonly limit: number;
  /** How many one page of ours may ask for, where few are kept. */
  readonly most?: number;
  readonly concurrency?: number;
  /** Undefined where there is no such record. */
  readonly read: (id: string) => Promise<Row | undefined>;
  readonly keep: (row: Row) => boolean;
}

/** Named records, one ask each, never more than are missing; `next` is how many are behind it. */
export async function pick<Row>(
  { ids, from, limit, most = ids.length, concurrency, read, keep }: Picking<Row>,
  lenience: Lenience,
): Promise<{ readonly items: Row[]; readonly next?: number }> {
  // A record that `keep` cannot judge is left out like one that cannot be read.
  const readKept = async (id: string) => {
    const row = await read(id);
    return row !== undefined && keep(row) ? row : undefined;
  };
  const items: Row[] = [];
  const end = Math.min(ids.length, from + most);
  let at = from;
  while (at < end && items.length < limit) {
    const group = ids.slice(at, Math.min(end, at + limit - items.length));
    at += group.length;
    for (const row of await readEach(group, readKept, lenience, concurrency))
      if (row !== undefined) items.push(row);
  }
  return { items, ...(at < ids.length && { next: at }) };
}

/** A read this small is not made smaller. */
const SMALL = 10;

/** Vendors advise to ask for fewer rows where a page is too much for them: half, and half of that. */
export async function orFewer<T>(
  count: number,
  read: (count: number) => Promise<T>,
  wasTooMuch: (error: unknown) => boolean = isTooMuch,
): Promise<T> {
  try {
    return await read(count);
  } catch (error) {
    if (count <= SMALL || !wasTooMuch(error)) throw error;
    return orFewer(Math.ceil(count / 2), read, wasTooMuch);
  }
}

/** Memory or time ran out: an error page, a gateway's failure, or half an answer. */
export const isTooMuch = (error: unknown): boolean =>
  error instanceof Fault &&
  error.record === undefined &&
  ([500, 502, 504, 524].includes(error.status ?? 0) ||
    (error.code === 'channel_invalid_response' && error.retryable));
