// Mirakl Connect: its address, its asks, and the walk along its page tokens.
import type { Ask, Call, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { exactJson } from '../kit/exact-json.ts';

export const CONNECT_HOST = 'miraklconnect.com';
export const AUTH_HOST = 'auth.mirakl.net';

/** Operations by their names in Mirakl's documentation; calls are counted by them. */
export const CONNECT_OPERATIONS = { orders: 'v2-listOrders', products: 'listProducts' } as const;

const PATHS = { orders: '/api/v2/orders', products: '/api/products' } as const;

export const askConnect = (what: keyof typeof PATHS, query: Pairs): Ask => ({
  url: `https://${CONNECT_HOST}${PATHS[what]}`,
  query,
  operation: CONNECT_OPERATIONS[what],
  parse: exactJson,
});

/** Where a walk stands: at a native page, of which some records may have been taken already. */
export interface Place {
  readonly token?: string;
  readonly taken?: readonly string[];
  /** How many records were found so far, where it is known how many there can be. */
  readonly found?: number;
}

/** A list of records, and which of them are wanted. */
export interface List<T> {
  readonly ask: (page: Pairs) => Ask;
  readonly isWhole: (record: unknown) => record is T;
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
export async function collect<T extends { readonly id: string }>(
  list: List<T>,
  limit: number,
  place: Place,
  call: Call,
): Promise<{ readonly items: readonly T[]; readonly next?: Place }> {
  const { most = Infinity } = list;
  const items: T[] = [];
  let { token, taken = [] } = place;
  const standing = (token_: string | undefined, taken_: readonly string[] = []): Place => ({
    ...(token_ !== undefined && { token: token_ }),
    ...(taken_.length > 0 && { taken: taken_ }),
    ...(most < Infinity && { found: (place.found ?? 0) + items.length }),
  });

  for (let reads = 0; reads < MOST_READS; reads++) {
    const reply = await call(list.ask(token === undefined ? [] : [['page_token', token]]));
    const { records, next } = pageOf(reply, list.isWhole);
    const here = [...taken];
    for (const record of records) {
      if (here.includes(record.id)) continue;
      if (list.isPast?.(record)) return { items };
      if (!list.keep(record)) continue;
      if (items.length === limit) return { items, next: standing(token, here) };
      items.push(record);
      here.push(record.id);
      if ((place.found ?? 0) + items.length >= most) return { items };
    }
    if (next === undefined) return { items };
    if (items.length === limit) return { items, next: standing(next) };
    token = next;
    taken = [];
  }
  return { items, next: standing(token) };
}

function pageOf<T>(
  { body, status }: Reply,
  isWhole: (record: unknown) => record is T,
): { readonly records: readonly T[]; readonly next: string | undefined } {
  const { data, next_page_token } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(data) || !data.every(isWhole))
    throw new Fault(
      'channel_invalid_response',
      'Mirakl Connect sent a page that is not what its documentation says.',
      { status },
    );
  const next = typeof next_page_token === 'string' && next_page_token !== '';
  return { records: data, next: next ? next_page_token : undefined };
}
