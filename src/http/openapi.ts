// The reference: the OpenAPI document, made when somebody first looks, and the page to read it on.
import type { FastifyInstance, RouteOptions } from 'fastify';
import { lazily } from '../model/lazily.ts';
import type { TSchema } from '../model/type.ts';
import type { DocumentOptions } from './openapi-document.ts';
import { PATHS } from './paths.ts';
import { ASK_AGAIN, sendTagged, tagOf } from './tagged.ts';
import { viewerRoutes } from './viewer.ts';

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
    const { text, tag } = await document();
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', ASK_AGAIN)
      .header('access-control-allow-origin', '*');
    return sendTagged(reply, text, tag);
  });

  viewerRoutes(server);
}

/** What writes it is as much as the rest of the edge together. */
async function write(
  routes: readonly RouteOptions[],
  { schemas, ...options }: OpenApiOptions,
): Promise<{ readonly text: string; readonly tag: string }> {
  const { writeDocument } = await import('./openapi-document.ts');
  const text = await writeDocument(routes, { ...options, schemas: schemas() });
  return { text, tag: tagOf(text) };
}
