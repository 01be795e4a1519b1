// The page of the reference: our bar on top, and below it the viewer, whose script it serves.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DOCS_PATHS, PATHS } from '../../http/paths.ts';
import { policyHash, shortHash } from '../assets.ts';
import { document } from '../document.ts';
import { html, raw } from '../html.ts';
import { tagged } from '../tagged.ts';
import { bar, VIEWER_STYLE } from './layout.ts';
import type { ServedPage } from './library.ts';

const CONFIGURATION = {
  url: PATHS.document,
  theme: 'none',
  withDefaultFonts: false,
  hideClientButton: true,
  hideDarkModeToggle: true,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};
const START = `Scalar.createApiReference('#content', ${JSON.stringify(CONFIGURATION)})`;

/** The viewer may run its own script and read this service; nothing leaves for anywhere else. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${policyHash(START)}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export async function openViewer() {
  const script = await unpacked();
  const version = `${shortHash(script)}.js`;
  const page = document({
    ...{ language: 'en', title: 'Reference · Manifold', skip: 'Skip to the page' },
    head: html`<style>${raw(VIEWER_STYLE)}</style>`,
    body: html`${bar('reference')}
<div id="content" tabindex="-1"></div>
<script src="${DOCS_PATHS.viewer(version)}"></script>
<script>${raw(START)}</script>`,
  });
  const served: ServedPage = { ...tagged(page), policy: POLICY };
  /** Its version changes with the script. */
  return { page: served, version, script };
}

async function unpacked(): Promise<Buffer> {
  const worker = new Worker(new URL('./viewer-worker.ts', import.meta.url));
  try {
    const [script] = (await once(worker, 'message')) as [Uint8Array];
    return Buffer.from(script.buffer, script.byteOffset, script.length);
  } finally {
    await worker.terminate();
  }
}
