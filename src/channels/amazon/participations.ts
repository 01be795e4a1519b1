// The marketplaces in which a seller takes part, and what they say of an account.
import type { Account } from '../../model/credential.ts';
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Reading } from '../channel.ts';
import { isRecord, membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { askFor, broken, marketplaceIdsOf } from './asks.ts';

/** Quota: one request a minute, so it is asked for as rarely as can be. */
async function readParticipations(account: Account, call: Call) {
  const { body } = await call(
    askFor(account, 'getMarketplaceParticipations', '/sellers/v1/marketplaceParticipations'),
  );
  const entries = membersOf(body).payload;
  if (!Array.isArray(entries)) throw broken('a list of marketplaces');
  const named = entries.filter(isRecord).flatMap(({ marketplace, participation, storeName }) => {
    const id = filled(membersOf(marketplace).id);
    const takesPart = membersOf(participation).isParticipating === true;
    return id === null ? [] : [{ id, storeName: filled(storeName), takesPart }];
  });
  if (named.length === 0 && entries.length > 0) throw broken('marketplaces with their identifiers');
  return named.filter(({ takesPart }) => takesPart);
}

/** A seller who sells nowhere has nothing to read. */
function mustSell<T>(marketplaces: readonly T[]): readonly T[] {
  if (marketplaces.length > 0) return marketplaces;
  throw new Fault(
    'permission_missing',
    'The seller’s account takes part in no marketplace of this region.',
    { reason: 'no_marketplace' },
  );
}

const HOURS_6 = 6 * 3600;

/** For operations that want marketplaces named: those of the account, else all of the seller's. */
export async function neededMarketplaces({
  account,
  call,
  remember,
}: Reading): Promise<readonly string[]> {
  const given = marketplaceIdsOf(account);
  if (given.length > 0) return given;
  const found = await remember('marketplaces', HOURS_6, () => readParticipations(account, call));
  return mustSell(found.map(({ id }) => id));
}

/** What the seller's marketplaces say; `isSeen`: Amazon itself named them. */
export async function marketplaceFacts(
  account: Account,
  call: Call,
): Promise<{ readonly facts: AccountFacts; readonly isSeen: boolean }> {
  const { home, ...kept } = account;
  const chosen = marketplaceIdsOf(account);
  const participations = await readParticipations(account, call)
    .then(mustSell)
    .catch((error: unknown) => {
      // Where the app may not ask, which Amazon says in its own form, those given must do.
      const isDenied = error instanceof Fault && error.reason === 'role_missing';
      if (isDenied && chosen.length > 0) return undefined;
      throw error;
    });
  const ids = participations?.map(({ id }) => id);
  const foreign = chosen.filter((id) => ids && !ids.includes(id));
  if (foreign.length > 0)
    throw new Fault(
      'permission_missing',
      `The seller does not sell in ${foreign.join(', ')}; leave it out of "marketplaceIds".`,
      { field: 'marketplaceIds', reason: 'not_in_account' },
    );
  const all = chosen.length > 0 ? chosen : homeFirst(ids ?? [], home);
  const name = participations?.find(({ storeName }) => storeName)?.storeName;
  return {
    facts: { account: { ...kept, marketplaceIds: all.join(',') }, ...(name && { name }) },
    isSeen: participations !== undefined,
  };
}

/** Products are read from the first marketplace: the one that the seller named as home. */
const homeFirst = (ids: readonly string[], home: string | undefined): readonly string[] =>
  home !== undefined && ids.includes(home) ? [home, ...ids.filter((id) => id !== home)] : ids;
