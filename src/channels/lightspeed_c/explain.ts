// What Lightspeed's error answers mean, and what the merchant can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault, type FaultCode, type FaultDetail } from '../../model/faults.ts';
import { waitOf } from './quota.ts';

const KEYS = 'Settings > Developers';

/** Errors are `{ "error": { code, method, request, message } }`; 422 adds `errors`. */
interface NativeError {
  readonly code: number | undefined;
  readonly message: string;
}

/** A status of 200 with an error in it is an error too: the vendor's own client reads it so. */
export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const error = errorOf(reply);
  if (reply.status < 400 && !error) return undefined;
  const status = reply.status >= 400 ? reply.status : (error?.code ?? 500);
  const native = error?.message || undefined;
  const tell = (code: FaultCode, message: string, more: FaultDetail = {}) =>
    new Fault(code, message, { status, native, ...more });
  const host = new URL(ask.url).host;

  if (status === 401)
    return tell(
      'credential_refused',
      `${host} refused the API key: key or secret is wrong, the key is switched off under ${KEYS}, or the shop is on the other cluster (eu1 is Europe, us1 is North America).`,
      { reason: 'access_denied' },
    );
  if (status === 403) {
    const group = groupOf(ask);
    return tell(
      'permission_missing',
      `The API key may not read ${group}. Switch on reading for ${group} at this key, under ${KEYS}.`,
      { reason: `${group}_not_allowed` },
    );
  }
  if (status === 404 && /inactive language/i.test(native ?? ''))
    return tell(
      'credential_refused',
      `The shop has no active language "${segmentsOf(ask)[0] ?? ''}". Give the two letters of a language that is active there.`,
      { reason: 'unknown_language', field: 'language' },
    );
  if (status === 429) return limited(reply, tell);
  // Retry-After of a 503 is read by the core.
  if (error && status !== 503)
    return tell('channel_failed', `${host} answered with ${status}.`, {
      ...(status < 500 && { retryable: false }),
    });
  return undefined;
}

/** Without a window that says when it opens, the core looks at Retry-After. */
function limited(
  reply: Reply,
  tell: (code: FaultCode, message: string, more?: FaultDetail) => Fault,
): Fault | undefined {
  const retryAfter = waitOf(reply);
  if (retryAfter === undefined && reply.status === 429) return undefined;
  return tell('channel_rate_limited', 'Lightspeed says that its rate limit was met.', {
    retryAfter,
  });
}

function errorOf({ body }: Reply): NativeError | undefined {
  const { error } = (body ?? {}) as { error?: unknown };
  if (error === undefined || error === null || error === false) return undefined;
  if (typeof error !== 'object') return { code: undefined, message: String(error) };
  const { code, message, errors } = error as Readonly<Record<string, unknown>>;
  const words = [typeof message === 'string' ? message : '', ...wordsOf(errors)];
  const known = typeof code === 'number' && code >= 400 && code < 600;
  return { code: known ? code : undefined, message: words.filter(Boolean).join(' ') };
}

/** Messages by field, however deep they lie. */
function wordsOf(errors: unknown): readonly string[] {
  if (typeof errors === 'string') return [errors];
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.values(errors).flatMap(wordsOf).slice(0, 5);
}

/** The groups of permissions, as the back office shows them. */
type Group = 'orders' | 'products' | 'settings';

const GROUPS: Readonly<Record<string, Group>> = {
  orders: 'orders',
  catalog: 'products',
  variants: 'products',
};

const groupOf = (ask: Ask): Group => {
  const resource = segmentsOf(ask)[1]?.replace('.json', '') ?? '';
  return GROUPS[resource] ?? 'settings';
};

const segmentsOf = (ask: Ask): readonly string[] => new URL(ask.url).pathname.slice(1).split('/');
