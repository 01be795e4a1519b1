// The pages an end user sees: opening a magic link, the list of channels, one channel, the way out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { backAddress } from '../link/finish.ts';
import { accentStyleNamed } from '../pages/accent.ts';
import { ASSETS, FOR_GOOD, ICONS } from '../pages/assets.ts';
import { formOf, fromElsewhere, goTo, isFramed, pageQuery, sendPage } from '../pages/browser.ts';
import { channelPage, connectionPage, disconnectPage } from '../pages/link/channel.ts';
import { landingPage } from '../pages/link/landing.ts';
import { listPage } from '../pages/link/list.ts';
import { closingPage } from '../pages/link/message.ts';
import {
  besideOf,
  hasVisit,
  isMessage,
  languageOf,
  type Pages,
  visitCookieOf,
  visitOf,
} from '../pages/link/session.ts';
import { createThrottle } from '../tokens/throttle.ts';
import { type LinkOptions, type LinkRoutes, linkScope } from './link-scope.ts';
import { tripRoutes } from './link-trip.ts';
import { LINK_PATHS, visitPaths } from './paths.ts';

export const linkRoutes = (server: FastifyInstance, options: LinkOptions): Promise<void> =>
  linkScope(server, options, (routes) => {
    startRoutes(routes, options);
    visitRoutes(routes, options.pages);
    tripRoutes(routes, options);
    fileRoutes(routes, options.pages);
  });

function startRoutes({ open }: LinkRoutes, { pages, now, baseUrl }: LinkOptions): void {
  const { say, cookies, link } = pages;
  const { visits, offer } = link;
  const throttle = createThrottle(now);

  /** A right link always passes; anyone who tries many wrong ones is slowed down. */
  const sayUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const wait = throttle.wrong(request.callerAddress, request.callerAddress);
    if (wait === 0) return say(request, reply, 'unknown');
    reply.header('retry-after', Math.ceil(wait / 1000));
    return say(request, reply, 'tooMany');
  };

  const tabOf = (request: FastifyRequest, token: string) => {
    if (!isFramed(request)) return undefined;
    const query = { token, beside: '1', lang: languageOf(request) };
    return `${LINK_PATHS.start}?${new URLSearchParams(query)}`;
  };

  open('GET', LINK_PATHS.start, async (request, reply) => {
    const { token = '', beside } = pageQuery(request);
    const landing = await visits.landingOf(token);
    if (landing.kind === 'unknown') return sayUnknown(request, reply);
    const { kind, path, link: opened, client } = landing;
    if (beside !== undefined && !isFramed(request)) cookies.setBeside(reply, path, 'visit');
    const enter = visitPaths(path).home;
    if (kind === 'used' && hasVisit(request, path)) return goTo(reply, enter);
    const whose = { client, visit: opened };
    if (kind !== 'landing') {
      const tab = kind === 'used' ? tabOf(request, token) : undefined;
      return say(request, reply, kind, whose, { back: backAddress(opened.redirectUrl, kind), tab });
    }
    cookies.setVisit(reply, path, visits.newCookie(path));
    const view = {
      token,
      enter,
      reads: offer.reads(opened.scopes),
      writes: offer.writes(opened.scopes, client),
    };
    return sendPage(reply, 200, landingPage(pages.frame(request, reply, whose), view));
  });

  open('POST', visitPaths(':visit').home, async (request, reply) => {
    if (fromElsewhere(request, baseUrl)) return say(request, reply, 'stale');
    const path = visitOf(request);
    const token = formOf(request).get('token') ?? '';
    const entered = await visits.enter(path, token, visitCookieOf(request));
    if (entered.kind === 'entered') {
      const left = entered.expiresAt - now();
      cookies.setVisit(reply, path, visitCookieOf(request) ?? '', left);
      cookies.setSeen(reply, path, left);
      // A link for one channel leads straight to it.
      const { channel, channels } = visitPaths(path);
      const [only, ...others] = entered.scopes;
      return goTo(reply, only !== undefined && others.length === 0 ? channel(only) : channels);
    }
    const landing = await visits.landingOf(token);
    if (entered.kind === 'unknown' || landing.kind === 'unknown') return sayUnknown(request, reply);
    const { link: opened, client } = landing;
    const whose = { client, visit: opened };
    if (entered.kind !== 'cookies') {
      const back = backAddress(opened.redirectUrl, entered.kind);
      return say(request, reply, entered.kind, whose, { back });
    }
    const tab = tabOf(request, token);
    const here = `${LINK_PATHS.start}?${new URLSearchParams({ token })}`;
    return tab === undefined
      ? say(request, reply, 'cookies', whose, { again: here, here })
      : say(request, reply, 'newTab', whose, { tab, here });
  });
}

function visitRoutes({ open, page, form }: LinkRoutes, pages: Pages): void {
  const { link, say } = pages;
  const { offer, linking } = link;
  const paths = visitPaths(':visit');

  page(paths.home, async ({ go, paths: own }) => go(own.channels));

  page(paths.channels, async ({ guest, query: { q = '', linked, unlinked }, frame, show }) => {
    const channels = await offer.list(guest);
    const channel = channels.find(({ name }) => name === (linked ?? unlinked));
    const isTrue = linked
      ? guest.visit.linked.includes(linked)
      : unlinked !== undefined && channel?.state === 'none';
    const news = channel && isTrue ? { channel, linked: linked !== undefined } : undefined;
    return show(listPage(frame(), { channels, query: q.trim().slice(0, 60), news }));
  });

  page(paths.channel(':channel'), async ({ guest, params, query, language, frame, ...to }) => {
    // What is linked opens as what it is; the form of a way is asked for.
    const isAsked = [query.way, query.try, query.from].some((one) => one !== undefined);
    const linked = isAsked ? undefined : await offer.connection(guest, params.channel);
    if (linked) return to.show(connectionPage(frame(), linked));
    const view = await linking.view(guest, params.channel, language, query);
    return view ? to.show(channelPage(frame(), view)) : to.say('missing');
  });

  form(
    paths.way(':channel', ':way'),
    async ({ guest, params, language, paths, go, say }, typed) => {
      const { channel, way } = params;
      const made = await linking.submit(guest, channel, way, language, typed);
      if (made.kind === 'missing') return say('missing');
      if (made.kind === 'tried') return go(paths.tried(channel, way, made.draft, made.step));
      return go(made.kind === 'leaving' ? paths.leaving(made.trip) : paths.linked(channel));
    },
  );

  page(paths.disconnect(':channel'), async ({ guest, params, paths, frame, ...to }) => {
    const offered = await offer.one(guest, params.channel);
    if (!offered) return to.say('missing');
    if (offered.state === 'none') return to.go(paths.channel(params.channel));
    return to.show(disconnectPage(frame(), offered));
  });

  form(paths.disconnect(':channel'), async ({ guest, params, paths, go, say }) => {
    if (!offer.channelOf(guest.visit, params.channel)) return say('missing');
    await link.disconnect(guest.visit, params.channel);
    return go(paths.unlinked(params.channel));
  });

  form(paths.finish, async ({ guest, paths, go }, typed) => {
    await link.finish(guest, typed.get('status') === 'cancelled' ? 'cancelled' : 'completed');
    // Not straight to the client: forms may lead to our own pages alone, redirects included.
    return go(paths.closed);
  });

  open('GET', paths.closed, async (request, reply) => {
    const arriving = await pages.arriving(request);
    if (arriving.kind === 'guest') return goTo(reply, visitPaths(visitOf(request)).channels);
    if (arriving.kind !== 'finished') return pages.sayWhy(request, reply, arriving);
    const { visit } = arriving;
    const status = visit.status ?? 'cancelled';
    const all = await offer.list(arriving);
    const linked = all.filter(({ name }) => visit.linked.includes(name));
    const frame = pages.frame(request, reply, arriving);
    // Beside or inside the application's own page, that page goes on.
    const stays = frame.embed !== undefined || besideOf(request) !== undefined;
    const back = stays ? undefined : backAddress(visit.redirectUrl, status, visit.linked);
    return sendPage(reply, 200, closingPage(frame, { status, linked, back }));
  });

  for (const path of [LINK_PATHS.said(':message'), paths.said(':message')])
    open('GET', path, async (request, reply, { message = '' }) => {
      const name = isMessage(message) ? message : 'missing';
      const visit = visitOf(request);
      const arriving = visit === '' ? undefined : await pages.arriving(request);
      if (arriving?.kind !== 'guest') return say(request, reply, name);
      return say(request, reply, name, arriving, { list: visitPaths(visit).channels });
    });
}

function fileRoutes({ open }: LinkRoutes, { link }: Pages): void {
  open('GET', LINK_PATHS.logo(':client'), async (_, reply, { client }) => {
    const logo = await link.logoOf(client);
    if (!logo) return reply.code(404).send();
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .header('cache-control', 'private, max-age=3600')
      .type(logo.type)
      .send(logo.bytes);
  });
  open('GET', LINK_PATHS.accent(':name'), async (_, reply, { name }) => {
    const content = accentStyleNamed(name);
    if (content === undefined) return reply.code(404).send();
    return reply.header('cache-control', FOR_GOOD).type('text/css; charset=utf-8').send(content);
  });
  const files = [
    ...ICONS,
    ...ASSETS.map((asset) => ({ ...asset, path: LINK_PATHS.asset(asset.name), kept: FOR_GOOD })),
  ];
  for (const { path, type, content, kept } of files)
    open('GET', path, async (_, reply) =>
      reply.header('cache-control', kept).type(type).send(content),
    );
}
