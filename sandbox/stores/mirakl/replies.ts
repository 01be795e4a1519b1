// Answers in Mirakl's shapes: Connect, the token service, and a marketplace.
import type { ReplyFault, StoreReply } from '../../store.ts';

type Headers = Readonly<Record<string, string>>;

function reply(status: number, body: string, headers: Headers = {}): StoreReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

export const connectReply = (body: string): StoreReply => reply(200, body);

/** Connect names the cause by a code. */
export function connectError(
  status: number,
  code: string,
  message: string,
  errors: readonly { readonly message: string; readonly field: string }[] = [],
  headers: Headers = {},
): StoreReply {
  const body = { code, message, ...(errors.length > 0 && { errors }) };
  return reply(status, JSON.stringify(body), headers);
}

export const invalidInput = (field: string, message: string): StoreReply =>
  connectError(400, 'INVALID_INPUT', 'An error occurred while processing your request', [
    { message, field: `query.${field}` },
  ]);

export const badInput = (field: string, message: string): StoreReply =>
  connectError(400, 'INVALID_INPUT', 'An error occurred while processing your request', [
    { message: `${field} ${message}`, field: `input.${field}` },
  ]);

/** Taken, to be done later. */
export const accepted = (body?: object): StoreReply =>
  body ? reply(202, JSON.stringify(body)) : { status: 202, headers: {}, body: null };

/** The token service speaks OAuth 2.0 (RFC 6749, section 5.2). */
export const oauthError = (status: number, error: string, description: string): StoreReply =>
  reply(status, JSON.stringify({ error, error_description: description }), {
    'cache-control': 'no-store',
  });

export const oauthReply = (body: object): StoreReply =>
  reply(200, JSON.stringify(body), { 'cache-control': 'no-store' });

const marketplaceType = { 'content-type': 'application/json;charset=UTF-8' };

export const marketplaceReply = (body: string, headers: Headers = {}): StoreReply =>
  reply(200, body, { ...marketplaceType, ...headers });

export const marketplaceError = (
  status: number,
  message: string,
  headers: Headers = {},
): StoreReply =>
  reply(status, JSON.stringify({ message, status }), { ...marketplaceType, ...headers });

export const noContent = (): StoreReply => ({ status: 204, headers: {}, body: null });

export const page = (status: number, title: string): StoreReply => ({
  status,
  headers: { 'content-type': 'text/html;charset=UTF-8' },
  body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

export const tooManyOnConnect = (seconds: number): StoreReply =>
  connectError(429, 'TOO_MANY_REQUEST', 'Too many requests', [], {
    'retry-after': String(seconds),
  });

export const tooManyOnMarketplace = (seconds: number): StoreReply =>
  marketplaceError(429, 'Too Many Requests', { 'retry-after': String(seconds) });

type Words = readonly [status: number, code: string, message: string];

const faults: Readonly<Record<ReplyFault, Words>> = {
  '401': [401, 'UNAUTHORIZED', 'Authentication is required'],
  expired: [401, 'UNAUTHORIZED', 'The access token expired'],
  '403': [403, 'FORBIDDEN', 'Access is denied'],
  '404': [404, 'DATA_NOT_FOUND', 'The requested resource was not found'],
  '429': [429, 'TOO_MANY_REQUEST', 'Too many requests'],
  '429-no-retry-after': [429, 'TOO_MANY_REQUEST', 'Too many requests'],
  '500': [500, 'UNEXPECTED', 'An unexpected error occurred'],
  '503': [503, 'UNAVAILABLE', 'The service is unavailable'],
};

/** A planted fault, in the words of the API that was called. */
export function faultReply(kind: ReplyFault, api: 'connect' | 'login' | 'marketplace'): StoreReply {
  const [status, code, message] = faults[kind];
  const headers = kind === '429' ? { 'retry-after': '2' } : {};
  if (api === 'marketplace')
    return marketplaceError(status, status === 401 ? 'Unauthorized' : message, headers);
  if (api === 'login' && status === 401)
    return oauthError(401, 'invalid_client', 'Client authentication failed');
  return connectError(status, code, message, [], headers);
}
