// A thread that unpacks the viewer of the reference: a third of a second that nobody waits behind, and
// packages that are out of memory again when it ends.
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import reference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

/** What the thread is told. */
export interface ViewerOptions {
  /** The folder that the page is in. */
  readonly at: `/${string}`;
  /** Where the OpenAPI document is. */
  readonly document: string;
  /** Where the script is; its version is put behind it. */
  readonly script: string;
}

/** What it makes. */
export interface Unpacked {
  readonly version: string;
  readonly page: string;
  readonly script: Uint8Array;
}

const options: ViewerOptions = workerData;
const configuration = {
  url: options.document,
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
} as const;
const script = await read(`${options.at}/js/scalar.js`, { routePrefix: options.at, configuration });
const version = `${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
const page = await read(`${options.at}/`, {
  routePrefix: options.at,
  configuration: { ...configuration, cdn: options.script + version },
});
const unpacked: Unpacked = {
  version,
  page: page.toString('utf8'),
  script,
};
parentPort?.postMessage(unpacked);

/** One answer of the package's own plugin. */
async function read(url: string, settings: Parameters<typeof reference>[1]): Promise<Buffer> {
  const server = Fastify();
  await server.register(reference, settings);
  const { statusCode, rawPayload } = await server.inject({ method: 'GET', url });
  await server.close();
  if (statusCode !== 200) throw new Error(`The viewer answered ${statusCode} for ${url}.`);
  return rawPayload;
}
