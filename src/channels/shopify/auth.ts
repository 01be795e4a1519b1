// Shopify's credentials: what people type, the header that opens the shop, the check, the renewal.

import type {
  Account,
  Credential,
  Given,
  Grant,
  Secrets,
  VendorApp,
} from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Channel, Reading, Renewal } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { endingTokenIn } from '../kit/token-answer.ts';
import { credentialCheck } from './documents.ts';
import { ask, invalid } from './graphql.ts';
import { grants, scopesOf } from './installation.ts';

const SHOP_NAME = /^[a-z0-9][a-z0-9-]*$/;
/** Anchored: the token is sent to this host. */
const SHOP_HOST = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

export function accept(given: Given): Credential {
  const account = { baseUrl: `https://${shopHost(text(given, 'baseUrl'))}` };
  const token = secret(given, 'token');
  const refreshToken = secret(given, 'refreshToken');
  const clientId = secret(given, 'clientId');
  const clientSecret = secret(given, 'clientSecret');
  if ((clientId === '') !== (clientSecret === ''))
    refuse(
      clientId === '' ? 'clientId' : 'clientSecret',
      '"clientId" and "clientSecret" belong together: give both or neither.',
    );
  if (token === '' && clientId === '')
    refuse(
      'token',
      'Give the access token as "token", or "clientId" and "clientSecret" of an app.',
    );
  if (token.startsWith('shpss_'))
    refuse(
      'token',
      'That is the secret of the app; "token" is its Admin API access token, which mostly begins with shpat_.',
      'app_secret_given',
    );
  return {
    account,
    secrets: {
      ...(token && { token }),
      ...(refreshToken && { refreshToken }),
      ...(clientId && { clientId, clientSecret }),
    },
  };
}

/** The shop's permanent host name, from any of the ways in which people write it. */
export function shopHost(typed: string): string {
  if (typed === '')
    refuse(
      'baseUrl',
      '"baseUrl" is missing: the address of the shop, such as your-shop.myshopify.com.',
    );
  const address = typed.toLowerCase().replace(/^https?:\/\//, '');
  const admin = /^admin\.shopify\.com\/store\/([^/?#]+)/.exec(address)?.[1];
  const host = admin ?? address.replace(/[/?#].*$/, '');
  if (SHOP_NAME.test(host)) return `${host}.myshopify.com`;
  if (SHOP_HOST.test(host)) return host;
  return refuse(
    'baseUrl',
    'The shop is reached only by its own address at Shopify, such as your-shop.myshopify.com, not by a domain of its own. It stands in the Shopify admin under Settings, Domains.',
    'custom_domain',
  );
}

function text(given: Given, key: string): string {
  const value = given[key] ?? '';
  if (typeof value !== 'string') return refuse(key, `"${key}" must be one text, not a list.`);
  return value.trim();
}

/** Secrets travel in headers, where nothing but visible characters may stand. */
function secret(given: Given, key: string): string {
  const value = text(given, key);
  if (/[^\x21-\x7e]/.test(value))
    refuse(key, `"${key}" holds a space or a character that no Shopify key has: copy it again.`);
  return value;
}

function refuse(field: string, sentence: string, reason?: string): never {
  throw new Fault('invalid_request', sentence, { field, reason });
}

export const hosts = (account: Account): readonly string[] => [new URL(account.baseUrl ?? '').host];

export const sign: Channel['sign'] = (_ask, { secrets }) => ({
  headers: { 'x-shopify-access-token': secrets.token ?? '' },
});

/** What both resources need; what else is missing is told with the records. */
const NEEDED = ['read_orders', 'read_products'];

export async function check(
  account: Account,
  reading: Pick<Reading, 'call' | 'now' | 'version'>,
): Promise<AccountFacts> {
  const { call, now, version } = reading;
  const asking = { account, version, call, now, note: () => {} };
  const { data } = await ask(credentialCheck, 1, () => ({}), asking);
  const { shop } = data;
  const domain = isRecord(shop) ? shop.myshopifyDomain : undefined;
  if (!isRecord(shop) || typeof domain !== 'string' || !SHOP_HOST.test(domain))
    throw invalid('no permanent address of the shop');
  const scopes = scopesOf(data);
  const missing = NEEDED.filter((scope) => !grants(scopes, scope));
  if (missing.length > 0)
    throw new Fault(
      'permission_missing',
      `The access token lacks the scope ${missing.join(' and ')}. Grant it to the app in Shopify and authorise the shop again.`,
      { reason: `missing_${missing[0]}` },
    );
  const name = filled(shop.name);
  // A shop may have been renamed: the name that lasts is kept.
  return { ...(name !== null && { name }), account: { baseUrl: `https://${domain}` } };
}

/** A token that is not known to end, but can be renewed when it is refused. */
const UNTOLD = Number.MAX_SAFE_INTEGER;

/**
 * Offline tokens of public apps end after an hour and come with a refresh token, which rotates at
 * each use; tokens by client credentials end after a day and are asked for anew.
 * https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens
 */
export const renewal: Renewal = {
  // A rotated refresh token must outlive the process; a token by client credentials need not.
  keep: ({ secrets }) => (secrets.refreshToken ? 'store' : 'memory'),

  endsAt({ account, secrets }) {
    if (!secrets.token) return 0;
    if (account.expiresAt) return Number(account.expiresAt);
    return secrets.refreshToken || secrets.clientSecret ? UNTOLD : undefined;
  },

  async renew({ account, secrets }, app, call, now): Promise<Grant> {
    const { body } = await call({
      method: 'POST',
      url: `${account.baseUrl}/admin/oauth/access_token`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(grantRequest(secrets, app)),
    });
    const answer = endingTokenIn(body);
    if (!answer) throw invalid('no access token that ends');
    const { accessToken: token, seconds, refreshToken } = answer;
    const endsAt = now + seconds * 1000;
    return {
      account: { ...account, expiresAt: String(endsAt) },
      secrets: { ...secrets, token, ...(refreshToken !== undefined && { refreshToken }) },
      endsAt,
    };
  },
};

/** By the refresh token where there is one, else by the client's own credentials. */
function grantRequest(secrets: Secrets, app: VendorApp | undefined) {
  const { refreshToken } = secrets;
  const owner = secrets.clientId ? secrets : refreshToken ? app : undefined;
  if (!owner?.clientId || !owner.clientSecret)
    throw new Fault(
      'credential_refused',
      'The access token of the shop ran out and cannot be renewed: the client id and secret of the Shopify app are not set.',
    );
  const client = { client_id: owner.clientId, client_secret: owner.clientSecret };
  return refreshToken
    ? { ...client, grant_type: 'refresh_token', refresh_token: refreshToken }
    : { ...client, grant_type: 'client_credentials' };
}
