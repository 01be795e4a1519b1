// Lists of a shop: how one is asked for, and how it is walked so that nothing is lost or repeated.
import type { Ask, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Account, Reading } from '../channel.ts';
import { readJson } from './json.ts';

/** Most rows a shop gives at once. */
export const MOST = 100;
/** Most reads for one page of ours, where many rows fall out. */
const MOST_READS = 10;
/** A read this small is not made smaller when the shop cannot manage it. */
const SMALL = 10;

export interface Row {
  readonly id: number;
}

export interface List<R extends Row> {
  readonly path: string;
  readonly query: Pairs;
  /** By identifier, which never changes; dates do, and sort wrongly across a clock change. */
  readonly order: 'asc' | 'desc';
  /** Whether a row has what its reader needs; a plugin may have taken something away. */
  readonly isWhole: (row: R) => boolean;
  /** False for rows that are not to be told, whatever the shop makes of the query. */
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

type Reads = Pick<Reading, 'account' | 'version' | 'call'>;

export function askFor(
  { account, version }: { readonly account: Account; readonly version: string },
  path: string,
  query: Pairs = [],
): Ask {
  return {
    url: `${account.baseUrl}/wp-json/${version}/${path}`,
    query,
    // Caching plugins keep answers of the REST API.
    headers: { 'cache-control': 'no-cache' },
    parse: readJson,
  };
}

/** The rows of a list, checked to be some. */
export function rowsOf<R extends Row>({ body }: Reply): readonly R[] {
  const isRow = (row: unknown) => Number.isSafeInteger((row as Row | null)?.id);
  if (Array.isArray(body) && body.every(isRow)) return body;
  throw new Fault('channel_invalid_response', 'The shop sent something else than a list.');
}

/** The same, checked to be readable. */
export function wholeRowsOf<R extends Row>(reply: Reply, isWhole: (row: R) => boolean) {
  const rows = rowsOf<R>(reply);
  const broken = rows.find((row) => !isWhole(row));
  if (!broken) return rows;
  throw new Fault(
    'channel_invalid_response',
    `The shop sent a record that cannot be read (${broken.id}): something is missing, or an amount is no decimal text. A plugin may have changed it.`,
  );
}

/** One page of ours: at most `limit` rows that are to be kept. */
export async function collect<R extends Row>(
  list: List<R>,
  query: {
    readonly limit: number;
    readonly ids?: readonly string[];
    readonly since_id?: string;
  },
  page: Place | undefined,
  reads: Reads,
): Promise<Step<R>> {
  const start = query.since_id === undefined ? { at: 0 } : { last: Number(query.since_id) };
  let place: Place | undefined = page ?? start;
  const kept: R[] = [];
  for (let read = 0; place && read < MOST_READS; read++) {
    const wanted = query.limit - kept.length;
    const { rows, next }: Step<R> = query.ids
      ? await pick(list, query.ids.map(Number), wanted, place, reads)
      : await walk(list, wanted, place, reads);
    kept.push(...rows.filter(list.keep));
    place = next;
    if (kept.length >= query.limit) break;
  }
  return { rows: kept, ...(place && { next: place }) };
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
  const last = rows.at(-1)?.id;
  const more = last !== undefined && wanted.some((id) => id > last);
  return { rows, ...(more && (total === undefined || total > count) && { next: { last } }) };
}

/**
 * The rows after a place. A shop pages by counting, and rows that enter or leave a filter shift the
 * count, so each read takes in the row before the seam; where that is not the one expected, the
 * place is looked up again.
 */
async function walk<R extends Row>(
  list: List<R>,
  limit: number,
  { last, at }: Place,
  reads: Reads,
): Promise<Step<R>> {
  const wanted = { last, limit };
  let slice = await overlap(list, at ?? (await find(list, last, reads)), wanted, reads);
  if (!joins(list, slice, last))
    slice = await overlap(list, await find(list, last, reads), wanted, reads);
  if (!joins(list, slice, last))
    throw new Fault('channel_failed', 'The shop’s list changed while it was read; try again.');

  const beyond = slice.rows.filter(isBeyond(list, last));
  // The row before the seam may have gone: then there is one more than was asked for.
  const rows = beyond.slice(0, limit);
  const reached = rows.at(-1)?.id ?? last;
  const spare = beyond.length - rows.length;
  const end = slice.offset + slice.count - spare;
  if (spare === 0 && !(await goesOn(list, slice, end, reads))) return { rows };
  return { rows, next: { at: end, ...(reached !== undefined && { last: reached }) } };
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
  const { rows, offset, count, total } = slice;
  if (offset === 0 || last === undefined) return true;
  if (total !== undefined && rows.length < Math.min(count, total - offset)) return true;
  const [first] = rows;
  return first !== undefined && !isBeyond(list, last)(first);
}

/** How many rows lie before the first one beyond `last`: a binary search over pages of identifiers. */
async function find(list: List<never>, last: number | undefined, reads: Reads): Promise<number> {
  const beyond = isBeyond(list, last);
  let at = 0;
  let page = 0;
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  for (;;) {
    const { rows, total } = await readIds(list, page * MOST, MOST, reads);
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
  readOnce<Row>(
    { ...list, query: [...list.query, ['_fields', 'id']], isWhole: () => true },
    offset,
    count,
    reads,
  );

/** Reads rows; a weak host that gives up on many is asked once more for half of them. */
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
    return readOnce(list, offset, Math.ceil(count / 2), reads);
  }
}

/** PHP ran out of memory or time: an error page, a gateway's timeout, or half an answer. */
const wasTooMuch = (error: unknown): boolean =>
  error instanceof Fault &&
  (error.code === 'channel_invalid_response' || error.status === 500 || error.status === 504);

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
    rows: wholeRowsOf(reply, list.isWhole),
    offset,
    count,
    total: total !== undefined && /^\d+$/.test(total) ? Number(total) : undefined,
  };
}
