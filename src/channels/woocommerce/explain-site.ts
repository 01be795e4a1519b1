// What stands between us and a shop's REST API: redirects, web pages, permalinks, maintenance.
import type { Ask, Reply } from '../../model/exchange.ts';
import type { Fault } from '../../model/faults.ts';
import { withoutEnd } from '../../model/text.ts';
import { membersOf } from '../kit/loose.ts';
import { findTag, linkTo, type Tag } from '../kit/page.ts';
import { faultsOf, isPage } from '../kit/refusals.ts';

/** A redirect would lose the credential on its way, so it is explained instead of followed. */
export function explainRedirect(reply: Reply, ask: Ask): Fault | undefined {
  const from = new URL(ask.url);
  const { location } = reply.headers;
  const to = location ? URL.parse(location, ask.url) : null;
  if (!to) return undefined;
  const { host } = from;
  const say = (message: string, reason: string) =>
    faultsOf(reply, undefined)('channel_invalid_response', message, {
      field: 'baseUrl',
      reason,
      retryable: false,
    });

  if (isLogin(to))
    return say(
      `${host} sends the request to its login page: a plugin closes the site or its REST API to strangers. Let calls to /wp-json/wc/ through without a login.`,
      'login_wall',
    );
  if (to.host === host && from.protocol === 'https:' && to.protocol === 'http:')
    return say(
      `${host} leads from https back to http. Correct the addresses in WordPress under Settings > General so that they begin with https://, and let the proxy before it say that the visitor came by https.`,
      'back_to_http',
    );
  const isHome = to.host !== host && /^\/?$/.test(to.pathname);
  if (baseOf(to) !== baseOf(from) && (to.pathname.includes('/wp-json') || isHome))
    return say(movedTo(to), 'moved');
  if (to.host === host && to.pathname === `${from.pathname}/`)
    return say(
      `${host} only adds a slash to the address of its REST API, as it does where ${PLAIN}`,
      'permalinks_plain',
    );
  if (to.host === host && to.pathname === from.pathname && asksTheSame(to, ask))
    return say(
      `${host} leads the request back to the address that was asked, without end. Look at its redirects, its cache, and how its proxy passes https on.`,
      'redirect_loop',
    );
  return say(
    `${host} leads the request away from its REST API, to ${to.origin}${to.pathname}. Look at the redirects of the web server and its plugins.`,
    'redirected',
  );
}

/** Behind nginx such a site answers the API with its home page, and what lies below with a slash. */
const PLAIN =
  'WordPress has its permalinks set to Plain. Under Settings > Permalinks choose anything else, link the shop again, or send "permalinks" as "plain".';

/** The address of the site that a path of its REST API belongs to. */
const baseOf = ({ origin, pathname }: URL): string =>
  withoutEnd(`${origin}${pathname}`.replace(/\/wp-json\b.*/, ''), '/');

const movedTo = (url: URL): string =>
  `The shop answers at another address: use ${baseOf(url)} as its address.`;

const asksTheSame = ({ searchParams }: URL, { query = [] }: Ask): boolean =>
  [...searchParams.keys()].every(
    (name) => /^(oauth|consumer)_/.test(name) || query.some(([asked]) => asked === name),
  );

const isLogin = ({ pathname, searchParams }: URL): boolean =>
  /\/(wp-login\.php|wp-admin|login|log-in|signin|my-account)\/?$/.test(pathname) ||
  searchParams.has('redirect_to');

/** A web page where data should be; undefined for anything else, and for pages that say no more. */
export function explainPage(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  if (!isWebPage(reply)) return undefined;
  const { host } = new URL(ask.url);
  const say = (message: string, reason: string, field?: 'baseUrl') =>
    faultsOf(reply, undefined)('channel_failed', message, { reason, field, retryable: false });
  if (status === 400 && /plain http|speaking plain/i.test(reply.text))
    return say(
      `${host} expects https at this port, and was asked by http. Write the address with https:// in front.`,
      'https_port',
      'baseUrl',
    );
  if (status >= 300 && status !== 404) return undefined;
  const root = restRootOf(reply, new URL(ask.url));
  if (root && (root.searchParams.has('rest_route') || /\/index\.php/.test(root.pathname)))
    return say(`The REST API of ${host} is not reached: ${PLAIN}`, 'permalinks_plain');
  if (root && root.href !== new URL(`${baseOf(new URL(ask.url))}/wp-json/`).href)
    return /\/wp-json\/?$/.test(root.pathname)
      ? say(movedTo(root), 'moved', 'baseUrl')
      : say(
          `${host} has its REST API under another name, ${root.origin}${root.pathname}; only /wp-json/ is supported.`,
          'not_wordpress',
          'baseUrl',
        );
  if (status === 404) return undefined;
  // Plugins close a shop with a page of their own, as an answer like any other.
  if (saysClosed(reply.text))
    return faultsOf(reply, undefined)(
      'channel_failed',
      `${host} is closed for maintenance: it answers with a page that says so.`,
      { reason: 'maintenance', retryable: true },
    );
  return faultsOf(reply, undefined)(
    'channel_invalid_response',
    `${host} answered with a web page instead of data. A maintenance or "coming soon" mode, or a security plugin, stands before its REST API.`,
    { reason: 'web_page', retryable: false },
  );
}

/** WordPress's own answer while it updates itself, a page or JSON; it says when to come again. */
export function explainMaintenance(reply: Reply, ask: Ask): Fault | undefined {
  const { status, headers, body } = reply;
  const isWordPress = isWebPage(reply) || membersOf(body).code === 'wp_die';
  if (status !== 503 || !isWordPress || 'cf-mitigated' in headers) return undefined;
  // Any other page may be that of a server with too much to do.
  if (!('retry-after' in headers) && !saysClosed(reply.text)) return undefined;
  const { host } = new URL(ask.url);
  const seconds = Number(headers['retry-after']);
  const when = Number.isFinite(seconds) && seconds > 0 ? `in ${inMinutes(seconds)}` : 'later';
  return faultsOf(reply, undefined)(
    'channel_failed',
    `${host} is closed for maintenance${'retry-after' in headers ? `, and says to try again ${when}` : ''}.`,
    { reason: 'maintenance' },
  );
}

/** By its title, in the languages of our users. */
function saysClosed(page: string): boolean {
  const at = page.search(/<title\b/i);
  const [title = ''] = at < 0 ? [] : page.slice(at, at + 200).split('</');
  return /maintenance|coming soon|onderhoud|wartung/i.test(title);
}

const inMinutes = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;

const API = 'https://api.w.org/';

const linksToApi = ({ name, attributes }: Tag): boolean =>
  name === 'link' && attributes.get('rel') === API;

/** Every page of a WordPress site names the place of its REST API. */
export function restRootOf({ headers, text }: Reply, page: URL): URL | null {
  const named =
    linkTo(API, headers.link ?? '') ?? findTag(text, linksToApi)?.attributes.get('href');
  return named ? URL.parse(named.replaceAll('&amp;', '&'), page.href) : null;
}

/** Not the notices of PHP, behind which there is data. */
const isWebPage = (reply: Reply): boolean => reply.body === undefined && isPage(reply);
