// What Lightspeed's error answers mean, and what the merchant can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import type { Fault } from '../../model/faults.ts';
import { Refusal } from '../../model/writes.ts';
import { membersOf } from '../kit/loose.ts';
import { faultsOf, isFinal, sentenceOf } from '../kit/refusals.ts';
import { waitOf } from './limits.ts';

const KEYS = 'Settings > Developers';

/** A status of 200 with an error in it is an error too: the vendor's own client reads it so. */
export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const error = errorIn(reply);
  if (reply.status < 400 && !error) return undefined;
  const status = reply.status >= 400 ? reply.status : (error?.code ?? 500);
  const native = error?.sentence;
  const fault = faultsOf({ status }, native);
  const { host, pathname } = new URL(ask.url);
  const [, language = '', resource = ''] = pathname.replace('.json', '').split('/');

  if (status === 401)
    return fault(
      'credential_refused',
      `${host} refused the API key: key or secret is wrong, the key is switched off under ${KEYS}, or the shop is on the other cluster (eu1 is Europe, us1 is North America).`,
      { reason: 'access_denied' },
    );
  if (status === 403) {
    const group = GROUPS[resource] ?? 'settings';
    const [verb, right] = ask.method === 'PUT' ? ['write', 'writing'] : ['read', 'reading'];
    return fault(
      'permission_missing',
      `The API key may not ${verb} ${group}. Switch on ${right} for ${group} at this key, under ${KEYS}.`,
      { reason: `${group}_not_allowed` },
    );
  }
  if (status === 404 && /inactive language/i.test(native ?? ''))
    return fault(
      'credential_refused',
      `The shop has no active language "${language}". Give the two letters of a language that is active there.`,
      { reason: 'unknown_language', field: 'language' },
    );
  if (status === 429)
    return fault('channel_rate_limited', 'Lightspeed says that its rate limit was met.', {
      retryAfter: waitOf(reply),
    });
  if (!error) return undefined;
  return fault('channel_failed', `${host} answered with ${status}.`, {
    retryable: !isFinal(status),
  });
}

/** Groups of permissions as the back office shows them, by what was asked for. */
const GROUPS: Readonly<Record<string, string>> = {
  orders: 'orders',
  shipments: 'orders',
  catalog: 'products',
  variants: 'products',
};

/** Why something that was to be written was refused, in Lightspeed's words; undefined where it was not. */
export function refusalIn(reply: Reply): Refusal | undefined {
  if (reply.status < 400) return undefined;
  const code = reply.status === 404 ? 'record_not_found' : 'refused_by_channel';
  return new Refusal(code, `Lightspeed: ${errorIn(reply)?.sentence ?? 'refused without a word'}`);
}

/** Errors are `{ "error": { code, method, request, message } }`; 422 adds `errors`. */
function errorIn({ body }: Reply) {
  const { error } = membersOf(body);
  if (error === undefined || error === null || error === false) return undefined;
  const { code, message, errors } =
    typeof error === 'object' ? membersOf(error) : { code: 0, message: String(error), errors: [] };
  const isStatus = typeof code === 'number' && code >= 400 && code < 600;
  return {
    code: isStatus ? code : undefined,
    sentence: sentenceOf([message, ...wordsOf(errors)], ' '),
  };
}

/** Messages by field, however deep they lie. */
function wordsOf(errors: unknown): readonly string[] {
  if (typeof errors === 'string') return [errors];
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.values(errors).flatMap(wordsOf).slice(0, 5);
}
