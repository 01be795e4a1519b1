// What BigCommerce's answers say besides data: errors of both generations, and what is left of the quota.
// https://developer.bigcommerce.com/docs/start/about/status-codes
import type { Ask, Pace, Reply } from '../../model/exchange.ts';
import type { Fault } from '../../model/faults.ts';
import { appRefusal } from '../kit/app.ts';
import { membersOf } from '../kit/loose.ts';
import { faultsOf, isFinal, sentenceOf } from '../kit/refusals.ts';
import { filled } from '../kit/text.ts';
import { API } from './asks.ts';

const ACCOUNTS = 'Settings > Store-level API accounts';

/** The name of the one limit: a store's quota, which all its apps share. */
export const QUOTA = 'store';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  if (status < 400) return undefined;
  const fault = faultsOf(reply, wordsIn(reply));
  const { host, pathname } = new URL(ask.url);

  if (host !== API)
    return status < 500
      ? (appRefusal(reply, ask, 'BigCommerce') ??
          fault('credential_refused', 'BigCommerce did not honour the installation of the app.', {
            reason: 'install_refused',
          }))
      : undefined;
  if (status === 401)
    return fault(
      'credential_refused',
      `BigCommerce refused the access token: it is wrong or was deleted, or the app was uninstalled. Make a new API account under ${ACCOUNTS}, or install the app again.`,
      { reason: 'token_refused' },
    );
  if (status === 403) {
    const [, name = 'Information & Settings', reason = 'information_scope'] =
      SCOPES.find(([path]) => path.test(pathname)) ?? [];
    const writes = ask.method === 'POST' || ask.method === 'PUT';
    return fault(
      'permission_missing',
      `The access token lacks the scope "${name}" (${writes ? 'modify' : 'read-only'}), or belongs to another store than this store hash. The scopes of an API account cannot be changed: make a new one under ${ACCOUNTS}.`,
      { reason: writes ? 'write_scope' : reason },
    );
  }
  if (status === 404)
    return fault(
      'channel_failed',
      'BigCommerce has no such store or no such resource; check the store hash.',
      { reason: 'store_not_found', retryable: false },
    );
  if (status === 429)
    return fault('channel_rate_limited', 'The store’s quota of requests is used up.', {
      retryAfter: waitOf(reply),
    });
  if (status === 503)
    return fault(
      'channel_failed',
      'The store is down for maintenance, being upgraded, or suspended.',
      { reason: 'store_unavailable' },
    );
  const what = status < 500 ? 'refused the request' : 'had an error of its own';
  return fault('channel_failed', `BigCommerce ${what} (${status}).`, {
    retryable: !isFinal(status),
  });
}

const SCOPES: readonly (readonly [path: RegExp, name: string, reason: string])[] = [
  [/\/v[23]\/orders\b/, 'Orders', 'orders_scope'],
  [/\/v3\/catalog\b/, 'Products', 'products_scope'],
  [/\/v3\/customers\b/, 'Customers', 'customers_scope'],
  [/\/v3\/inventory\b/, 'Store Inventory', 'inventory_scope'],
];

/**
 * V2 writes `[{ status, message, details? }]`, V3 `{ status, title, errors? }` or, for several
 * records, `{ batch_errors }` of such, the gateway either or nothing, and the token service
 * `{ error, error_description? }`.
 */
export function wordsIn({ body }: Pick<Reply, 'body'>): string | undefined {
  const error = membersOf(Array.isArray(body) ? body[0] : body);
  const main = [error.title, error.message, error.error_description, error.error].find(filled);
  const each = Array.isArray(error.batch_errors) ? error.batch_errors : [];
  const batch = each.map((one: unknown) => wordsIn({ body: [one] }));
  return sentenceOf([main, ...textsOf(error.errors), ...textsOf(error.details), ...batch], ' ');
}

/** `{ field: sentence }`, sometimes nested. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && !Array.isArray(value) ? [`${name}: ${inner}`] : textsOf(inner),
  );
}

/** The longer of the two in the vendor's own headers; none means that the platform is overloaded. */
function waitOf({ headers }: Reply): number | undefined {
  const reset = numberIn(headers, 'x-rate-limit-time-reset-ms');
  const seconds = numberIn(headers, 'x-retry-after');
  // The standard header goes before them, and is read by the core.
  if ('retry-after' in headers || (reset ?? seconds) === undefined) return undefined;
  return Math.max(reset ?? 0, (seconds ?? 0) * 1000);
}

const numberIn = (headers: Reply['headers'], name: string): number | undefined =>
  /^\s*\d+\s*$/.test(headers[name] ?? '') ? Number(headers[name]) : undefined;

/** Asks that may be under way when the quota ends; the store's other apps want some of it too. */
const RESERVE = 5;

/** Each answer names the quota of the store's plan, what is left of it, and when it is full again. */
export function pace({ headers }: Reply): readonly Pace[] {
  const quota = numberIn(headers, 'x-rate-limit-requests-quota');
  const left = numberIn(headers, 'x-rate-limit-requests-left');
  const window = numberIn(headers, 'x-rate-limit-time-window-ms');
  const reset = numberIn(headers, 'x-rate-limit-time-reset-ms');
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
