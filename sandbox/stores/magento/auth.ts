// Authentication: OAuth 1.0a signatures checked as Magento\Framework\Oauth does, and bearer tokens.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { apiError } from './replies.ts';
import type { Integration, MagentoShop } from './shops.ts';

export interface Authentication {
  /** Whom the shop takes the caller for; null for a stranger. */
  readonly integration: Integration | null;
  /** An answer that ends the request. */
  readonly refusal: StoreReply | null;
}

const stranger: Authentication = { integration: null, refusal: null };
const LENGTH = 32;
/** A time may be this many seconds ahead of the shop's clock; how old it is does not matter. */
const DEVIATION = 600;

export type Nonces = Set<string>;

export function authenticate(
  request: StoreRequest,
  shop: MagentoShop,
  nonces: Nonces,
  now: () => number,
): Authentication {
  const { authorization = '' } = request.headers;
  const { integration } = shop;
  const bearer = /^bearer (\S+)$/i.exec(authorization)?.[1];
  if (bearer !== undefined)
    return shop.bearer && same(bearer, integration.accessToken)
      ? { integration, refusal: null }
      : stranger;
  const at = authorization.toLowerCase().indexOf('oauth ');
  if (at < 0) return stranger;
  const given = headerParameters(authorization.slice(at + 6));
  const refusal = refusalOf(given, request, shop, nonces, now);
  return refusal === null ? { integration, refusal } : { integration: null, refusal };
}

function headerParameters(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const part of text.split(',')) {
    const [name = '', value] = part.trim().split(/=(.*)/s);
    if (value === undefined || !/oauth_[a-z_-]+/.test(name)) continue;
    parameters.set(decodeURIComponent(name), decodeURIComponent(value.replace(/^"|"$/g, '')));
  }
  return parameters;
}

const required = [
  'oauth_consumer_key',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_nonce',
  'oauth_timestamp',
  'oauth_token',
];

function refusalOf(
  given: ReadonlyMap<string, string>,
  request: StoreRequest,
  shop: MagentoShop,
  nonces: Nonces,
  now: () => number,
): StoreReply | null {
  const { integration } = shop;
  const refuse = (message: string): StoreReply => apiError(shop, 401, message);
  const input = (message: string): StoreReply => apiError(shop, 400, message);
  const version = given.get('oauth_version');
  if (version !== undefined && version !== '1.0')
    return apiError(shop, 400, 'The "%1" Oauth version isn\'t supported.', [version]);
  const missing = required.find((name) => !given.has(name));
  if (missing !== undefined)
    return apiError(shop, 400, '"%fieldName" is required. Enter and try again.', {
      fieldName: missing,
    });
  const token = given.get('oauth_token') ?? '';
  if (token.length !== LENGTH)
    return input('The token length is invalid. Check the length and try again.');
  const method = given.get('oauth_signature_method') ?? '';
  if (method !== 'HMAC-SHA256')
    return apiError(shop, 400, 'Signature method %1 is not supported', [method]);
  const key = given.get('oauth_consumer_key') ?? '';
  if (key.length !== LENGTH) return refuse('Consumer key is not the correct length');
  if (key !== integration.consumerKey)
    return refuse('A consumer having the specified key does not exist');

  const timestamp = Number(given.get('oauth_timestamp'));
  const clock = Math.floor((now() + shop.clockAhead) / 1000);
  // Magento wraps its own sentence about the timestamp into this one.
  if (!(timestamp > 0) || timestamp > clock + DEVIATION)
    return refuse('An error occurred validating the nonce');
  const nonce = given.get('oauth_nonce') ?? '';
  if (nonces.has(nonce))
    return apiError(shop, 401, 'The nonce is already being used by the consumer with ID %1', [1]);
  if (nonces.size > 50_000) nonces.clear();
  nonces.add(nonce);

  if (token !== integration.accessToken) return refuse('Specified token does not exist');
  const expected = createHmac(
    'sha256',
    `${encode(integration.consumerSecret)}&${encode(integration.accessTokenSecret)}`,
  )
    .update(baseString(request, given, shop))
    .digest('base64');
  return same(expected, given.get('oauth_signature') ?? '')
    ? null
    : refuse('The signature is invalid. Verify and try again.');
}

/**
 * 2.4.6 and 2.4.7 leave the signature to Laminas, which normalises the path and sorts parameters by
 * their encoded names, numbers in them as numbers; later versions take the path as it was sent and
 * sort by decoded names. Neither is as RFC 5849 has it.
 */
function baseString(
  request: StoreRequest,
  given: ReadonlyMap<string, string>,
  { version }: MagentoShop,
): string {
  const parameters = new Map<string, string>();
  for (const [name, value] of given) if (name !== 'oauth_signature') parameters.set(name, value);
  for (const pair of request.rawQuery.split('&')) {
    const parts = pair.split('=');
    // Pairs with more than one equals sign are overlooked.
    if (parts.length !== 2 || parts[0] === undefined || parts[1] === undefined) continue;
    parameters.set(decodeURIComponent(parts[0]), decodeURIComponent(parts[1]));
  }
  const laminas = /^2\.4\.[67]/.test(version);
  const sorted = [...parameters]
    .sort(([a], [b]) => (laminas ? natural(encode(a), encode(b)) : a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
  const path = laminas ? normalised(request.path) : request.path;
  const address = `${request.https ? 'https' : 'http'}://${request.host}${path}`;
  return `${request.method}&${encode(address)}&${encode(sorted)}`;
}

/** PHP's strnatcmp, as far as names of parameters need it. */
function natural(a: string, b: string): number {
  const parts = (text: string) => text.match(/\d+|\D/g) ?? [];
  const [x, y] = [parts(a), parts(b)];
  for (let at = 0; at < Math.min(x.length, y.length); at++) {
    const [one = '', other = ''] = [x[at], y[at]];
    if (one === other) continue;
    if (/\d/.test(one) && /\d/.test(other)) return Number(one) - Number(other);
    return one < other ? -1 : 1;
  }
  return x.length - y.length;
}

/** Laminas\\Uri: decodes what a path may hold as it is, then encodes what it may not. */
function normalised(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (mark) => {
      const character = String.fromCharCode(Number.parseInt(mark.slice(1), 16));
      return /[\w\-.~:@&=+$,/;%]/.test(character) ? character : mark.toUpperCase();
    })
    .replace(/[^\w\-.~()(:@&=+$,/;%]+|%(?![0-9a-f]{2})/gi, encode);
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
