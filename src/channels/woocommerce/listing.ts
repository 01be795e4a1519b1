// Lists of a shop: how one is walked so that nothing is lost or repeated.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { createTrail, orFewer, type Stretch, walk } from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { askFor, MOST, readOne, rowsOf } from './asks.ts';
import type { Row } from './native.ts';

/** Most reads for one page of ours, where many rows fall out. */
const MOST_READS = 10;
/** So many rows may come in between two asks that follow each other immediately. */
const NEWCOMERS = 3;

export interface List<R extends Row> extends Named {
  /** False for rows that are not wanted, whatever the shop makes of the query. */
  readonly keep: (row: R) => boolean;
}

interface Named {
  readonly path: string;
  readonly query: Pairs;
  /** By identifier, which never changes; dates do, and sort wrongly across a clock change. */
  readonly order: 'asc' | 'desc';
  /**
   * How a named record that the list leaves out is asked for by itself, where the list may leave out
   * some that are there: orders in a status that no plugin registers.
   */
  readonly byItself?: Pairs;
}

/** Where a walk stands: the last row that was read, and how many rows lay before the next one. */
export interface Cursor {
  readonly last?: number;
  readonly at?: number;
}

/** A list, and by what it is read. */
interface Source extends Named {
  readonly reads: Pick<Reading, 'account' | 'version' | 'call' | 'leaveOut'>;
}

interface Slice<R> {
  readonly rows: readonly R[];
  readonly offset: number;
  /** How many rows of the list this covers; the shop leaves out those the key may not read. */
  readonly count: number;
  /** Length of the list; caches and proxies sometimes strip the header. */
  readonly total: number | undefined;
}

type Last = number | undefined;

interface Asked {
  readonly limit: number;
  readonly ids?: readonly string[];
  readonly since_id?: string;
}

/** One page of ours: at most `limit` rows that are to be kept. */
export function readPage<R extends Row>(
  { keep, ...list }: List<R>,
  { limit, ids, since_id }: Asked,
  page: Cursor | undefined,
  reads: Source['reads'],
): Promise<{ readonly items: readonly R[]; readonly next?: Cursor }> {
  const source: Source = { ...list, reads };
  const start = since_id === undefined ? { at: 0 } : { last: Number(since_id) };
  return walk<R, Cursor>(
    {
      what: list.path,
      limit,
      from: page ?? start,
      most: MOST_READS,
      read: (cursor, wanted) =>
        ids ? pick(source, ids.map(Number), wanted, cursor) : advance(source, wanted, cursor),
      keep,
      nameOf: ({ id }) => String(id),
    },
    reads,
  );
}

/**
 * Named rows: each read asks only for those not yet reached, so pages cannot shift. A row that the
 * list leaves out is asked for by itself where the list may leave out some that are there.
 */
async function pick<R extends Row>(
  source: Source,
  ids: readonly number[],
  limit: number,
  { last: before = 0 }: Cursor,
): Promise<Stretch<R, Cursor>> {
  const left = ids.filter((id) => id > before).toSorted((a, b) => a - b);
  if (left.length === 0) return { rows: [] };
  const wanted = left.slice(0, Math.min(limit, MOST));
  const query: Pairs = [...source.query, ['include', wanted.join(',')]];
  const named: Source = { ...source, order: 'asc', query };
  const { rows, count } = await read<R>(named, 0, wanted.length);
  if (rows.some(({ id }) => !wanted.includes(id)))
    throw new Fault(
      'channel_invalid_response',
      'The shop answered with other records than those it was asked for; a cache or a plugin may stand before its REST API.',
    );
  // A weak host was asked for fewer than that.
  const last = (count < wanted.length ? rows.at(-1)?.id : undefined) ?? wanted.at(-1);
  const missing = wanted.filter((id) => id <= (last ?? 0) && !rows.some((row) => row.id === id));
  const { path, byItself, reads } = source;
  const asked = byItself ? missing : [];
  const found = await inGroups(asked, async (id) => {
    // Most of them are gone: then nothing more is asked for.
    const isThere = await readOne<R>(path, id, [['_fields', 'id']], reads);
    return isThere && readOne<R>(path, id, byItself ?? [], reads);
  });
  const there = found.filter((row) => row !== undefined);
  const all = [...rows, ...there].toSorted((a, b) => a.id - b.id);
  return { rows: all, ...(last !== undefined && last < (left.at(-1) ?? 0) && { next: { last } }) };
}

/**
 * The rows after a cursor. A shop pages by counting, and rows that enter or leave a filter shift the
 * count, so each read takes in the row before the seam; where that is not the one expected, the
 * place is looked up again.
 */
async function advance<R extends Row>(
  source: Source,
  limit: number,
  { last, at }: Cursor,
): Promise<Stretch<R, Cursor>> {
  let slice = await overlap<R>(source, at ?? (await find(source, last)), limit, last);
  if (!(await isSound(source, slice, last, 0))) {
    slice = await overlap<R>(source, await find(source, last), limit, last);
    if (!joins(source, slice, last))
      throw new Fault('channel_failed', 'The shop’s list changed while it was read; try again.');
    if (!(await isSound(source, slice, last, NEWCOMERS)))
      throw new Fault(
        'channel_invalid_response',
        `The shop answered a page that it had answered before; a cache may stand before its REST API. Reading ${source.path} would never end.`,
      );
  }

  const beyond = slice.rows.filter(isBeyond(source, last));
  // The row before the seam may have gone: then there is one more than was asked for.
  const rows = beyond.slice(0, limit);
  const reached = rows.at(-1)?.id ?? last;
  const spare = beyond.length - rows.length;
  const end = slice.offset + slice.count - spare;
  if (spare === 0 && !(await goesOn(source, slice, end))) return { rows };
  return { rows, next: { at: end, ...(reached !== undefined && { last: reached }) } };
}

/**
 * Whether a slice leads on from the last row: that row comes first, or rows came in before it and
 * there is still something new. A shop that answers the same page to everything shows here.
 */
async function isSound(source: Source, slice: Slice<Row>, last: Last, newcomers: number) {
  if (!joins(source, slice, last)) return false;
  if (slice.offset === 0 || last === undefined) return true;
  const known = slice.rows.findIndex(isBeyond(source, last));
  const passed = known < 0 ? slice.rows.length : known;
  if (passed <= 1) return true;
  if (known < 0) return false;
  return passed - 1 <= newcomers || goesOn(source, slice, slice.offset + slice.count);
}

/** Whether the list has rows behind a slice; where the shop does not say, one is looked for. */
async function goesOn(source: Source, { rows, total }: Slice<Row>, end: number) {
  if (total !== undefined) return end < total;
  return rows.length > 0 && (await readIds(source, end, 1)).rows.length > 0;
}

const isBeyond =
  ({ order }: Source, last: Last) =>
  ({ id }: Row) =>
    last === undefined || (order === 'asc' ? id > last : id < last);

/** The rows from `at` on, with the one before them where there must be one. */
async function overlap<R extends Row>(source: Source, at: number, limit: number, last: Last) {
  if (at === 0 || last === undefined) return read<R>(source, at, limit);
  if (limit < MOST) return read<R>(source, at - 1, limit + 1);
  const [before, slice] = await Promise.all([
    readIds<R>(source, at - 1, 1),
    read<R>(source, at, limit),
  ]);
  return {
    ...slice,
    rows: [...before.rows, ...slice.rows],
    offset: at - 1,
    count: slice.count + 1,
  };
}

/**
 * True when no row between the last one and this slice was missed. Where the shop withholds rows
 * that the key may not read, the one before the seam may be among them; then the count is trusted.
 */
function joins(source: Source, slice: Slice<Row>, last: Last): boolean {
  if (slice.offset === 0 || last === undefined || isWithheld(slice)) return true;
  const [first] = slice.rows;
  return first !== undefined && !isBeyond(source, last)(first);
}

const isWithheld = ({ rows, offset, count, total }: Slice<Row>): boolean =>
  total !== undefined && rows.length < Math.min(count, total - offset);

/** How many rows lie before the first one beyond `last`: a binary search over pages of identifiers. */
async function find(source: Source, last: Last): Promise<number> {
  const trail = createTrail(source.path);
  let at = 0;
  let page = 0;
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  for (;;) {
    const { rows, total } = await readIds(source, page * MOST, MOST);
    trail.page(rows, ({ id }) => String(id));
    const index = rows.findIndex(isBeyond(source, last));
    if (index > 0) return page * MOST + index;
    if (index === 0 || rows.length === 0) high = page;
    else {
      low = page + 1;
      at = page * MOST + rows.length;
    }
    if (total !== undefined && rows.length > 0) high = Math.min(high, Math.ceil(total / MOST));
    if (low >= high) return at;
    page = high === Number.POSITIVE_INFINITY ? low * 2 : Math.floor((low + high) / 2);
  }
}

const readIds = <R extends Row>(source: Source, offset: number, count: number) =>
  readOnce<R>({ ...source, query: [...source.query, ['_fields', 'id']] }, offset, count);

/** Reads rows; a weak host that gives up on many is asked for half of them, and half of those. */
const read = <R extends Row>(source: Source, offset: number, count: number) =>
  orFewer(count, (fewer) => readOnce<R>(source, offset, fewer));

async function readOnce<R extends Row>(
  { path, query, order, reads }: Source,
  offset: number,
  count: number,
): Promise<Slice<R>> {
  const reply = await reads.call(
    askFor(reads, path, [
      ...query,
      ['orderby', 'id'],
      ['order', order],
      ['per_page', String(count)],
      ...pair('offset', offset > 0 ? offset : undefined),
    ]),
  );
  const total = reply.headers['x-wp-total'] ?? '';
  const rows = rowsOf<R>(reply, reads);
  return { rows, offset, count, total: /^\d+$/.test(total) ? Number(total) : undefined };
}
