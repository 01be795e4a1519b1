// What Sharetribe's error answers mean, and what the marketplace's operator can do about them.
// https://www.sharetribe.com/api-reference/api-error-codes.html
import type { Ask, Reply } from '../../model/exchange.ts';
import type { Fault } from '../../model/faults.ts';
import { membersOf, parts } from '../kit/loose.ts';
import { faultsOf, isFinal, isPage, sentenceOf } from '../kit/refusals.ts';
import { joined } from '../kit/text.ts';

export const TOKEN_PATH = '/v1/auth/token';
const APPLICATIONS = 'Sharetribe Console > Build > Applications';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  if (status < 400) return undefined;
  const fault = faultsOf(reply, said(reply));
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
  return fault('channel_failed', `Sharetribe refused the request (${status}).`, {
    retryable: !isFinal(status),
  });
}

/** Title, code and details of each error; the token service answers in plain text. */
export function said(reply: Reply): string | undefined {
  const { errors } = membersOf(reply.body);
  if (!Array.isArray(errors))
    return reply.body === undefined && !isPage(reply) ? sentenceOf([reply.text]) : undefined;
  return sentenceOf(
    parts<Readonly<Record<string, unknown>>>(errors).map(({ code, title, details }) =>
      joined([joined([title ?? 'Error', code && `(${code})`]), details], ': '),
    ),
  );
}
