// Finds a WooCommerce shop from whatever address of it was typed, by asking WordPress where its API is.
import type { Given } from '../../model/credential.ts';
import type { Call, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { withoutEnd } from '../../model/text.ts';
import type { Located } from '../channel.ts';
import { membersOf } from '../kit/loose.ts';
import { findTag, type Tag } from '../kit/page.ts';
import {
  closedBy,
  foldersOf,
  isSameSite,
  isWalled,
  type Seen,
  seeData,
  seeSite,
  shownAddress,
} from '../kit/search.ts';
import { filled } from '../kit/text.ts';
import { beginningIn } from './asks.ts';
import { addressIn, isItsError, isWordPress } from './auth.ts';
import { restRootOf } from './explain-site.ts';
import { textsIn } from './values.ts';

const NAMESPACE = 'wc/v3';

/**
 * Every page of a WordPress site names the place of its REST API, in a header and in its head; where
 * a firewall or a cache hides that, the usual place is tried in each folder of the address.
 * https://developer.wordpress.org/rest-api/discovery/
 */
export async function locate(given: Given, call: Call): Promise<Located> {
  const typed = new URL(addressIn(given));
  const page = await seeSite(typed, call);
  const root = restRootOf(page.reply, page.url);
  if (root) {
    if (isPlain(root)) return locatePlain(root, { given, typed }, call);
    mustBeUsual(root);
    // A site behind a proxy may take itself for one without https.
    if (page.url.protocol === 'https:') root.protocol = 'https:';
  }
  const folders = foldersOf(page.url).map((folder) => `${folder}/wp-json/`);
  let closed: Found | undefined;
  for (const place of new Set([...(root ? [root.href] : []), ...folders])) {
    const found = await lookAt(new URL(place), call);
    if (found?.kind === 'open') return locatedAt(found, { given, typed });
    if (found && closed?.kind !== 'closed') closed = found;
  }
  if (!closed || isWalled(page.reply)) throw noWordPress(page);
  // What refuses in a way of its own may do so in every folder: the address stays as typed.
  const at = closed.kind === 'closed' || root ? closed : { ...closed, baseUrl: typed.href };
  const isWordPressSite = closed.kind === 'closed' || root !== null;
  if (isWordPressSite && saysWooCommerce(page.reply)) return locatedAt(at, { given, typed });
  const doubt = isWordPressSite ? closedApi(page.url) : refusedBy(page.url);
  return locatedAt(at, { given, typed, doubt });
}

/** What is read of the site's index. */
const INDEX: Pairs = [['_fields', 'name,namespaces']];

interface Found {
  readonly baseUrl: string;
  /** Open to strangers, closed to them by WordPress, or refused by something before it. */
  readonly kind: 'open' | 'closed' | 'refused';
  readonly name?: string | null;
}

/** Undefined where nothing answers as WordPress does. */
async function lookAt(place: URL, call: Call): Promise<Found | undefined> {
  const { url, reply } = await seeData(place, call, { query: INDEX, begins: beginningIn });
  const baseUrl = baseOf(url) ?? baseOf(place) ?? place.origin;
  const { name, namespaces } = membersOf(reply.body);
  const spoken = textsIn(namespaces);
  if (reply.status < 300 && spoken.length > 0) {
    if (!spoken.includes(NAMESPACE)) throw inactive(baseUrl);
    return { baseUrl, kind: 'open', name: filled(name) };
  }
  if (baseOf(url) === undefined) return undefined;
  if (reply.status >= 400 && (isWordPress(reply) || isItsError(reply)))
    return { baseUrl, kind: 'closed' };
  return [401, 403, 406].includes(reply.status) ? { baseUrl, kind: 'refused' } : undefined;
}

/** What stands before the API in its address; undefined where that is no address of the API. */
const baseOf = ({ origin, pathname }: URL): string | undefined => {
  const folder = /^(.*)\/wp-json\/?$/.exec(pathname)?.[1];
  return folder === undefined ? undefined : `${origin}${folder}`;
};

interface Looked {
  readonly given: Given;
  readonly typed: URL;
  readonly doubt?: Fault;
}

const locatedAt = ({ baseUrl, name }: Found, { given, typed, doubt }: Looked): Located => ({
  given: { ...given, baseUrl: withoutEnd(baseUrl, '/') },
  address: shownAddress(baseUrl),
  ...(name && { name }),
  ...(!isSameSite(new URL(baseUrl).host, typed.host) && { elsewhere: true as const }),
  ...(doubt && { doubt }),
});

/** Its own plugin writes its name into the pages of the shop. */
const saysWooCommerce = ({ text }: Pick<Reply, 'text'>): boolean =>
  /\/plugins\/woocommerce\//i.test(text) || findTag(text, namesWooCommerce) !== undefined;

const namesWooCommerce = ({ name, attributes }: Tag): boolean =>
  (name === 'meta' && /^WooCommerce \d/i.test(attributes.get('content') ?? '')) ||
  (name === 'body' && /\bwoocommerce\b/i.test(attributes.get('class') ?? ''));

export const recognises = saysWooCommerce;

const isPlain = ({ pathname, searchParams }: URL): boolean =>
  searchParams.has('rest_route') || /\/index\.php/.test(pathname);

/** WordPress takes a route in the query whatever its permalinks are. */
async function locatePlain(root: URL, { given, typed }: Looked, call: Call): Promise<Located> {
  const baseUrl = `${root.origin}${withoutEnd(root.pathname.split('/index.php')[0] ?? '', '/')}`;
  const { reply } = await seeData(new URL(`${baseUrl}/`), call, {
    query: [['rest_route', '/'], ...INDEX],
    begins: beginningIn,
  });
  const { name, namespaces } = membersOf(reply.body);
  const spoken = textsIn(namespaces);
  if (reply.status >= 300 || spoken.length === 0)
    throw wrong(
      `${root.host} has its permalinks set to Plain, and does not show its REST API. Under Settings > Permalinks choose anything else.`,
      'permalinks_plain',
    );
  if (!spoken.includes(NAMESPACE)) throw inactive(baseUrl);
  const found: Found = { baseUrl, kind: 'open', name: filled(name) };
  return locatedAt(found, { given: { ...given, permalinks: 'plain' }, typed });
}

function mustBeUsual(root: URL): void {
  if (baseOf(root) === undefined)
    throw wrong(
      `${root.host} has its REST API under another name, ${root.origin}${root.pathname}; only /wp-json/ is supported.`,
      'rest_elsewhere',
    );
}

const inactive = (baseUrl: string): Fault =>
  wrong(
    `WooCommerce is not active at ${baseUrl}, or too old: its REST API ${NAMESPACE} came with version 3.5.`,
    'woocommerce_inactive',
  );

function noWordPress({ url, reply }: Seen): Fault {
  const { host } = url;
  if (saysWooCommerce(reply)) return closedApi(url);
  if (/\/wp-login\.php$/.test(url.pathname))
    return wrong(`${host} sends every visitor to its login page.`, 'login_wall');
  return (
    closedBy({ url, reply }) ??
    wrong(`No WordPress answers at ${host}; check the address of the shop.`, 'not_wordpress')
  );
}

const refusedBy = ({ host }: URL): Fault =>
  wrong(`A firewall or security plugin of ${host} refuses us.`, 'firewall');

const closedApi = ({ host }: URL): Fault =>
  wrong(
    `${host} runs WordPress, but its REST API is closed to strangers, by a plugin or a firewall. Let calls to /wp-json/ through.`,
    'rest_closed',
  );

const wrong = (message: string, reason: string): Fault =>
  new Fault('channel_failed', message, { field: 'baseUrl', reason, retryable: false });
