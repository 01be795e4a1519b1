// The page of the reference: the viewer's own, with our bar on top, and its script.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { lazily } from '../model/lazily.ts';
import { DOCS_PATHS, LINK_PATHS, PATHS } from './paths.ts';
import { ASK_AGAIN, FOR_GOOD, sendTagged, tagOf } from './tagged.ts';
import type { Unpacked, ViewerOptions } from './viewer-worker.ts';

const HIDDEN = { schema: { hide: true } };
const SCRIPT_FILE = 'version';

export function viewerRoutes(server: FastifyInstance): void {
  const viewer = lazily(openViewer);
  server.get(PATHS.docs, HIDDEN, (_, reply) => reply.redirect(DOCS_PATHS.reference, 302));
  server.get(DOCS_PATHS.reference, HIDDEN, async (_, reply) => {
    const { page, policy, tag } = await viewer();
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', ASK_AGAIN)
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer');
    return sendTagged(reply, page, tag);
  });
  server.get<{ Params: { [SCRIPT_FILE]: string } }>(
    DOCS_PATHS.viewer(`:${SCRIPT_FILE}`),
    HIDDEN,
    async (request, reply) => {
      const { version, script } = await viewer();
      // While versions change, the page may have come from another instance: this script does, too.
      const isSame = request.params[SCRIPT_FILE] === version;
      reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', isSame ? FOR_GOOD : ASK_AGAIN);
      return sendTagged(reply, script, `W/"${version}"`);
    },
  );
}

interface Viewer {
  readonly version: string;
  readonly page: string;
  readonly tag: string;
  readonly policy: string;
  readonly script: Buffer;
}

async function openViewer(): Promise<Viewer> {
  const { bar, VIEWER_STYLE } = await import('./guides/layout.ts');
  const { version, page: bare, script } = await unpack();
  const page = bare
    .replace('<html>', '<html lang="en">')
    .replace(
      '</head>',
      () =>
        `<meta name="color-scheme" content="light dark"><link rel="icon" href="${LINK_PATHS.icon}" type="image/svg+xml"><style>${VIEWER_STYLE}</style></head>`,
    )
    .replace('<body>', () => `<body>${bar('reference').html}`);
  return {
    ...{ version, page, script: Buffer.from(script.buffer, script.byteOffset, script.length) },
    tag: tagOf(page),
    policy: policyOf(page),
  };
}

async function unpack(): Promise<Unpacked> {
  const workerData: ViewerOptions = {
    at: PATHS.docs,
    document: PATHS.document,
    script: DOCS_PATHS.viewer(''),
  };
  const worker = new Worker(new URL('./viewer-worker.ts', import.meta.url), { workerData });
  try {
    const [unpacked] = await once(worker, 'message');
    return unpacked;
  } finally {
    await worker.terminate();
  }
}

/** The viewer may run its own script and read this service; nothing leaves for anywhere else. */
function policyOf(page: string): string {
  // oxlint-disable-next-line expressions/super-linear -- our own page
  const inline = [...page.matchAll(/<script[^>]*>([^<][\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
