// How BigCommerce is asked, and how the lists of its two generations are read.
import type { Ask, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Account, Reading } from '../channel.ts';
import { exactJson } from '../kit/exact-json.ts';

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
  parse: exactJson,
});

/** The rows of a list: bare in V2, where an empty one has no body at all; in `data` in V3. */
export function rowsOf<R extends Row>(
  reply: Reply,
  isWhole: (row: R) => boolean = () => true,
): readonly R[] {
  if (reply.status === 204) return [];
  const rows = Array.isArray(reply.body)
    ? reply.body
    : (reply.body as { readonly data?: unknown } | null | undefined)?.data;
  const isRow = (row: unknown) => Number.isSafeInteger((row as Row | null)?.id);
  if (!Array.isArray(rows) || !rows.every(isRow))
    throw invalid('BigCommerce sent something else than a list.');
  const broken = (rows as readonly R[]).find((row) => !isWhole(row));
  if (broken) throw unreadable(broken);
  return rows;
}

export const unreadable = ({ id }: Row): Fault =>
  invalid(`BigCommerce sent a record that cannot be read (${id}): something in it is missing.`);

const invalid = (sentence: string) => new Fault('channel_invalid_response', sentence);

/** A list to its end, page by page. */
export async function readAll<R extends Row>(
  reading: Pick<Reading, 'account' | 'call'>,
  generation: Generation,
  path: string,
  isWhole: (row: R) => boolean,
  query: Pairs = [],
): Promise<readonly R[]> {
  const all: R[] = [];
  for (let page = 1; ; page++) {
    const pairs: Pairs = [...query, ['page', String(page)], ['limit', String(MOST)]];
    const rows = rowsOf(await reading.call(askFor(reading, generation, path, pairs)), isWhole);
    all.push(...rows);
    if (rows.length < MOST) return all;
  }
}

/** Identifiers in lists short enough for an address. */
export function batches<T>(items: readonly T[], size = 100): readonly (readonly T[])[] {
  const lists: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += size) lists.push(items.slice(at, at + size));
  return lists;
}
