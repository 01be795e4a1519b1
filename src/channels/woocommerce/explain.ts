// What a shop's error answers mean, and what its owner can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault, type FaultCode } from '../../model/faults.ts';
import { explainMaintenance, explainPage, explainRedirect } from './explain-site.ts';
import { objectIn } from './values.ts';

const KEYS = 'WooCommerce > Settings > Advanced > REST API';

/** WordPress writes errors as `{ code, message, data }`. */
interface NativeError {
  readonly code: string;
  readonly message: string;
}

/** The reason of a fault whose cause is a status that the shop does not have (any more). */
export const STATUS_REFUSED = 'status_refused';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  const host = new URL(ask.url).host;
  const error = errorOf(reply);
  const say = (code: FaultCode, message: string, reason?: string, retryable?: false) =>
    new Fault(code, message, {
      status,
      native: error && inWords(error.message),
      reason,
      retryable,
    });

  if (status >= 300 && status < 400) return explainRedirect(reply, ask);
  const site = explainMaintenance(reply, ask) ?? explainPage(reply, ask);
  if (site) return site;
  if (status < 300) return undefined;
  if (error?.code.startsWith('woocommerce_rest_authentication'))
    return say(...authentication(error.message, host));
  if (status === 401)
    return say(
      'credential_refused',
      `${host} does not know this consumer key, or does not get to see it. Check it under ${KEYS}; if it is right, the web server drops the Authorization header (authMode "query" helps), or a security plugin closes the REST API.`,
      'key_unknown',
    );
  if (error?.code === 'woocommerce_rest_cannot_view')
    return say(
      'permission_missing',
      `The key is good, but its WordPress user may not read this on ${host}. Make the key for an administrator or a shop manager, under ${KEYS}.`,
      'role_too_low',
    );
  if (status === 403 || status === 406 || 'cf-mitigated' in reply.headers)
    return say(
      'permission_missing',
      `A firewall or security plugin of ${host} refuses the request. Let this service through to /wp-json/wc/.`,
      'firewall',
    );
  if (error?.code === 'rest_no_route')
    return say(
      'channel_failed',
      `WooCommerce is not active on ${host}, or too old: its REST API wc/v3 came with version 3.5.`,
      'woocommerce_inactive',
      false,
    );
  if (status === 404 && !error)
    return say(
      'channel_failed',
      `There is no WordPress REST API at this address of ${host}. Check the address, and that Settings > Permalinks is not set to Plain.`,
      'not_wordpress',
      false,
    );
  if (error?.code === 'rest_invalid_param') {
    const names = refusedParameters(reply);
    return say(
      'channel_failed',
      `${host} refused a parameter of the request${names.length > 0 ? `: ${names.join(', ')}` : ''}.`,
      names.includes('status') ? STATUS_REFUSED : undefined,
      false,
    );
  }
  if (error && status !== 429 && status !== 503)
    return say('channel_failed', `${host} answered with status ${status}.`);
  return undefined;
}

/** The message that names them is translated; this list is not. */
function refusedParameters({ body }: Reply): readonly string[] {
  const { data } = objectIn(body as { data?: { params?: object } });
  return Object.keys(objectIn(objectIn(data).params));
}

/** The messages are translated into the shop's language; what is not recognised is said in general. */
function authentication(message: string, host: string): [FaultCode, string, reason: string] {
  if (/read permission/i.test(message))
    return [
      'permission_missing',
      `This key may only write. Make a key with permission Read on ${host}, under ${KEYS}.`,
      'write_only',
    ];
  if (/consumer secret/i.test(message))
    return [
      'credential_refused',
      `${host} knows this consumer key, but the secret is wrong.`,
      'secret_wrong',
    ];
  if (/consumer key/i.test(message))
    return [
      'credential_refused',
      `${host} does not know this consumer key. Check it under ${KEYS}.`,
      'key_unknown',
    ];
  if (/timestamp/i.test(message))
    return [
      'credential_refused',
      `The clock of ${host} is more than 15 minutes off, so it refuses every signature.`,
      'clock_skew',
    ];
  if (/signature/i.test(message))
    return [
      'credential_refused',
      `${host} refused the signature: the consumer secret is wrong, or the address is not the one WordPress has under Settings > General.`,
      'signature_refused',
    ];
  return ['credential_refused', `${host} refused the key. Check it under ${KEYS}.`, 'key_unknown'];
}

export function errorOf({ body }: Reply): NativeError | undefined {
  const { code, message } = (body ?? {}) as Partial<Record<keyof NativeError, unknown>>;
  if (typeof code !== 'string') return undefined;
  return { code, message: typeof message === 'string' ? message : '' };
}

/** Messages may be pages of HTML. */
const inWords = (message: string): string =>
  message
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
