// The reference: the OpenAPI document, and the page to read it on. Both are made when somebody first looks.
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { lazily } from '../model/lazily.ts';
import type { TSchema } from '../model/type.ts';
import type { DocumentOptions } from './openapi-document.ts';
import { PATHS } from './paths.ts';

export interface OpenApiOptions extends Omit<DocumentOptions, 'schemas'> {
  readonly schemas: () => readonly TSchema[];
}

/** Must be called before the routes that it describes. */
export function openApi(server: FastifyInstance, options: OpenApiOptions): void {
  const routes: RouteOptions[] = [];
  const hidden = { schema: { hide: true } };
  server.addHook('onRoute', (route) => {
    // Each GET brings a HEAD of its own, which goes without saying.
    if (route.method !== 'HEAD') routes.push(route);
  });

  // It never changes while the service runs: it is written once.
  const document = lazily(() => write(routes, options));
  server.get(PATHS.document, hidden, async (_, reply) => {
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(await document());
  });

  // Four megabytes of script.
  let viewer: Promise<FastifyInstance> | undefined;
  server.get(PATHS.docs, hidden, (_, reply) => reply.redirect(`${PATHS.docs}/`, 302));
  server.get(`${PATHS.docs}/*`, hidden, async (request, reply) => {
    viewer ??= openViewer().catch((error) => {
      viewer = undefined;
      throw error;
    });
    const page = await (await viewer).inject({ method: 'GET', url: request.url });
    return reply
      .code(page.statusCode)
      .header('content-type', page.headers['content-type'] ?? 'text/plain')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', VIEWER_POLICY)
      .header('referrer-policy', 'no-referrer')
      .send(page.rawPayload);
  });
  server.addHook('onClose', async () => {
    await (await viewer)?.close();
  });
}

/** What writes it is as much as the rest of the edge together. */
async function write(
  routes: readonly RouteOptions[],
  { schemas, ...options }: OpenApiOptions,
): Promise<string> {
  const { writeDocument } = await import('./openapi-document.ts');
  return writeDocument(routes, { ...options, schemas: schemas() });
}

/** The viewer may run its own script and read this service; nothing leaves for anywhere else. */
const VIEWER_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

async function openViewer(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const viewer = Fastify();
  await viewer.register(reference, {
    routePrefix: PATHS.docs,
    configuration: {
      url: PATHS.document,
      pageTitle: 'Manifold reference',
      theme: 'default',
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    },
  });
  await viewer.ready();
  return viewer;
}
