// How the link pages travel: strict headers, cookies, forms, and who may send them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bestLanguage, isLanguage, type Language } from '../link/words/index.ts';
import { LINK_PATHS, visitPaths } from './paths.ts';
import { readQuery } from './query.ts';

const VISIT = 'manifold_visit';
const LANGUAGE = 'manifold_language';
const YEAR_S = 365 * 24 * 60 * 60;

/** Nothing is loaded from elsewhere, framed, or sent to another site's form. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
];
const NEVER_FRAMED = [...POLICY, "frame-ancestors 'none'"].join('; ');

export function secure(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', NEVER_FRAMED)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('x-frame-options', 'DENY')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=()');
}

/** A client's pages may be shown inside its own pages, on the origins that it registered. */
export function letFrame(reply: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const policy = [...POLICY, "connect-src 'self'", `frame-ancestors ${origins.join(' ')}`];
  reply.header('content-security-policy', policy.join('; ')).removeHeader('x-frame-options');
}

/** Whether the page is shown inside another; forms and links in there say so too. */
export const isFramed = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-dest'] === 'iframe';

export const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

export const goTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.code(303).header('location', path).send();

/** All cookies of a request, by name; of two with one name the first, which has the longer path. */
function cookiesOf(request: FastifyRequest): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (equals > 0 && !all.has(name)) all.set(name, pair.slice(equals + 1).trim());
  }
  return all;
}

/** The cookie of the visit whose page it is. */
export const visitCookieOf = (request: FastifyRequest): string | undefined =>
  cookiesOf(request).get(VISIT);

/** Says that this browser has a visit, and nothing more: the cookie of the visit is not sent here. */
const seenName = (visit: string) => `${VISIT}_${visit.slice(0, 8)}`;
export const hasVisit = (request: FastifyRequest, visit: string): boolean =>
  cookiesOf(request).has(seenName(visit));

const BESIDE = 'manifold_beside';

/** What a tab beside the application's own page is there for: one trip, or the whole visit. */
export type Beside = 'trip' | 'visit';

export function besideOf(request: FastifyRequest): Beside | undefined {
  const value = isFramed(request) ? undefined : cookiesOf(request).get(BESIDE);
  return value === 'trip' || value === 'visit' ? value : undefined;
}

const TRIP = 'manifold_trip_';

/** What the trips of this browser to a vendor that sends no state were sealed as. */
export const tripCookiesOf = (request: FastifyRequest): readonly string[] =>
  [...cookiesOf(request)].filter(([name]) => name.startsWith(TRIP)).map(([, value]) => value);

export interface Cookies {
  /** Keeps the visit in this browser for so long; absent: until the browser is closed. */
  setVisit(reply: FastifyReply, visit: string, value: string, milliseconds?: number): void;
  /** Notes at the start that this browser is on that visit. */
  setSeen(reply: FastifyReply, visit: string, milliseconds: number): void;
  /** Notes that this tab was opened beside the application's own page. */
  setBeside(reply: FastifyReply, visit: string, beside: Beside): void;
  /** Names a trip to a vendor that sends no state, to be read wherever whose it is matters. */
  setTrip(reply: FastifyReply, trip: string, value: string, ms: number): void;
  setLanguage(reply: FastifyReply, language: Language): void;
}

/** Inside another page: kept for that page's site alone, which is not a third party's cookie. */
const FRAMED = '; HttpOnly; SameSite=None; Secure; Partitioned';

export function createCookies(baseUrl: string): Cookies {
  const own = `; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`;
  const add = (reply: FastifyReply, pair: string, path: string, seconds?: number) => {
    const before = reply.getHeader('set-cookie');
    reply.removeHeader('set-cookie');
    const all = before === undefined ? [] : [before].flat().map(String);
    // Counted from now, since the browser's clock may be wrong.
    const kept = seconds === undefined ? '' : `; Max-Age=${Math.ceil(seconds)}`;
    const attributes = isFramed(reply.request) ? FRAMED : own;
    reply.header('set-cookie', [...all, `${pair}${kept}; Path=${path}${attributes}`]);
  };
  return {
    setVisit: (reply, visit, value, ms) =>
      add(reply, `${VISIT}=${value}`, visitPaths(visit).home, ms === undefined ? ms : ms / 1000),
    setSeen: (reply, visit, ms) => add(reply, `${seenName(visit)}=1`, LINK_PATHS.start, ms / 1000),
    setBeside: (reply, visit, beside) => add(reply, `${BESIDE}=${beside}`, visitPaths(visit).home),
    setTrip: (reply, trip, value, ms) =>
      add(reply, `${TRIP}${trip.slice(0, 8)}=${value}`, LINK_PATHS.start, ms / 1000),
    setLanguage: (reply, language) =>
      add(reply, `${LANGUAGE}=${language}`, LINK_PATHS.start, YEAR_S),
  };
}

/** The query of a page; a name given twice counts by its first value. */
export function pageQuery(request: FastifyRequest): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(readQuery(request.raw.url ?? '')))
    query[name] = typeof value === 'string' ? value : (value[0] ?? '');
  return query;
}

/** The page's language: asked for just now, chosen before, or the browser's own. */
export function languageOf(
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: Cookies,
): Language {
  const { lang } = pageQuery(request);
  if (isLanguage(lang)) cookies.setLanguage(reply, lang);
  const chosen = cookiesOf(request).get(LANGUAGE);
  const language = isLanguage(lang)
    ? lang
    : isLanguage(chosen)
      ? chosen
      : bestLanguage(request.headers['accept-language']);
  reply.header('content-language', language).header('vary', 'accept-language, cookie');
  return language;
}

/** The address of a page without the language that was asked for. */
export function hereOf(request: FastifyRequest): string {
  const { lang, ...query } = pageQuery(request);
  const rest = new URLSearchParams(query).toString();
  const path = (request.raw.url ?? '').split('?')[0] ?? '';
  return `${path}${rest && `?${rest}`}`;
}

/** The fields of a form; the bytes are read as the browser sent them. */
export function formOf(request: FastifyRequest): URLSearchParams {
  const { body } = request;
  return new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '');
}

/**
 * A form of another site is refused by what the browser says of its origin. Pages that send no
 * referrer have the origin "null", so that one says nothing; the fetch metadata does.
 */
export function fromElsewhere(request: FastifyRequest, baseUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (typeof site === 'string' && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== 'null' && origin !== new URL(baseUrl).origin;
}
