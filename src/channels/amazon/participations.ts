// The marketplaces in which a seller takes part.

import type { Account } from '../../model/credential.ts';
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { askFor, broken, marketplaceIdsOf } from './asking.ts';

export interface Participation {
  readonly id: string;
  readonly storeName: string | null;
}

/** Quota: one request a minute, so it is asked for as rarely as can be. */
export async function readParticipations(
  account: Account,
  call: Call,
): Promise<readonly Participation[]> {
  const { body } = await call(
    askFor(account, 'getMarketplaceParticipations', '/sellers/v1/marketplaceParticipations'),
  );
  const entries = (body as { readonly payload?: unknown } | undefined)?.payload;
  if (!Array.isArray(entries)) throw broken('it holds no marketplaces');
  const named = entries.filter(isRecord).flatMap(({ marketplace, participation, storeName }) => {
    const id = isRecord(marketplace) ? filled(marketplace.id) : null;
    const takesPart = isRecord(participation) && participation.isParticipating === true;
    return id === null ? [] : [{ id, storeName: filled(storeName), takesPart }];
  });
  if (named.length === 0 && entries.length > 0) throw broken('its marketplaces have no names');
  return named.filter(({ takesPart }) => takesPart).map(({ id, storeName }) => ({ id, storeName }));
}

const HOURS_6 = 6 * 3600;

/** For operations that want marketplaces named: those of the account, else all of the seller's. */
export async function neededMarketplaces(reading: Reading): Promise<readonly string[]> {
  const given = marketplaceIdsOf(reading.account);
  if (given.length > 0) return given;
  const ids = await reading.remember('marketplaces', HOURS_6, async () => {
    const found = await readParticipations(reading.account, reading.call);
    return found.map(({ id }) => id);
  });
  if (ids.length > 0) return ids;
  throw new Fault(
    'permission_missing',
    'The seller’s account takes part in no marketplace of this region.',
    { reason: 'no_marketplace' },
  );
}
