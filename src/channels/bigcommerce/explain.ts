// What BigCommerce's answers tell besides data: errors of both generations, and what is left of the quota.
// https://developer.bigcommerce.com/docs/start/about/status-codes
import type { Ask, Pace, Reply } from '../../model/exchange.ts';
import { Fault, type FaultCode, type FaultDetail } from '../../model/faults.ts';
import { API } from './asks.ts';

const ACCOUNTS = 'Settings > Store-level API accounts';

/** The name of the one limit: a store's quota, which all its apps share. */
export const QUOTA = 'store';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  if (status < 400) return undefined;
  const tell = (code: FaultCode, sentence: string, more: FaultDetail = {}) =>
    new Fault(code, sentence, { status, native: sentenceOf(reply), ...more });

  if (new URL(ask.url).host !== API)
    return status < 500
      ? tell('credential_refused', 'BigCommerce did not honour the installation of the app.', {
          reason: 'install_refused',
        })
      : undefined;
  if (status === 401)
    return tell(
      'credential_refused',
      `BigCommerce refused the access token: it is wrong or was deleted, or the app was uninstalled. Make a new API account under ${ACCOUNTS}, or install the app again.`,
      { reason: 'token_refused' },
    );
  if (status === 403) {
    const { name, reason } = scopeOf(ask);
    return tell(
      'permission_missing',
      `The access token lacks the scope "${name}" (read-only), or belongs to another store than this store hash. The scopes of an API account cannot be changed: make a new one under ${ACCOUNTS}.`,
      { reason },
    );
  }
  if (status === 404)
    return tell(
      'channel_failed',
      'BigCommerce has no such store or no such resource; check the store hash.',
      { reason: 'store_not_found', retryable: false },
    );
  if (status === 429)
    return tell('channel_rate_limited', 'The store’s quota of requests is used up.', {
      retryAfter: retryAfterOf(reply),
    });
  if (status === 503)
    return tell(
      'channel_failed',
      'The store is down for maintenance, being upgraded, or suspended.',
      { reason: 'store_unavailable' },
    );
  return status < 500
    ? tell('channel_failed', `BigCommerce refused the request (${status}).`, { retryable: false })
    : tell('channel_failed', `BigCommerce had an error of its own (${status}).`);
}

const SCOPES: readonly (readonly [path: RegExp, name: string, reason: string])[] = [
  [/\/v[23]\/orders\b/, 'Orders', 'orders_scope'],
  [/\/v3\/catalog\b/, 'Products', 'products_scope'],
  [/\/v3\/customers\b/, 'Customers', 'customers_scope'],
];

function scopeOf({ url }: Ask): { readonly name: string; readonly reason: string } {
  const [, name = 'Information & Settings', reason = 'information_scope'] =
    SCOPES.find(([path]) => path.test(url)) ?? [];
  return { name, reason };
}

/**
 * V2 writes `[{ status, message, details? }]`, V3 `{ status, title, errors? }`, the gateway either
 * or nothing, and the token service `{ error, error_description? }`.
 */
export function sentenceOf({ body }: Reply): string | undefined {
  const error = (Array.isArray(body) ? body[0] : body) as Readonly<Record<string, unknown>> | null;
  if (typeof error !== 'object' || error === null) return undefined;
  const main = [error.title, error.message, error.error_description, error.error].find(isText);
  const parts = [main, ...textsOf(error.errors), ...textsOf(error.details)].filter(isText);
  return parts.length === 0 ? undefined : parts.join(' ').slice(0, 300);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** `{ field: sentence }`, sometimes nested. */
function textsOf(value: unknown): readonly string[] {
  if (isText(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    isText(inner) ? [Array.isArray(value) ? inner : `${name}: ${inner}`] : textsOf(inner),
  );
}

/** The longer of the two that BigCommerce tells; none of them means that the platform is overloaded. */
function retryAfterOf({ headers }: Reply): number | undefined {
  const plain = numberOf(headers['retry-after']);
  if (plain !== undefined) return plain * 1000;
  const reset = numberOf(headers['x-rate-limit-time-reset-ms']);
  const seconds = numberOf(headers['x-retry-after']);
  if (reset === undefined && seconds === undefined) return undefined;
  return Math.max(reset ?? 0, (seconds ?? 0) * 1000);
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined;

/** Asks that may be under way when the quota ends; the store's other apps want some of it too. */
const RESERVE = 5;

/** Each answer tells the quota of the store's plan, what is left of it, and when it is full again. */
export function pace({ headers }: Reply): readonly Pace[] {
  const quota = numberOf(headers['x-rate-limit-requests-quota']);
  const left = numberOf(headers['x-rate-limit-requests-left']);
  const window = numberOf(headers['x-rate-limit-time-window-ms']);
  const reset = numberOf(headers['x-rate-limit-time-reset-ms']);
  if (!quota || left === undefined || !window) return [];
  return [
    {
      limit: QUOTA,
      rate: (quota * 1000) / window,
      burst: quota,
      left,
      ...(left <= RESERVE && reset !== undefined && { pause: reset }),
    },
  ];
}
