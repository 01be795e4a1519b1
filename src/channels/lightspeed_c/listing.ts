// Lists of a shop, newest first: walked by page number so that nothing is lost or repeated.
import type { Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { isRecord, listed } from '../kit/loose.ts';
import * as paging from '../kit/paging.ts';
import { readable } from '../kit/records.ts';
import { askAt, type Place } from './place.ts';

/** Most rows Lightspeed gives at once. */
export const MOST = 250;
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
  /** Path, and the name under which the rows come: `{ "orders": [...] }`. */
  readonly path: string;
  readonly root: string;
  readonly query: Pairs;
  /** False for rows that are not to be shown; throws for one that cannot be held against that. */
  readonly keep: (row: R) => boolean;
  /** True where rows may fall out, so that more are read at once, the more the fewer fit. */
  readonly sparse: boolean;
}

/** Where a walk stands: how many rows lie before the next one, and which were the last. */
export interface Spot {
  readonly at: number;
  readonly tail: readonly number[];
}

/** Rows that follow a spot; what is none has its place among them all the same. */
interface Stretch<R> {
  readonly rows: readonly (R | undefined)[];
  /** Position of the first of them. */
  readonly at: number;
  /** True when nothing comes after them. */
  readonly ended: boolean;
}

interface Collected<R> {
  readonly rows: readonly R[];
  readonly next?: Spot;
  /** Of the last answer: they tell what is left of the quota. */
  readonly headers: Reply['headers'];
}

/**
 * Everything in a list: an array, or an object by identifier, which the shop shows newest first.
 * Null and false stand for an empty one.
 */
export function entriesOf({ body }: Reply, root: string): readonly unknown[] {
  const entries = isRecord(body) ? (body as Readonly<Record<string, unknown>>)[root] : undefined;
  if (Array.isArray(entries)) return entries;
  if (entries === null || entries === false) return [];
  if (isRecord(entries) && Object.values(entries).every(isRecord))
    return listed<Row>(entries).toSorted((a, b) => b.id - a.id);
  throw new Fault('channel_invalid_response', `Lightspeed sent no list of ${root}.`);
}

/** A list to its end, page by page. */
export function readList<R extends object>(
  path: string,
  root: string,
  query: Pairs,
  place: Place,
  { call }: Pick<Reading, 'call'>,
): Promise<readonly R[]> {
  return paging.collect<R, number>(root, async (page = 1) => {
    const reply = await call(
      askAt(place, path, [
        ...query,
        ['limit', String(MOST)],
        ...(page > 1 ? ([['page', String(page)]] as const) : []),
      ]),
    );
    const entries = entriesOf(reply, root);
    return { rows: listed<R>(entries), ...(entries.length >= MOST && { next: page + 1 }) };
  });
}

/** One page of ours: at most `limit` rows that are to be kept. */
export async function collect<R extends Row>(
  list: List<R>,
  limit: number,
  spot: Spot | undefined,
  place: Place,
  reading: Pick<Reading, 'call' | 'leaveOut'>,
): Promise<Collected<R>> {
  const reader = readerOf(list, place, reading);
  const isKept = (row: R | undefined): boolean =>
    readable([row], () => {
      if (row === undefined) throw unreadableRecord(undefined, 'id');
      return list.keep(row);
    }, reading)[0] === true; // biome-ignore format: one thought
  const kept: R[] = [];
  let { at, tail }: Spot = spot ?? { at: 0, tail: [] };
  for (let reads = 0; reads < MOST_READS; reads++) {
    const wanted = limit - kept.length;
    const span = list.sparse ? Math.max(wanted, Math.min(WIDE, SOME * 4 ** reads)) : wanted;
    const stretch = await reader.after({ at, tail }, span);
    at = stretch.at;
    for (const row of stretch.rows) {
      if (isKept(row)) {
        if (kept.length === limit)
          return { rows: kept, next: { at, tail }, headers: reader.headers() };
        kept.push(row as R);
      }
      at++;
      if (row !== undefined) tail = [...tail, row.id].slice(-TAIL);
    }
    if (stretch.ended) {
      // A page that comes again, or one that is cut off far down, looks like the last.
      if (spot !== undefined || reads > 0) await reader.mustEndAt({ at, tail });
      return { rows: kept, headers: reader.headers() };
    }
    if (kept.length === limit) break;
  }
  return { rows: kept, next: { at, tail }, headers: reader.headers() };
}

function readerOf<R extends Row>(list: List<R>, place: Place, { call }: Pick<Reading, 'call'>) {
  let headers: Reply['headers'] = {};
  /** Which page of a size had these rows. */
  const seen = new Map<string, number>();

  async function page(number: number, size: number): Promise<Stretch<R>> {
    const reply = await call(
      askAt(place, list.path, [...list.query, ['limit', String(size)], ['page', String(number)]]),
    );
    headers = reply.headers;
    const rows = entriesOf(reply, list.root).map((entry) => rowIn<R>(entry));
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
        `Lightspeed answered page ${number} of ${list.root} with the rows of page ${before}: reading on would never end.`,
      );
  }

  /**
   * Pages are counted from the top, so rows that enter or leave the list meanwhile shift them.
   * Therefore each read takes in the row before the seam, by a page size that fits, and one row
   * beyond what is wanted; where the row before is not the expected one, it is looked for.
   */
  async function after({ at, tail }: Spot, span: number): Promise<Stretch<R>> {
    if (tail.length === 0) return page(1, Math.min(span + 1, MOST));
    const size = sizeFor(at - 1, at + span);
    const number = Math.floor((at - 1) / size) + 1;
    const near = seam(await page(number, size), tail);
    if (near) return goingOn(near, number, size);
    const home = Math.floor((at - 1) / MOST) + 1;
    for (const around of [home, home + 1, home - 1]) {
      if (around < 1) continue;
      const far = seam(await page(around, MOST), tail);
      if (far) return goingOn(far, around, MOST);
    }
    if (at >= DEEP) await mustEndAt({ at, tail: [] });
    throw new Fault(
      'channel_failed',
      'The shop’s list changed too much while it was read. Start again from the first page.',
    );
  }

  /** Where the seam is the last row of a full page, the rows wanted are on the next. */
  async function goingOn(stretch: Stretch<R>, number: number, size: number) {
    return stretch.rows.length > 0 || stretch.ended ? stretch : page(number + 1, size);
  }

  async function mustEndAt({ at, tail }: Spot): Promise<void> {
    const { body } = await call(askAt(place, `${list.path}/count`, list.query));
    const { count } = (body ?? {}) as { count?: unknown };
    if (!Number.isSafeInteger(count))
      throw new Fault('channel_invalid_response', `Lightspeed sent no count of ${list.root}.`);
    if ((count as number) <= at) return;
    if (tail.length > 0) {
      // A row that came in at the top meanwhile has moved all others: their place is looked for again.
      const { at: now, rows } = await after({ at, tail }, SOME);
      if ((count as number) <= now + rows.length) return;
    }
    throw new Fault(
      'channel_invalid_response',
      `Lightspeed has ${count} ${list.root} for this request but lists only ${at} of them. Narrow the request by dates.`,
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

/** The smallest page size with which both positions are on one page; else one that reaches far. */
export function sizeFor(first: number, last: number): number {
  let best = MOST;
  for (let size = last - first + 1; size <= MOST; size++) {
    if (Math.floor(first / size) === Math.floor(last / size)) return size;
    if (size - (first % size) > best - (first % best)) best = size;
  }
  return best;
}
