// Credentials of Mirakl: what people type, the header that opens each API, the check, the renewal.

import { hash } from 'node:crypto';
import type { Account, Credential, Given } from '../../model/credential.ts';
import type { Ask, Call, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Reading, Renewal } from '../channel.ts';
import { mustBePair, refuse, textIn, visibleIn } from '../kit/given.ts';
import { isRecord, membersOf } from '../kit/loose.ts';
import { oauthErrorIn } from '../kit/refusals.ts';
import { filled, identifier } from '../kit/text.ts';
import { askToken, endOf, granted, type TokenAsk } from '../kit/token-answer.ts';
import { brokenAnswer, unlike } from '../kit/unlike.ts';
import { webAddress } from '../kit/web-address.ts';
import { AUTH_HOST, askConnect, CONNECT_HOST } from './connect.ts';
import { said } from './explain.ts';
import { askMarketplace, isMarketplace } from './marketplace.ts';

export function accept(given: Given): Credential {
  const baseUrl = acceptAddress(textIn(given, 'baseUrl'));
  return baseUrl === undefined ? acceptConnect(given) : acceptMarketplace(given, baseUrl);
}

/** A token that lives an hour, or the client from which the service gets its own. */
function acceptConnect(given: Given): Credential {
  refuseIfGiven(given, ['shop_id'], 'belongs to one marketplace; give its "baseUrl" too.');
  const token = textIn(given, 'token').replace(/^Bearer +/i, '');
  if (token !== '') {
    refuseIfGiven(
      given,
      CLIENT,
      'cannot stand beside "token"; give the client, or the token alone.',
    );
    return { account: {}, secrets: { token: visibleIn({ token }, 'token', 'token_form') } };
  }
  const [clientId = '', clientSecret = '', companyId = ''] = CLIENT.map((key) =>
    visibleIn(given, key, 'client_form'),
  );
  if (clientId === '' && clientSecret === '')
    refuse(
      'token',
      'must be given: a bearer token of Mirakl Connect, or "clientId" and "clientSecret" in its place; for one marketplace its API key, with "baseUrl". The keys of Mirakl are token, clientId, clientSecret, companyId, baseUrl, shop_id.',
      'token_missing',
    );
  mustBePair(['clientId', clientId], ['clientSecret', clientSecret], 'half_a_client');
  return {
    account: {
      client: hash('sha256', clientId, 'base64url').slice(0, 22),
      ...(companyId !== '' && { companyId }),
    },
    secrets: { clientId, clientSecret },
  };
}

const CLIENT = ['clientId', 'clientSecret', 'companyId'];

function acceptMarketplace(given: Given, baseUrl: string): Credential {
  refuseIfGiven(given, CLIENT, 'belongs to Mirakl Connect; leave it out, or leave out "baseUrl".');
  const token = keyIn(given);
  const shop_id = textIn(given, 'shop_id');
  if (!/^\d{0,18}$/.test(shop_id))
    refuse('shop_id', 'must be the number of a shop, such as 2044.', 'shop_form');
  return {
    account: { baseUrl, ...(shop_id !== '' && { shop_id }) },
    secrets: { token },
  };
}

/** Some marketplaces take a bearer token in place of a key, with the word before it. */
function keyIn(given: Given): string {
  const token = textIn(given, 'token');
  if (token === '')
    refuse(
      'token',
      'is missing: it is the API key from the marketplace’s back office.',
      'token_missing',
    );
  if (/[^\x20-\x7e]/.test(token))
    refuse('token', 'holds characters that no key has; copy it again.', 'token_form');
  return token;
}

/**
 * The origin of a marketplace; whatever was copied behind it goes, as every path begins with /api.
 * Undefined where nothing, or Connect's own address, was given.
 */
function acceptAddress(text: string): string | undefined {
  if (text === '') return undefined;
  const { host, hostname, origin } = webAddress(text, ADDRESS);
  if (!hostname.includes('.') && !hostname.startsWith('['))
    refuse(ADDRESS.key, `is not a whole address; write ${ADDRESS.example}.`, ADDRESS.reason);
  return host === CONNECT_HOST || host === `www.${CONNECT_HOST}` ? undefined : origin;
}

const ADDRESS = {
  key: 'baseUrl',
  example: 'the address of the marketplace, such as https://marketplace-name.mirakl.net',
  reason: 'address_form',
};

function refuseIfGiven(given: Given, keys: readonly string[], message: string) {
  for (const key of keys) if (textIn(given, key) !== '') refuse(key, message, 'two_ways_together');
}

/**
 * A marketplace names the shop of a key. Nothing that Connect documents names the company of a client:
 * there the client does, for its one company or the one that it must name.
 */
export function accountName({ baseUrl, shop, client, companyId = '' }: Account) {
  if (baseUrl !== undefined) return shop && `${baseUrl} ${shop}`;
  return client && `${client} ${companyId}`;
}

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
    throw brokenAnswer('Mirakl Connect', 'orders');
  }
  const shop = await call(askMarketplace(account, 'A01', '/api/account'));
  const { shop_id, shop_name } = membersOf(shop.body);
  const [id, name] = [identifier(shop_id), filled(shop_name)];
  if (id === null || name === null) throw notMirakl(account, 'the shop');
  // A user's role may allow the account and not the orders.
  const { body } = await call(askMarketplace(account, 'OR11', '/api/orders', [['max', '1']]));
  if (!areOrders(body, 'orders', 'order_id')) throw notMirakl(account, 'orders');
  return { account: { ...account, shop: id }, name };
}

const areOrders = (body: unknown, name: string, idName: string): boolean => {
  const rows = membersOf(body)[name];
  return (
    Array.isArray(rows) &&
    rows.every((row: unknown) => isRecord(row) && identifier(row[idName]) !== null)
  );
};

const notMirakl = ({ baseUrl }: Account, wanted: string): Fault =>
  unlike({ address: baseUrl, vendor: 'a Mirakl marketplace', wanted, reason: 'wrong_address' });

/** Only a client can be asked for another token; a token alone ends when it ends. */
export const renewal: Renewal = {
  usesUp: () => false,
  endsAt: (credential) =>
    credential.secrets.clientId === undefined ? undefined : endOf(credential),

  async renew(credential, _, call, now) {
    const { companyId } = credential.account;
    const { clientId = '', clientSecret = '' } = credential.secrets;
    const ask: TokenAsk = {
      url: `https://${AUTH_HOST}/oauth/token`,
      form: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        // Older clients belong to several companies and must say for which; others need not.
        ...(companyId !== undefined && { audience: companyId }),
      },
      again: true,
      vendor: 'Mirakl',
    };
    const explained: Call = async (one) => {
      const reply = await call({ ...one, expect: [400, 401] });
      if (reply.status >= 400) throw refusedClient(reply, companyId);
      return reply;
    };
    return granted(credential, await askToken(ask, explained), now, 'token');
  },
};

/** The token service distinguishes a wrong client from a missing company (RFC 6749, section 5.2). */
function refusedClient(reply: Reply, companyId: string | undefined): Fault {
  const { error } = oauthErrorIn(reply.body);
  const detail = { status: reply.status, native: said(reply) };
  if (error === undefined && reply.status !== 401)
    return new Fault('channel_failed', 'Mirakl refused to give out a token.', detail);
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
