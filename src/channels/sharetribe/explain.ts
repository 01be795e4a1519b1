// What Sharetribe's error answers mean, and what the marketplace's operator can do about them.
// https://www.sharetribe.com/api-reference/api-error-codes.html
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault, type FaultCode, type FaultDetail } from '../../model/faults.ts';

export const TOKEN_PATH = '/v1/auth/token';
const APPLICATIONS = 'Sharetribe Console > Build > Applications';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  if (status < 400) return undefined;
  const fault = (code: FaultCode, sentence: string, more: FaultDetail = {}) =>
    new Fault(code, sentence, {
      status,
      native: sentenceOf(reply),
      retryAfter: retryAfterOf(reply),
      ...more,
    });

  if (status === 429)
    return fault('channel_rate_limited', 'Sharetribe gets too many requests from this service.');
  if (status >= 500)
    return fault('channel_failed', `Sharetribe had an error of its own (${status}).`);
  if (status === 403)
    return fault(
      'permission_missing',
      `The application may not use the Integration API. Make one for it under ${APPLICATIONS}.`,
      { reason: 'wrong_api' },
    );
  if (new URL(ask.url).pathname === TOKEN_PATH && (status === 400 || status === 401))
    return fault(
      'credential_refused',
      `Sharetribe refused the client ID or client secret: one is wrong, the application was deleted, or it is one for the Marketplace API. Check it under ${APPLICATIONS}.`,
      { reason: 'keys_refused' },
    );
  if (status === 401)
    return fault(
      'credential_refused',
      'Sharetribe refused the access token: it is wrong or has ended.',
      { reason: 'token_refused' },
    );
  // The same request would be refused again, unless a gateway was only busy.
  const retryable = status === 408 || status === 425;
  return fault('channel_failed', `Sharetribe refused the request (${status}).`, { retryable });
}

/** Not documented, but a gateway before the API may send it. */
function retryAfterOf({ headers }: Reply): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}

interface NativeError {
  readonly code?: unknown;
  readonly title?: unknown;
  readonly details?: unknown;
}

/** Title, code and details of each error; the token service answers in plain text. */
export function sentenceOf({ body, text }: Reply): string | undefined {
  const errors = (body as { errors?: unknown } | null | undefined)?.errors;
  if (!Array.isArray(errors)) {
    const plain = text.trim();
    return plain === '' || /^[<{[]/.test(plain) ? undefined : plain.slice(0, 300);
  }
  const sentences = (errors as readonly (NativeError | null)[]).map((error) => {
    const { code, title, details } = error ?? {};
    const named = typeof code === 'string' ? ` (${code})` : '';
    const more = typeof details === 'string' && details !== '' ? `: ${details}` : '';
    return `${typeof title === 'string' ? title : 'Error'}${named}${more}`;
  });
  return sentences.join('; ').slice(0, 300) || undefined;
}
