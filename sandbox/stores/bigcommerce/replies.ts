// BigCommerce's answers: two generations of bodies and errors, and the quota in every header.
import type { Taken } from '../../rates.ts';
import type { ReplyFault, StoreReply } from '../../store.ts';

export type Generation = 'v2' | 'v3';

export const windowMs = 30_000;

/** What is said of the quota; a relaxed sandbox shows a generous one. */
export interface Quota {
  readonly limit: number;
  readonly taken: Taken;
}

export type Headers = Readonly<Record<string, string>>;

/** Names come in lower case, as from the live service. */
export function quotaHeaders({ limit, taken }: Quota, generation: Generation): Headers {
  return {
    'x-rate-limit-time-window-ms': String(windowMs),
    'x-rate-limit-time-reset-ms': String(Math.max(0, Math.ceil(taken.resetMs))),
    'x-rate-limit-requests-quota': String(limit),
    'x-rate-limit-requests-left': String(taken.left),
    ...(generation === 'v2'
      ? { 'x-bc-store-version': '7.6.0', 'x-bc-apilimit-remaining': '20000' }
      : {}),
  };
}

export const json = (status: number, body: string): StoreReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});

/** V2 has no body for an empty list. */
export const listV2 = (rows: readonly string[]): StoreReply =>
  rows.length === 0 ? { status: 204, headers: {}, body: null } : json(200, `[${rows.join(',')}]`);

export interface Paging {
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  /** The query without page and limit. */
  readonly query: string;
}

export function listV3(rows: readonly string[], { total, page, limit, query }: Paging): StoreReply {
  const pages = Math.ceil(total / limit);
  const link = (number: number): string =>
    `?${query === '' ? '' : `${query}&`}page=${number}&limit=${limit}`;
  const pagination = {
    total,
    count: rows.length,
    per_page: limit,
    current_page: page,
    total_pages: pages,
    links: {
      ...(page > 1 ? { previous: link(page - 1) } : {}),
      ...(page < pages ? { next: link(page + 1) } : {}),
      current: link(page),
    },
  };
  return json(200, `{"data":[${rows.join(',')}],"meta":${JSON.stringify({ pagination })}}`);
}

const type = 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes';

export function error(
  generation: Generation,
  status: number,
  message: string,
  errors?: Readonly<Record<string, string>>,
): StoreReply {
  const body =
    generation === 'v2'
      ? [{ status, message, ...(errors === undefined ? {} : { details: errors }) }]
      : { status, title: message, type, ...(errors === undefined ? {} : { errors }) };
  return json(status, JSON.stringify(body));
}

export const notFound = (generation: Generation): StoreReply =>
  error(
    generation,
    404,
    generation === 'v2'
      ? 'The requested resource was not found.'
      : 'The resource at that URL is not found.',
  );

/** The gateway is in front of both generations and answers in V3's shape. */
export const unauthorized = (): StoreReply => error('v3', 401, 'Unauthorized');

export const forbidden = (): StoreReply =>
  error('v3', 403, "You don't have a required scope to access the endpoint", {});

export const unavailable = (): StoreReply =>
  error('v3', 503, 'This store is currently unavailable.');

export function tooMany(resetMs: number): StoreReply {
  const reply = error('v3', 429, 'Too many requests');
  const seconds = String(Math.ceil(resetMs / 1000));
  return { ...reply, headers: { ...reply.headers, 'x-retry-after': seconds } };
}

export function faultReply(kind: ReplyFault, generation: Generation): StoreReply {
  switch (kind) {
    // Tokens do not run out; one that was deleted is as unknown as one that never was.
    case '401':
    case 'expired':
      return unauthorized();
    case '403':
      return forbidden();
    case '404':
      return notFound(generation);
    case '429': {
      const reply = tooMany(2000);
      const taken = { allowed: false, left: 0, resetMs: 2000 };
      const quota = quotaHeaders({ limit: 150, taken }, generation);
      return { ...reply, headers: { ...reply.headers, ...quota } };
    }
    // Without the headers it means that the platform itself is overloaded.
    case '429-no-retry-after':
      return error('v3', 429, 'Too many requests');
    case '500':
      return error(generation, 500, 'An internal server error occurred.');
    case '503':
      return unavailable();
  }
}
