// Lists of a shop: how one is walked so that nothing is lost or repeated.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { createTrail, walk } from '../kit/paging.ts';
import { askFor, MOST, type Row, rowsOf, SMALL, wasTooMuch } from './asking.ts';

/** Most reads for one page of ours, where many rows fall out. */
const MOST_READS = 10;
/** So many rows may come in between two asks that follow each other at once. */
const NEWCOMERS = 3;

export interface List<R extends Row> {
  readonly path: string;
  readonly query: Pairs;
  /** By identifier, which never changes; dates do, and sort wrongly across a clock change. */
  readonly order: 'asc' | 'desc';
  /** False for rows that are not wanted, whatever the shop makes of the query. */
  readonly keep: (row: R) => boolean;
}

/** Where a walk stands: the last row that was read, and how many rows lay before the next one. */
export interface Place {
  readonly last?: number;
  readonly at?: number;
}

interface Slice<R> {
  readonly rows: readonly R[];
  readonly offset: number;
  /** How many rows of the list this covers; the shop leaves out those the key may not read. */
  readonly count: number;
  /** Length of the list; caches and proxies sometimes strip the header. */
  readonly total: number | undefined;
}

interface Step<R> {
  readonly rows: readonly R[];
  readonly next?: Place;
}

type Reads = Pick<Reading, 'account' | 'version' | 'call' | 'leaveOut'>;

/** One page of ours: at most `limit` rows that are to be kept. */
export function collect<R extends Row>(
  list: List<R>,
  query: {
    readonly limit: number;
    readonly ids?: readonly string[];
    readonly since_id?: string;
  },
  page: Place | undefined,
  reads: Reads,
): Promise<{ readonly items: readonly R[]; readonly next?: Place }> {
  const start = query.since_id === undefined ? { at: 0 } : { last: Number(query.since_id) };
  return walk<R, Place>({
    what: list.path,
    limit: query.limit,
    from: page ?? start,
    most: MOST_READS,
    read: (place, wanted) =>
      query.ids
        ? pick(list, query.ids.map(Number), wanted, place, reads)
        : advance(list, wanted, place, reads),
    keep: list.keep,
    nameOf: ({ id }) => String(id),
  });
}

/** Named rows: each read asks only for those not yet reached, so pages cannot shift. */
async function pick<R extends Row>(
  list: List<R>,
  ids: readonly number[],
  limit: number,
  { last: before = 0 }: Place,
  reads: Reads,
): Promise<Step<R>> {
  const wanted = ids.filter((id) => id > before);
  if (wanted.length === 0) return { rows: [] };
  const include = ['include', wanted.join(',')] as const;
  const named: List<R> = { ...list, order: 'asc', query: [...list.query, include] };
  const { rows, count, total } = await read(named, 0, Math.min(limit, wanted.length), reads);
  if (rows.some(({ id }) => !wanted.includes(id)))
    throw new Fault(
      'channel_invalid_response',
      'The shop answered with other records than those it was asked for; a cache or a plugin may stand before its REST API.',
    );
  const last = rows.at(-1)?.id;
  const more = last !== undefined && wanted.some((id) => id > last);
  return { rows, ...(more && (total === undefined || total > count) && { next: { last } }) };
}

/**
 * The rows after a place. A shop pages by counting, and rows that enter or leave a filter shift the
 * count, so each read takes in the row before the seam; where that is not the one expected, the
 * place is looked up again.
 */
async function advance<R extends Row>(
  list: List<R>,
  limit: number,
  { last, at }: Place,
  reads: Reads,
): Promise<Step<R>> {
  const wanted = { last, limit };
  let slice = await overlap(list, at ?? (await find(list, last, reads)), wanted, reads);
  if (!(await isSound(list, slice, last, 0, reads))) {
    slice = await overlap(list, await find(list, last, reads), wanted, reads);
    if (!joins(list, slice, last))
      throw new Fault('channel_failed', 'The shop’s list changed while it was read; try again.');
    if (!(await isSound(list, slice, last, NEWCOMERS, reads)))
      throw new Fault(
        'channel_invalid_response',
        `The shop answered a page that it had answered before; a cache may stand before its REST API. Reading ${list.path} would never end.`,
      );
  }

  const beyond = slice.rows.filter(isBeyond(list, last));
  // The row before the seam may have gone: then there is one more than was asked for.
  const rows = beyond.slice(0, limit);
  const reached = rows.at(-1)?.id ?? last;
  const spare = beyond.length - rows.length;
  const end = slice.offset + slice.count - spare;
  if (spare === 0 && !(await goesOn(list, slice, end, reads))) return { rows };
  return { rows, next: { at: end, ...(reached !== undefined && { last: reached }) } };
}

/**
 * Whether a slice leads on from the last row: that row comes first, or rows came in before it and
 * there is still something new. A shop that answers the same page to everything shows here.
 */
async function isSound<R extends Row>(
  list: List<R>,
  slice: Slice<R>,
  last: number | undefined,
  newcomers: number,
  reads: Reads,
): Promise<boolean> {
  if (!joins(list, slice, last)) return false;
  if (slice.offset === 0 || last === undefined) return true;
  const known = slice.rows.findIndex(isBeyond(list, last));
  const passed = known < 0 ? slice.rows.length : known;
  if (passed <= 1) return true;
  if (known < 0) return false;
  return passed - 1 <= newcomers || goesOn(list, slice, slice.offset + slice.count, reads);
}

/** Whether the list has rows behind a slice; where the shop does not say, one is looked for. */
async function goesOn<R extends Row>(list: List<R>, slice: Slice<R>, end: number, reads: Reads) {
  if (slice.total !== undefined) return end < slice.total;
  return slice.rows.length > 0 && (await readIds(list, end, 1, reads)).rows.length > 0;
}

const isBeyond = (list: List<never>, last: number | undefined) => (row: Row) =>
  last === undefined || (list.order === 'asc' ? row.id > last : row.id < last);

/** The rows from `at` on, with the one before them where there must be one. */
async function overlap<R extends Row>(
  list: List<R>,
  at: number,
  { last, limit }: { readonly last: number | undefined; readonly limit: number },
  reads: Reads,
): Promise<Slice<R>> {
  if (at === 0 || last === undefined) return read(list, at, limit, reads);
  if (limit < MOST) return read(list, at - 1, limit + 1, reads);
  const [before, slice] = await Promise.all([
    readIds(list, at - 1, 1, reads),
    read(list, at, limit, reads),
  ]);
  return {
    ...slice,
    rows: [...(before.rows as readonly R[]), ...slice.rows],
    offset: at - 1,
    count: slice.count + 1,
  };
}

/**
 * True when no row between the last one and this slice was missed. Where the shop withholds rows
 * that the key may not read, the one before the seam may be among them; then the count is trusted.
 */
function joins<R extends Row>(list: List<R>, slice: Slice<R>, last: number | undefined): boolean {
  if (slice.offset === 0 || last === undefined || isWithheld(slice)) return true;
  const [first] = slice.rows;
  return first !== undefined && !isBeyond(list, last)(first);
}

const isWithheld = ({ rows, offset, count, total }: Slice<unknown>): boolean =>
  total !== undefined && rows.length < Math.min(count, total - offset);

/** How many rows lie before the first one beyond `last`: a binary search over pages of identifiers. */
async function find(list: List<never>, last: number | undefined, reads: Reads): Promise<number> {
  const beyond = isBeyond(list, last);
  const trail = createTrail(list.path);
  let at = 0;
  let page = 0;
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  for (;;) {
    const { rows, total } = await readIds(list, page * MOST, MOST, reads);
    trail.page(rows.map(({ id }) => String(id)));
    const index = rows.findIndex(beyond);
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

const readIds = (list: List<never>, offset: number, count: number, reads: Reads) =>
  readOnce<Row>({ ...list, query: [...list.query, ['_fields', 'id']] }, offset, count, reads);

/** Reads rows; a weak host that gives up on many is asked for half of them, and half of those. */
async function read<R extends Row>(
  list: List<R>,
  offset: number,
  count: number,
  reads: Reads,
): Promise<Slice<R>> {
  try {
    return await readOnce(list, offset, count, reads);
  } catch (error) {
    if (count <= SMALL || !wasTooMuch(error)) throw error;
    return read(list, offset, Math.ceil(count / 2), reads);
  }
}

async function readOnce<R extends Row>(
  list: Omit<List<R>, 'keep'>,
  offset: number,
  count: number,
  reads: Reads,
): Promise<Slice<R>> {
  const reply = await reads.call(
    askFor(reads, list.path, [
      ...list.query,
      ['orderby', 'id'],
      ['order', list.order],
      ['per_page', String(count)],
      ...(offset > 0 ? ([['offset', String(offset)]] as const) : []),
    ]),
  );
  const total = reply.headers['x-wp-total'];
  return {
    rows: rowsOf<R>(reply, reads),
    offset,
    count,
    total: total !== undefined && /^\d+$/.test(total) ? Number(total) : undefined,
  };
}
