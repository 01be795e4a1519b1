// How the link pages travel: strict headers, two cookies, forms, and who may send them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Frame, frameOf, type PageApp } from '../link/pages/layout.ts';
import { bestLanguage, isLanguage, type Language } from '../link/words/index.ts';
import { LINK_PATHS } from './paths.ts';
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
  "frame-ancestors 'none'",
].join('; ');

export function secure(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('x-frame-options', 'DENY')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=()');
}

export const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

export const goTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.code(303).header('location', path).send();

export function cookieOf(request: FastifyRequest, name = VISIT): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

export interface Cookies {
  /** Keeps the visit in this browser for so long; absent: until the browser is closed. */
  setVisit(reply: FastifyReply, value: string, milliseconds?: number): void;
  setLanguage(reply: FastifyReply, language: Language): void;
}

export function createCookies(baseUrl: string): Cookies {
  const attributes = `; Path=${LINK_PATHS.start}; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`;
  const add = (reply: FastifyReply, text: string) => {
    const before = reply.getHeader('set-cookie');
    reply.removeHeader('set-cookie');
    const all = before === undefined ? [] : [before].flat().map(String);
    reply.header('set-cookie', [...all, `${text}${attributes}`]);
  };
  return {
    setVisit(reply, value, milliseconds) {
      // Counted from now, since the browser's clock may be wrong.
      const kept = milliseconds === undefined ? '' : `; Max-Age=${Math.ceil(milliseconds / 1000)}`;
      add(reply, `${VISIT}=${value}${kept}`);
    },
    setLanguage: (reply, language) => add(reply, `${LANGUAGE}=${language}; Max-Age=${YEAR_S}`),
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
export function frameFor(
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: Cookies,
  app?: PageApp,
  here?: string,
): Frame {
  const { lang, ...query } = pageQuery(request);
  if (isLanguage(lang)) cookies.setLanguage(reply, lang);
  const chosen = cookieOf(request, LANGUAGE);
  const language = isLanguage(lang)
    ? lang
    : isLanguage(chosen)
      ? chosen
      : bestLanguage(request.headers['accept-language']);
  reply.header('content-language', language).header('vary', 'accept-language, cookie');
  const rest = new URLSearchParams(query).toString();
  const path = (request.raw.url ?? '').split('?')[0] ?? '';
  return frameOf(language, LINK_PATHS, here ?? `${path}${rest && `?${rest}`}`, app);
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
