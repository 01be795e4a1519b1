// Lists of a shop, newest first: walked by page number so that nothing is lost or repeated.
import type { Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { count, isRecord, listed, membersOf } from '../kit/loose.ts';
import * as paging from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { type Lenience, readable } from '../kit/records.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { ask, type Connection } from './asks.ts';

/** Most rows Lightspeed gives at a time. */
export const MOST = 250;
/** And as many where it does not look at how many were asked for. */
const USUAL = 50;
/** Most reads for one page of ours, where many rows fall out. */
const MOST_READS = 10;
/** How many rows are looked at together where some fall out: at first, and at most. */
const SOME = 25;
const WIDE = 200;
/** How many of the last rows a walk remembers, to find its place again. */
const TAIL = 5;
/** Where the walk cannot find its place further down than this, the list may be cut off there. */
const DEEP = 1000;

export interface Row {
  readonly id: number;
}

export interface List<R extends Row> {
  readonly path: string;
  /** The name under which the rows come: `{ "orders": [...] }`. */
  readonly root: string;
  readonly query: Pairs;
  /** False for rows that are not to be shown; throws for one that cannot be held against that. */
  readonly keep: (row: R) => boolean;
  /** True where rows may fall out, so that more are read at a time, the more the fewer fit. */
  readonly sparse: boolean;
}

/** Where a walk stands: how many rows lie before the next one, and which were the last. */
export interface Cursor {
  readonly at: number;
  readonly tail: readonly number[];
}

/** Rows that follow a cursor; what is none has its place among them all the same. */
interface Stretch<R> {
  readonly rows: readonly (R | undefined)[];
  /** Position of the first of them. */
  readonly at: number;
  /** True when nothing comes after them. */
  readonly ended: boolean;
}

interface Collected<R> {
  readonly rows: readonly R[];
  readonly next?: Cursor;
  /** Of the last answer: they show what is left of the quota. */
  readonly headers: Reply['headers'];
}

/**
 * Everything in a list: an array, or an object by identifier, which the shop shows newest first.
 * Null and false stand for an empty one.
 */
function entriesOf({ body }: Reply, root: string): readonly unknown[] {
  const entries = membersOf(body)[root];
  if (Array.isArray(entries)) return entries;
  if (entries === null || entries === false) return [];
  if (isRecord(entries) && Object.values(entries).every(isRecord))
    return listed<Row>(entries).toSorted((a, b) => b.id - a.id);
  throw brokenAnswer('Lightspeed', `a list of ${root}`);
}

/** A list to its end, page by page. */
export const readList = <R extends object>(
  connection: Connection,
  path: string,
  root: string,
  query: Pairs = [],
): Promise<readonly R[]> =>
  paging.collect<R, number>(root, async (page) => {
    const asked = [...query, ...pair('limit', MOST), ...pair('page', page)];
    const entries = entriesOf(await ask(connection, path, asked), root);
    const goesOn = entries.length >= MOST || entries.length === USUAL;
    return { rows: listed<R>(entries), ...(goesOn && { next: (page ?? 1) + 1 }) };
  });

/** One page of ours: at most `limit` rows that are to be kept. */
export async function collect<R extends Row>(
  list: List<R>,
  limit: number,
  from: Cursor | undefined,
  reading: Connection & Lenience,
): Promise<Collected<R>> {
  const reader = readerOf(list, reading);
  const kept: R[] = [];
  let { at, tail }: Cursor = from ?? { at: 0, tail: [] };
  const ended = (next?: Cursor): Collected<R> => ({
    rows: kept,
    ...(next && { next }),
    headers: reader.headers(),
  });
  for (let reads = 0; reads < MOST_READS && kept.length < limit; reads++) {
    const wanted = limit - kept.length;
    const span = list.sparse ? Math.max(wanted, Math.min(WIDE, SOME * 4 ** reads)) : wanted;
    const stretch = await reader.after({ at, tail }, span);
    at = stretch.at;
    for (const row of stretch.rows) {
      const [shown] = readable([row], () => shownOf(row, list), reading);
      if (shown && kept.length === limit) return ended({ at, tail });
      if (shown) kept.push(shown);
      at++;
      if (row) tail = [...tail, row.id].slice(-TAIL);
    }
    if (stretch.ended) {
      // A page that comes again, or one that is cut off, looks like the last.
      const isCut = stretch.rows.length === USUAL;
      if (from !== undefined || reads > 0 || isCut) await reader.mustEndAt({ at, tail });
      return ended();
    }
  }
  return ended({ at, tail });
}

function shownOf<R extends Row>(row: R | undefined, { keep }: List<R>): R | undefined {
  if (!row) throw unreadableRecord(undefined, 'id');
  return keep(row) ? row : undefined;
}

function readerOf<R extends Row>({ path, root, query }: List<R>, connection: Connection) {
  let headers: Reply['headers'] = {};
  /** Which page of a size had these rows. */
  const seen = new Map<string, number>();

  async function page(number: number, size: number): Promise<Stretch<R>> {
    const asked = [...query, ...pair('limit', size), ...pair('page', number)];
    const reply = await ask(connection, path, asked);
    headers = reply.headers;
    const rows = entriesOf(reply, root).map((entry) => rowIn<R>(entry));
    mustMoveOn(rows, number, size);
    return { rows, at: (number - 1) * size, ended: rows.length < size };
  }

  /** A vendor that answers the same page by another number would be walked for ever. */
  function mustMoveOn(rows: Stretch<R>['rows'], number: number, size: number) {
    const key = JSON.stringify([size, rows.map((row) => row?.id)]);
    const before = seen.get(key) ?? number;
    seen.set(key, number);
    if (rows.length > 0 && before !== number)
      throw new Fault(
        'channel_invalid_response',
        `Lightspeed answered page ${number} of ${root} with the rows of page ${before}: reading on would never end.`,
      );
  }

  /**
   * Pages are counted from the top, so rows that enter or leave the list meanwhile shift them.
   * Therefore each read takes in the row before the seam, by a page size that fits, and one row
   * beyond what is wanted; where the row before is not the expected one, it is looked for.
   */
  async function after({ at, tail }: Cursor, span: number): Promise<Stretch<R>> {
    if (tail.length === 0) return page(1, Math.min(span + 1, MOST));
    const near = sizeFor(at - 1, at + span);
    const home = pageWith(at - 1, MOST);
    const likely: readonly (readonly [number: number, size: number])[] = [
      [pageWith(at - 1, near), near],
      [home, MOST],
      [home + 1, MOST],
      [home - 1, MOST],
    ];
    for (const [number, size] of likely) {
      const found = number < 1 ? undefined : seam(await page(number, size), tail);
      // Where the seam is the last row of a full page, the rows wanted are on the next.
      if (found?.rows.length === 0 && !found.ended) return page(number + 1, size);
      if (found) return found;
    }
    if (at >= DEEP) await mustEndAt({ at, tail: [] });
    throw new Fault(
      'channel_failed',
      'The shop’s list changed too much while it was read. Start again from the first page.',
    );
  }

  async function mustEndAt({ at, tail }: Cursor): Promise<void> {
    const { body } = await ask(connection, `${path}/count`, query);
    const all = count(membersOf(body).count);
    if (all === undefined) throw brokenAnswer('Lightspeed', `the number of ${root}`);
    if (all <= at) return;
    if (tail.length > 0) {
      // A row that came in at the top meanwhile has moved all others: their place is looked for again.
      const { at: now, rows } = await after({ at, tail }, SOME);
      if (all <= now + rows.length) return;
    }
    throw new Fault(
      'channel_invalid_response',
      `Lightspeed has ${all} ${root} for this request but lists only ${at} of them. Narrow the request by dates.`,
    );
  }

  return { after, mustEndAt, headers: () => headers };
}

const rowIn = <R extends Row>(entry: unknown): R | undefined =>
  isRecord<R>(entry) && Number.isSafeInteger(entry.id) ? entry : undefined;

/** What follows the last of the known rows; undefined when none of them is there. */
function seam<R extends Row>(
  { rows, at, ended }: Stretch<R>,
  tail: readonly number[],
): Stretch<R> | undefined {
  const index = rows.findLastIndex((row) => row !== undefined && tail.includes(row.id));
  return index < 0 ? undefined : { rows: rows.slice(index + 1), at: at + index + 1, ended };
}

const pageWith = (position: number, size: number): number => Math.floor(position / size) + 1;

/** The smallest page size with which both positions are on one page; else one that reaches far. */
export function sizeFor(first: number, last: number): number {
  let best = MOST;
  for (let size = last - first + 1; size <= MOST; size++) {
    if (pageWith(first, size) === pageWith(last, size)) return size;
    if (size - (first % size) > best - (first % best)) best = size;
  }
  return best;
}
