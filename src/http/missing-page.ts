// The page for people who look for one that is not there, beside the reference.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FAULTS, type Fault } from '../model/faults.ts';
import { isOfDocs, PATHS } from './paths.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 36rem; margin: 20vh auto 0; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; }
a { color: inherit; }`;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/** Browsers say that they want a page; everybody else gets the usual answer. */
export const wantsPage = (path: string, { headers }: FastifyRequest): boolean =>
  isOfDocs(path) && /\btext\/html\b/i.test(headers.accept ?? '');

/** Nothing of what was asked for is on it. */
export function sendMissingPage(reply: FastifyReply, { code }: Fault): FastifyReply {
  const title = code === 'method_not_allowed' ? 'This page can only be read' : 'No such page';
  return reply
    .code(FAULTS[code].status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} - Manifold</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>The address may have a slip in it, or the page has moved. Everything is within reach of <a href="${PATHS.docs}/">the reference</a>.</p></body></html>`,
    );
}
