// The page of the reference: the viewer's own, with our bar on top, and its script.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { LINK_PATHS } from '../../http/paths.ts';
import { policyHash } from '../assets.ts';
import { tagged } from '../tagged.ts';
import { bar, VIEWER_STYLE } from './layout.ts';
import type { ServedPage } from './library.ts';
import type { Unpacked } from './viewer-worker.ts';

export async function openViewer() {
  const { version, page, script } = await unpack();
  const content = page
    .replace('<html>', '<html lang="en">')
    .replace(
      '</head>',
      () =>
        `<meta name="color-scheme" content="light dark"><link rel="icon" href="${LINK_PATHS.icon}" type="image/svg+xml"><style>${VIEWER_STYLE}</style></head>`,
    )
    .replace('<body>', () => `<body>${bar('reference').html}`);
  const served: ServedPage = { ...tagged(content), policy: policyOf(content) };
  return {
    page: served,
    /** Changes with the script. */
    version,
    script: Buffer.from(script.buffer, script.byteOffset, script.length),
  };
}

async function unpack(): Promise<Unpacked> {
  const worker = new Worker(new URL('./viewer-worker.ts', import.meta.url));
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
    ([, script = '']) => policyHash(script),
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
