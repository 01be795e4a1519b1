// Mirakl Connect: its address, its asks, and the walk along its page tokens.
import type { Ask, Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Page, Reading } from '../channel.ts';
import { membersOf } from '../kit/loose.ts';
import { type Stretch, walk } from '../kit/paging.ts';
import { readable, recordIn } from '../kit/records.ts';
import { rowsOf, unlikeItsDocuments } from './shapes.ts';

export const CONNECT_HOST = 'miraklconnect.com';
export const AUTH_HOST = 'auth.mirakl.net';

/** Operations by their names in Mirakl's documentation; calls are counted by them. */
export const CONNECT_OPERATIONS = { orders: 'v2-listOrders', products: 'listProducts' } as const;

const PATHS = { orders: '/api/v2/orders', products: '/api/products' } as const;

export const askConnect = (what: keyof typeof PATHS, query: Pairs): Ask => ({
  url: `https://${CONNECT_HOST}${PATHS[what]}`,
  query,
  operation: CONNECT_OPERATIONS[what],
  numbers: 'exact',
});

/** Where a walk stands: at a native page, of which some records may have been taken already. */
export interface ConnectCursor {
  readonly token?: string;
  readonly taken?: readonly string[];
  /** How many records were found so far, where it is known how many there can be. */
  readonly found?: number;
}

interface Named {
  readonly id: string;
}

/** A list of records, and which of them are wanted. */
export interface List<T extends Named> {
  readonly what: 'orders' | 'products';
  readonly ask: (page: Pairs) => Ask;
  readonly keep: (record: T) => boolean;
  /** True for a record behind which no wanted one can come. */
  readonly isPast?: (record: T) => boolean;
  /** How many there can be at most. */
  readonly most?: number;
}

/** Native pages read for one of ours; with a filter of the service most of them may go by empty. */
const MOST_READS = 10;

/**
 * Reads until `limit` records are found. A native page that holds more than fit is read again for
 * the next of ours, without the records that were taken of it.
 */
export async function collect<T extends Named>(
  list: List<T>,
  limit: number,
  cursor: ConnectCursor,
  reading: Reading,
): Promise<Page<T, ConnectCursor>> {
  const { items, next } = await walk<Row<T>, ConnectCursor>(
    {
      what: list.what,
      limit,
      from: cursor,
      most: MOST_READS,
      read: (from, wanted) => read(list, from, wanted, reading),
      keep: ({ isKept }) => isKept,
      nameOf: ({ record }) => JSON.stringify(record),
    },
    reading,
  );
  return { items: items.map(({ record }) => record), ...(next && { next }) };
}

interface Row<T> {
  readonly record: T;
  readonly isKept: boolean;
}

/** One native page, as far as `wanted` records of it go. */
async function read<T extends Named>(
  list: List<T>,
  cursor: ConnectCursor,
  wanted: number,
  reading: Reading,
): Promise<Stretch<Row<T>, ConnectCursor>> {
  const { token, taken = [], found = 0 } = cursor;
  const { body } = await reading.call(list.ask(token === undefined ? [] : [['page_token', token]]));
  const behind = nextOf(body);
  if (behind !== undefined && behind === token) throw standstill(list.what);
  const rows: Row<T>[] = [];
  const here = [...taken];
  let kept = 0;
  const standing = (at: string | undefined, taken_: readonly string[] = []): ConnectCursor => ({
    ...(at !== undefined && { token: at }),
    ...(taken_.length > 0 && { taken: taken_ }),
    ...(list.most !== undefined && { found: found + kept }),
  });
  for (const row of rowsIn(body, list, reading)) {
    const { record, isKept } = row;
    if (here.includes(record.id)) continue;
    if (list.isPast?.(record)) return { rows };
    if (isKept && kept === wanted) return { rows, next: standing(token, here) };
    rows.push(row);
    if (!isKept) continue;
    kept++;
    here.push(record.id);
    if (found + kept >= (list.most ?? Infinity)) return { rows };
  }
  return { rows, next: behind === undefined ? undefined : standing(behind) };
}

const SENDER = 'Mirakl Connect';

const rowsIn = <T extends Named>(body: unknown, { keep }: List<T>, reading: Reading) =>
  readable(
    rowsOf(body, 'data', SENDER),
    (row, index): Row<T> => {
      const record = recordIn<T>(row, 'id', `data.${index}`);
      return { record, isKept: keep(record) };
    },
    reading,
  );

/** Undefined on the last page. */
function nextOf(body: unknown): string | undefined {
  const { next_page_token: token } = membersOf(body);
  if (token === undefined || token === null || token === '') return undefined;
  if (typeof token !== 'string') throw unlikeItsDocuments(SENDER);
  return token;
}

const standstill = (what: string) =>
  new Fault(
    'channel_invalid_response',
    `Mirakl Connect gave the page token that it was asked with. Reading ${what} would never end.`,
  );
