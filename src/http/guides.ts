// The documentation: the guides, from the Markdown files of this installation, the OpenAPI document and the
// reference. What makes them is loaded when somebody first reads.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { lazily } from '../model/lazily.ts';
import { FOR_GOOD } from '../pages/assets.ts';
import type { ServedPage, Ways } from '../pages/guides/library.ts';
import type { NamedChannel } from '../pages/guides/pages.ts';
import { type Tagged, tagged } from '../pages/tagged.ts';
import type { DocumentOptions } from './openapi-document.ts';
import { CONSOLE_PATHS, DOCS_PATHS, PATHS } from './paths.ts';
import { readQuery } from './query.ts';
import { ASK_AGAIN, JSON_TYPE, sendTagged } from './tagged.ts';

const HIDDEN = { schema: { hide: true } };

/** Must be called before the routes that it describes. */
export function openApi(server: FastifyInstance, options: DocumentOptions): void {
  const routes: RouteOptions[] = [];
  server.addHook('onRoute', (route) => {
    // Each GET brings a HEAD of its own, which goes without saying.
    if (route.method !== 'HEAD') routes.push(route);
  });

  // It never changes while the service runs: it is written once.
  const document = lazily(async () => {
    // What writes it is as much as the rest of the edge together.
    const { writeDocument } = await import('./openapi-document.ts');
    return tagged(writeDocument(routes, options));
  });
  const collection = lazily(async () => {
    const { collectionOf } = await import('./collection.ts');
    return tagged(JSON.stringify(collectionOf(JSON.parse(String((await document()).content)))));
  });
  for (const [path, written] of [
    [PATHS.document, document],
    [DOCS_PATHS.collection, collection],
  ] as const)
    server.get(path, HIDDEN, async (_, reply) =>
      sendTagged(reply.header('access-control-allow-origin', '*'), await written(), JSON_TYPE),
    );
}

export function guideRoutes(
  server: FastifyInstance,
  channels: readonly NamedChannel[],
  /** Whether the root leads there: in production it does not say that there is one. */
  isConsoleShown: boolean,
  baseUrl: string,
): void {
  const library = lazily(async () => {
    const { openLibrary } = await import('../pages/guides/library.ts');
    return openLibrary(channels, baseUrl);
  });
  const viewer = lazily(async () => {
    const { openViewer } = await import('../pages/guides/viewer.ts');
    return openViewer();
  });

  server.get<{ Params: { '*': string } }>(DOCS_PATHS.guide('*'), HIDDEN, async (request, reply) => {
    const name = request.params['*'];
    const { page, text, missing } = await library();
    const found = page(name);
    if (found) return sendPage(reply, await found);
    const asText = name.endsWith('.md') ? text(name.slice(0, -'.md'.length)) : undefined;
    if (asText) return sendText(reply, await asText, 'markdown');
    const shorter = name.replace(/(\/README\.md|\/)$/, '');
    if (shorter !== name && page(shorter)) {
      const where = name.endsWith('/') ? DOCS_PATHS.guide(shorter) : DOCS_PATHS.text(shorter);
      return reply.redirect(where, 302);
    }
    return wantsPage(request) ? sendPage(reply.code(404), missing()) : reply.callNotFound();
  });

  server.get(DOCS_PATHS.search, HIDDEN, async (request, reply) => {
    // What is typed may be anything; an address that says it in two ways is read by the first.
    const [typed = ''] = [readQuery(request.url, (text) => text).q ?? ''].flat();
    return sendPage(reply, await (await library()).search(typed));
  });

  const forReaders: Ways = {
    openapi: {
      path: PATHS.document,
      about: 'OpenAPI document: every call and field, for programs',
    },
    collection: {
      path: DOCS_PATHS.collection,
      about: 'Collection of calls: for Postman, Bruno and Insomnia',
    },
    client: { path: DOCS_PATHS.client, about: 'JavaScript client: to install with npm' },
    client_python: { path: DOCS_PATHS.clientPython, about: 'Python client: to install with pip' },
  };
  const ways: Ways = {
    guides: { path: DOCS_PATHS.guide('start'), about: 'Guides: start here' },
    reference: { path: DOCS_PATHS.reference, about: 'Reference: every call and field' },
    ...forReaders,
    llms: { path: PATHS.llms, about: 'llms.txt: the guides as Markdown, for agents' },
    ...(isConsoleShown && { console: { path: CONSOLE_PATHS.home, about: 'Console' } }),
    health: { path: PATHS.ready, about: 'Health: whether it can work now' },
  };
  const paths = Object.entries(ways).map(([name, { path }]) => [name, path]);
  const forPrograms = { name: 'Manifold', ...Object.fromEntries(paths) };
  server.get(PATHS.home, HIDDEN, async (request, reply) => {
    reply.header('vary', 'accept');
    if (!wantsPage(request)) return reply.header('cache-control', ASK_AGAIN).send(forPrograms);
    return sendPage(reply, (await library()).home(ways));
  });

  const list = lazily(async () => (await library()).list(forReaders));
  server.get(PATHS.llms, HIDDEN, async (_, reply) => sendText(reply, await list(), 'plain'));

  for (const [path, name] of [
    [DOCS_PATHS.client, 'clientPackage'],
    [DOCS_PATHS.clientPython, 'pythonPackage'],
  ] as const) {
    const packed = lazily(async () =>
      tagged(await (await import('../pages/guides/client-package.ts'))[name]()),
    );
    server.get(path, HIDDEN, async (_, reply) =>
      sendTagged(reply, await packed(), 'application/gzip'),
    );
  }

  server.get(PATHS.docs, HIDDEN, (_, reply) => reply.redirect(DOCS_PATHS.reference, 302));
  server.get(DOCS_PATHS.reference, HIDDEN, async (_, reply) =>
    sendPage(reply, (await viewer()).page),
  );
  server.get<{ Params: { version: string } }>(
    DOCS_PATHS.viewer(':version'),
    HIDDEN,
    async (request, reply) => {
      const { version, script } = await viewer();
      // While versions change, the page may have come from another instance: this script does, too.
      const kept = request.params.version === version ? FOR_GOOD : undefined;
      const served = { content: script, tag: `W/"${version}"` };
      return sendTagged(reply, served, 'text/javascript; charset=utf-8', kept);
    },
  );
}

function sendPage(reply: FastifyReply, page: ServedPage): FastifyReply {
  reply.header('content-security-policy', page.policy).header('referrer-policy', 'no-referrer');
  return sendTagged(reply, page, 'text/html; charset=utf-8');
}

const sendText = (reply: FastifyReply, text: Tagged, kind: 'markdown' | 'plain') =>
  sendTagged(reply, text, `text/${kind}; charset=utf-8`);

/** Browsers say that they want a page; everybody else gets the usual answer. */
const wantsPage = ({ headers }: FastifyRequest): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '');
