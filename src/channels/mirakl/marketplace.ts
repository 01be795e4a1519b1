// A marketplace's seller API: its address and its asks.

import type { Account } from '../../model/credential.ts';
import type { Ask, Pairs } from '../../model/exchange.ts';
import { count, membersOf } from '../kit/loose.ts';
import { pair } from '../kit/pairs.ts';
import { rowsOf, unlikeItsDocuments } from './shapes.ts';

/** Operations by the codes that Mirakl's documentation gives them. */
export type MarketplaceOperation =
  | ('A01' | 'OF21' | 'OF22' | 'OR11')
  | ('OR21' | 'OR23' | 'OR24' | 'SH21' | 'ST01' | 'ST11')
  | ('PRI01' | 'PRI02' | 'PRI03' | 'STO01' | 'STO02' | 'STO03');

/** An account with an address of its own is one of a single marketplace; others are Connect's. */
export const isMarketplace = (account: Account): boolean => account.baseUrl !== undefined;

/** `path` begins with /api. A key whose user has several shops needs to say which it means. */
export const askMarketplace = (
  { baseUrl = '', shop_id }: Account,
  operation: MarketplaceOperation,
  path: string,
  query: Pairs = [],
): Ask => ({
  url: `${baseUrl}${path}`,
  query: [...query, ...pair('shop_id', shop_id)],
  operation,
  numbers: 'exact',
});

const SENDER = 'The marketplace';

/** The rows of a page, and how many there are in all, where that is said. */
export function pageOf(
  body: unknown,
  name: string,
): { readonly rows: readonly unknown[]; readonly total: number | undefined } {
  const rows = rowsOf(body, name, SENDER);
  const { total_count } = membersOf(body);
  const total = count(total_count);
  if (total === undefined && (total_count ?? null) !== null) throw unlikeItsDocuments(SENDER);
  return { rows, total };
}

/** Whether nothing can come behind a page of `rows`, of which `max` were asked for. */
export const isLast = (
  rows: readonly unknown[],
  max: number,
  end: number,
  total: number | undefined,
): boolean => rows.length === 0 || (total === undefined ? rows.length < max : end >= total);
