// Keys of a bol seller: what people type, the token they are exchanged for, and whether they work.

import type { Account, Credential, Given, Grant, VendorApp } from '../../model/credential.ts';
import type { Call, Pairs } from '../../model/exchange.ts';
import type { AccountFacts, Channel, Reading, Renewal } from '../channel.ts';
import { appOf } from '../kit/app.ts';
import { base64Of, mustBePair, pairIn, refuse, textIn, visibleIn } from '../kit/given.ts';
import { membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { askToken, endOf, grantEndOf, granted } from '../kit/token-answer.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { API, askFor, LOGIN, rowsIn } from './asks.ts';

/** Three parts of base64url, the first of which begins a JSON object. */
const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;
/** For which the link pages have words. */
const FORM = 'keys_form';

export function accept(given: Given): Credential {
  const token = textIn(given, 'token', FORM).replace(/^(Basic|Bearer)\s+/i, '');
  const clientId = visibleIn(given, 'clientId', FORM);
  const clientSecret = visibleIn(given, 'clientSecret', FORM);
  if (token !== '' && (clientId !== '' || clientSecret !== ''))
    refuse('token', 'is given beside "clientId" or "clientSecret": give one or the other.', FORM);
  mustBePair(['clientId', clientId], ['clientSecret', clientSecret], FORM);
  if (clientId.includes(':'))
    refuse('clientId', 'must be the client ID alone, without a colon: copy it again.', FORM);
  if (JWT.test(token)) return { account: {}, secrets: { accessToken: token } };
  const pair = clientId === '' ? pairIn(token) : ([clientId, clientSecret] as const);
  if (!pair)
    return refuse(
      'token',
      'must be the base64 form of client ID and client secret, joined by a colon; or give "clientId" and "clientSecret".',
      FORM,
    );
  return { account: {}, secrets: { token: base64Of(...pair) } };
}

export const hosts = (): readonly string[] => [API, LOGIN];

export const sign: Channel['sign'] = (_ask, { secrets }) => ({
  headers: { authorization: `Bearer ${secrets.accessToken ?? ''}` },
});

/** The seller's own record: the cheapest answer that needs the Retailer API. */
export async function check(
  _account: Account,
  { call }: Pick<Reading, 'call' | 'now' | 'version'>,
): Promise<AccountFacts> {
  const { body } = await call(askFor('retailers/current', 'retailers'));
  const { retailerId, displayName } = membersOf(body);
  const [id, name] = [filled(retailerId), filled(displayName)];
  if (id === null) throw brokenAnswer('bol', 'the seller whose account this is');
  // Keys for advertising open the account but none of its orders: better known now than later.
  const open: Pairs = [
    ['page', '1'],
    ['status', 'OPEN'],
    ['fulfilment-method', 'ALL'],
  ];
  rowsIn(await call(askFor('orders', 'orders', { query: open })), 'orders');
  return { ...(name !== null && { name }), account: { retailerId: id } };
}

/**
 * Tokens end after some five or ten minutes. bol blocks the addresses of those who ask for one per
 * call (api.bol.com/retailer/public/Retailer-API/authentication.html), so one is used to its end.
 */
export const renewal: Renewal = {
  // bol may void a refresh token at its first use and answer with the next one.
  usesUp: ({ secrets }) => secrets.refreshToken !== undefined,

  ahead: 30_000,

  endsAt: (credential) =>
    credential.secrets.token || credential.secrets.refreshToken ? endOf(credential) : undefined,

  grantEndsAt: grantEndOf,

  renew(credential, app, call, now) {
    const { token, refreshToken = '' } = credential.secrets;
    if (token)
      return exchange(
        { keys: token, byApp: false },
        { grant_type: 'client_credentials' },
        credential,
        call,
        now,
      );
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    return exchange(keysOf(app), form, credential, call, now);
  },

  byApp: ({ secrets }) => !secrets.token && secrets.refreshToken !== undefined,
};

/**
 * What a seller agreed to holds for a year, however often the token is renewed in it.
 * https://api.bol.com/retailer/public/Retailer-API/intermediary-authorization.html
 */
const GRANT_MS = 365 * 24 * 60 * 60 * 1000;

/** What a code brought back from bol is worth: a token for now, and one to renew it with. */
export function redeem(
  code: string,
  redirect: string,
  app: VendorApp,
  call: Call,
  now: number,
): Promise<Credential> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirect };
  const secrets = { grantEndsAt: String(now + GRANT_MS) };
  return exchange(keysOf(app), form, { account: {}, secrets }, call, now);
}

interface Keys {
  readonly keys: string;
  readonly byApp: boolean;
}

function keysOf(app: VendorApp | undefined): Keys {
  const { clientId, clientSecret, byApp } = appOf(app, 'bol');
  return { keys: base64Of(clientId, clientSecret), byApp };
}

async function exchange(
  { keys, byApp }: Keys,
  /** In the body: bol rejects requests that have a secret in the address. */
  form: Readonly<Record<string, string>> & { readonly grant_type: string },
  credential: Credential,
  call: Call,
  now: number,
): Promise<Grant> {
  const ask = {
    vendor: 'bol',
    url: `https://${LOGIN}/token`,
    headers: { authorization: `Basic ${keys}` },
    form,
    again: form.grant_type === 'client_credentials',
    operation: 'token',
    byApp,
  };
  return granted(credential, await askToken(ask, call), now);
}
