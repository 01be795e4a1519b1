// What bol's answers say besides data: problems in its own words, and what is left of its limits.
import type { Ask, Pace, Reply } from '../../model/exchange.ts';
import type { Fault } from '../../model/faults.ts';
import { appRefusal } from '../kit/app.ts';
import { listed, membersOf } from '../kit/loose.ts';
import { faultsOf, isFinal, oauthErrorIn, sentenceOf } from '../kit/refusals.ts';
import { filled } from '../kit/text.ts';
import { LOGIN, limits } from './asks.ts';

const SETTINGS = 'in your bol seller account under Instellingen, Diensten, API-instellingen';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  if (reply.status < 400) return undefined;
  return new URL(ask.url).host === LOGIN ? byLogin(reply, ask) : byApi(reply);
}

/** The token service answers in the words of OAuth. */
function byLogin(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  const { error, description } = oauthErrorIn(reply.body);
  // 401 is about who asks, in whatever words; only a grant that ended is said in words of its own.
  const meant = status === 401 && error !== 'invalid_grant' ? 'invalid_client' : error;
  const ofApp = appRefusal(reply, ask, 'bol', meant);
  if (ofApp) return ofApp;
  const fault = faultsOf(reply, description ?? error);
  if (meant === 'invalid_client' || meant === 'unauthorized_client')
    return fault(
      'credential_refused',
      `bol does not know this client ID and secret, or they were deleted. Look them up, or make new ones, ${SETTINGS}.`,
      { reason: 'unknown_keys' },
    );
  if (error === 'invalid_grant')
    return fault(
      'credential_refused',
      'The access to the bol account ran out or was withdrawn: authorise it again.',
      { reason: 'consent_ended' },
    );
  const isForCore = error === undefined && status === 403;
  return isFinal(status) && !isForCore
    ? fault('channel_failed', 'bol refused to hand out a token.', { retryable: false })
    : undefined;
}

/** Everything else is a Problem, from the service itself or from the gateway before it. */
function byApi(reply: Reply): Fault | undefined {
  const { status } = reply;
  const { title, detail } = membersOf(reply.body);
  const native = sentenceOf([
    filled(detail) ?? title,
    ...violationsOf(reply.body).map(({ name, reason }) => `${name}: ${reason}`),
  ]);
  const fault = faultsOf(reply, native);
  if (status === 401)
    return fault(
      'credential_refused',
      'bol refused the access token: it ran out or is not one of bol’s.',
      { reason: 'token_refused' },
    );
  if (status === 403 && /not active/i.test(native ?? ''))
    return fault(
      'permission_missing',
      'The bol seller account is closed or on hold: its owner must ask bol’s partner service why.',
      { reason: 'account_inactive' },
    );
  if (status === 403)
    return fault(
      'permission_missing',
      `These keys may not use bol’s Retailer API: keys for advertising, for example, cannot. Make keys for the Retailer API ${SETTINGS}.`,
      { reason: 'no_access' },
    );
  return isFinal(status)
    ? fault('channel_failed', `bol refused the request (${status}).`, { retryable: false })
    : undefined;
}

interface Violation {
  readonly name: unknown;
  readonly reason: unknown;
}

/** What a Problem says about single parameters. */
export const violationsOf = (body: unknown): readonly Violation[] =>
  listed<Violation>(membersOf(body).violations);

/** Above this a reset is no number of seconds but a time. */
const EPOCH = 1_000_000_000;

/**
 * Every answer has the limit, what is left of its window, and when the window ends. Asks that are
 * still under way are not counted in it, so those that may be are left unspent.
 */
export function pace({ headers, status }: Reply, ask: Ask): readonly Pace[] {
  const limit = limits.find(({ name }) => name === ask.operation);
  const most = countOf(headers['x-ratelimit-limit']);
  const left = countOf(headers['x-ratelimit-remaining']);
  if (!limit || status >= 500 || left === undefined) return [];
  const reset = countOf(headers['x-ratelimit-reset']);
  const seconds =
    reset !== undefined && reset >= EPOCH ? reset - sentAt(headers) : (reset ?? limit.seconds);
  const spent = left < limit.concurrency && Number.isFinite(seconds);
  return [
    {
      limit: limit.name,
      left,
      ...(most && { rate: most / limit.seconds, burst: most }),
      ...(spent && { pause: Math.max(0, Math.min(seconds, limit.seconds)) * 1000 }),
    },
  ];
}

const countOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;

const sentAt = (headers: Reply['headers']): number => Date.parse(headers.date ?? '') / 1000;
