// Keys of a Lightspeed shop: what people type, how asks are signed, whether the keys work.
import { createHash } from 'node:crypto';
import type { Account, Credential, Given } from '../../model/credential.ts';
import type { Ask, Call, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Reading } from '../channel.ts';
import { isSame } from '../kit/consent.ts';
import { base64Of, pairIn, refuse, textIn } from '../kit/given.ts';
import { isRecord, membersOf } from '../kit/loose.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { ask, type Connection, isRefusal, languagesOf, locate, type Server } from './asks.ts';
import { clusterIn, isCluster, languageIn, otherThan, regionIn, shopIdIn } from './region.ts';
import { shopIn } from './shop.ts';

export function accept(given: Given): Credential {
  const region = regionIn(given);
  const cluster = clusterIn(given) ?? region.cluster;
  const language = languageIn(given) ?? region.language;
  if (!cluster && !language)
    refuse('region', 'is missing; write eu1 (Europe) or us1 (North America).', 'region_form');
  const shopId = shopIdIn(given);
  return {
    account: {
      ...(cluster && { cluster }),
      ...(language && { language }),
      ...(shopId && { shopId }),
    },
    secrets: { token: headerIn(given) },
  };
}

/** The whole Authorization header, scheme word included; a bare pair or its base64 form gets one. */
function headerIn(given: Given): string {
  const token = textIn(given, 'token');
  if (token === '') return basic(keyIn(given, 'apiKey'), keyIn(given, 'apiSecret'));
  const [, scheme = 'Basic', value = ''] = /^(?:([A-Za-z][\w-]*)\s+)?([!-~]+)$/.exec(token) ?? [];
  if (value !== '' && scheme.toLowerCase() !== 'basic') return `${scheme} ${value}`;
  const pair = pairIn(value);
  if (pair) return `${scheme} ${base64Of(...pair)}`;
  return refuse(
    'token',
    'must be the word Basic and the base64 form of API key and API secret, joined by a colon; or give "apiKey" and "apiSecret" instead.',
    'key_form',
  );
}

/** Lightspeed's own client refuses keys and secrets of any other length. */
function keyIn(given: Given, name: 'apiKey' | 'apiSecret'): string {
  const key = textIn(given, name);
  if (/^[0-9A-Za-z]{32}$/.test(key)) return key;
  if (key !== '')
    refuse(name, 'must have exactly 32 letters and digits; copy it again, whole.', 'key_form');
  const missing = name === 'apiKey' ? 'token' : name;
  return refuse(missing, 'is missing; give "token", or "apiKey" and "apiSecret".');
}

const basic = (user: string, password: string): string => `Basic ${base64Of(user, password)}`;

export const sign = (_ask: Ask, { secrets }: Credential): Signed => ({
  headers: { authorization: secrets.token ?? '' },
});

/** One call proves the key and its rights; another brings the shop's name. */
export async function check(
  account: Account,
  { call }: Pick<Reading, 'call'>,
): Promise<AccountFacts> {
  const server = await serverThatKnows(account, call);
  const { id, domain } = shopIn(await ask({ server, call }, 'shop'));
  if (id === null) throw brokenAnswer('Lightspeed', 'the number of the shop');
  if (account.shopId !== undefined && account.shopId !== id)
    throw new Fault('credential_refused', `The key belongs to shop ${id}, not ${account.shopId}.`, {
      reason: 'wrong_account',
    });
  // What people type as the number of their shop is sure only now.
  return { account: { ...account, ...server, shop: id }, ...(domain && { name: domain }) };
}

/** Where the key works and may read; one of the other cluster is distinguished from a wrong one. */
async function serverThatKnows(account: Account, call: Call): Promise<Server> {
  try {
    const server = await locate(account, call);
    mustRead(await ask({ server, call }, PERMISSIONS));
    return server;
  } catch (error) {
    const { cluster } = account;
    if (!isRefusal(error) || !isCluster(cluster)) throw error;
    const other = otherThan(cluster);
    const language = account.language ?? languagesOf(other)[0] ?? 'en';
    if (!(await knowsKey({ server: { cluster: other, language }, call }))) throw error;
    throw new Fault(
      'credential_refused',
      `This API key belongs to a shop on the cluster ${other}, not ${cluster}. Choose ${other} as its region.`,
      { reason: 'wrong_cluster', field: 'region', status: error.status, native: error.native },
    );
  }
}

const PERMISSIONS = 'account/permissions';

/** Any answer but 401 shows that the key is at home there. */
async function knowsKey(connection: Connection): Promise<boolean> {
  try {
    await ask(connection, PERMISSIONS);
    return true;
  } catch (error) {
    return (
      error instanceof Fault &&
      (error.code === 'permission_missing' || error.reason === 'unknown_language')
    );
  }
}

/** Groups of permissions that are needed to read, in the words of the back office. */
const NEEDED = ['orders', 'products', 'settings'] as const;

function mustRead({ body }: Reply) {
  const groups = membersOf(membersOf(body).accountPermissions);
  if (!Object.values(groups).some(isRecord))
    throw brokenAnswer('Lightspeed', 'the permissions of the key');
  const missing = NEEDED.filter((name) => membersOf(groups[name]).read !== true);
  if (missing.length === 0) return;
  throw new Fault(
    'permission_missing',
    `The API key may not read ${missing.join(', ')}. Switch on reading for these at this key, under Settings > Developers.`,
    { reason: `${missing[0]}_not_allowed` },
  );
}

/** The operator's app on one cluster: Lightspeed gives each cluster its own key and secret. */
export interface App {
  readonly key: string;
  readonly secret: string;
}

/** What the signature of an installation always covers. */
const SIGNED = ['language', 'shop_id', 'timestamp', 'token'];

/**
 * MD5 over all parameters, sorted, without separators, and the app's secret. Sources differ on
 * whether `cluster_id`, which newer installations bring along, is among them; both are accepted.
 */
export function isSigned(query: Readonly<Record<string, string>>, secret: string): boolean {
  const { signature = '', ...parameters } = query;
  const all = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const always = all.filter(([name]) => SIGNED.includes(name));
  return [all, always].some((pairs) => {
    const text = pairs.map(([name, value]) => `${name}=${value}`).join('');
    return isSame(md5(`${text}${secret}`), signature.toLowerCase());
  });
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** An installation signs as the app, with a password made of its token; it never runs out. */
export const installed = ({ key, secret }: App, token: string, account: Account): Credential => ({
  account,
  secrets: { token: basic(key, md5(`${token}${secret}`)) },
});
