// The scope of the link pages: how their routes are made, what every answer has, and the page for
// whatever goes wrong.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MessageName } from '../link/words/index.ts';
import { Fault } from '../model/faults.ts';
import { storable } from '../model/text.ts';
import { secure, takeForms } from '../pages/browser.ts';
import { type Pages, STATUSES, type Step } from '../pages/link/session.ts';
import { FREE } from './bounds.ts';
import { isOfLink } from './paths.ts';

export interface LinkOptions {
  readonly pages: Pages;
  readonly now: () => number;
  readonly baseUrl: string;
  readonly onUnexpected: (error: unknown) => void;
}

/**
 * These routes are for people: the published document does not show them. Mail tools and vendors add
 * parameters of their own, so that what is too long for us is left out, not refused.
 */
const HIDDEN = { schema: { hide: true, params: FREE, querystring: FREE } } as const;

export interface LinkRoutes {
  /** A route for anyone. */
  open(method: 'GET' | 'POST', path: string, handler: Handler): void;
  /** A page for a browser that is on the visit. */
  page(path: string, handler: (step: Step) => Promise<unknown>): void;
  /** A form of such a page. */
  form(path: string, handler: (step: Step, form: URLSearchParams) => Promise<unknown>): void;
}
/** `named`: what the path names, where it names such a thing. */
type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
  named: Readonly<Record<'channel' | 'client' | 'message' | 'name' | 'state' | 'trip', string>>,
) => Promise<unknown>;

const BODY_LIMIT = 64 * 1024;

export async function linkScope(
  server: FastifyInstance,
  options: LinkOptions,
  add: (routes: LinkRoutes) => void,
): Promise<void> {
  const { say } = options.pages;
  await server.register((scope, _, done) => {
    takeForms(scope, BODY_LIMIT);
    scope.addHook('onRequest', async (request, reply) => {
      secure(reply);
      // Nothing that is kept has such a name, and no database takes it.
      const parts = Object.values(request.params as Record<string, string>);
      if (!parts.every(storable)) return refuse(request, reply, 'missing');
    });
    /** A page for a visitor; vendors' servers, which call here too, get the status alone. */
    const refuse = (request: FastifyRequest, reply: FastifyReply, name: MessageName) =>
      isOfLink(request.url) ? say(request, reply, name) : reply.code(STATUSES[name]).send({});
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Fault && error.code === 'unavailable')
        return refuse(request, reply.header('retry-after', 2), 'unavailable');
      // A header of the browser that is too long, where it is one of ours.
      if (error instanceof Fault && error.code === 'invalid_request')
        return refuse(request, reply, 'tooLarge');
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      if (status < 500) return refuse(request, reply, status === 413 ? 'tooLarge' : 'missing');
      options.onUnexpected(error);
      return refuse(request, reply, 'broken');
    });
    const open: LinkRoutes['open'] = (method, url, handler) =>
      scope.route<{ Params: Parameters<typeof handler>[2] }>({
        ...{ method, url, ...HIDDEN },
        handler: (request, reply) => handler(request, reply, request.params),
      });
    add({
      open,
      page: (path, handler) => open('GET', path, options.pages.inVisit(handler)),
      form: (path, handler) => open('POST', path, options.pages.inForm(handler)),
    });
    done();
  });
}
