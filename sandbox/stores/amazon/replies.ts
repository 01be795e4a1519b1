// Answers in Amazon's shapes: JSON bodies, error lists, and planted faults.
import { randomUUID } from 'node:crypto';
import type { ReplyFault, StoreReply } from '../../store.ts';

type Headers = Readonly<Record<string, string>>;

export function json(status: number, body: unknown, headers: Headers = {}): StoreReply {
  return jsonText(status, JSON.stringify(body), headers);
}

export function jsonText(status: number, body: string, headers: Headers = {}): StoreReply {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers },
    body,
  };
}

export const noContent = (): StoreReply => ({
  status: 204,
  headers: { 'x-amzn-requestid': randomUUID() },
  body: null,
});

export function failure(
  status: number,
  code: string,
  message: string,
  details = '',
  headers: Headers = {},
): StoreReply {
  return json(
    status,
    { errors: [{ code, message, details }] },
    { 'x-amzn-errortype': `${code}Exception`, ...headers },
  );
}

const denied = (details: string): StoreReply =>
  failure(403, 'Unauthorized', 'Access to requested resource is denied.', details);

export const expired = (): StoreReply => denied('The access token you provided has expired.');
export const notAccepted = (): StoreReply =>
  denied('The access token you provided is revoked, malformed or invalid.');
export const roleMissing = (): StoreReply => denied('');

export const noToken = (): StoreReply =>
  failure(403, 'MissingAuthenticationToken', 'Missing Authentication Token');

export const invalidInput = (details: string): StoreReply =>
  failure(400, 'InvalidInput', 'Invalid Input', details);

export const notFound = (details: string): StoreReply =>
  failure(404, 'NotFound', 'Resource not found.', details);

export const quotaExceeded = (): StoreReply =>
  failure(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');

/** Login with Amazon has an OAuth shape of its own. */
export function loginFailure(status: number, error: string, description: string): StoreReply {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ error, error_description: description }),
  };
}

export const grantRefused = (parameter: string): StoreReply =>
  loginFailure(
    400,
    'invalid_grant',
    `The request has an invalid grant parameter : ${parameter}. User may have revoked or didn't grant the permission.`,
  );

export function loginFault(kind: ReplyFault): StoreReply {
  switch (kind) {
    case '401':
    case 'expired':
      return grantRefused('refresh_token');
    case '403':
    case '404':
      return loginFailure(400, 'unauthorized_client', 'Not authorized for requested operation');
    case '429':
    case '429-no-retry-after':
      return loginFailure(429, 'temporarily_unavailable', 'Too many requests');
    case '500':
      return loginFailure(500, 'server_error', 'The server encountered a runtime error');
    case '503':
      return loginFailure(503, 'temporarily_unavailable', 'The server is temporarily overloaded');
  }
}

export function apiFault(kind: ReplyFault): StoreReply {
  switch (kind) {
    case '401':
      return notAccepted();
    case '403':
      return roleMissing();
    case '404':
      return notFound('');
    case '429':
    case '429-no-retry-after':
      return quotaExceeded();
    case '500':
      return failure(500, 'InternalFailure', 'We encountered an internal error. Please try again.');
    case '503':
      return failure(503, 'ServiceUnavailable', 'Service is temporarily unavailable.');
    case 'expired':
      return expired();
  }
}
