// Keys of a bol seller: what people type, the token they are exchanged for, and whether they work.

import type { Account, Credential, Given, Grant, VendorApp } from '../../model/credential.ts';
import type { Call, Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Channel, Reading, Renewal } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { endingTokenIn } from '../kit/token-answer.ts';
import { API, askFor, LOGIN } from './asks.ts';
import { rowsIn } from './rows.ts';

/** Three parts of base64url, the first of which begins a JSON object. */
const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;
const VISIBLE = /^[\x21-\x7e]+$/;

export function accept(given: Given): Credential {
  const token = typed(given, 'token').replace(/^(Basic|Bearer)\s+/i, '');
  const clientId = typed(given, 'clientId');
  const clientSecret = typed(given, 'clientSecret');
  const apart = clientId !== '' || clientSecret !== '';
  if (token !== '' && apart)
    refuse('token', 'Give "token", or "clientId" and "clientSecret", not both.');
  if (apart) return { account: {}, secrets: { token: pairOf(clientId, clientSecret) } };
  if (JWT.test(token)) return { account: {}, secrets: { accessToken: token } };
  const pair = token.includes(':') ? token : Buffer.from(token, 'base64').toString('latin1');
  const [, id = '', secret = ''] = /^([\x21-\x39\x3b-\x7e]+):([\x21-\x7e]+)$/.exec(pair) ?? [];
  if (id === '')
    refuse(
      'token',
      '"token" must be the base64 form of client ID and client secret, joined by a colon; or give "clientId" and "clientSecret".',
    );
  return { account: {}, secrets: { token: pairOf(id, secret) } };
}

function typed(given: Given, key: string): string {
  const value = given[key] ?? '';
  if (typeof value === 'string') return value.trim();
  return refuse(key, `"${key}" must be one text, not a list.`);
}

/** Client ID and secret as the Basic scheme wants them, checked to be some. */
function pairOf(clientId: string, clientSecret: string): string {
  if (!VISIBLE.test(clientId) || clientId.includes(':'))
    refuse(
      'clientId',
      '"clientId" must be the client ID alone, without spaces or colons: copy it again.',
    );
  if (!VISIBLE.test(clientSecret))
    refuse(
      'clientSecret',
      '"clientSecret" must be the client secret alone, without spaces: copy it again.',
    );
  return basic({ clientId, clientSecret });
}

const basic = ({ clientId = '', clientSecret = '' }: VendorApp): string =>
  Buffer.from(`${clientId}:${clientSecret}`).toString('base64');

function refuse(field: string, sentence: string): never {
  throw new Fault('invalid_request', sentence, { field, reason: 'keys_form' });
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
  const { retailerId, displayName } = isRecord(body) ? body : {};
  const [id, name] = [filled(retailerId), filled(displayName)];
  if (id === null)
    throw new Fault('channel_invalid_response', 'bol did not say whose account this is.');
  // Keys for advertising open the account but none of its orders: better told now than later.
  const open: Pairs = [
    ['page', '1'],
    ['status', 'OPEN'],
    ['fulfilment-method', 'ALL'],
  ];
  if (!rowsIn(await call(askFor('orders', 'orders', { query: open })), 'orders'))
    throw new Fault('channel_invalid_response', 'bol sent something else than orders.');
  return { ...(name !== null && { name }), account: { retailerId: id } };
}

/**
 * Tokens end after some five or ten minutes. bol blocks the addresses of those who ask for one per
 * call (api.bol.com/retailer/public/Retailer-API/authentication.html), so one is used to its end.
 */
export const renewal: Renewal = {
  // bol may void a refresh token at its first use and answer with the next one.
  keep: ({ secrets }) => (secrets.refreshToken ? 'store' : 'memory'),

  ahead: 30_000,

  endsAt({ secrets }) {
    if (!secrets.token && !secrets.refreshToken) return undefined;
    return secrets.accessToken ? Number(secrets.endsAt) : 0;
  },

  renew({ account, secrets }, app, call, now) {
    const { token, refreshToken } = secrets;
    if (token)
      return exchange(
        { authorization: token, form: { grant_type: 'client_credentials' }, again: true },
        { account, secrets },
        call,
        now,
      );
    if (!app?.clientId || !app.clientSecret)
      throw new Fault(
        'credential_refused',
        'The access to the bol account cannot be renewed: the client ID and secret of the app at bol are not set.',
        { reason: 'app_not_set' },
      );
    return exchange(
      {
        authorization: basic(app),
        form: { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' },
      },
      { account, secrets },
      call,
      now,
    );
  },
};

/** What a code brought back from bol is worth: a token for now, and one to renew it with. */
export function redeem(
  code: string,
  redirect: string,
  app: VendorApp,
  call: Call,
  now: number,
): Promise<Credential> {
  return exchange(
    {
      authorization: basic(app),
      form: { grant_type: 'authorization_code', code, redirect_uri: redirect },
    },
    { account: {}, secrets: {} },
    call,
    now,
  );
}

interface Exchange {
  /** Client ID and secret in base64. */
  readonly authorization: string;
  /** In the body: bol rejects requests that have a secret in the address. */
  readonly form: Readonly<Record<string, string>>;
  /** True where asking twice does no harm. */
  readonly again?: boolean;
}

async function exchange(
  { authorization, form, again = false }: Exchange,
  { account, secrets }: Credential,
  call: Call,
  now: number,
): Promise<Grant> {
  const { body } = await call({
    method: 'POST',
    url: `https://${LOGIN}/token`,
    headers: {
      authorization: `Basic ${authorization}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
    operation: 'token',
    reads: again,
  });
  const token = endingTokenIn(body);
  if (!token) throw new Fault('channel_invalid_response', 'bol sent no access token that ends.');
  const { accessToken, seconds, refreshToken } = token;
  const endsAt = now + seconds * 1000;
  return {
    account,
    secrets: {
      ...secrets,
      // The next one, where bol hands one out.
      ...(refreshToken !== undefined && { refreshToken }),
      accessToken,
      endsAt: String(endsAt),
    },
    endsAt,
  };
}
