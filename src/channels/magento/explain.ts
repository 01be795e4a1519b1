// What a shop's error answers mean, and what its owner can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import type { Fault, FaultCode } from '../../model/faults.ts';
import { withoutEnd } from '../../model/text.ts';
import { faultsOf, isPage } from '../kit/refusals.ts';
import { closedBy, isWalled } from '../kit/search.ts';
import { rightMissing, sentenceOf } from './sentence.ts';

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
  [/stock_source_item_assign/, 'Stores > Inventory > Stocks > Source Item Assigning'],
  [/cataloginventory/, 'Stores > Settings > Configuration > Inventory Section'],
  [/Magento_Catalog::catalog\b/, 'Catalog'],
  [/Magento_Sales::actions_view/, 'Sales > Operations > Orders > Actions > View'],
  [/Magento_Sales::shipment/, 'Sales > Operations > Shipments'],
  [/Magento_Sales::ship\b/, 'Sales > Operations > Orders > Actions > Ship'],
];

/**
 * What a refused OAuth signature says, in the words of Magento's own code
 * (Magento\Integration\Model\Oauth) and in the problem codes of older versions.
 */
const OAUTH: readonly (readonly [said: RegExp, reason: string, words: string, code?: FaultCode])[] =
  [
    [
      /nonce is already|nonce_used/i,
      'nonce_used',
      'says that this very request was sent before; a proxy may repeat requests. Try again.',
      'channel_failed',
    ],
    [
      /timestamp|validating the nonce/i,
      'shop_clock',
      'refuses the time of the signature: its clock is more than ten minutes slow. Set the server’s clock.',
      // A clock, perhaps our own, says nothing of the key.
      'channel_failed',
    ],
    [
      /signature method|signature_method/i,
      'signature_method',
      'does not take HMAC-SHA256 signatures. Magento 2.4 or later is needed.',
      'channel_failed',
    ],
    [
      /consumer.{0,200}(does not exist|key)|consumer_key/i,
      'consumer_key',
      `does not know this consumer key. Copy it again from ${INTEGRATIONS}.`,
    ],
    [
      /revoked/i,
      'revoked',
      `has revoked the access token. Reauthorise the integration under ${INTEGRATIONS} and give its new values.`,
    ],
    [
      /signature/i,
      'signature',
      `refused the signature: the consumer secret or the access token secret is wrong, or a proxy changes the address of requests. Copy both secrets again from ${INTEGRATIONS}.`,
    ],
    [
      /token/i,
      'access_token',
      `does not know this access token, or it belongs to another integration. Copy it again from ${INTEGRATIONS}.`,
    ],
  ];

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  if (status < 300 && !isPage(reply)) return undefined;
  const host = new URL(ask.url).host;
  const native = sentenceOf(reply) ?? '';
  const say = faultsOf(reply, native || undefined);

  if (status >= 300 && status < 400) return explainRedirect(reply, ask);
  if (status < 300)
    return say(
      'channel_invalid_response',
      `${host} answered with a web page instead of data. It is not Magento itself, or something stands before its API.`,
      { reason: 'not_magento', retryable: false },
    );
  if (isWalled(reply) && native === '') return closedBy({ url: new URL(ask.url), reply });
  if (host === IMS) return explainIms(status, say);
  if (status === 401 || (status === 400 && /oauth|consumer|token length|nonce/i.test(native)))
    return explainRefusal(host, reply, ask, say);
  if (status === 400 && /request cannot be processed/i.test(native))
    return explainView(host, ask, say);
  if (status === 403 && /consumer_key_invalid/.test(native))
    return say('credential_refused', `${host} does not know this consumer key.`, {
      reason: 'consumer_key',
    });
  if (status === 403 || status === 406 || 'cf-mitigated' in reply.headers)
    return say(
      'permission_missing',
      `A firewall of ${host} refuses the request. Let this service through to the REST API.`,
      { reason: 'firewall' },
    );
  if (status === 404 && native === '')
    return say(
      'channel_failed',
      `There is no Magento API at this address of ${host}. Check the address of the shop.`,
      { reason: 'not_magento', retryable: false },
    );
  if (status === 404 && /does not match any route/i.test(native))
    return say(
      'channel_failed',
      `${host} has no such part of the API: the store view’s code is wrong, or a module is switched off.`,
      { reason: 'no_route', retryable: false },
    );
  if (status === 429)
    return say('channel_rate_limited', `${host} says that it gets too many requests.`);
  if (status === 503)
    return say('channel_failed', `${host} is in maintenance mode or overloaded (503).`, {
      reason: 'maintenance',
    });
  if (status === 400 && /pageSize is/i.test(native))
    return say('channel_failed', `${host} allows smaller pages only.`, { reason: 'page_size' });
  const did = status < 500 ? 'refused the request' : 'had an error of its own';
  return say('channel_failed', `${host} ${did} (${status}).`);
}

type Say = ReturnType<typeof faultsOf>;

/**
 * An unknown bearer token and a right that is missing look the same; a signature that was refused
 * says so, so that behind a good one only the right can be missing.
 */
function explainRefusal(host: string, reply: Reply, ask: Ask, say: Say): Fault {
  const words = sentenceOf(reply)?.replace(/^oauth_problem=/, '') ?? '';
  const denied = rightMissing(reply);
  if (ask.operation?.startsWith('oauth') && denied === undefined)
    for (const [said, reason, sentence, code = 'credential_refused'] of OAUTH)
      if (said.test(words)) return say(code, `${host} ${sentence}`, { reason });
  const box = boxOf(denied ?? '');
  // What only writing needs is asked for after the token was taken for reading.
  const writes = ask.method === 'POST' || ask.method === 'PUT' || /^Magento_Sales::/.test(denied ?? ''); // biome-ignore format: one thought
  if (ask.operation === 'token' && !(writes && denied !== undefined))
    return say(
      'credential_refused',
      `${host} refused the access token: it is wrong or was revoked, or its integration lacks ${box}, or the shop (Magento 2.4.4 and later) takes no token by itself; then give all four values of the integration.`,
      { reason: 'token_refused' },
    );
  if (denied === undefined)
    return say('credential_refused', `${host} refused the credential.`, { reason: 'refused' });
  return say(
    'permission_missing',
    `The integration may not ${writes ? 'do' : 'read'} this on ${host}. Tick ${box} in its API permissions under ${INTEGRATIONS}.`,
    { reason: 'resource_missing' },
  );
}

/** Magento looks for the store view before anything else, and does not say that it is missing. */
function explainView(host: string, ask: Ask, say: Say): Fault {
  const code = /\/rest\/(\w+)\/V1\//.exec(ask.url)?.[1];
  return code === undefined
    ? say(
        'channel_failed',
        `${host} does not take requests to its REST API at this address. Check the address of the shop.`,
        { reason: 'no_route', retryable: false },
      )
    : say(
        'credential_refused',
        `${host} has no store view with the code "${code}". Copy the code from Stores > All Stores, or leave it out to read the default view.`,
        { reason: 'no_store_view', field: 'storeCode' },
      );
}

function boxOf(resource: string): string {
  const box = RESOURCES.find(([known]) => known.test(resource))?.[1];
  return box === undefined ? (resource.slice(0, 100) || 'a resource') : `“${box}”`; // biome-ignore format: one choice
}

function explainIms(status: number, say: Say): Fault {
  if (status === 429) return say('channel_rate_limited', 'Adobe says: too many token requests.');
  if (status !== 400 && status !== 401)
    return say('channel_failed', `Adobe’s token service failed (${status}).`);
  return say(
    'credential_refused',
    'Adobe refused the client ID or client secret. Copy both again from the project in the Adobe Developer Console.',
    { reason: 'ims_refused' },
  );
}

/** A redirect would lose the signature on its way, so it is reported instead of followed. */
function explainRedirect(reply: Reply, ask: Ask): Fault | undefined {
  const { location } = reply.headers;
  const target = location ? URL.parse(location, ask.url) : null;
  if (!target) return undefined;
  const say = (message: string, reason: string) =>
    faultsOf(reply, undefined)('channel_invalid_response', message, {
      field: 'baseUrl',
      reason,
      retryable: false,
    });
  const [from, to] = [baseOf(new URL(ask.url)), baseOf(target)];
  if (to === undefined)
    return say(
      `The shop sends requests to its API on to a page of ${target.host}, such as a login or a notice. Let its REST API be reached without that.`,
      'redirected_to_page',
    );
  if (to === from && trimmed(target.pathname) === trimmed(new URL(ask.url).pathname))
    return say(
      'The shop sends requests on to the very address that they were sent to. Its web server, or a proxy before it, is set up wrongly.',
      'redirect_loop',
    );
  const better = to === from ? `${target.origin}${target.pathname.replace(/V1\/.*/, 'V1')}` : to;
  return say(`The shop answers at another address: use ${better} as its address.`, 'redirected');
}

const trimmed = (path: string): string => withoutEnd(path, '/');

/** What stands before the API in an address; undefined where it does not lead to the API. */
const baseOf = ({ origin, pathname }: URL): string | undefined => {
  const base = /^(.*?)(?:(?:\/index\.php)?\/rest(?:\/|$)|\/V1\/)/.exec(pathname)?.[1];
  return base === undefined ? undefined : `${origin}${base}`;
};
