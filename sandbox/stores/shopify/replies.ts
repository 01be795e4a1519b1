// Answers in the vendor's shapes: JSON bodies, refusals and planted faults.
import { randomUUID } from 'node:crypto';
import type { ReplyFault, StoreReply, StoreRequest } from '../../store.ts';

export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): StoreReply {
  return jsonText(status, JSON.stringify(body), headers);
}

export function jsonText(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): StoreReply {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': randomUUID(),
      ...headers,
    },
    body,
  };
}

export function html(status: number, title: string): StoreReply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'x-request-id': randomUUID() },
    body: `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  };
}

export const unauthorized = (): StoreReply =>
  json(
    401,
    { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
    { 'www-authenticate': 'Basic Realm="Shopify API Authentication"' },
  );

export const frozen = (): StoreReply => json(402, { errors: 'Unavailable Shop' });

const scopeMissing = (scope: string): StoreReply =>
  json(403, { errors: `[API] This action requires merchant approval for ${scope} scope.` });

export const mustExpire = (): StoreReply =>
  json(403, {
    errors:
      'Non-expiring access tokens are no longer accepted for the Admin API. Start using expiring offline tokens.',
  });

export const notFound = (): StoreReply => json(404, { errors: 'Not Found' });

export const locked = (): StoreReply => json(423, { errors: 'Locked' });

const tooMany = (headers: Readonly<Record<string, string>>): StoreReply =>
  json(
    429,
    {
      errors:
        'Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.',
    },
    { ...headers, 'x-shopify-shop-api-call-limit': '40/40' },
  );

const faults: Readonly<Record<ReplyFault, () => StoreReply>> = {
  '401': unauthorized,
  expired: unauthorized,
  '403': () => scopeMissing('read_orders'),
  '404': notFound,
  '429': () => tooMany({ 'retry-after': '2.0' }),
  '429-no-retry-after': () => tooMany({}),
  '500': () => json(500, { errors: 'Internal Server Error' }),
  '503': () => json(503, { errors: 'Service Unavailable' }),
};

const grantRefused = (): StoreReply =>
  json(400, {
    error: 'invalid_grant',
    error_description: 'The refresh token is invalid or expired',
  });

/** Where tokens are given out, a refused credential is a refused grant, in the words of OAuth. */
export const faultReply = (kind: ReplyFault, { path }: StoreRequest): StoreReply =>
  path.endsWith('/admin/oauth/access_token') && (kind === '401' || kind === 'expired')
    ? grantRefused()
    : faults[kind]();
