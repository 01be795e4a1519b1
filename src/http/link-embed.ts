// The link inside the application's own page: the script that opens it there, the tab beside it for
// what cannot be framed, and what the page learns of that tab.
import type { FastifyInstance } from 'fastify';
import { createOpener } from '../link/embed/opener.ts';
import { donePage, waitingPage } from '../link/pages/embed.ts';
import { HIDDEN, type Pages, visitOf } from './link-pages.ts';
import { formOf, fromElsewhere, goTo, sendPage } from './link-reply.ts';
import { LINK_PATHS, visitPaths } from './paths.ts';
import { sendTagged } from './tagged.ts';

export interface EmbedOptions {
  readonly baseUrl: string;
  readonly now: () => number;
}

export function embedRoutes(scope: FastifyInstance, pages: Pages, options: EmbedOptions): void {
  const { link, cookies } = pages;
  const { offer, trips, visits } = link;
  const paths = visitPaths(':visit');
  const opener = createOpener(options.baseUrl);

  scope.get(LINK_PATHS.script, HIDDEN, async (_, reply) => {
    reply
      .header('cache-control', 'public, no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .type('text/javascript; charset=utf-8');
    return sendTagged(reply, opener.script, opener.tag);
  });

  // In a tab of its own the cookie of the page is not there: the pass in the form stands in for it.
  // Only browsers that say who sends a form ever get a pass.
  scope.post(paths.leaving(':trip'), HIDDEN, async (request, reply) => {
    const { trip } = request.params as { trip: string };
    const visit = visitOf(request);
    const ours = request.headers['sec-fetch-site'] === 'same-origin';
    if (!ours || fromElsewhere(request, options.baseUrl)) return pages.say(request, reply, 'stale');
    const form = formOf(request);
    const passed = await visits.byPass(visit, trip, form.get('_pass') ?? '');
    if (!passed) return pages.say(request, reply, 'stale');
    const { arriving, cookie } = passed;
    if (arriving.kind !== 'guest') return pages.sayWhy(request, reply, arriving);
    const left = arriving.visit.expiresAt - options.now();
    cookies.setVisit(reply, visit, cookie, left);
    cookies.setSeen(reply, visit, left);
    cookies.setBeside(reply, visit, 'trip');
    const query = new URLSearchParams({ seen: '1', lang: form.get('lang') ?? '' });
    return goTo(reply, `${visitPaths(visit).leaving(trip)}?${query}`);
  });

  scope.get(
    paths.waiting(':trip'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame, paths: own }) => {
      const { trip } = request.params as { trip: string };
      const end = await trips.endOf(guest, trip);
      if (end.kind === 'linked') return goTo(reply, own.linked(end.channel));
      if (end.kind === 'failed') return goTo(reply, own.tried(end.channel, end.way, end.draft));
      const name = await trips.channelOf(guest, trip);
      const channel = name === undefined ? undefined : offer.channelOf(guest.visit, name);
      if (!channel) return goTo(reply, own.channels);
      const view = { title: channel.title, trip, again: own.leaving(trip), back: own.channels };
      return sendPage(reply, 200, waitingPage(frame(), view));
    }),
  );

  scope.get(
    paths.done(':trip'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame, paths: own }) => {
      const { trip } = request.params as { trip: string };
      const end = await trips.endOf(guest, trip);
      const channel = end.kind === 'linked' ? offer.channelOf(guest.visit, end.channel) : undefined;
      if (!channel) return goTo(reply, own.channels);
      const view = { title: channel.title, list: own.channels };
      return sendPage(reply, 200, donePage(frame(), view));
    }),
  );

  // For the script of a page, which may hold no cookie: it sees how the visit goes, and no more.
  scope.post(paths.progress, HIDDEN, async (request, reply) => {
    const form = formOf(request);
    const [watch, trip] = [form.get('watch') ?? '', form.get('trip') ?? ''];
    const progress = await visits.progress(visitOf(request), watch, trip);
    return progress ? reply.send(progress) : reply.code(403).send({});
  });
}
