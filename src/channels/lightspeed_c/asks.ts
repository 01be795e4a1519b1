// How a shop is asked: on which server, in which language; what was not given is found out once.
import type { Account } from '../../model/credential.ts';
import type { Ask, Call, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { isList, listed, membersOf } from '../kit/loose.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { CLUSTERS, type Cluster, HOSTS, isCluster } from './region.ts';

const DAY = 86_400;

export interface Server {
  readonly cluster: Cluster;
  /** An active language of the shop; titles come back in it. */
  readonly language: string;
}

export interface Connection {
  readonly server: Server;
  readonly call: Call;
}

/** Money is written as JSON numbers, so every answer is read without binary fractions. */
export const ask = (
  { server: { cluster, language }, call }: Connection,
  path: string,
  query: Pairs = [],
): Promise<Reply> =>
  call({ url: `https://${HOSTS[cluster]}/${language}/${path}.json`, query, numbers: 'exact' });

/** What a shop refuses for what is written in it, the driver reads itself. */
export const REFUSED = [400, 404, 422];

/** Changes one record, which stands in the body under its own name; only what is named changes. */
export const writeAsk = (
  { cluster, language }: Server,
  name: 'shipment' | 'variant',
  id: string | number,
  changes: object,
): Ask => ({
  method: 'PUT',
  url: `https://${HOSTS[cluster]}/${language}/${name}s/${id}.json`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ [name]: changes }),
  expect: REFUSED,
});

/** Languages that shops have, the most frequent first; `us` is American English. */
const LANGUAGES = ['nl', 'en', 'de', 'fr', 'us', 'es', 'it', 'da'];

export const languagesOf = (cluster: Cluster): readonly string[] =>
  cluster === 'us1' ? ['us', ...LANGUAGES.filter((code) => code !== 'us')] : LANGUAGES;

/** A 401 of the key itself, as opposed to a language that the shop does not have. */
export const isRefusal = (error: unknown): error is Fault =>
  error instanceof Fault && error.code === 'credential_refused' && error.reason === 'access_denied';

/** Lightspeed has no such record, or says so. */
export const isAbsent = (error: unknown): error is Fault =>
  error instanceof Fault && error.code === 'channel_failed' && error.status === 404;

export function serverOf({ account, call, remember }: Reading): Promise<Server> {
  const named = namedBy(account);
  return named ? Promise.resolve(named) : remember('server', DAY, () => locate(account, call));
}

const namedBy = ({ cluster, language }: Account): Server | undefined =>
  isCluster(cluster) && language ? { cluster, language } : undefined;

/** Costs one request of the quota, and one more for each language or cluster that it is not. */
export async function locate(account: Account, call: Call): Promise<Server> {
  const named = namedBy(account);
  if (named) return named;
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

async function languageAt(
  cluster: Cluster,
  wanted: string | undefined,
  call: Call,
): Promise<Server> {
  for (const language of wanted ? [wanted] : languagesOf(cluster)) {
    const server = { cluster, language };
    try {
      const standard = standardOf(await ask({ server, call }, 'languages'));
      return { cluster, language: wanted ?? standard ?? language };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      // A key without the right to read settings has found a language all the same.
      if (error.code === 'permission_missing') return server;
      if (error.reason !== 'unknown_language' || wanted) throw error;
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
  const code = languagesIn(reply).find(({ isDefault }) => isDefault === true)?.code;
  return typeof code === 'string' && /^[a-z]{2}$/.test(code) ? code : undefined;
}

export function languagesIn({ body }: Reply): readonly NativeLanguage[] {
  const { languages } = membersOf(body);
  if (isList(languages)) return listed<NativeLanguage>(languages);
  throw brokenAnswer('Lightspeed', 'a list of languages');
}
