// The page that `Errors.help` points to: every code, what it means, where it is found.
import type { FastifyInstance } from 'fastify';
import { FAULTS, type FaultList } from '../model/faults.ts';
import { PATHS } from './paths.ts';

const LISTS: Readonly<Record<FaultList, string>> = {
  schemaValidationErrors: 'The request must be changed',
  operationErrors: 'The request cannot be served for this client or user',
  restErrors: 'The channel did not serve it',
  unexpectedErrors: 'The service could not serve it',
};

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin-top: 2.5rem; }
dt { font: 600 1rem ui-monospace, monospace; margin-top: 1.2rem; scroll-margin-top: 1rem; }
dt span { font-weight: 400; opacity: .65; } dd { margin: .2rem 0 0; }
dt:target { outline: 2px solid; outline-offset: .35rem; border-radius: .2rem; }
a { color: inherit; }`;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

export function errorPage(server: FastifyInstance) {
  const page = render();
  server.get(PATHS.errors, { schema: { hide: true } }, async (_, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .send(page),
  );
}

/** Everything on it is ours: there is nothing to escape. */
function render(): string {
  const sections = Object.entries(LISTS).map(([list, title]) => {
    const faults = Object.entries(FAULTS).filter(([, fault]) => fault.list === list);
    const entries = faults.map(
      ([code, { status, retryable, when }]) =>
        `<dt id="${code}">${code} <span>HTTP ${status}</span></dt><dd>${when}${retryable ? ' The same request may succeed later.' : ''}</dd>`,
    );
    return `<h2>${title} (<code>${list}</code>)</h2><dl>${entries.join('')}</dl>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Errors - Manifold</title><style>${STYLE}</style></head><body><p><a href="./">Reference</a></p><h1>Errors</h1><p>Every answer of a data call holds <code>Errors</code>, <code>Output</code> and <code>Report</code>, also on failure. <code>Errors</code> gives the first cause; the list of its kind in <code>Output</code> gives all of them.</p>${sections.join('')}</body></html>`;
}
