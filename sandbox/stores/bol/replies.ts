// Answers of the Retailer API: versioned media types, problems, and planted faults.
import { randomUUID } from 'node:crypto';
import type { ReplyFault, StoreReply, StoreRequest } from '../../store.ts';

export type Version = 'v10' | 'v11';
type Headers = Readonly<Record<string, string>>;

export const mediaType = (version: Version): string => `application/vnd.retailer.${version}+json`;

export function answer(version: Version, body: string, headers: Headers = {}): StoreReply {
  return {
    status: 200,
    headers: {
      'content-type': `${mediaType(version)};charset=UTF-8`,
      'x-request-id': randomUUID(),
      ...headers,
    },
    body,
  };
}

/** An answer without a body still names its media type. */
export const noContent = (version: Version): StoreReply => ({
  ...answer(version, ''),
  status: 204,
  body: null,
});

/** Bodies must name the version that they are written for. */
export const isBodyOf = (version: Version, { headers }: StoreRequest): boolean =>
  (headers['content-type'] ?? '').startsWith(mediaType(version));

export interface Violation {
  readonly name: string;
  readonly reason: string;
}

const titles: Readonly<Record<number, string>> = {
  400: 'Error validating request. Consult the bol.com API documentation for more information.',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  415: 'Unsupported Media Type',
};

/** A problem of the service itself. */
export function problem(
  request: StoreRequest,
  status: number,
  detail: string,
  violations: readonly Violation[] = [],
  headers: Headers = {},
): StoreReply {
  const version = /\.v11\+/.test(request.headers.accept ?? '') ? 'v11' : 'v10';
  return {
    status,
    headers: { 'content-type': mediaType(version), 'x-request-id': randomUUID(), ...headers },
    body: JSON.stringify({
      type: 'https://api.bol.com/problems',
      title: titles[status] ?? 'Error',
      status,
      detail,
      host: 'Instance-112',
      instance: `https://api.bol.com${request.path}`,
      violations,
    }),
  };
}

/** The gateway before the service is shorter. */
export function refusal(
  status: number,
  title: string,
  detail: string,
  headers: Headers = {},
): StoreReply {
  return {
    status,
    headers: { 'content-type': mediaType('v10'), ...headers },
    body: JSON.stringify({ title, status, detail }),
  };
}

export function expired(endedAt: number, now: number): StoreReply {
  const written = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
  return refusal(
    401,
    'Expired JWT',
    `JWT expired at ${written(endedAt)}. Current time: ${written(now)}, a difference of ${now - endedAt} milliseconds.  Allowed clock skew: 1000 milliseconds.`,
  );
}

export const unauthorized = (): StoreReply =>
  refusal(401, 'Unauthorized', 'Full authentication is required to access this resource.');

export const inactive = (): StoreReply =>
  refusal(
    403,
    'Forbidden',
    'Account is not active, access denied. Please contact partnerservice if this is unexpected.',
  );

export const forbidden = (): StoreReply =>
  refusal(403, 'Forbidden', 'You are not authorized to access this resource.');

export const tooMany = (seconds: number, headers: Headers = {}): StoreReply =>
  refusal(429, 'Too Many Requests', `Too many requests, retry in ${seconds} seconds.`, {
    'retry-after': String(seconds),
    ...headers,
  });

export function html(status: number, title: string, headers: Headers = {}): StoreReply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8', ...headers },
    body: `<!doctype html><html lang="nl"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  };
}

/** The token service speaks OAuth. */
export function oauthError(status: number, error: string, description: string): StoreReply {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ error, error_description: description }),
  };
}

export function faultReply(kind: ReplyFault, request: StoreRequest, now: number): StoreReply {
  const login = request.host === 'login.bol.com';
  switch (kind) {
    case '401':
      return login ? oauthError(401, 'invalid_client', 'Bad client credentials') : unauthorized();
    case 'expired':
      return login
        ? oauthError(400, 'invalid_grant', 'Token expired')
        : expired(now - 317_000, now);
    case '403':
      return inactive();
    case '404':
      return problem(request, 404, 'Some record is not found.');
    case '429':
    case '429-no-retry-after':
      return tooMany(4);
    case '500':
      return html(500, 'Internal Server Error');
    case '503':
      return html(503, 'Service Unavailable');
  }
}
