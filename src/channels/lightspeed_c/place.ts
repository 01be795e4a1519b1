// Which host and which language of a shop are asked; what was not told is found out once.

import type { Account } from '../../model/credential.ts';
import type { Ask, Call, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { isList, listed } from '../kit/loose.ts';
import { CLUSTERS, type Cluster, HOSTS, isCluster } from './region.ts';

const DAY = 86_400;

export interface Place {
  readonly cluster: Cluster;
  /** Of an active language of the shop; titles come back in it. */
  readonly language: string;
}

/** Languages that shops have, the most frequent first; `us` is American English. */
const LANGUAGES = ['nl', 'en', 'de', 'fr', 'us', 'es', 'it', 'da'];

export const languagesOf = (cluster: Cluster): readonly string[] =>
  cluster === 'us1' ? ['us', ...LANGUAGES.filter((code) => code !== 'us')] : LANGUAGES;

/** Money is written as JSON numbers, so every answer is read without binary fractions. */
export const askAt = ({ cluster, language }: Place, path: string, query: Pairs = []): Ask => ({
  url: `https://${HOSTS[cluster]}/${language}/${path}.json`,
  query,
  numbers: 'exact',
});

/** A 401 of the key itself, as opposed to a language that the shop does not have. */
export const isRefusal = (error: unknown): error is Fault =>
  error instanceof Fault && error.code === 'credential_refused' && error.reason === 'access_denied';

export function placeOf(reading: Reading): Promise<Place> {
  const told = toldBy(reading.account);
  if (told) return Promise.resolve(told);
  return reading.remember('place', DAY, () => locate(reading.account, reading.call));
}

function toldBy({ cluster, language }: Account): Place | undefined {
  return isCluster(cluster) && language ? { cluster, language } : undefined;
}

/** Costs one request of the quota, and one more for each language or cluster that it is not. */
export async function locate(account: Account, call: Call): Promise<Place> {
  const told = toldBy(account);
  if (told) return told;
  let refused: Fault | undefined;
  for (const cluster of isCluster(account.cluster) ? [account.cluster] : CLUSTERS) {
    try {
      return await languageAt(cluster, account.language, call);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused ??= error;
    }
  }
  throw refused;
}

async function languageAt(cluster: Cluster, told: string | undefined, call: Call): Promise<Place> {
  for (const code of told ? [told] : languagesOf(cluster)) {
    try {
      const reply = await call(askAt({ cluster, language: code }, 'languages'));
      return { cluster, language: told ?? standardOf(reply) ?? code };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      // A key without the right to read settings has found a language all the same.
      if (error.code === 'permission_missing') return { cluster, language: code };
      if (error.reason !== 'unknown_language' || told) throw error;
    }
  }
  throw new Fault(
    'credential_refused',
    'The key works, but none of the usual languages is active in this shop. Give the two letters of one that is, as "language".',
    { reason: 'unknown_language', field: 'language' },
  );
}

interface NativeLanguage {
  readonly code?: unknown;
  readonly isActive?: unknown;
  readonly isDefault?: unknown;
}

function standardOf(reply: Reply): string | undefined {
  const code = languageList(reply).find(({ isDefault }) => isDefault === true)?.code;
  return typeof code === 'string' && /^[a-z]{2}$/.test(code) ? code : undefined;
}

export function languageList({ body }: Reply): readonly NativeLanguage[] {
  const { languages } = (body ?? {}) as { languages?: unknown };
  if (isList(languages)) return listed<NativeLanguage>(languages);
  throw new Fault('channel_invalid_response', 'Lightspeed sent no list of languages.');
}
