// A thread that unpacks the viewer of the reference: a third of a second that no one waits behind, and
// packages that are out of memory again when it ends.
import { parentPort } from 'node:worker_threads';
import reference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { DOCS_PATHS, PATHS } from '../../http/paths.ts';
import { shortHash } from '../assets.ts';

export interface Unpacked {
  readonly version: string;
  readonly page: string;
  readonly script: Uint8Array;
}

/** Its version is put behind it. */
const at = DOCS_PATHS.viewer('');
// The package has no other door: its script is a text within its one module.
const server = Fastify();
await server.register(reference, {
  routePrefix: PATHS.docs,
  configuration: {
    url: PATHS.document,
    cdn: at,
    pageTitle: 'Reference · Manifold',
    theme: 'none',
    withDefaultFonts: false,
    hideClientButton: true,
    hideDarkModeToggle: true,
    telemetry: false,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  },
});
const script = await read(`${PATHS.docs}/js/scalar.js`);
const version = `${shortHash(script)}.js`;
const bare = (await read(`${PATHS.docs}/`)).toString('utf8');
const page = bare.replace(`"${at}"`, `"${at}${version}"`);
parentPort?.postMessage({ version, page, script } satisfies Unpacked);

/** One answer of the package's own plugin. */
async function read(url: string): Promise<Buffer> {
  const { statusCode, rawPayload } = await server.inject({ method: 'GET', url });
  if (statusCode !== 200) throw new Error(`The viewer answered ${statusCode} for ${url}.`);
  return rawPayload;
}
