// The pages an end user sees: opening a magic link, the list of channels, the way out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ASSETS } from '../link/assets.ts';
import { finishAddress } from '../link/finish.ts';
import type { Link } from '../link/link.ts';
import { landingPage } from '../link/pages/landing.ts';
import { listPage } from '../link/pages/list.ts';
import { closingPage } from '../link/pages/message.ts';
import { Fault } from '../model/faults.ts';
import { createThrottle } from '../tokens/throttle.ts';
import { channelRoutes } from './link-channel.ts';
import { createPages, HIDDEN } from './link-pages.ts';
import {
  cookieOf,
  createCookies,
  formOf,
  fromElsewhere,
  goTo,
  pageQuery,
  secure,
  sendPage,
} from './link-reply.ts';
import { tripRoutes } from './link-trip.ts';
import { LINK_PATHS } from './paths.ts';

export interface LinkOptions {
  readonly link: Link;
  readonly now: () => number;
  readonly baseUrl: string;
  readonly onUnexpected: (error: unknown) => void;
}

const BODY_LIMIT = 64 * 1024;

export async function linkRoutes(server: FastifyInstance, options: LinkOptions): Promise<void> {
  const { link, baseUrl, onUnexpected } = options;
  const { visits, offer } = link;
  const cookies = createCookies(baseUrl);
  const throttle = createThrottle(options.now);

  const pages = createPages(link, cookies, baseUrl);
  const { say } = pages;

  /** A right link always passes; whoever tries many wrong ones is slowed down. */
  const sayUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const wait = throttle.wrong(request.ip, request.ip);
    if (wait === 0) return say(request, reply, 'unknown');
    reply.header('retry-after', Math.ceil(wait / 1000));
    return say(request, reply, 'tooMany');
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
        return say(request, reply.header('retry-after', 2), 'unavailable');
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      if (status < 500) return say(request, reply, 'missing');
      onUnexpected(error);
      return say(request, reply, 'broken');
    });

    scope.get(LINK_PATHS.start, HIDDEN, async (request, reply) => {
      const { token } = pageQuery(request);
      const cookie = cookieOf(request);
      if (token === undefined && (await visits.find(cookie)))
        return goTo(reply, LINK_PATHS.channels);
      const landing = await visits.look(token ?? '', cookie);
      if (landing.kind === 'resumed') return goTo(reply, LINK_PATHS.channels);
      if (landing.kind === 'unknown') return sayUnknown(request, reply);
      if (landing.kind !== 'landing') return say(request, reply, landing.kind);
      if (!visits.knows(cookie)) cookies.setVisit(reply, visits.newCookie());
      const frame = pages.frame(request, reply, landing.client);
      return sendPage(reply, 200, landingPage(frame, token ?? '', offer.reads(landing.scopes)));
    });

    scope.post(LINK_PATHS.start, HIDDEN, async (request, reply) => {
      if (fromElsewhere(request, baseUrl)) return say(request, reply, 'stale');
      const token = formOf(request).get('token') ?? '';
      const entered = await visits.enter(token, cookieOf(request));
      if (entered.kind === 'unknown') return sayUnknown(request, reply);
      if (entered.kind !== 'entered') return say(request, reply, entered.kind);
      cookies.setVisit(reply, entered.cookie, entered.expiresAt - options.now());
      return goTo(reply, LINK_PATHS.channels);
    });

    scope.get(
      LINK_PATHS.channels,
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
      LINK_PATHS.finish,
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

    scope.get(LINK_PATHS.logo(':client'), HIDDEN, async (request, reply) => {
      const { client } = request.params as { client: string };
      const logo = await link.logoOf(client);
      if (!logo) return reply.code(404).send();
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .header('cache-control', 'private, max-age=3600')
        .type(logo.type)
        .send(logo.bytes);
    });
    for (const { name, type, content } of ASSETS)
      scope.get(LINK_PATHS.asset(name), HIDDEN, async (_, reply) =>
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type(type)
          .send(content),
      );
    scope.all(LINK_PATHS.any, HIDDEN, async (request, reply) =>
      say(request, reply, 'missing', await visits.find(cookieOf(request))),
    );
    done();
  });
}
