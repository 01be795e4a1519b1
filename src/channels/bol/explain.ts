// What bol's answers say besides data: problems in its own words, and what is left of its limits.
import type { Ask, Pace, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { LOGIN, limits } from './asks.ts';

const SETTINGS = 'in your bol seller account under Instellingen, Diensten, API-instellingen';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  if (reply.status < 400) return undefined;
  return new URL(ask.url).host === LOGIN ? byLogin(reply) : byApi(reply);
}

/** The token service answers in the words of OAuth. */
function byLogin({ status, body }: Reply): Fault | undefined {
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  if (typeof error !== 'string') return isFinal(status) ? refusal(status) : undefined;
  const native = typeof description === 'string' ? description : error;
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return new Fault(
      'credential_refused',
      `bol does not know this client ID and secret, or they were deleted. Look them up, or make new ones, ${SETTINGS}.`,
      { status, native, reason: 'unknown_keys' },
    );
  if (error === 'invalid_grant')
    return new Fault(
      'credential_refused',
      'The access to the bol account ran out or was withdrawn: authorise it again.',
      { status, native, reason: 'consent_ended' },
    );
  return isFinal(status) || status === 401 || status === 403 ? refusal(status, native) : undefined;

  function refusal(code: number, words?: string) {
    const detail = { status: code, native: words, retryable: false };
    return new Fault('channel_failed', 'bol refused to hand out a token.', detail);
  }
}

/** A refusal that the same request would meet again: not one of keys, of a limit, or of bad luck. */
const isFinal = (status: number): boolean =>
  status < 500 && ![401, 403, 408, 425, 429].includes(status);

/** Everything else is a Problem, from the service itself or from the gateway before it. */
function byApi(reply: Reply): Fault | undefined {
  const { status } = reply;
  const native = sentenceOf(reply.body);
  switch (status) {
    case 401:
      return new Fault(
        'credential_refused',
        'bol refused the access token: it ran out or is not one of bol’s.',
        { status, native, reason: 'token_refused' },
      );
    case 403:
      return /not active/i.test(native ?? '')
        ? new Fault(
            'permission_missing',
            'The bol seller account is closed or on hold: its owner must ask bol’s partner service why.',
            { status, native, reason: 'account_inactive' },
          )
        : new Fault(
            'permission_missing',
            `These keys may not use bol’s Retailer API: keys for advertising, for example, cannot. Make keys for the Retailer API ${SETTINGS}.`,
            { status, native, reason: 'no_access' },
          );
    default:
      // A limit is left to the core, which reads Retry-After in all its forms.
      return isFinal(status)
        ? new Fault('channel_failed', `bol refused the request (${status}).`, {
            status,
            native,
            retryable: false,
          })
        : undefined;
  }
}

interface Problem {
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly violations?: unknown;
}

/** The detail of a problem, with what it says about each parameter. */
function sentenceOf(body: unknown): string | undefined {
  const { title, detail } = (body ?? {}) as Problem;
  const said = [detail, title].find((text) => typeof text === 'string' && text !== '');
  const reasons = violationsOf(body).map(({ name, reason }) => `${name}: ${reason}`);
  const sentence = [said, ...reasons].filter((text) => text !== undefined).join('; ');
  return sentence === '' ? undefined : sentence.slice(0, 500);
}

export function violationsOf(body: unknown): readonly { name: string; reason: string }[] {
  const { violations } = (body ?? {}) as Problem;
  if (!Array.isArray(violations)) return [];
  return violations.map((violation: { name?: unknown; reason?: unknown } | null) => ({
    name: String(violation?.name ?? ''),
    reason: String(violation?.reason ?? ''),
  }));
}

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
  const spent = left < limit.atOnce && Number.isFinite(seconds);
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
