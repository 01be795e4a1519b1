// What Mirakl's error answers mean, and what the seller can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import type { Fault, FaultCode } from '../../model/faults.ts';
import { membersOf } from '../kit/loose.ts';
import { faultsOf, isFinal, isPage, sentenceOf } from '../kit/refusals.ts';
import { filled, joined } from '../kit/text.ts';
import { AUTH_HOST, CONNECT_HOST } from './connect.ts';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  if (reply.status < 300 && !isPage(reply)) return undefined;
  const { host } = new URL(ask.url);
  if (host === CONNECT_HOST || host === AUTH_HOST) return explainConnect(reply, host, rightOf(ask));
  return explainMarketplace(reply, host, rightOf(ask));
}

/** Connect says what went wrong by `code`; its messages are for people. */
const CONNECT_CODES: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TOO_MANY_REQUEST: 429,
  TOO_MANY_REQUESTS: 429,
};

/** What was to be done; a token is asked for to read. */
const rightOf = ({ method = 'GET', url }: Ask): string =>
  method === 'GET' || url.includes(AUTH_HOST) ? 'read' : 'change';

function explainConnect(reply: Reply, host: string, right: string): Fault | undefined {
  if (reply.status < 400) return undefined;
  const { code } = membersOf(reply.body);
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
      `Mirakl Connect says that this client may not ${right} this company’s data. Ask for the right to ${right} orders and products.`,
      'company_forbidden',
    );
  if (meant === 429) return fault('channel_rate_limited', tooOften(host), 'too_often');
  return fault('channel_failed', `${host} answered with status ${reply.status}.`);
}

function explainMarketplace(reply: Reply, host: string, right: string): Fault | undefined {
  const { status } = reply;
  const fault = faultOf(reply);
  if (status < 300)
    return fault(
      'channel_invalid_response',
      `${host} answered with a web page instead of data; check the address of the marketplace.`,
      'wrong_address',
    );
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
      `${host} says that the key’s user may not ${right} this, or not for this shop. Check the user’s role, and the shop ID.`,
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

/** What asking again cannot change: a redirect, a web page for an answer, an API that is not there. */
const faultOf = (reply: Reply) => {
  const fault = faultsOf(reply, said(reply));
  const isOver = isFinal(reply.status) && reply.status !== LOCKED;
  return (code: FaultCode, message: string, reason?: string): Fault =>
    fault(code, message, {
      reason,
      ...(code !== 'channel_rate_limited' && isOver && { retryable: false }),
    });
};

/** A resource that somebody else is changing. */
const LOCKED = 423;

/** Mirakl's own words: of Connect, of a marketplace (two forms), or of the token service. */
export function said({ body }: Reply): string | undefined {
  const { message, errors, error, error_description } = membersOf(body);
  return sentenceOf([
    message ?? error_description ?? error,
    ...(Array.isArray(errors) ? errors : [])
      .map(membersOf)
      .map((one) => joined([one.field, one.message], ': ')),
  ]);
}

const isJson = ({ body }: Reply): boolean => typeof body === 'object' && body !== null;
