// Credentials of Mirakl: what people type, the header that opens each API, the check, the renewal.

import type { Account, Credential, Given, Grant, Secrets } from '../../model/credential.ts';
import type { Ask, Call, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Reading, Renewal } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { filled, identifier } from '../kit/text.ts';
import { endingTokenIn } from '../kit/token-answer.ts';
import { unlike } from '../kit/unlike.ts';
import { AUTH_HOST, askConnect, CONNECT_HOST } from './connect.ts';
import { sentenceOf } from './explain.ts';
import { askMarketplace, isMarketplace } from './marketplace.ts';

export function accept(given: Given): Credential {
  const baseUrl = acceptAddress(typed(given, 'baseUrl'));
  return baseUrl === undefined ? acceptConnect(given) : acceptMarketplace(given, baseUrl);
}

/** A token that lives an hour, or the client from which the service gets its own. */
function acceptConnect(given: Given): Credential {
  refuseIfGiven(given, ['shop_id'], 'belongs to one marketplace; give its "baseUrl" too.');
  const token = secret(given, 'token').replace(/^Bearer +/i, '');
  const clientId = secret(given, 'clientId');
  const clientSecret = secret(given, 'clientSecret');
  const companyId = secret(given, 'companyId');
  if (token !== '') {
    refuseIfGiven(
      given,
      ['clientId', 'clientSecret', 'companyId'],
      'cannot stand beside "token"; give the client, or the token alone.',
    );
    if (/\s/.test(token)) throw refusal('token', 'must be one token without spaces.', 'token_form');
    return { account: {}, secrets: { token } };
  }
  if (clientId === '' && clientSecret === '')
    throw refusal(
      'token',
      'must be given: a bearer token of Mirakl Connect, or "clientId" and "clientSecret" in its place; for one marketplace its API key, with "baseUrl". The keys of Mirakl are token, clientId, clientSecret, companyId, baseUrl, shop_id.',
      'token_missing',
    );
  if (clientId === '' || clientSecret === '')
    throw refusal(
      clientId === '' ? 'clientId' : 'clientSecret',
      'is missing: "clientId" and "clientSecret" belong together.',
      'half_a_client',
    );
  for (const [key, value] of Object.entries({ clientId, clientSecret, companyId }))
    if (/\s/.test(value)) throw refusal(key, 'must not hold spaces; copy it again.', 'client_form');
  return {
    account: { ...(companyId !== '' && { companyId }) },
    secrets: { clientId, clientSecret },
  };
}

function acceptMarketplace(given: Given, baseUrl: string): Credential {
  refuseIfGiven(
    given,
    ['clientId', 'clientSecret', 'companyId'],
    'belongs to Mirakl Connect; leave it out, or leave out "baseUrl".',
  );
  const token = secret(given, 'token');
  if (token === '')
    throw refusal(
      'token',
      'is missing: it is the API key from the marketplace’s back office.',
      'token_missing',
    );
  const shop_id = typed(given, 'shop_id');
  if (!/^\d{0,18}$/.test(shop_id))
    throw refusal('shop_id', 'must be the number of a shop, such as 2044.', 'shop_form');
  return {
    account: { baseUrl, ...(shop_id !== '' && { shop_id }) },
    secrets: { token },
  };
}

/**
 * The origin of a marketplace; whatever was copied behind it goes, as every path begins with /api.
 * Undefined where nothing, or Connect's own address, was given.
 */
function acceptAddress(text: string): string | undefined {
  if (text === '') return undefined;
  const example =
    'write the address of the marketplace, such as https://marketplace-name.mirakl.net';
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(whole))
    throw refusal('baseUrl', `is not an address; ${example}.`, 'address_form');
  const { protocol, username, password, host, hostname, origin } = new URL(whole);
  if (protocol !== 'https:')
    throw refusal('baseUrl', `must begin with https://; ${example}.`, 'address_form');
  if (username !== '' || password !== '')
    throw refusal(
      'baseUrl',
      'must not hold a user name or password; leave them out.',
      'address_form',
    );
  if (host === '' || (!hostname.includes('.') && !hostname.startsWith('[')))
    throw refusal('baseUrl', `is not a whole address; ${example}.`, 'address_form');
  return host === CONNECT_HOST || host === `www.${CONNECT_HOST}` ? undefined : origin;
}

function typed(given: Given, key: string): string {
  const value = given[key] ?? '';
  if (typeof value === 'string') return value.trim();
  throw refusal(key, 'must be one text, not a list.');
}

/** Secrets travel in headers: nothing but visible characters and spaces between them can be right. */
function secret(given: Given, key: string): string {
  const value = typed(given, key);
  if (/[^\x20-\x7e]/.test(value))
    throw refusal(key, 'holds characters that no key has; copy it again.', 'token_form');
  return value;
}

function refuseIfGiven(given: Given, keys: readonly string[], message: string) {
  for (const key of keys)
    if (typed(given, key) !== '') throw refusal(key, message, 'two_ways_at_once');
}

const refusal = (field: string, message: string, reason?: string) =>
  new Fault('invalid_request', `"${field}" ${message}`, { field, reason });

export const hosts = ({ baseUrl }: Account): readonly string[] =>
  baseUrl === undefined ? [CONNECT_HOST, AUTH_HOST] : [new URL(baseUrl).host];

/** A marketplace wants its key as it is, without a scheme word; some take a bearer token instead. */
export function sign(_: Ask, { account, secrets }: Credential): Signed {
  const { token = '' } = secrets;
  return { headers: { authorization: isMarketplace(account) ? token : `Bearer ${token}` } };
}

export async function check(
  account: Account,
  { call }: Pick<Reading, 'call'>,
): Promise<AccountFacts> {
  if (!isMarketplace(account)) {
    const { body } = await call(askConnect('orders', [['limit', '1']]));
    if (areOrders(body, 'data', 'id')) return { account };
    throw new Fault('channel_invalid_response', 'Mirakl Connect sent something else than orders.');
  }
  const shop = await call(askMarketplace(account, 'A01', '/api/account'));
  const { shop_id, shop_name } = isRecord(shop.body) ? shop.body : {};
  const name = filled(shop_name);
  if (identifier(shop_id) === null || name === null) throw notMirakl(account, 'the shop');
  // A user's role may allow the account and not the orders.
  const { body } = await call(askMarketplace(account, 'OR11', '/api/orders', [['max', '1']]));
  if (!areOrders(body, 'orders', 'order_id')) throw notMirakl(account, 'orders');
  return { account, name };
}

const areOrders = (body: unknown, name: string, idName: string): boolean => {
  const rows = isRecord(body) ? body[name] : undefined;
  return (
    Array.isArray(rows) &&
    rows.every((row: unknown) => isRecord(row) && identifier(row[idName]) !== null)
  );
};

const notMirakl = ({ baseUrl }: Account, wanted: string): Fault =>
  unlike({ address: baseUrl, vendor: 'a Mirakl marketplace', wanted, reason: 'wrong_address' });

/** Only a client can be asked for another token; a token alone ends when it ends. */
export const renewal: Renewal = {
  keep: () => 'memory',
  endsAt: ({ account, secrets }) =>
    secrets.clientId === undefined ? undefined : Number(account.tokenEndsAt ?? 0),
  renew: async ({ account, secrets }, _, call, now) => exchange(account, secrets, call, now),
};

async function exchange(
  account: Account,
  secrets: Secrets,
  call: Call,
  now: number,
): Promise<Grant> {
  const { clientId = '', clientSecret = '' } = secrets;
  const { companyId } = account;
  const reply = await call({
    method: 'POST',
    url: `https://${AUTH_HOST}/oauth/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      // Older clients belong to several companies and must say for which; others need not.
      ...(companyId !== undefined && { audience: companyId }),
    }).toString(),
    expect: [400, 401],
    reads: true,
  });
  if (reply.status >= 400) throw refusedClient(reply, companyId);
  const token = endingTokenIn(reply.body);
  if (!token)
    throw new Fault('channel_invalid_response', 'Mirakl answered without a token.', {
      status: reply.status,
    });
  const endsAt = now + token.seconds * 1000;
  return {
    account: { ...account, tokenEndsAt: String(endsAt) },
    secrets: { ...secrets, token: token.accessToken },
    endsAt,
  };
}

/** The token service tells a wrong client from a missing company (RFC 6749, section 5.2). */
function refusedClient(reply: Reply, companyId: string | undefined): Fault {
  const { error } = (reply.body ?? {}) as { error?: unknown };
  const detail = { status: reply.status, native: sentenceOf(reply) };
  if (error === 'invalid_request' && companyId === undefined)
    return new Fault(
      'credential_refused',
      'Mirakl wants to know for which company this client asks: give the company ID too.',
      { ...detail, field: 'companyId', reason: 'company_needed' },
    );
  return new Fault(
    'credential_refused',
    'Mirakl does not accept this client ID and client secret. Check both, and the company ID if you gave one.',
    { ...detail, reason: 'client_refused' },
  );
}
