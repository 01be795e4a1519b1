// Lightspeed's answers: JSON, its errors, and the pages of the servers before it.
import type { ReplyFault, StoreReply, StoreRequest } from '../../store.ts';

type Headers = Readonly<Record<string, string>>;

export function json(status: number, body: string, headers: Headers = {}): StoreReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** `errors` holds the messages by field. */
export function error(
  request: Pick<StoreRequest, 'method' | 'path'>,
  code: number,
  message: string,
  headers: Headers = {},
  errors?: Readonly<Record<string, readonly string[]>>,
): StoreReply {
  const { method, path } = request;
  const body = { code, method, request: path, message, ...(errors && { errors }) };
  return json(code, JSON.stringify({ error: body }), headers);
}

export const accessDenied = (request: StoreRequest): StoreReply =>
  error(request, 401, 'Access denied.');

export const notFound = (request: StoreRequest, headers: Headers = {}): StoreReply =>
  error(request, 404, 'Resource not found.', headers);

export const forbidden = (request: StoreRequest, headers: Headers = {}): StoreReply =>
  error(request, 403, 'No permission to access this resource.', headers);

export function html(status: number, title: string, headers: Headers = {}): StoreReply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`,
  };
}

/** Keys do not run out; one that was deleted is as unknown as one that never was. */
export function faultReply(kind: ReplyFault, request: StoreRequest): StoreReply {
  switch (kind) {
    case '401':
    case 'expired':
      return accessDenied(request);
    case '403':
      return forbidden(request);
    case '404':
      return notFound(request);
    case '429':
    case '429-no-retry-after':
      return error(request, 429, 'Too many requests.');
    case '500':
      return html(500, '500 Internal Server Error');
    case '503':
      return html(503, '503 Service Temporarily Unavailable');
  }
}
