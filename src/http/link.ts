// The pages an end user sees: opening a magic link, the list of channels, the way out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ASSETS } from '../link/assets.ts';
import { finishAddress } from '../link/finish.ts';
import type { Link } from '../link/link.ts';
import { landingPage } from '../link/pages/landing.ts';
import type { Frame, PageApp } from '../link/pages/layout.ts';
import { listPage } from '../link/pages/list.ts';
import { closingPage, messagePage } from '../link/pages/message.ts';
import type { Guest } from '../link/visit.ts';
import type { MessageName } from '../link/words/words.ts';
import { Fault } from '../model/faults.ts';
import { createThrottle } from '../tokens/throttle.ts';
import { channelRoutes } from './link-channel.ts';
import {
  cookieOf,
  createCookies,
  formOf,
  frameFor,
  fromElsewhere,
  goTo,
  pageQuery,
  secure,
  sendPage,
} from './link-reply.ts';
import { tripRoutes } from './link-trip.ts';

export interface LinkOptions {
  readonly link: Link;
  readonly now: () => number;
  readonly baseUrl: string;
  readonly onUnexpected: (error: unknown) => void;
}

/** What every route of the link pages is handed. */
export interface Pages {
  readonly link: Link;
  /** Runs a handler for a browser that is on a visit; any other is told that there is none. */
  inVisit(handler: InVisit): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** The same for a form, which must be one of ours and of this visit. */
  inForm(handler: InForm): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  tell(
    request: FastifyRequest,
    reply: FastifyReply,
    name: MessageName,
    guest?: Guest,
  ): FastifyReply;
}

/** One request of a visitor. */
export interface Step {
  readonly guest: Guest;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** `here` is the address that shows the same page again. */
  frame(here?: string): Frame;
}
type InVisit = (step: Step) => Promise<unknown>;
type InForm = (step: Step, form: URLSearchParams) => Promise<unknown>;

const BODY_LIMIT = 64 * 1024;
const HIDDEN = { schema: { hide: true } } as const;

const STATUSES: Readonly<Record<MessageName, number>> = {
  used: 410,
  expired: 410,
  unknown: 404,
  over: 410,
  cookies: 403,
  stale: 403,
  returned: 409,
  late: 410,
  missing: 404,
  broken: 500,
  unavailable: 503,
  tooMany: 429,
};

export async function linkRoutes(server: FastifyInstance, options: LinkOptions): Promise<void> {
  const { link, baseUrl, onUnexpected } = options;
  const { visits, offer } = link;
  const cookies = createCookies(baseUrl);
  const throttle = createThrottle(options.now);

  const tell: Pages['tell'] = (request, reply, name, guest) => {
    const frame = frameFor(request, reply, cookies, guest && appOf(guest.client));
    return sendPage(reply, STATUSES[name], messagePage(frame, name, guest !== undefined));
  };

  /** A right link always passes; whoever tries many wrong ones is slowed down. */
  const tellUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const wait = throttle.wrong(request.ip, request.ip);
    if (wait === 0) return tell(request, reply, 'unknown');
    reply.header('retry-after', Math.ceil(wait / 1000));
    return tell(request, reply, 'tooMany');
  };

  const pages: Pages = {
    link,
    tell,
    inVisit: (handler) => async (request, reply) => {
      const guest = await visits.find(cookieOf(request));
      if (!guest) return tell(request, reply, 'over');
      const app = appOf(guest.client);
      const frame = (here?: string) => frameFor(request, reply, cookies, app, here);
      return handler({ guest, request, reply, frame });
    },
    inForm: (handler) =>
      pages.inVisit(async (step) => {
        const { guest, request, reply } = step;
        const form = formOf(request);
        const ours = visits.fromOurForm(guest.visit, form.get('_form') ?? undefined);
        if (!ours || fromElsewhere(request, baseUrl)) return tell(request, reply, 'stale', guest);
        return handler(step, form);
      }),
  };

  await server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, end) =>
      end(null, body),
    );
    scope.addHook('onRequest', async (_, reply) => {
      secure(reply);
    });
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Fault && error.code === 'unavailable')
        return tell(request, reply.header('retry-after', 2), 'unavailable');
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      if (status < 500) return tell(request, reply, 'missing');
      onUnexpected(error);
      return tell(request, reply, 'broken');
    });

    scope.get('/link', HIDDEN, async (request, reply) => {
      const { token } = pageQuery(request);
      const cookie = cookieOf(request);
      if (token === undefined && (await visits.find(cookie))) return goTo(reply, '/link/channels');
      const landing = await visits.look(token ?? '', cookie);
      if (landing.kind === 'resumed') return goTo(reply, '/link/channels');
      if (landing.kind === 'unknown') return tellUnknown(request, reply);
      if (landing.kind !== 'landing') return tell(request, reply, landing.kind);
      if (!visits.knows(cookie)) cookies.setVisit(reply, visits.newCookie());
      const frame = frameFor(request, reply, cookies, appOf(landing.client));
      return sendPage(reply, 200, landingPage(frame, token ?? ''));
    });

    scope.post('/link', HIDDEN, async (request, reply) => {
      if (fromElsewhere(request, baseUrl)) return tell(request, reply, 'stale');
      const token = formOf(request).get('token') ?? '';
      const entered = await visits.enter(token, cookieOf(request));
      if (entered.kind === 'unknown') return tellUnknown(request, reply);
      if (entered.kind !== 'entered') return tell(request, reply, entered.kind);
      cookies.setVisit(reply, entered.cookie, entered.expiresAt - options.now());
      return goTo(reply, '/link/channels');
    });

    scope.get(
      '/link/channels',
      HIDDEN,
      pages.inVisit(async ({ guest, request, reply, frame }) => {
        const { q = '', linked } = pageQuery(request);
        const channels = await offer.list(guest.visit);
        const justLinked =
          linked !== undefined && guest.visit.linked.includes(linked)
            ? channels.find(({ name }) => name === linked)
            : undefined;
        const query = q.trim().slice(0, 60);
        return sendPage(reply, 200, listPage(frame(), { channels, query, justLinked }));
      }),
    );

    scope.get(
      '/link/finish',
      HIDDEN,
      pages.inVisit(async ({ guest, request, reply, frame }) => {
        const status = pageQuery(request).status === 'cancelled' ? 'cancelled' : 'completed';
        const address = finishAddress(guest.visit, status);
        if (address !== undefined) return goTo(reply, address);
        const all = await offer.list(guest.visit);
        const linked = all.filter(({ name }) => guest.visit.linked.includes(name));
        return sendPage(reply, 200, closingPage(frame(), status, linked));
      }),
    );

    channelRoutes(scope, pages);
    tripRoutes(scope, pages);

    scope.get('/link/logo/:client', HIDDEN, async (request, reply) => {
      const { client } = request.params as { client: string };
      const logo = await link.logoOf(client);
      if (!logo) return reply.code(404).send();
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .header('cache-control', 'private, max-age=3600')
        .type(logo.type)
        .send(logo.bytes);
    });
    for (const { path, type, content } of ASSETS)
      scope.get(path, HIDDEN, async (_, reply) =>
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type(type)
          .send(content),
      );
    scope.all('/link/*', HIDDEN, async (request, reply) =>
      tell(request, reply, 'missing', await visits.find(cookieOf(request))),
    );
    done();
  });
}

function appOf({ id, name, logoUrl }: Guest['client']): PageApp {
  return { name, logo: logoUrl === null ? undefined : `/link/logo/${encodeURIComponent(id)}` };
}
