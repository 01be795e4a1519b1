// Checks a request's key as class-wc-rest-authentication.php does: Basic, query, or OAuth 1.0a.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { restError, wrongSecret } from './replies.ts';
import type { ApiKey, WooShop } from './shops.ts';

export interface Authentication {
  /** The key that was proven, or null for a caller WordPress does not know. */
  readonly key: ApiKey | null;
  /** An answer that ends the request. */
  readonly refusal: StoreReply | null;
}

const anonymous: Authentication = { key: null, refusal: null };
const window = 15 * 60;

export interface Nonces {
  /** False when the nonce was used before within the window. */
  use(consumerKey: string, nonce: string, timestamp: number): boolean;
}

export function openNonces(now: () => number): Nonces {
  const seen = new Map<string, number>();
  return {
    use(consumerKey, nonce, timestamp) {
      const oldest = now() / 1000 - window;
      for (const [id, at] of seen) if (at < oldest) seen.delete(id);
      const id = `${consumerKey} ${nonce}`;
      if (seen.has(id)) return false;
      seen.set(id, timestamp);
      return true;
    },
  };
}

export function authenticate(
  request: StoreRequest,
  shop: WooShop,
  nonces: Nonces,
  now: () => number,
): Authentication {
  // WooCommerce looks for a key only where the address has this in it, wherever, as it was sent: its
  // own routes, and those of plugins whose names begin as its own do.
  if (!/wp-json\/wc[/-]/.test(`${request.path}?${request.rawQuery}`)) return anonymous;
  const tls = request.https && shop.seesTls;
  if (tls) {
    const given = basicPair(request, shop);
    if (given !== null) {
      const key = shop.keys.find((candidate) => candidate.consumerKey === given.key);
      if (key !== undefined) {
        return same(key.consumerSecret, given.secret)
          ? proven(key, request, shop)
          : refused(wrongSecret(shop));
      }
    }
  }
  return oauth(request, shop, nonces, now, tls);
}

function basicPair(
  request: StoreRequest,
  shop: WooShop,
): { readonly key: string; readonly secret: string } | null {
  const queryKey = parameter(request, 'consumer_key');
  const querySecret = parameter(request, 'consumer_secret');
  if (queryKey && querySecret) return { key: queryKey, secret: querySecret };
  const match = /^basic\s+(\S+)$/i.exec(request.headers.authorization ?? '');
  if (match?.[1] === undefined || !shop.keepsAuthorization) return null;
  const pair = Buffer.from(match[1], 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? null : { key: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}

function proven(key: ApiKey, request: StoreRequest, shop: WooShop): Authentication {
  const reading = request.method === 'GET' || request.method === 'HEAD';
  if (request.method === 'OPTIONS') return { key, refusal: null };
  if (reading && key.permissions === 'write')
    return refused(denied(shop, 'The API key provided does not have read permissions.'));
  if (!reading && key.permissions === 'read')
    return refused(denied(shop, 'The API key provided does not have write permissions.'));
  return { key, refusal: null };
}

const oauthNames = [
  'oauth_consumer_key',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
] as const;

function oauth(
  request: StoreRequest,
  shop: WooShop,
  nonces: Nonces,
  now: () => number,
  tls: boolean,
): Authentication {
  const given = request.query.some(([name]) => oauthNames.some((known) => known === name));
  if (!given) return anonymous;
  const missing = oauthNames.filter((name) => !parameter(request, name));
  if (missing.length > 0) {
    const one = missing.length === 1 ? 'Missing OAuth parameter' : 'Missing OAuth parameters';
    return refused(
      restError(
        shop,
        401,
        'woocommerce_rest_authentication_missing_parameter',
        `${one} ${missing.join(', ')}`,
      ),
    );
  }
  const key = shop.keys.find((k) => k.consumerKey === parameter(request, 'oauth_consumer_key'));
  if (key === undefined) return refused(denied(shop, 'Consumer key is invalid.'));

  const algorithm = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' }[
    parameter(request, 'oauth_signature_method') ?? ''
  ];
  if (algorithm === undefined) {
    return refused(denied(shop, 'Invalid signature - signature method is invalid.'));
  }
  const expected = createHmac(algorithm, `${key.consumerSecret}&`)
    .update(baseString(request, tls))
    .digest('base64');
  if (!same(expected, parameter(request, 'oauth_signature') ?? '')) {
    return refused(denied(shop, 'Invalid signature - provided signature does not match.'));
  }
  const timestamp = Number(parameter(request, 'oauth_timestamp'));
  const seconds = Math.floor(now() / 1000);
  if (!Number.isInteger(timestamp) || Math.abs(timestamp - seconds) > window) {
    return refused(denied(shop, 'Invalid timestamp.'));
  }
  if (!nonces.use(key.consumerKey, parameter(request, 'oauth_nonce') ?? '', timestamp)) {
    return refused(denied(shop, 'Invalid nonce - nonce has already been used.'));
  }
  return proven(key, request, shop);
}

/** RFC 5849, 3.4.1, with the scheme as WordPress sees it. */
function baseString(request: StoreRequest, tls: boolean): string {
  const address = `${tls ? 'https' : 'http'}://${request.host}${request.path}`;
  const pairs = request.query
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return `${request.method}&${encode(address)}&${encode(pairs.join('&'))}`;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function parameter(request: StoreRequest, name: string): string | undefined {
  return request.query.find(([given]) => given === name)?.[1];
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function denied(shop: WooShop, message: string): StoreReply {
  return restError(shop, 401, 'woocommerce_rest_authentication_error', message);
}

function refused(refusal: StoreReply): Authentication {
  return { key: null, refusal };
}
