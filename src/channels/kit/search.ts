// Looking for a shop on the web: pages are asked for as a browser would, redirects are followed one by one.
import { domainToUnicode } from 'node:url';
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { withoutEnd } from '../../model/text.ts';
import { PAGE_SIZE } from './page.ts';

/** What an address answered, and where it led. */
export interface Seen {
  readonly url: URL;
  readonly reply: Reply;
}

const MOST_HOPS = 5;
/** A search looks at whatever comes, errors too. */
const ANY_STATUS = Array.from({ length: 400 }, (_, index) => 200 + index);

/** A page, wherever its address leads. */
export const seePage = (url: URL, call: Call): Promise<Seen> =>
  follow(url, call, { headers: { accept: 'text/html,*/*;q=0.5' }, head: PAGE_SIZE });

/** Data, wherever its address leads; whatever else comes has no body. */
export const seeData = (url: URL, call: Call, how: Omit<Ask, 'url'> = {}): Promise<Seen> =>
  follow(url, call, how);

/** What may be right for the site, but not for this name of it. */
const OTHER_NAME = ['unknown_host', 'bad_certificate', 'unreachable'];

/** The page that was typed; with or without www, where the site has but one of these names. */
export async function seeSite(typed: URL, call: Call): Promise<Seen> {
  try {
    return await seePage(typed, call);
  } catch (error) {
    if (!(error instanceof Fault) || !OTHER_NAME.includes(error.reason ?? '')) throw error;
    const other = new URL(typed);
    other.hostname = typed.hostname.startsWith('www.')
      ? typed.hostname.slice('www.'.length)
      : `www.${typed.hostname}`;
    return await seePage(other, call).catch(() => {
      throw error;
    });
  }
}

/**
 * Each hop is an ask of its own, which the guard looks at. From https it never goes on by http: what
 * was meant to be private would travel in the open.
 */
async function follow(start: URL, call: Call, how: Omit<Ask, 'url'>): Promise<Seen> {
  let url = start;
  const met = new Set<string>();
  for (;;) {
    const { href } = withoutHash(url);
    if (met.has(href)) throw astray(start, 'redirect_loop', 'leads in circles.');
    met.add(href);
    const reply = await call(askOf(url, how));
    const to = targetOf(reply, url);
    if (!to) return { url, reply };
    if (met.size > MOST_HOPS) throw astray(start, 'redirect_loop', 'leads on and on.');
    if (url.protocol === 'https:' && to.protocol === 'http:')
      throw astray(start, 'back_to_http', `leads from https back to http, to ${to.host}.`);
    url = to;
  }
}

/** An ask has its query apart from its address. */
function askOf(url: URL, { query = [], ...how }: Omit<Ask, 'url'>): Ask {
  const own = [...url.searchParams];
  const named = new Set(own.map(([name]) => name));
  const bare = withoutHash(url);
  bare.search = '';
  // A redirect mostly carries the query along.
  const all = [...own, ...query.filter(([name]) => !named.has(name))];
  return { ...how, url: bare.href, query: all, expect: ANY_STATUS };
}

const withoutHash = (url: URL): URL => {
  const bare = new URL(url);
  bare.hash = '';
  return bare;
};

function targetOf({ status, headers }: Reply, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return undefined;
  const to = URL.parse(headers.location, from.href);
  return to && /^https?:$/.test(to.protocol) ? to : undefined;
}

const astray = ({ host }: URL, reason: string, what: string): Fault =>
  new Fault('channel_invalid_response', `${host} ${what}`, {
    field: 'baseUrl',
    reason,
    retryable: false,
  });

/** Asks every visitor for a user name and a password, as a shop that is not open yet does. */
export const isWalled = ({ status, headers }: Pick<Reply, 'status' | 'headers'>): boolean =>
  status === 401 && /^\s*(?:basic|digest)\b/i.test(headers['www-authenticate'] ?? '');

/** What keeps strangers out of a site, whatever it runs on; undefined where nothing does. */
export function closedBy({ url: { host }, reply }: Seen): Fault | undefined {
  const { status, headers } = reply;
  const say = (message: string, reason?: string, retryable = true) =>
    new Fault('channel_failed', message, { field: 'baseUrl', reason, status, retryable });
  if (isWalled(reply))
    return say(
      `${host} asks every visitor for a user name and a password, as a staging site does. Only a shop that is open to the public can be linked.`,
      'password_wall',
      false,
    );
  // A site that says when it will be back is closed on purpose; otherwise it may be anybody's trouble.
  if (status === 503 && headers['retry-after'] !== undefined)
    return say(`${host} is closed for maintenance.`, 'maintenance');
  if (status >= 500) return say(`${host} answered with an error (${status}).`);
  if (status === 403 || status === 406 || 'cf-mitigated' in headers)
    return say(`A firewall or security plugin of ${host} refuses us.`, 'firewall', false);
  return undefined;
}

/** The folders above an address, nearest first, the site itself last; at most so many. */
export function foldersOf({ origin, pathname }: URL, most = 4): readonly string[] {
  const parts = pathname.split('/').filter((part) => part !== '');
  const depths = parts.map((_, index) => index + 1).slice(0, most - 1);
  return [...depths.toReversed(), 0].map((depth) => [origin, ...parts.slice(0, depth)].join('/'));
}

/** Whether both are one site to the person who typed one of them: www or not, a subdomain or not. */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [one, other].map((host) => host.replace(/^www\./, '').replace(/:\d+$/, ''));
  if (a === undefined || b === undefined) return false;
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

/** A host as people read it: with letters of every language. */
export function shownHost(address: string): string {
  const { hostname, port } = new URL(address);
  return `${domainToUnicode(hostname) || hostname}${port && `:${port}`}`;
}

/** An address as people read it: no scheme where it is https. */
export function shownAddress(address: string): string {
  const { protocol, pathname } = new URL(address);
  return `${protocol === 'http:' ? 'http://' : ''}${shownHost(address)}${withoutEnd(pathname, '/')}`;
}
