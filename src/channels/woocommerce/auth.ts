// Keys of a WooCommerce shop: what people type, how asks are signed, and whether the keys work.

import type { Account, Credential, Given, Secrets } from '../../model/credential.ts';
import type { Ask, Pairs, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { withoutEnd } from '../../model/text.ts';
import type { AccountFacts, Reading, SigningContext } from '../channel.ts';
import { base64Of, pairIn, refuse, textIn } from '../kit/given.ts';
import { isRecord, membersOf } from '../kit/loose.ts';
import { signature } from '../kit/oauth1.ts';
import { filled } from '../kit/text.ts';
import { unlike } from '../kit/unlike.ts';
import { webAddress } from '../kit/web-address.ts';
import { askFor, askSite } from './asks.ts';
import { errorOf, explain } from './explain.ts';
import { numberOf, textsIn } from './values.ts';

/** How the key travels: as Basic authorization, in the query, or as an OAuth 1.0a signature. */
const MODES = ['header', 'query', 'oauth1'] as const;
type Mode = (typeof MODES)[number];
const isMode = (word: string | undefined): word is Mode => MODES.some((mode) => mode === word);

/** Operations that `check` names so that `sign` leaves the account's own mode aside. */
const UNSIGNED = 'unsigned';

export function accept(given: Given): Credential {
  const baseUrl = addressIn(given);
  const account = { baseUrl, authMode: modeIn(given, baseUrl), ...permalinksIn(given) };
  return { account, secrets: keysIn(given) };
}

/** Said only where they are plain, which is rare. */
export function permalinksIn(given: Given): Account {
  const permalinks = textIn(given, 'permalinks') || 'pretty';
  if (permalinks === 'pretty') return {};
  if (permalinks === 'plain') return { permalinks };
  return refuse('permalinks', 'must be one of pretty, plain.');
}

const ADMIN = /\/(wp-admin|wp-json|wp-login\.php|wc-auth|index\.php)(\/[\s\S]*)?$/i;

/** The address of the site: a folder stays, whatever was copied from the admin pages goes. */
export function addressIn(given: Given): string {
  const { protocol, host, pathname } = webAddress(textIn(given, 'baseUrl'), {
    key: 'baseUrl',
    example: 'the address of the shop, such as https://www.example.com',
    reason: 'bad_address',
    plainHttp: true,
  });
  const folder = pathname.replace(ADMIN, '');
  return `${protocol}//${host}${withoutEnd(folder, '/')}`;
}

function modeIn(given: Given, baseUrl: string): Mode {
  const isPlain = baseUrl.startsWith('http:');
  const mode = textIn(given, 'authMode') || (isPlain ? 'oauth1' : 'header');
  if (!isMode(mode)) return refuse('authMode', `must be one of ${MODES.join(', ')}.`);
  if (isPlain && mode !== 'oauth1')
    refuse(
      'authMode',
      'must be oauth1 for an http:// address: the key must not travel unencrypted.',
    );
  return mode;
}

function keysIn(given: Given): Secrets {
  const token = textIn(given, 'token');
  const [consumerKey = '', consumerSecret = ''] =
    token === ''
      ? [textIn(given, 'consumerKey'), textIn(given, 'consumerSecret')]
      : (pairIn(token) ?? []);
  if (/^ck_\w+$/.test(consumerKey) && /^cs_\w+$/.test(consumerSecret))
    return { consumerKey, consumerSecret };
  return refuse(
    'token',
    'must be the base64 form of consumer key and secret, joined by a colon (ck_…:cs_…); or give "consumerKey" and "consumerSecret" instead.',
    'bad_keys',
  );
}

export function sign(ask: Ask, { account, secrets }: Credential, context: SigningContext): Signed {
  const { consumerKey = '', consumerSecret = '' } = secrets;
  if (ask.operation === UNSIGNED) return {};
  switch (isMode(ask.operation) ? ask.operation : account.authMode) {
    case 'oauth1':
      return { query: signedQuery(ask, consumerKey, consumerSecret, context) };
    case 'query':
      return {
        query: [
          ['consumer_key', consumerKey],
          ['consumer_secret', consumerSecret],
        ],
      };
    default:
      return { headers: { authorization: `Basic ${base64Of(consumerKey, consumerSecret)}` } };
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
  { now, nonce }: SigningContext,
): Pairs {
  const pairs: Pairs = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_timestamp', String(Math.floor(now / 1000))],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA256'],
  ];
  const [url = '', own] = ask.url.replace(/^https:/, 'http:').split('?');
  const all = [...new URLSearchParams(own), ...(ask.query ?? []), ...pairs];
  return [...pairs, ['oauth_signature', signature(ask.method ?? 'GET', url, all, consumerSecret)]];
}

type Checking = Pick<Reading, 'account' | 'call' | 'version'>;

/** Looks at the site, then reads one order and one product; finds out how the key must travel. */
export async function check(
  account: Account,
  { call, version }: Pick<Reading, 'call' | 'now' | 'version'>,
): Promise<AccountFacts> {
  const checking = { account, call, version };
  const site = await siteOf(checking);
  const { authMode, orders } = await modeThatWorks(checking);
  mustList(orders, 'orders', account);
  mustList(await call(probe(checking, 'products', authMode)), 'products', account);
  // Lists alone could be anybody's.
  if (!site.seen && !isWordPress(orders)) await mustSpeak(checking, authMode);
  return { account: { ...account, authMode }, ...(site.name !== null && { name: site.name }) };
}

const probe = (checking: Checking, path: string, operation: Mode): Ask => ({
  ...askFor(checking, path, [
    ['per_page', '1'],
    ['_fields', 'id'],
  ]),
  operation,
});

/** A list of at most one row, with its number. */
function mustList({ body }: Reply, wanted: string, account: Account) {
  const isRow = (row: unknown) => isRecord(row) && numberOf(row.id) !== null;
  if (!Array.isArray(body) || !body.every(isRow)) throw notWooCommerce(account, wanted);
}

/** Every answer of WordPress's REST API names its root, and every list its length. */
export const isWordPress = ({ headers }: Reply): boolean =>
  headers['x-wp-total'] !== undefined || /api\.w\.org/.test(headers.link ?? '');

/** `{ code, message, data: { status } }`: WordPress takes the status of an answer from there. */
export const isItsError = ({ status, body }: Reply): boolean => {
  const { code, data } = membersOf(body);
  return typeof code === 'string' && Number(membersOf(data).status) === status;
};

/** The index of WooCommerce's own part of the API, which anyone who may read orders may read too. */
async function mustSpeak({ account, version, call }: Checking, operation: Mode) {
  const ask: Ask = { ...askSite(account, version), operation, expect: [401, 403, 404] };
  const { body } = await call(ask);
  if (membersOf(body).namespace !== version) throw notWooCommerce(account, 'its index');
}

const notWooCommerce = ({ baseUrl }: Account, wanted: string): Fault =>
  unlike({ address: baseUrl, vendor: 'WooCommerce', wanted, reason: 'not_woocommerce' });

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
  const reply = await call({ ...askSite(account, ''), operation: UNSIGNED, expect: [401, 403] });
  const { status, body } = reply;
  if (status >= 400) return { seen: isWordPress(reply) || isItsError(reply), name: null };
  const { name, namespaces } = membersOf(body);
  const spoken = textsIn(namespaces);
  const wrong = (message: string, reason: string) =>
    new Fault('channel_failed', message, { status, reason, retryable: false });
  if (spoken.length === 0)
    throw wrong(
      `${account.baseUrl} does not answer like a WordPress site; check the address of the shop.`,
      'not_wordpress',
    );
  if (!spoken.includes(version))
    throw wrong(
      `WooCommerce is not active at ${account.baseUrl}, or too old: its REST API ${version} came with version 3.5.`,
      'woocommerce_inactive',
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
  const { authMode, baseUrl = '' } = checking.account;
  const first = isMode(authMode) ? authMode : 'header';
  const modes = baseUrl.startsWith('http:') ? [first] : new Set([first, ...MODES]);
  let fault: Fault | undefined;
  for (const mode of modes) {
    const ask = { ...probe(checking, 'orders', mode), expect: [401] };
    const orders = await checking.call(ask);
    if (orders.status !== 401) return { authMode: mode, orders };
    // Only a shop that found the key, or was sent a signature, says what is wrong with it.
    const isKnown = errorOf(orders)?.code === 'woocommerce_rest_authentication_error';
    if (!fault || isKnown) fault = explain(orders, ask);
    if (isKnown && mode !== 'oauth1') break;
  }
  throw fault ?? new Fault('credential_refused', 'The shop refused the key.', { status: 401 });
}
