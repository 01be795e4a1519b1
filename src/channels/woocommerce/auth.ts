// Keys of a WooCommerce shop: what people type, how asks are signed, and whether the keys work.

import type { Account, Credential, Given, Secrets } from '../../model/credential.ts';
import type { Ask, Pairs, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Moment, Reading } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { signature } from '../kit/oauth1.ts';
import { filled } from '../kit/text.ts';
import { unlike } from '../kit/unlike.ts';
import { askFor } from './asking.ts';
import { errorOf, explain } from './explain.ts';
import { numberOf, textsIn } from './values.ts';

/** How the key travels: as Basic authorization, in the query, or as an OAuth 1.0a signature. */
const MODES = ['header', 'query', 'oauth1'] as const;
type Mode = (typeof MODES)[number];
const isMode = (word: string | undefined): word is Mode => MODES.some((mode) => mode === word);

/** Operations that `check` names so that `sign` leaves the account's own mode aside. */
const UNSIGNED = 'unsigned';

export function accept(given: Given): Credential {
  const baseUrl = acceptAddress(typed(given, 'baseUrl'));
  return {
    account: { baseUrl, authMode: acceptMode(typed(given, 'authMode'), baseUrl) },
    secrets: acceptKeys(given),
  };
}

function typed(given: Given, key: string): string {
  const value = given[key] ?? '';
  if (typeof value === 'string') return value.trim();
  throw refusal(key, 'must be one text, not a list.');
}

const refusal = (field: string, message: string, reason?: string) =>
  new Fault('invalid_request', `"${field}" ${message}`, { field, reason });

/** The address of the site: a folder stays, whatever was copied from the admin pages goes. */
export function acceptAddress(text: string): string {
  const example = 'write the address of the shop, such as https://www.example.com';
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || /\s/.test(text) || !URL.canParse(whole))
    throw refusal('baseUrl', `is not an address; ${example}.`, 'bad_address');
  const { protocol, username, password, host, pathname } = new URL(whole);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw refusal('baseUrl', `must begin with https:// or http://; ${example}.`, 'bad_address');
  if (username !== '' || password !== '')
    throw refusal(
      'baseUrl',
      'must not hold a user name or password; leave them out.',
      'bad_address',
    );
  const folder = pathname
    .replace(/\/(wp-admin|wp-json|wp-login\.php|wc-auth|index\.php)(\/.*)?$/i, '')
    .replace(/\/+$/, '');
  return `${protocol}//${host}${folder}`;
}

function acceptMode(text: string, baseUrl: string): Mode {
  const plain = baseUrl.startsWith('http:');
  const mode = text === '' ? (plain ? 'oauth1' : 'header') : text;
  if (!isMode(mode)) throw refusal('authMode', `must be one of ${MODES.join(', ')}.`);
  if (plain && mode !== 'oauth1')
    throw refusal(
      'authMode',
      'must be oauth1 for an http:// address: the key must not travel unencrypted.',
    );
  return mode;
}

function acceptKeys(given: Given): Secrets {
  const token = typed(given, 'token').replace(/^Basic\s+/i, '');
  const pair =
    token === ''
      ? `${typed(given, 'consumerKey')}:${typed(given, 'consumerSecret')}`
      : token.includes(':')
        ? token
        : Buffer.from(token, 'base64').toString('utf8');
  const [, consumerKey, consumerSecret] = /^(ck_\w+)\s*:\s*(cs_\w+)$/.exec(pair) ?? [];
  if (consumerKey && consumerSecret) return { consumerKey, consumerSecret };
  throw refusal(
    'token',
    'must be the base64 form of consumer key and secret, joined by a colon (ck_…:cs_…); or give "consumerKey" and "consumerSecret" instead.',
    'bad_keys',
  );
}

export function sign(ask: Ask, { account, secrets }: Credential, moment: Moment): Signed {
  const { consumerKey = '', consumerSecret = '' } = secrets;
  if (ask.operation === UNSIGNED) return {};
  switch (isMode(ask.operation) ? ask.operation : account.authMode) {
    case 'oauth1':
      return { query: signedQuery(ask, consumerKey, consumerSecret, moment) };
    case 'query':
      return {
        query: [
          ['consumer_key', consumerKey],
          ['consumer_secret', consumerSecret],
        ],
      };
    default: {
      const pair = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
      return { headers: { authorization: `Basic ${pair}` } };
    }
  }
}

/**
 * OAuth 1.0a with one leg, in the query. WooCommerce looks at a signature only when it takes the
 * request for plain http, so an https shop that wants one sits behind a proxy that ends TLS, and
 * the address it signs begins with http:// (woocommerce.github.io/woocommerce-rest-api-docs,
 * "Authentication over HTTP").
 */
function signedQuery(
  ask: Ask,
  consumerKey: string,
  consumerSecret: string,
  { now, nonce }: Moment,
): Pairs {
  const pairs: Pairs = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_timestamp', String(Math.floor(now / 1000))],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA256'],
  ];
  const url = ask.url.replace(/^https:/, 'http:');
  const all = [...(ask.query ?? []), ...pairs];
  return [...pairs, ['oauth_signature', signature(ask.method ?? 'GET', url, all, consumerSecret)]];
}

type Checking = Pick<Reading, 'call' | 'now' | 'version'> & { readonly account: Account };

/** Looks at the site, then reads one order and one product; finds out how the key must travel. */
export async function check(
  account: Account,
  reading: Omit<Checking, 'account'>,
): Promise<AccountFacts> {
  const checking = { ...reading, account };
  const site = await siteOf(checking);
  const { authMode, orders } = await modeThatWorks(checking);
  mustList(orders, 'orders', account);
  const ask = probe(checking, 'products');
  mustList(await checking.call({ ...ask, operation: authMode }), 'products', account);
  // Lists alone could be anybody's.
  if (!site.seen && !isWordPress(orders)) await mustSpeak(checking, authMode);
  return { account: { ...account, authMode }, ...(site.name !== null && { name: site.name }) };
}

/** A list of at most one row, with its number. */
function mustList({ body }: Reply, wanted: string, account: Account) {
  const isRow = (row: unknown) => isRecord(row) && numberOf(row.id) !== null;
  if (!Array.isArray(body) || !body.every(isRow)) throw notWooCommerce(account, wanted);
}

/** Every answer of WordPress's REST API names its root, and every list its length. */
const isWordPress = ({ headers }: Reply): boolean =>
  headers['x-wp-total'] !== undefined || /api\.w\.org/.test(headers.link ?? '');

/** `{ code, message, data: { status } }`: WordPress takes the status of an answer from there. */
const isItsError = ({ status, body }: Reply): boolean =>
  isRecord(body) &&
  typeof body.code === 'string' &&
  isRecord(body.data) &&
  Number(body.data.status) === status;

/** The index of WooCommerce's own part of the API, which whoever may read orders may read too. */
async function mustSpeak(checking: Checking, authMode: Mode) {
  const { account, version } = checking;
  const url = `${account.baseUrl}/wp-json/${version}`;
  const ask: Ask = { ...askFor(checking, ''), url, operation: authMode, expect: [401, 403, 404] };
  const { body } = await checking.call(ask);
  if (!isRecord(body) || body.namespace !== version) throw notWooCommerce(account, 'its index');
}

const notWooCommerce = ({ baseUrl }: Account, wanted: string): Fault =>
  unlike({ address: baseUrl, vendor: 'WooCommerce', wanted, reason: 'not_woocommerce' });

const probe = (checking: Checking, path: string): Ask =>
  askFor(checking, path, [
    ['per_page', '1'],
    ['_fields', 'id'],
  ]);

interface Site {
  /** Whether something was seen that WordPress alone answers. */
  readonly seen: boolean;
  readonly name: string | null;
}

/**
 * The site's name, from the index of its REST API. Asked without the key, which WordPress itself
 * would take for a wrong user name. A plugin or a firewall may hide it from strangers.
 */
async function siteOf({ account, version, call }: Checking): Promise<Site> {
  const ask: Ask = {
    ...askFor({ account, version }, ''),
    url: `${account.baseUrl}/wp-json/`,
    operation: UNSIGNED,
    expect: [401, 403],
  };
  const reply = await call(ask);
  const { status, body } = reply;
  if (status >= 400) return { seen: isWordPress(reply) || isItsError(reply), name: null };
  const { name, namespaces } = isRecord(body) ? body : {};
  const spoken = textsIn(namespaces);
  if (spoken.length === 0)
    throw new Fault(
      'channel_failed',
      `${account.baseUrl} does not answer like a WordPress site; check the address of the shop.`,
      { status, reason: 'not_wordpress', retryable: false },
    );
  if (!spoken.includes(version))
    throw new Fault(
      'channel_failed',
      `WooCommerce is not active at ${account.baseUrl}, or too old: its REST API ${version} came with version 3.5.`,
      { status, reason: 'woocommerce_inactive', retryable: false },
    );
  return { seen: true, name: filled(name) };
}

/**
 * Some servers drop the Authorization header, and some WordPress sites do not notice that they are
 * called by https. Both look like an unknown key, so the other ways are tried before it is refused.
 */
async function modeThatWorks(
  checking: Checking,
): Promise<{ readonly authMode: Mode; readonly orders: Reply }> {
  const { authMode = '', baseUrl = '' } = checking.account;
  const first = isMode(authMode) ? authMode : 'header';
  const modes = baseUrl.startsWith('http:')
    ? [first]
    : [first, ...MODES.filter((mode) => mode !== first)];
  let fault: Fault | undefined;
  for (const operation of modes) {
    const ask = { ...probe(checking, 'orders'), operation, expect: [401] };
    const reply = await checking.call(ask);
    if (reply.status !== 401) return { authMode: operation, orders: reply };
    // Only a shop that found the key, or was sent a signature, says what is wrong with it.
    const known = errorOf(reply)?.code === 'woocommerce_rest_authentication_error';
    if (!fault || known) fault = explain(reply, ask);
    if (known && operation !== 'oauth1') break;
  }
  throw fault ?? new Fault('credential_refused', 'The shop refused the key.', { status: 401 });
}
