// What Mirakl's error answers mean, and what the seller can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault, type FaultCode } from '../../model/faults.ts';
import { filled, joined } from '../kit/text.ts';
import { AUTH_HOST, CONNECT_HOST } from './connect.ts';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { host } = new URL(ask.url);
  if (host === CONNECT_HOST || host === AUTH_HOST) return explainConnect(reply, host);
  return explainMarketplace(reply, host);
}

/** Connect says what went wrong by `code`; its messages are for people. */
const CONNECT_CODES: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TOO_MANY_REQUEST: 429,
  TOO_MANY_REQUESTS: 429,
};

function explainConnect(reply: Reply, host: string): Fault | undefined {
  if (reply.status < 400) return undefined;
  const { code } = objectOf(reply.body);
  const meant = CONNECT_CODES[filled(code) ?? ''] ?? reply.status;
  const fault = faultOf(reply);
  if (meant === 401)
    return fault(
      'credential_refused',
      'Mirakl Connect does not accept the token: it lives for an hour, then another must be sent. With a client ID and client secret this service gets one by itself.',
      'token_refused',
    );
  if (meant === 403)
    return fault(
      'permission_missing',
      'Mirakl Connect says that this client may not read this company’s data. Ask for the right to read orders and products.',
      'company_forbidden',
    );
  if (meant === 429) return fault('channel_rate_limited', tooOften(host), 'too_often');
  return fault('channel_failed', `${host} answered with status ${reply.status}.`);
}

function explainMarketplace(reply: Reply, host: string): Fault | undefined {
  const { status } = reply;
  const fault = faultOf(reply);
  if (status < 300)
    return isPage(reply)
      ? fault(
          'channel_invalid_response',
          `${host} answered with a web page instead of data; check the address of the marketplace.`,
          'wrong_address',
        )
      : undefined;
  if (status < 400)
    return fault(
      'channel_invalid_response',
      `${host} sends callers elsewhere (${status}) instead of answering; check the address of the marketplace.`,
      'wrong_address',
    );
  if (status === 401)
    return fault(
      'credential_refused',
      `${host} does not know this API key. Each marketplace has its own; generate one in its back office, under your user name.`,
      'key_refused',
    );
  if (status === 403)
    return fault(
      'permission_missing',
      `${host} says that the key’s user may not read this, or not for this shop. Check the user’s role, and the shop ID.`,
      'shop_forbidden',
    );
  if (status === 404 && !isJson(reply))
    return fault(
      'channel_failed',
      `There is no Mirakl marketplace at ${host}; check the address. Some operators have left Mirakl.`,
      'wrong_address',
    );
  if (status === 429) return fault('channel_rate_limited', tooOften(host), 'too_often');
  return fault('channel_failed', `${host} answered with status ${status}.`);
}

const tooOften = (host: string) =>
  `${host} says that it is called too often; Mirakl wants lists of orders and products to be read at most once a minute.`;

function faultOf(reply: Reply) {
  const { status } = reply;
  return (code: FaultCode, message: string, reason?: string) =>
    new Fault(code, message, {
      status,
      reason,
      native: sentenceOf(reply),
      retryAfter: retryAfterOf(reply),
      ...(code !== 'channel_rate_limited' && isFinal(reply) && { retryable: false }),
    });
}

/** What asking again cannot change: a redirect, a web page for an answer, an API that is not there. */
const isFinal = ({ status }: Reply): boolean =>
  status < 500 && ![408, 423, 425, 429].includes(status);

/** Mirakl's own words: of Connect, of a marketplace (two forms), or of the token service. */
export function sentenceOf({ body }: Reply): string | undefined {
  const answer = objectOf(body);
  const errors = Array.isArray(answer.errors) ? answer.errors.map(objectOf) : [];
  const words = joined(
    [
      answer.message ?? answer.error_description ?? answer.error,
      ...errors.map(({ field, message }) => joined([field, message], ': ')),
    ],
    '; ',
  );
  if (words === null) return undefined;
  return words.length > 300 ? `${words.slice(0, 297)}...` : words;
}

/** Mirakl writes seconds. */
function retryAfterOf({ headers }: Reply): number | undefined {
  const seconds = headers['retry-after']?.trim() ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const isJson = ({ body }: Reply): boolean => typeof body === 'object' && body !== null;

const isPage = ({ text }: Reply): boolean => text.trimStart().startsWith('<');
