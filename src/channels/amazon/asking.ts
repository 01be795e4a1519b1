// Asks to the Selling Partner API, and the check that an answer is what it should be.

import type { Account } from '../../model/credential.ts';
import type { Ask, Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Operation } from './limits.ts';

export function askFor(
  account: Account,
  operation: Operation,
  path: string,
  query: Pairs = [],
): Ask {
  return { url: `${account.endpoint}${path}`, query, operation };
}

/** Whole seconds without a fraction, as Amazon's own examples; others to the millisecond. */
export const written = (instant: number): string =>
  new Date(instant).toISOString().replace('.000Z', 'Z');

/** The marketplaces that an account is limited to; none: all of the seller's. */
export const marketplaceIdsOf = ({ marketplaceIds = '' }: Account): readonly string[] =>
  marketplaceIds === '' ? [] : marketplaceIds.split(',');

export const broken = (what: string) =>
  new Fault('channel_invalid_response', `Amazon’s answer is not what it should be: ${what}.`);
