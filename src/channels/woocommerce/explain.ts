// What a shop's error answers mean, and what its owner can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import type { Fault, FaultCode } from '../../model/faults.ts';
import { membersOf } from '../kit/loose.ts';
import { wordsIn } from '../kit/page.ts';
import { faultsOf } from '../kit/refusals.ts';
import { closedBy, isWalled } from '../kit/search.ts';
import { explainMaintenance, explainPage, explainRedirect } from './explain-site.ts';

const KEYS = 'WooCommerce > Settings > Advanced > REST API';

/** The reason of a fault whose cause is a status that the shop does not have (any more). */
export const STATUS_REFUSED = 'status_refused';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  if (status >= 300 && status < 400) return explainRedirect(reply, ask);
  const site = explainMaintenance(reply, ask) ?? explainPage(reply, ask);
  if (site) return site;
  if (status < 300) return undefined;
  const { host } = new URL(ask.url);
  const error = errorOf(reply);
  const say = faultsOf(reply, error && inWords(error.message));

  if (error?.code.startsWith('woocommerce_rest_authentication')) {
    const { message } = error;
    if (/read permission/i.test(message))
      return say(
        'permission_missing',
        `This key may only write. Make a key with permission Read on ${host}, under ${KEYS}.`,
        { reason: 'write_only' },
      );
    const known = REFUSALS.find(([said]) => said.test(message));
    // In another language than English no words are recognised, but with the same key it was read.
    if (isWrite(ask) && (!known || /write permission/i.test(message)))
      return say(
        'permission_missing',
        `This key may only read. Make a key with permission Read/Write on ${host}, under ${KEYS}, and link the shop with it.`,
        { reason: 'read_only' },
      );
    const [, reason, words, code = 'credential_refused'] = known ?? REFUSED;
    return say(code, `${host} ${words}`, { reason });
  }
  // WordPress answers it with 401 where no one is logged in (`rest_authorization_required_code`).
  if (status === 403 && /^woocommerce_rest_cannot_(edit|create|batch)$/.test(error?.code ?? ''))
    return say(
      'permission_missing',
      `The key is good, but its WordPress user may not change this on ${host}. Make the key for an administrator or a shop manager, under ${KEYS}.`,
      { reason: 'role_too_low' },
    );
  if (!error && isWalled(reply)) return closedBy({ url: new URL(ask.url), reply });
  if (status === 401)
    return say(
      'credential_refused',
      `${host} does not know this consumer key, or does not get to see it. Check it under ${KEYS}; if it is right, the web server drops the Authorization header (authMode "query" helps), or a security plugin closes the REST API.`,
      { reason: 'key_unknown' },
    );
  if (error?.code === 'woocommerce_rest_cannot_view')
    return say(
      'permission_missing',
      `The key is good, but its WordPress user may not read this on ${host}. Make the key for an administrator or a shop manager, under ${KEYS}.`,
      { reason: 'role_too_low' },
    );
  if (status === 403 || status === 406 || 'cf-mitigated' in reply.headers)
    return say(
      'permission_missing',
      `A firewall or security plugin of ${host} refuses the request. Let this service through to /wp-json/wc/.`,
      { reason: 'firewall' },
    );
  if (error?.code === 'rest_no_route')
    return say(
      'channel_failed',
      `WooCommerce is not active on ${host}, or too old: its REST API wc/v3 came with version 3.5.`,
      { reason: 'woocommerce_inactive', retryable: false },
    );
  if (status === 404 && !error)
    return say(
      'channel_failed',
      `There is no WordPress REST API at this address of ${host}. Check the address, and that Settings > Permalinks is not set to Plain.`,
      { reason: 'not_wordpress', retryable: false },
    );
  if (error?.code === 'rest_invalid_param') {
    // The message that names the parameters is translated; this list is not.
    const names = Object.keys(membersOf(membersOf(membersOf(reply.body).data).params));
    const reason = names.includes('status') ? STATUS_REFUSED : undefined;
    const named = names.length > 0 ? `: ${names.join(', ')}` : '';
    return say('channel_failed', `${host} refused a parameter of the request${named}.`, {
      reason,
      retryable: false,
    });
  }
  if (error && status !== 429 && status !== 503)
    return say(
      'channel_failed',
      isWrite(ask) && status < 500
        ? `${host} refused it: ${inWords(error.message)}`
        : `${host} answered with status ${status}.`,
    );
  return undefined;
}

const isWrite = ({ method = 'GET' }: Ask): boolean => method !== 'GET' && method !== 'OPTIONS';

type Refusal = readonly [said: RegExp, reason: string, words: string, code?: FaultCode];

/** By words of the shop's message; in another language than English none is recognised. */
const REFUSALS: readonly Refusal[] = [
  [/consumer secret/i, 'secret_wrong', 'knows this consumer key, but the secret is wrong.'],
  [/consumer key/i, 'key_unknown', `does not know this consumer key. Check it under ${KEYS}.`],
  [
    /timestamp/i,
    'clock_skew',
    'refuses every signature: its clock is more than 15 minutes off.',
    // A clock, perhaps our own, says nothing of the key.
    'channel_failed',
  ],
  [
    /signature/i,
    'signature_refused',
    'refused the signature: the consumer secret is wrong, or the address is not the one WordPress has under Settings > General.',
  ],
];
const REFUSED: Refusal = [/./, 'key_unknown', `refused the key. Check it under ${KEYS}.`];

/** WordPress writes errors as `{ code, message, data }`. */
export function errorOf({ body }: Pick<Reply, 'body'>) {
  const { code, message } = membersOf(body);
  // The codes of PHP's own exceptions are numbers.
  if (typeof code !== 'string' && typeof code !== 'number') return undefined;
  return { code: String(code), message: typeof message === 'string' ? message : '' };
}

/** Messages may be pages of HTML. */
const inWords = (message: string): string => wordsIn(message).slice(0, 300);
