// Sharetribe's answers: JSON with data, included and meta, lists of errors, and the token service's text.
import type { ReplyFault, StoreReply } from '../../store.ts';
import { uuid } from './ids.ts';

const headers = { 'content-type': 'application/json;charset=utf-8' };

export const json = (status: number, body: string): StoreReply => ({ status, headers, body });

const titles: Readonly<Record<string, string>> = {
  'auth-invalid-access-token': 'Unauthorized',
  'bad-request': 'Bad request',
  conflict: 'Conflict',
  'old-total-mismatch': 'Conflict',
  'validation-missing-key': 'Validation failed',
  'auth-missing-access-token': 'Unauthorized',
  forbidden: 'Forbidden',
  'not-found': 'Resource not found',
  'too-many-requests': 'Too many requests',
  'validation-disallowed-key': 'Validation failed',
  'validation-invalid-value': 'Validation failed',
  'unsupported-content-type': 'Unsupported content type',
};

export function refused(
  status: number,
  code: string,
  path?: string,
  type: 'query' | 'body' = 'query',
): StoreReply {
  const error = {
    id: uuid(`${code} ${path ?? ''}`),
    status,
    code,
    title: titles[code] ?? 'Internal error',
    ...(path !== undefined && { source: { path: [path], type } }),
  };
  return json(status, JSON.stringify({ errors: [error] }));
}

/** The token service answers refusals in plain text. */
export const plainRefusal = (): StoreReply => ({
  status: 401,
  headers: { 'content-type': 'text/plain' },
  body: 'Unauthorized',
});

export function faultReply(kind: ReplyFault, atTokens: boolean): StoreReply {
  switch (kind) {
    case '401':
    case 'expired':
      return atTokens ? plainRefusal() : refused(401, 'auth-invalid-access-token');
    case '403':
      return refused(403, 'forbidden');
    case '404':
      return refused(404, 'not-found');
    case '429':
    case '429-no-retry-after':
      return refused(429, 'too-many-requests');
    case '500':
      return refused(500, 'internal-error');
    case '503':
      return {
        status: 503,
        headers: { 'content-type': 'text/plain' },
        body: 'Service Unavailable',
      };
  }
}
