// OAuth 1.0a request signatures (RFC 5849), as WooCommerce over plain http and Magento want them.
import { createHmac } from 'node:crypto';
import type { Pairs } from '../../model/exchange.ts';

/** Nothing in it has to be encoded, as in most values of a signature. */
const PLAIN = /^[\w.~-]*$/;

/** RFC 3986 percent-encoding: everything but letters, digits and `-._~`. */
export function encode(text: string): string {
  if (PLAIN.test(text)) return text;
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** HMAC-SHA256 over method, address and all parameters, sorted by their encoded form. */
export function signature(
  method: string,
  url: string,
  parameters: Pairs,
  consumerSecret: string,
  tokenSecret = '',
): string {
  const sorted = parameters
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const text = `${method.toUpperCase()}&${encode(url)}&${encode(sorted)}`;
  return createHmac('sha256', `${encode(consumerSecret)}&${encode(tokenSecret)}`)
    .update(text)
    .digest('base64');
}
