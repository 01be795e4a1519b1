// Shopify's credentials: what people type, the header that opens the shop, the check, the renewal.

import type { Account, Credential, Given } from '../../model/credential.ts';
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Channel, Reading, Renewal } from '../channel.ts';
import { type App, issuerOf } from '../kit/app.ts';
import { mustBePair, refuse, textIn, visibleIn } from '../kit/given.ts';
import { visible } from '../kit/invisible.ts';
import { membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { endingTokenIn, grantEndOf, granted } from '../kit/token-answer.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { type AddressRules, isMail, urlIn, webAddress } from '../kit/web-address.ts';
import { ask } from './asks.ts';
import { credentialCheck } from './documents.ts';
import { mustRead, scopesOf, writesOf } from './installation.ts';

const SHOP_NAME = /^[a-z0-9][a-z0-9-]*$/;
/** Anchored: the token is sent to this host. */
export const SHOP_HOST = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

export function accept(given: Given): Credential {
  const account = { baseUrl: `https://${shopHost(given)}` };
  const token = visibleIn(given, 'token');
  const refreshToken = visibleIn(given, 'refreshToken');
  const clientId = visibleIn(given, 'clientId');
  const clientSecret = visibleIn(given, 'clientSecret');
  mustBePair(['clientId', clientId], ['clientSecret', clientSecret]);
  if (token === '' && clientId === '')
    refuse(
      'token',
      'is missing: give the access token, or "clientId" and "clientSecret" of an app.',
    );
  if (token.startsWith('shpss_'))
    refuse(
      'token',
      'is the secret of the app: give its Admin API access token, which mostly begins with shpat_.',
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
export function shopHost(given: Given): string {
  const typed = textIn(given, 'baseUrl');
  if (typed === '')
    refuse('baseUrl', 'is missing: the address of the shop, such as your-shop.myshopify.com.');
  const host = permanentHost(typed);
  if (host !== undefined) return host;
  if (isMail(typed)) webAddress(typed, ADDRESS);
  throw customDomain();
}

/** Undefined for an address that is not at Shopify. */
export function permanentHost(typed: string): string | undefined {
  const word = visible(typed).toLowerCase();
  // Before anybody takes digits for an address of the internet.
  if (SHOP_NAME.test(word)) return `${word}.myshopify.com`;
  const url = urlIn(typed);
  if (url?.username !== '' || !/^(443|80)?$/.test(url.port)) return undefined;
  const admin = /^\/store\/([^/]+)/.exec(url.pathname)?.[1];
  const named = url.hostname === 'admin.shopify.com' ? admin : url.hostname.replace(/^www\./, '');
  const host = (named ?? '').toLowerCase();
  if (SHOP_NAME.test(host)) return `${host}.myshopify.com`;
  return SHOP_HOST.test(host) ? host : undefined;
}

export const ADDRESS: AddressRules = {
  key: 'baseUrl',
  example: 'the address of the shop at Shopify, such as your-shop.myshopify.com',
  reason: 'custom_domain',
};

export const customDomain = (): Fault =>
  new Fault(
    'invalid_request',
    '"baseUrl" must be the shop’s own address at Shopify, such as your-shop.myshopify.com, not a domain of its own. It stands in the Shopify admin under Settings, Domains.',
    { field: 'baseUrl', reason: 'custom_domain' },
  );

export const hosts = (account: Account): readonly string[] => [new URL(account.baseUrl ?? '').host];

export const sign: Channel['sign'] = (_ask, { secrets }) => ({
  headers: { 'x-shopify-access-token': secrets.token ?? '' },
});

export async function check(
  given: Account,
  reading: Pick<Reading, 'call' | 'now' | 'version'>,
): Promise<AccountFacts> {
  const asking = { ...reading, account: given, note: () => {} };
  const { data } = await ask(credentialCheck, 1, () => ({}), asking);
  const { name: title, myshopifyDomain: domain } = membersOf(data.shop);
  if (typeof domain !== 'string' || !SHOP_HOST.test(domain))
    throw brokenAnswer('Shopify', 'the permanent address of the shop');
  const scopes = scopesOf(data);
  mustRead(scopes);
  const name = filled(title);
  // A shop may have been renamed: the name that lasts is kept.
  const account = { baseUrl: `https://${domain}` };
  return { ...(name !== null && { name }), account, granted: writesOf(scopes) };
}

/** A token that is not known to end, but can be renewed when it is refused. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;

/**
 * Offline tokens of public apps end after an hour and come with a refresh token, which rotates at
 * each use; tokens by client credentials end after a day and are asked for again.
 * https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens
 */
export const renewal: Renewal = {
  usesUp: ({ secrets }) => secrets.refreshToken !== undefined,

  endsAt({ secrets }) {
    if (!secrets.token) return 0;
    const end = Number(secrets.endsAt ?? 0);
    if (end > 0) return end;
    return secrets.refreshToken || secrets.clientSecret ? UNKNOWN : undefined;
  },

  // Of the refresh token: 90 days, which begin again with each renewal.
  grantEndsAt: grantEndOf,

  /** By the refresh token where there is one, else by the client's own credentials. */
  async renew(credential, app, call, now) {
    const { account, secrets } = credential;
    const { refreshToken } = secrets;
    const client = issuerOf(secrets, app, 'Shopify');
    const grant = refreshToken
      ? { grant_type: 'refresh_token', refresh_token: refreshToken }
      : { grant_type: 'client_credentials' };
    const token = endingTokenIn(await exchange(account, client, grant, call));
    if (!token) throw brokenAnswer('Shopify', 'an access token that ends');
    return granted(credential, token, now, 'token');
  },

  byApp: ({ secrets }) => secrets.refreshToken !== undefined && !secrets.clientId,
};

/** Asks the shop for a token, in exchange for whatever the grant brings. */
export async function exchange(
  { baseUrl }: Account,
  { clientId, clientSecret, byApp }: App,
  grant: Readonly<Record<string, string>>,
  call: Call,
): Promise<unknown> {
  const { body } = await call({
    method: 'POST',
    url: `${baseUrl}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      ...grant,
    }),
    byApp,
  });
  return body;
}
