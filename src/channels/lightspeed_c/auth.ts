// Keys of a Lightspeed shop: what people type, how asks are signed, whether the keys work.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Account, Credential, Given } from '../../model/credential.ts';
import type { Ask, Call, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Reading } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { askAt, isRefusal, languagesOf, locate, type Place } from './place.ts';
import {
  type Cluster,
  isCluster,
  otherThan,
  readCluster,
  readLanguage,
  readRegion,
} from './region.ts';
import { factsFrom } from './shop.ts';

export function accept(given: Given): Credential {
  const region = acceptRegion(typed(given, 'region'));
  const cluster = acceptCluster(typed(given, 'cluster')) ?? region.cluster;
  const language = acceptLanguage(typed(given, 'language')) ?? region.language;
  if (!cluster && !language)
    throw refusal(
      'region',
      'is missing; write eu1 (Europe) or us1 (North America).',
      'region_form',
    );
  const shopId = acceptShop(typed(given, 'shopId'));
  return {
    account: {
      ...(cluster && { cluster }),
      ...(language && { language }),
      ...(shopId && { shopId }),
    },
    secrets: { token: acceptToken(given) },
  };
}

function typed(given: Given, key: string): string {
  const value = given[key] ?? '';
  if (typeof value === 'string') return value.trim();
  throw refusal(key, 'must be one text, not a list.');
}

const refusal = (field: string, message: string, reason?: string) =>
  new Fault('invalid_request', `"${field}" ${message}`, { field, reason });

function acceptRegion(text: string) {
  const region = text === '' ? {} : readRegion(text);
  if (region) return region;
  throw refusal(
    'region',
    'must be a cluster (eu1 or us1), the two letters of a shop language (such as nl), or both (eu1/nl).',
    'region_form',
  );
}

function acceptCluster(text: string): Cluster | undefined {
  const cluster = readCluster(text);
  if (cluster || text === '') return cluster;
  throw refusal('cluster', 'must be eu1 (Europe) or us1 (North America).', 'region_form');
}

function acceptLanguage(text: string): string | undefined {
  const language = readLanguage(text);
  if (language || text === '') return language;
  throw refusal('language', 'must be two letters, such as nl or en.', 'language_form');
}

export function acceptShop(text: string): string | undefined {
  if (text === '') return undefined;
  if (/^[1-9]\d{0,11}$/.test(text)) return text;
  throw refusal('shopId', 'must be the number of the shop, such as 356891.', 'shop_form');
}

/** The whole Authorization header, scheme word included; a bare pair or its base64 form gets one. */
function acceptToken(given: Given): string {
  const token = typed(given, 'token');
  if (token === '') return basic(acceptKey(given, 'apiKey'), acceptKey(given, 'apiSecret'));
  const [, scheme = 'Basic', value = ''] = /^(?:([A-Za-z][\w-]*)\s+)?(\S+)$/.exec(token) ?? [];
  const isBasic = scheme.toLowerCase() === 'basic';
  if (/^[!-~]+$/.test(value) && !isBasic) return `${scheme} ${value}`;
  const pair = value.includes(':') ? value : Buffer.from(value, 'base64').toString('latin1');
  if (/^[!-9;-~]+:[!-~]+$/.test(pair))
    return value.includes(':') ? `${scheme} ${encoded(value)}` : `${scheme} ${value}`;
  throw refusal(
    'token',
    'must be the word Basic and the base64 form of API key and API secret, joined by a colon; or give "apiKey" and "apiSecret" instead.',
    'key_form',
  );
}

/** Lightspeed's own client refuses keys and secrets of any other length. */
function acceptKey(given: Given, name: 'apiKey' | 'apiSecret'): string {
  const key = typed(given, name);
  if (/^[0-9A-Za-z]{32}$/.test(key)) return key;
  if (key === '')
    throw refusal(
      name === 'apiKey' ? 'token' : name,
      'is missing; give "token", or "apiKey" and "apiSecret".',
    );
  throw refusal(name, 'must have exactly 32 letters and digits; copy it again, whole.', 'key_form');
}

const encoded = (pair: string): string => Buffer.from(pair).toString('base64');
const basic = (user: string, password: string): string => `Basic ${encoded(`${user}:${password}`)}`;

export const sign = (_ask: Ask, { secrets }: Credential): Signed => ({
  headers: { authorization: secrets.token ?? '' },
});

/** One call proves the key and tells its rights; another tells the shop's name. */
export async function check(
  account: Account,
  { call }: Pick<Reading, 'call'>,
): Promise<AccountFacts> {
  const { place, permissions } = await located(account, call);
  mustRead(permissions);
  const shop = await call(askAt(place, 'shop'));
  const { id, domain } = factsFrom(shop);
  if (id === null)
    throw new Fault('channel_invalid_response', 'Lightspeed does not tell the shop’s number.');
  if (account.shopId !== undefined && account.shopId !== id)
    throw new Fault('credential_refused', `The key belongs to shop ${id}, not ${account.shopId}.`, {
      reason: 'wrong_account',
    });
  return { account: { ...account, ...place }, ...(domain && { name: domain }) };
}

/** Where the key works; a key of the other cluster is told from a wrong one. */
async function located(
  account: Account,
  call: Call,
): Promise<{ readonly place: Place; readonly permissions: Reply }> {
  try {
    const place = await locate(account, call);
    return { place, permissions: await call(askAt(place, 'account/permissions')) };
  } catch (error) {
    const { cluster } = account;
    if (!isRefusal(error) || !isCluster(cluster)) throw error;
    const other = otherThan(cluster);
    if (!(await knowsKey(other, account.language, call))) throw error;
    throw new Fault(
      'credential_refused',
      `This API key belongs to a shop on the cluster ${other}, not ${cluster}. Choose ${other} as its region.`,
      { reason: 'wrong_cluster', field: 'region', status: error.status, native: error.native },
    );
  }
}

/** Any answer but 401 shows that the key is at home there. */
async function knowsKey(
  cluster: Cluster,
  language = languagesOf(cluster)[0] ?? 'en',
  call: Call,
): Promise<boolean> {
  try {
    await call(askAt({ cluster, language }, 'account/permissions'));
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
  const groups = isRecord(body) ? body.accountPermissions : undefined;
  if (!isRecord(groups) || !Object.values(groups).some(isRecord))
    throw new Fault('channel_invalid_response', 'Lightspeed does not tell what the key may do.');
  const mayRead = (group: unknown) => isRecord(group) && group.read === true;
  const missing = NEEDED.filter((name) => !mayRead(groups[name]));
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

type Query = Readonly<Record<string, string>>;

/** What the signature of an installation always covers. */
const SIGNED = ['language', 'shop_id', 'timestamp', 'token'];

/**
 * MD5 over all parameters, sorted, without separators, and the app's secret. Whether `cluster_id`,
 * which newer installations bring along, is among them is told differently; both are accepted.
 */
export function isSigned(query: Query, secret: string): boolean {
  const { signature = '', ...parameters } = query;
  const without = Object.entries(parameters).filter(([name]) => SIGNED.includes(name));
  return [Object.entries(parameters), without].some((pairs) => {
    const text = pairs
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('');
    return same(md5(`${text}${secret}`), signature.toLowerCase());
  });
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** An installation signs as the app, with a password made of its token; it never runs out. */
export const installed = ({ key, secret }: App, token: string, account: Account): Credential => ({
  account,
  secrets: { token: basic(key, md5(`${token}${secret}`)) },
});
