// The pages an end user sees: opening a magic link, the list of channels, the way out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ASSETS, ICONS } from '../link/assets.ts';
import { backAddress } from '../link/finish.ts';
import { looksNamed } from '../link/looks.ts';
import { landingPage } from '../link/pages/landing.ts';
import { listPage } from '../link/pages/list.ts';
import { closingPage } from '../link/pages/message.ts';
import type { MessageName } from '../link/words/words.ts';
import { Fault } from '../model/faults.ts';
import { storable } from '../model/text.ts';
import { createThrottle } from '../tokens/throttle.ts';
import { channelRoutes } from './link-channel.ts';
import { embedRoutes } from './link-embed.ts';
import { HIDDEN, isMessage, type Pages, STATUSES, visitOf, whoseOf } from './link-pages.ts';
import {
  besideOf,
  formOf,
  fromElsewhere,
  goTo,
  hasVisit,
  isFramed,
  languageOf,
  pageQuery,
  secure,
  sendPage,
  visitCookieOf,
} from './link-reply.ts';
import { tripRoutes } from './link-trip.ts';
import { isOfLink, LINK_PATHS, PATHS, visitPaths } from './paths.ts';

export interface LinkOptions {
  readonly pages: Pages;
  readonly now: () => number;
  readonly baseUrl: string;
  readonly onUnexpected: (error: unknown) => void;
}

/** For what has another address as soon as it changes. */
const keptForGood = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'public, max-age=31536000, immutable');

const BODY_LIMIT = 64 * 1024;

export async function linkRoutes(server: FastifyInstance, options: LinkOptions): Promise<void> {
  const { pages, baseUrl, onUnexpected } = options;
  const { link } = pages;
  const { visits, offer } = link;
  const throttle = createThrottle(options.now);
  const { say, cookies } = pages;
  const paths = visitPaths(':visit');

  /** A right link always passes; whoever tries many wrong ones is slowed down. */
  const sayUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const wait = throttle.wrong(request.callerAddress, request.callerAddress);
    if (wait === 0) return say(request, reply, 'unknown');
    reply.header('retry-after', Math.ceil(wait / 1000));
    return say(request, reply, 'tooMany');
  };

  /** Inside another page: the same link in a tab beside it. */
  const tabOf = (request: FastifyRequest, reply: FastifyReply, token: string) => {
    if (!isFramed(request)) return undefined;
    const query = { token, beside: '1', lang: languageOf(request, reply, cookies) };
    return `${LINK_PATHS.start}?${new URLSearchParams(query)}`;
  };

  await server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, end) =>
      end(null, body),
    );
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
      onUnexpected(error);
      return refuse(request, reply, 'broken');
    });

    scope.get(LINK_PATHS.start, HIDDEN, async (request, reply) => {
      const { token = '', beside } = pageQuery(request);
      const landing = await visits.look(token);
      if (landing.kind === 'unknown') return sayUnknown(request, reply);
      const { kind, path, link: opened, client } = landing;
      if (beside !== undefined && !isFramed(request)) cookies.setBeside(reply, path, 'visit');
      if (kind === 'used' && hasVisit(request, path)) return goTo(reply, visitPaths(path).home);
      const whose = whoseOf(client, opened);
      if (kind !== 'landing') {
        const tab = kind === 'used' ? tabOf(request, reply, token) : undefined;
        const back = backAddress(opened.redirectUrl, kind);
        return say(request, reply, kind, whose, { back, tab });
      }
      cookies.setVisit(reply, path, visits.newCookie(path));
      const frame = pages.frame(request, reply, whose);
      return sendPage(
        reply,
        200,
        landingPage(frame, {
          token,
          enter: visitPaths(path).home,
          reads: offer.reads(opened.scopes),
        }),
      );
    });

    scope.post(paths.home, HIDDEN, async (request, reply) => {
      if (fromElsewhere(request, baseUrl)) return say(request, reply, 'stale');
      const path = visitOf(request);
      const token = formOf(request).get('token') ?? '';
      const entered = await visits.enter(path, token, visitCookieOf(request));
      if (entered.kind === 'entered') {
        const left = entered.expiresAt - options.now();
        cookies.setVisit(reply, path, visitCookieOf(request) ?? '', left);
        cookies.setSeen(reply, path, left);
        // A link for one channel leads straight to it.
        const { channel, channels } = visitPaths(path);
        const [only, ...others] = entered.scopes;
        return goTo(reply, only !== undefined && others.length === 0 ? channel(only) : channels);
      }
      const landing = await visits.look(token);
      if (entered.kind === 'unknown' || landing.kind === 'unknown')
        return sayUnknown(request, reply);
      const { link: opened, client } = landing;
      const whose = whoseOf(client, opened);
      const tab = tabOf(request, reply, token);
      const here = `${LINK_PATHS.start}?${new URLSearchParams({ token })}`;
      if (entered.kind === 'cookies' && tab !== undefined)
        return say(request, reply, 'newTab', whose, { tab, here });
      const onward =
        entered.kind === 'cookies'
          ? { again: here, here }
          : { back: backAddress(opened.redirectUrl, entered.kind) };
      return say(request, reply, entered.kind, whose, onward);
    });

    scope.get(
      paths.home,
      HIDDEN,
      pages.inVisit(async (step) => goTo(step.reply, step.paths.channels)),
    );

    scope.get(
      paths.channels,
      HIDDEN,
      pages.inVisit(async ({ guest, request, reply, frame }) => {
        const { q = '', linked, unlinked } = pageQuery(request);
        const channels = await offer.list(guest.visit);
        const channel = channels.find(({ name }) => name === (linked ?? unlinked));
        const isTrue = linked
          ? guest.visit.linked.includes(linked)
          : unlinked !== undefined && channel?.state === 'none';
        const news = channel && isTrue ? { channel, linked: linked !== undefined } : undefined;
        const query = q.trim().slice(0, 60);
        return sendPage(reply, 200, listPage(frame(), { channels, query, news }));
      }),
    );

    scope.post(
      paths.finish,
      HIDDEN,
      pages.inForm(async ({ guest, reply, paths: own }, form) => {
        const wanted = form.get('status') === 'cancelled' ? 'cancelled' : 'completed';
        await link.finish(guest, wanted);
        // Not to the client at once: forms may lead to our own pages alone, redirects included.
        return goTo(reply, own.closed);
      }),
    );

    scope.get(paths.closed, HIDDEN, async (request, reply) => {
      const arriving = await pages.arriving(request);
      if (arriving.kind === 'guest') return goTo(reply, visitPaths(visitOf(request)).channels);
      if (arriving.kind !== 'finished') return pages.sayWhy(request, reply, arriving);
      const { visit, client } = arriving;
      const status = visit.status ?? 'cancelled';
      const all = await offer.list(visit);
      const linked = all.filter(({ name }) => visit.linked.includes(name));
      const frame = pages.frame(request, reply, whoseOf(client, visit));
      // Beside or inside the application's own page, that page goes on.
      const stays = frame.embed !== undefined || besideOf(request) !== undefined;
      const back = stays ? undefined : backAddress(visit.redirectUrl, status, visit.linked);
      return sendPage(reply, 200, closingPage(frame, { status, linked, back }));
    });

    channelRoutes(scope, pages);
    tripRoutes(scope, pages);
    embedRoutes(scope, pages, options);

    for (const path of [LINK_PATHS.said(':message'), paths.said(':message')])
      scope.get(path, HIDDEN, async (request, reply) => {
        const { message = '' } = request.params as { message?: string };
        const name = isMessage(message) ? message : 'missing';
        const visit = visitOf(request);
        const arriving = visit === '' ? undefined : await pages.arriving(request);
        if (arriving?.kind !== 'guest') return say(request, reply, name);
        const whose = whoseOf(arriving.client, arriving.visit);
        return say(request, reply, name, whose, { list: visitPaths(visit).channels });
      });

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
    scope.get(LINK_PATHS.looks(':name'), HIDDEN, async (request, reply) => {
      const { name } = request.params as { name: string };
      const content = looksNamed(name);
      if (content === undefined) return reply.code(404).send();
      return keptForGood(reply).type('text/css; charset=utf-8').send(content);
    });
    for (const [path, { type, content }] of [
      [LINK_PATHS.icon, ICONS.svg],
      [PATHS.icon, ICONS.ico],
    ] as const)
      scope.get(path, HIDDEN, async (_, reply) =>
        reply.header('cache-control', 'public, max-age=86400').type(type).send(content),
      );
    for (const { name, type, content } of ASSETS)
      scope.get(LINK_PATHS.asset(name), HIDDEN, async (_, reply) =>
        keptForGood(reply).type(type).send(content),
      );
    done();
  });
}
