// How the Selling Partner API is asked, and what every answer of it may hold.
import type { Account } from '../../model/credential.ts';
import type { Ask, Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { membersOf } from '../kit/loose.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import type { Operation } from './limits.ts';

export const askFor = (
  account: Account,
  operation: Operation,
  path: string,
  query: Pairs = [],
): Ask => ({ url: `${account.endpoint}${path}`, query, operation });

/** The same for what is written; never sent twice. */
export const writeAsk = (
  account: Account,
  operation: Operation,
  path: string,
  body: object,
): Ask => ({
  ...askFor(account, operation, path),
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Whole seconds without a fraction, as Amazon's own examples; others to the millisecond. */
export const written = (instant: number): string =>
  new Date(instant).toISOString().replace('.000Z', 'Z');

/** The marketplaces that an account is limited to; none: all of the seller's. */
export const marketplaceIdsOf = ({ marketplaceIds = '' }: Account): readonly string[] =>
  marketplaceIds === '' ? [] : marketplaceIds.split(',');

/** Where a list goes on; undefined on its last page. */
export const tokenOf = (token: unknown): string | undefined =>
  typeof token === 'string' && token !== '' ? token : undefined;

/** The same, where the newer operations keep it. */
export const nextTokenIn = (body: unknown): string | undefined =>
  tokenOf(membersOf(membersOf(body).pagination).nextToken);

export const broken = (wanted: string): Fault => brokenAnswer('Amazon', wanted);

/** Whether Amazon refused a parameter, without saying more of it. */
export const isRefusedInput = (error: unknown): error is Fault =>
  error instanceof Fault && error.reason === 'invalid_input';
