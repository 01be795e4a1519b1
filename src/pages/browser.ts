// How pages travel: strict headers, cookies, what a browser asks for and sends, and who may send it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asLatin1, readQuery } from '../http/query.ts';
import { MAX_CREDENTIAL_LENGTH, MAX_VALUE_LENGTH, storable, toStorable } from '../model/text.ts';

/** Nothing is loaded from elsewhere, framed, or sent to another site's form. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
];
/** Its scripts may ask where the page came from. */
const OWN_CALLS = "connect-src 'self'";
const ALONE = "frame-ancestors 'none'";
const NEVER_FRAMED = [...POLICY, ALONE].join('; ');

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

/** The same for pages whose scripts load parts of them again. */
export const secureLive = (reply: FastifyReply): FastifyReply =>
  secure(reply).header('content-security-policy', [...POLICY, OWN_CALLS, ALONE].join('; '));

/** A client's pages may be shown inside its own pages, on the origins that it registered. */
export function letFrame(reply: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const policy = [...POLICY, OWN_CALLS, `frame-ancestors ${origins.join(' ')}`];
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
export function cookiesOf(request: FastifyRequest): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    // Ours are shorter.
    if (equals > 0 && pair.length <= MAX_VALUE_LENGTH && !all.has(name))
      all.set(name, pair.slice(equals + 1).trim());
  }
  return all;
}

/** Inside another page: kept for that page's site alone, which is not a third party's cookie. */
const FRAMED = '; HttpOnly; SameSite=None; Secure; Partitioned';

/** Sets a cookie for a path, for so many milliseconds; absent: until the browser is closed. */
export function createSetCookie(baseUrl: string) {
  const own = `; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`;
  return (reply: FastifyReply, pair: string, path: string, milliseconds?: number): void => {
    const before = reply.getHeader('set-cookie');
    reply.removeHeader('set-cookie');
    const all = before === undefined ? [] : [before].flat().map(String);
    // Counted from now, since the browser's clock may be wrong.
    const kept = milliseconds === undefined ? '' : `; Max-Age=${Math.ceil(milliseconds / 1000)}`;
    const attributes = isFramed(reply.request) ? FRAMED : own;
    reply.header('set-cookie', [...all, `${pair}${kept}; Path=${path}${attributes}`]);
  };
}

/**
 * The query of a page; a name given twice counts by its first value. Others add parameters of their
 * own: one that is not UTF-8 is read as Latin-1; one that is too long, or no text, is left out.
 */
export function pageQuery(
  request: FastifyRequest,
  longest = MAX_VALUE_LENGTH,
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(readQuery(request.raw.url ?? '', asLatin1))) {
    const first = typeof value === 'string' ? value : (value[0] ?? '');
    const isKept = first.length <= longest && name.length <= MAX_VALUE_LENGTH && storable(first);
    if (isKept) query[name] = first;
  }
  return query;
}

/** What is sent to these pages is a form, whatever it calls itself: kept as it came. */
export function takeForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, end) =>
    end(null, body),
  );
}

/**
 * The fields of a form; the bytes are read as the browser sent them. What is too long is cut one
 * character beyond the bound: it is still seen to be too long, and costs no more than that.
 */
export function formOf({ body }: FastifyRequest, longest = MAX_CREDENTIAL_LENGTH): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : ''))
    form.append(name, toStorable(value.slice(0, longest + 1)));
  return form;
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
