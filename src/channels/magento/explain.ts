// What a shop's error answers mean, and what its owner can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault, type FaultCode, type FaultDetail } from '../../model/faults.ts';

/** Where Adobe gives out tokens for its cloud service. */
export const IMS = 'ims-na1.adobelogin.com';

const INTEGRATIONS = 'System > Extensions > Integrations';

/** The boxes to tick in the integration, by the resource that the shop names. */
const RESOURCES: readonly (readonly [resource: RegExp, box: string])[] = [
  [/Magento_Catalog::products/, 'Catalog > Inventory > Products'],
  [/Magento_Catalog::catalog_inventory/, 'Catalog > Inventory'],
  [/attributes_attributes/, 'Stores > Attributes > Product'],
  [/Magento_Backend::store/, 'Stores > Settings > All Stores'],
  [/Magento_InventoryApi::source/, 'Stores > Inventory > Sources'],
  [/cataloginventory/, 'Stores > Settings > Configuration > Inventory Section'],
];

/**
 * What a refused OAuth signature says, in the words of Magento's own code
 * (Magento\Integration\Model\Oauth) and in the problem codes of older versions.
 */
const OAUTH: readonly (readonly [said: RegExp, code: FaultCode, reason: string, words: string])[] =
  [
    [
      /nonce is already|nonce_used/i,
      'channel_failed',
      'nonce_used',
      'says that this very request was sent before; a proxy may repeat requests. Try again.',
    ],
    [
      /timestamp|validating the nonce/i,
      'credential_refused',
      'shop_clock',
      'refuses the time of the signature: its clock is more than ten minutes slow. Set the server’s clock.',
    ],
    [
      /signature method|signature_method/i,
      'channel_failed',
      'signature_method',
      'does not take HMAC-SHA256 signatures. Magento 2.4 or later is needed.',
    ],
    [
      /consumer.*(does not exist|key)|consumer_key/i,
      'credential_refused',
      'consumer_key',
      `does not know this consumer key. Copy it again from ${INTEGRATIONS}.`,
    ],
    [
      /revoked/i,
      'credential_refused',
      'revoked',
      `has revoked the access token. Reauthorise the integration under ${INTEGRATIONS} and give its new values.`,
    ],
    [
      /signature/i,
      'credential_refused',
      'signature',
      `refused the signature: the consumer secret or the access token secret is wrong, or a proxy changes the address of requests. Copy both secrets again from ${INTEGRATIONS}.`,
    ],
    [
      /token/i,
      'credential_refused',
      'access_token',
      `does not know this access token, or it belongs to another integration. Copy it again from ${INTEGRATIONS}.`,
    ],
  ];

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  const host = new URL(ask.url).host;
  const native = sentenceOf(reply);
  const say: Say = (code, sentence, reason, more) =>
    new Fault(code, sentence, { status, native, reason, retryAfter: retryAfterOf(reply), ...more });

  if (status >= 300 && status < 400) return explainRedirect(reply, ask);
  if (status < 300)
    return isPage(reply)
      ? say(
          'channel_invalid_response',
          `${host} answered with a web page instead of data. It is not Magento itself, or something stands before its API.`,
          'not_magento',
          LASTING,
        )
      : undefined;
  if (host === IMS) return explainIms(reply, say);
  if (status === 401 || (status === 400 && /oauth|consumer|token length|nonce/i.test(native ?? '')))
    return explainRefusal(host, reply, ask, say);
  if (status === 400 && /request cannot be processed/i.test(native ?? ''))
    return explainView(host, ask, say);
  if (status === 403 && /consumer_key_invalid/.test(native ?? ''))
    return say('credential_refused', `${host} does not know this consumer key.`, 'consumer_key');
  if (status === 403 || status === 406 || 'cf-mitigated' in reply.headers)
    return say(
      'permission_missing',
      `A firewall of ${host} refuses the request. Let this service through to the REST API.`,
      'firewall',
    );
  if (status === 404 && native === undefined)
    return say(
      'channel_failed',
      `There is no Magento API at this address of ${host}. Check the address of the shop.`,
      'not_magento',
      LASTING,
    );
  if (status === 404 && /does not match any route/i.test(native ?? ''))
    return say(
      'channel_failed',
      `${host} has no such part of the API: the store view’s code is wrong, or a module is switched off.`,
      'no_route',
      LASTING,
    );
  if (status === 429)
    return say('channel_rate_limited', `${host} says that it gets too many requests.`);
  if (status === 503)
    return say(
      'channel_failed',
      `${host} is in maintenance mode or overloaded (503).`,
      'maintenance',
    );
  if (status === 400 && /pageSize is/i.test(native ?? ''))
    return say('channel_failed', `${host} allows smaller pages only.`, 'page_size');
  return say(
    'channel_failed',
    status < 500
      ? `${host} refused the request (${status}).`
      : `${host} had an error of its own (${status}).`,
  );
}

type Say = (code: FaultCode, sentence: string, reason?: string, more?: FaultDetail) => Fault;

/** The shop has to be changed, or its address: asking again changes nothing. */
const LASTING: FaultDetail = { retryable: false };

/**
 * An unknown bearer token and a right that is missing look the same; a signature that was refused
 * says so, so that behind a good one only the right can be missing.
 */
function explainRefusal(host: string, reply: Reply, ask: Ask, say: Say): Fault {
  const words = sentenceOf(reply)?.replace(/^oauth_problem=/, '') ?? '';
  const denied = rightMissing(reply);
  if (ask.operation?.startsWith('oauth') && denied === undefined)
    for (const [said, code, reason, sentence] of OAUTH)
      if (said.test(words)) return say(code, `${host} ${sentence}`, reason);
  const box = boxOf(denied ?? '');
  if (ask.operation !== 'token')
    return denied !== undefined
      ? say(
          'permission_missing',
          `The integration may not read this on ${host}. Tick ${box} in its API permissions under ${INTEGRATIONS}.`,
          'resource_missing',
        )
      : say('credential_refused', `${host} refused the credential.`, 'refused');
  return say(
    'credential_refused',
    `${host} refused the access token: it is wrong or was revoked, or its integration lacks ${box}, or the shop (Magento 2.4.4 and later) takes no token by itself; then give all four values of the integration.`,
    'token_refused',
  );
}

/**
 * The resource that an integration lacks; undefined for every other refusal. By the parameter, since
 * shops translate their sentences, or by the sentence where a shop sends no parameters.
 */
export function rightMissing(reply: Reply): string | undefined {
  const { parameters } = (reply.body ?? {}) as NativeError;
  if (reply.status === 401 && typeof parameters === 'object' && parameters !== null)
    for (const [name, value] of Object.entries(parameters))
      if (name === 'resources') return String(value);
  return /isn['’]t authorized to access (.*?)\.?$/i.exec(sentenceOf(reply) ?? '')?.[1];
}

/** Magento looks for the store view before anything else, and does not say that it is missing. */
function explainView(host: string, ask: Ask, say: Say): Fault {
  const code = /\/rest\/(\w+)\/V1\//.exec(ask.url)?.[1];
  return code === undefined
    ? say(
        'channel_failed',
        `${host} does not take requests to its REST API at this address. Check the address of the shop.`,
        'no_route',
        LASTING,
      )
    : say(
        'credential_refused',
        `${host} has no store view with the code "${code}". Copy the code from Stores > All Stores, or leave it out to read the default view.`,
        'no_store_view',
        { field: 'storeCode' },
      );
}

function boxOf(resource: string): string {
  const box = RESOURCES.find(([known]) => known.test(resource))?.[1];
  return box === undefined ? (resource.slice(0, 100) || 'a resource') : `“${box}”`; // biome-ignore format: one choice
}

function explainIms({ status }: Reply, say: Say): Fault {
  if (status === 429) return say('channel_rate_limited', 'Adobe says: too many token requests.');
  if (status >= 500) return say('channel_failed', `Adobe’s token service failed (${status}).`);
  return say(
    'credential_refused',
    'Adobe refused the client ID or client secret. Copy both again from the project in the Adobe Developer Console.',
    'ims_refused',
  );
}

/** A redirect would lose the signature on its way, so it is reported instead of followed. */
function explainRedirect({ status, headers }: Reply, ask: Ask): Fault | undefined {
  const { location } = headers;
  if (!location || !URL.canParse(location, ask.url)) return undefined;
  const target = new URL(location, ask.url);
  const detail = { status, field: 'baseUrl', reason: 'redirected', retryable: false };
  const [from, to] = [baseOf(new URL(ask.url)), baseOf(target)];
  if (to === undefined)
    return new Fault(
      'channel_invalid_response',
      `The shop sends requests to its API on to a page of ${target.host}, such as a login or a notice. Let its REST API be reached without that.`,
      { ...detail, reason: 'redirected_to_page' },
    );
  if (to === from && trimmed(target.pathname) === trimmed(new URL(ask.url).pathname))
    return new Fault(
      'channel_invalid_response',
      'The shop sends requests on to the very address that they were sent to. Its web server, or a proxy before it, is set up wrongly.',
      { ...detail, reason: 'redirect_loop' },
    );
  const better = to === from ? `${target.origin}${target.pathname.replace(/V1\/.*/, 'V1')}` : to;
  return new Fault(
    'channel_invalid_response',
    `The shop answers at another address: use ${better} as its address.`,
    detail,
  );
}

const trimmed = (path: string): string => path.replace(/\/+$/, '');

/** What stands before the API in an address; undefined where it does not lead to the API. */
const baseOf = ({ origin, pathname }: URL): string | undefined => {
  const base = /^(.*?)(?:(?:\/index\.php)?\/rest(?:\/|$)|\/V1\/)/.exec(pathname)?.[1];
  return base === undefined ? undefined : `${origin}${base}`;
};

const isPage = ({ body, text }: Reply): boolean =>
  body === undefined && text.trimStart().startsWith('<');

function retryAfterOf({ headers }: Reply): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}

interface NativeError {
  readonly message?: unknown;
  readonly parameters?: unknown;
  readonly errors?: unknown;
  readonly messages?: { readonly error?: unknown };
  readonly error?: unknown;
  readonly error_description?: unknown;
  readonly oauth_problem?: unknown;
}

/**
 * The shop's own words with their parameters put in; undefined for a page. `trace`, which shops in
 * developer mode send along, names files of the merchant's server and is left alone.
 */
export function sentenceOf({ status, body, text }: Reply): string | undefined {
  if (status < 400) return undefined;
  if (typeof body !== 'object' || body === null)
    return text.startsWith('oauth_problem=') ? text.slice(0, 300) : undefined;
  const error = body as NativeError;
  const listed = Array.isArray(error.messages?.error) ? error.messages.error : [];
  const more = Array.isArray(error.errors) ? error.errors : [];
  const parts = [error, ...more, ...listed].map(filledIn).filter((part) => part !== '');
  const other = [error.oauth_problem, error.error_description, error.error].find(
    (value) => typeof value === 'string',
  );
  const whole = parts.length > 0 ? parts.join(' ') : ((other as string | undefined) ?? '');
  return tidy(whole) || undefined;
}

/** `%1` counts into a list, `%name` names a member. */
function filledIn(error: unknown): string {
  const { message, parameters } = (error ?? {}) as NativeError;
  if (typeof message !== 'string') return '';
  if (typeof parameters !== 'object' || parameters === null) return message;
  const given = Array.isArray(parameters)
    ? parameters.map((value: unknown, index) => [String(index + 1), value] as const)
    : Object.entries(parameters);
  const values = new Map<string, unknown>(given);
  return message.replace(/%(\w+)/g, (mark, name: string) => {
    const value = values.get(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : mark;
  });
}

const tidy = (text: string): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/ in '?\/[^\s']*'?( on line \d+)?/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
