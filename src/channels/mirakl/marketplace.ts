// A marketplace's seller API: its address and its asks.
import type { Ask, Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Account } from '../channel.ts';
import { exactJson } from '../kit/exact-json.ts';

/** Operations by the codes that Mirakl's documentation gives them. */
export type MarketplaceOperation = 'A01' | 'OF21' | 'OF22' | 'OR11';

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
  query: shop_id === undefined ? query : [...query, ['shop_id', shop_id]],
  operation,
  parse: exactJson,
});

/** Rows and their number, of an answer that holds the rows under `name`. */
export function rowsOf<T>(
  body: unknown,
  name: string,
  isWhole: (row: unknown) => row is T,
): { readonly rows: readonly T[]; readonly total: number } {
  const { [name]: rows, total_count } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(rows) || !rows.every(isWhole) || !Number.isSafeInteger(total_count))
    throw brokenAnswer();
  return { rows, total: total_count as number };
}

export const brokenAnswer = () =>
  new Fault(
    'channel_invalid_response',
    'The marketplace sent an answer that is not what Mirakl’s documentation says.',
  );
