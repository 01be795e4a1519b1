// How BigCommerce is asked, and how the lists of its two generations are read.

import type { Account } from '../../model/credential.ts';
import type { Ask, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { isRecord, listed } from '../kit/loose.ts';
import { collect } from '../kit/paging.ts';

export const API = 'api.bigcommerce.com';

/** Most rows a page may have; more is refused with 413. */
export const MOST = 250;

/** Orders live in V2, all else in V3. */
export type Generation = 'v2' | 'v3';

export interface Row {
  readonly id: number;
}

export const askFor = (
  { account }: { readonly account: Account },
  generation: Generation,
  path: string,
  query: Pairs = [],
): Ask => ({
  url: `https://${API}/stores/${account.store_hash}/${generation}/${path}`,
  query,
  // V2 speaks XML to those who do not say.
  headers: { accept: 'application/json' },
  numbers: 'exact',
});

/** Everything in a list: bare in V2, where an empty one has no body at all; in `data` in V3. */
export function entriesOf({ body, status }: Reply, generation: Generation): readonly unknown[] {
  if (status === 204 && generation === 'v2') return [];
  const entries = generation === 'v2' ? body : isRecord(body) ? body.data : undefined;
  if (Array.isArray(entries)) return entries;
  throw new Fault('channel_invalid_response', 'BigCommerce sent something else than a list.');
}

/** The rows of a list whose order does not matter. */
export const rowsOf = <R extends object>(reply: Reply, generation: Generation): readonly R[] =>
  listed<R>(partsOf(reply, generation));

/** What belongs to a record, such as its transactions, may be missing without a body in V3 too. */
const partsOf = (reply: Reply, generation: Generation): readonly unknown[] =>
  reply.status === 204 ? [] : entriesOf(reply, generation);

/** Rows that a walk goes by, and whether the list was as long as it could be. */
export interface Numbered<R> {
  readonly rows: readonly R[];
  readonly full: boolean;
}

/**
 * The rows of a list that is walked by identifier: each is behind `after`, or the walk would never
 * end. A row without a number cannot be one of them.
 */
export function numberedRows<R extends Row>(
  reply: Reply,
  generation: Generation,
  after: number,
  count: number,
  { leaveOut }: Pick<Reading, 'leaveOut'>,
): Numbered<R> {
  const entries = entriesOf(reply, generation);
  const rows = listed<R>(entries).filter(({ id }) => Number.isSafeInteger(id));
  if (rows.length < entries.length) {
    leaveOut(unreadableRecord(undefined, 'id'));
    if (rows.length === 0)
      throw new Fault('channel_invalid_response', 'BigCommerce sent a list without any numbers.');
  }
  const stray = rows.find(({ id }) => id <= after);
  if (stray)
    throw new Fault(
      'channel_invalid_response',
      `BigCommerce was asked for what comes after ${after} and sent ${stray.id} again: reading on would never end.`,
    );
  return { rows, full: entries.length >= count };
}

/** A list to its end, page by page. */
export function readAll<R extends object>(
  reading: Pick<Reading, 'account' | 'call'>,
  generation: Generation,
  path: string,
  query: Pairs = [],
): Promise<readonly R[]> {
  return collect<R, number>(path, async (page = 1) => {
    const pairs: Pairs = [...query, ['page', String(page)], ['limit', String(MOST)]];
    const reply = await reading.call(askFor(reading, generation, path, pairs));
    const full = partsOf(reply, generation).length >= MOST;
    return { rows: rowsOf<R>(reply, generation), ...(full && { next: page + 1 }) };
  });
}

/** Identifiers in lists short enough for an address. */
export function batches<T>(items: readonly T[], size = 100): readonly (readonly T[])[] {
  const lists: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += size) lists.push(items.slice(at, at + size));
  return lists;
}
