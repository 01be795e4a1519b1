// What a shop's error answers mean, and what its owner can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault, type FaultCode } from '../../model/faults.ts';

const KEYS = 'WooCommerce > Settings > Advanced > REST API';

/** WordPress writes errors as `{ code, message, data }`. */
interface NativeError {
  readonly code: string;
  readonly message: string;
}

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  const host = new URL(ask.url).host;
  const error = errorOf(reply);
  const tell = (code: FaultCode, message: string, reason?: string) =>
    new Fault(code, message, { status, native: error && inWords(error.message), reason });

  if (status >= 300 && status < 400) return explainRedirect(reply, ask);
  if (status < 300)
    return isPage(reply)
      ? tell(
          'channel_invalid_response',
          `${host} answered with a web page instead of data. A maintenance or "coming soon" mode, or a security plugin, stands before its REST API.`,
          'web_page',
        )
      : undefined;
  if (error?.code.startsWith('woocommerce_rest_authentication'))
    return tell(...authentication(error.message, host));
  if (status === 401)
    return tell(
      'credential_refused',
      `${host} does not know this consumer key, or does not get to see it. Check it under ${KEYS}; if it is right, the web server drops the Authorization header (authMode "query" helps), or a security plugin closes the REST API.`,
      'key_unknown',
    );
  if (error?.code === 'woocommerce_rest_cannot_view')
    return tell(
      'permission_missing',
      `The key is good, but its WordPress user may not read this on ${host}. Make the key for an administrator or a shop manager, under ${KEYS}.`,
      'role_too_low',
    );
  if (status === 403 || status === 406 || 'cf-mitigated' in reply.headers)
    return tell(
      'permission_missing',
      `A firewall or security plugin of ${host} refuses the request. Let this service through to /wp-json/wc/.`,
      'firewall',
    );
  if (error?.code === 'rest_no_route')
    return tell(
      'channel_failed',
      `WooCommerce is not active on ${host}, or too old: its REST API wc/v3 came with version 3.5.`,
      'woocommerce_inactive',
    );
  if (status === 404 && !error)
    return tell(
      'channel_failed',
      `There is no WordPress REST API at this address of ${host}. Check the address, and that Settings > Permalinks is not set to Plain.`,
      'not_wordpress',
    );
  if (error?.code === 'rest_invalid_param')
    return tell('channel_failed', `${host} refused a parameter of the request.`);
  if (error && status !== 429 && status !== 503)
    return tell('channel_failed', `${host} answered with status ${status}.`);
  return undefined;
}

/** A redirect would lose the credential on its way, so it is told instead of followed. */
function explainRedirect({ status, headers }: Reply, ask: Ask): Fault | undefined {
  const location = headers.location;
  if (!location || !URL.canParse(location, ask.url)) return undefined;
  const target = new URL(location, ask.url);
  const base = `${target.origin}${target.pathname}`.replace(/\/wp-json\b.*|\/+$/, '');
  return new Fault(
    'channel_invalid_response',
    `The shop answers at another address: use ${base} as its address.`,
    { status, field: 'baseUrl', reason: 'moved' },
  );
}

/** The messages are translated into the shop's language; what is not recognised is told in general. */
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

const isPage = ({ body, text }: Reply): boolean =>
  body === undefined && text.trimStart().startsWith('<');

/** Messages may be pages of HTML. */
const inWords = (message: string): string =>
  message
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
