// The browser's trip to a vendor and back, and the door for vendors that bring a key themselves.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { checkingPage, confirmPage, leavingPage, whosePage } from '../link/pages/busy.ts';
import { openTabPage } from '../link/pages/embed.ts';
import { TRIP_LIFE_MS } from '../link/trip.ts';
import { HIDDEN, type Pages } from './link-pages.ts';
import { besideOf, goTo, pageQuery, sendPage, tripCookiesOf } from './link-reply.ts';
import { LINK_PATHS, visitPaths } from './paths.ts';

const LOOK_MS = 500;
const MOST_LOOKS = 60;

const tripIn = (params: unknown): string => (params as { trip: string }).trip;

export function tripRoutes(scope: FastifyInstance, pages: Pages): void {
  const { link, cookies } = pages;
  const { offer, trips, homecomings } = link;
  const paths = visitPaths(':visit');

  scope.get(
    paths.leaving(':trip'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame, paths: own, say }) => {
      const id = tripIn(request.params);
      const shown = frame();
      const stateless = await trips.statelessChannel(guest, id);
      if (stateless && !shown.embed) {
        const tickets = tripCookiesOf(request);
        if (await homecomings.isInTheWay(guest, stateless, tickets)) return say('oneAtATime');
      }
      const departure = await trips.leave(guest, id, shown.embed ? 'later' : 'now');
      if (!departure) return goTo(reply, own.channels);
      const channel = offer.channelOf(guest.visit, departure.channel);
      if (!channel || 'gone' in departure) return goTo(reply, own.channel(departure.channel));
      const { channel: name, way, draft } = departure;
      const back = draft === undefined ? own.channel(name) : own.tried(name, way, draft);
      const leaving = { ...departure, title: channel.title, back };
      // No vendor lets its consent be framed: a tab goes there.
      if (shown.embed) {
        const pass = link.visits.pass(guest.visit, id);
        const tab = { action: own.leaving(id), waiting: own.waiting(id), pass };
        const view = { ...leaving, ...tab, back: own.channels };
        return sendPage(reply, 200, openTabPage(shown, view));
      }
      if (stateless) cookies.setTrip(reply, id, homecomings.ticket(id), TRIP_LIFE_MS);
      // What was found was shown before the tab was opened.
      const found = pageQuery(request).seen === undefined ? departure.found : undefined;
      return sendPage(reply, 200, leavingPage(shown, { ...leaving, found, left: stateless && id }));
    }),
  );

  // The cookie of a visit is not sent here: by what the vendor brings back it is found whose trip it
  // was, and only its own browser goes on from there. Nothing of it stays in an address.
  scope.get(LINK_PATHS.back(':channel'), HIDDEN, async (request, reply) => {
    const { channel } = request.params as { channel: string };
    const query = pageQuery(request);
    const home = await homecomings.byState(channel, query);
    if (home) {
      const back = visitPaths(home.visit).back(home.trip);
      return goTo(reply, `${back}?${new URLSearchParams(query)}`);
    }
    const came = await homecomings.byTicket(channel, tripCookiesOf(request), query);
    if (!came) return goTo(reply, LINK_PATHS.said('stray'));
    if (came === 'several') return goTo(reply, LINK_PATHS.whose(channel));
    const own = visitPaths(came.visit);
    if ('draft' in came) return goTo(reply, own.tried(came.channel, came.way, came.draft));
    return goTo(reply, own.confirm(came.trip));
  });

  scope.get(LINK_PATHS.whose(':channel'), HIDDEN, async (request, reply) => {
    const { channel: name } = request.params as { channel: string };
    const found = await homecomings.candidates(name, tripCookiesOf(request));
    const [first] = found;
    const channel = Object.hasOwn(offer.known, name) ? offer.known[name] : undefined;
    if (!first || !channel) return goTo(reply, LINK_PATHS.said('stray'));
    const view = {
      ...{ title: channel.title, channel: name, shop: first.shop },
      choices: found.map(({ trip, visit, whom }) => ({
        ...{ trip, whom },
        address: `${visitPaths(visit).confirm(trip)}?chosen=1`,
      })),
      // Whoever was shown another's visit and said no is asked, whatever the tab remembers.
      asks: pageQuery(request).ask !== undefined,
      ...{ none: LINK_PATHS.said('stray'), late: LINK_PATHS.said('late') },
    };
    return sendPage(reply, 200, whosePage(pages.frame(request, reply), view));
  });

  scope.get(paths.back(':trip'), HIDDEN, async (request, reply) => {
    const arriving = await pages.arriving(request);
    const own = visitPaths((request.params as { visit: string }).visit);
    if (arriving.kind !== 'guest') return goTo(reply, own.home);
    const id = tripIn(request.params);
    const returned = await trips.back(arriving, id, pageQuery(request));
    return goTo(reply, returned === 'late' ? own.said('late') : own.checking(id));
  });

  scope.get(
    paths.confirm(':trip'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame, paths: own, say }) => {
      const id = tripIn(request.params);
      const asked = await homecomings.asked(guest, id);
      const channel = asked && offer.channelOf(guest.visit, asked.channel);
      if (!channel) return say('late');
      const shown = frame();
      const { formToken } = shown;
      const isChosen = pageQuery(request).chosen !== undefined;
      const view = {
        ...{ title: channel.title, shop: asked.shop, whom: asked.whom, formToken },
        action: own.confirm(id),
        tab: isChosen ? undefined : { channel: asked.channel, trip: id, late: own.said('late') },
      };
      return sendPage(reply, 200, confirmPage(shown, view));
    }),
  );

  scope.post(
    paths.confirm(':trip'),
    HIDDEN,
    pages.inForm(async ({ guest, request, reply, paths: own }, form) => {
      const id = tripIn(request.params);
      if (form.get('_answer') === 'yes') {
        await homecomings.confirm(guest, id);
        return goTo(reply, own.checking(id));
      }
      const others = await homecomings.deny(guest, id);
      return goTo(reply, others ? `${LINK_PATHS.whose(others)}?ask=1` : own.channels);
    }),
  );

  scope.get(
    paths.checking(':trip'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame, paths: own, say }) => {
      const id = tripIn(request.params);
      const name = await trips.channelOf(guest, id);
      const channel = name === undefined ? undefined : offer.channelOf(guest.visit, name);
      if (!channel) return say('missing');
      return sendPage(reply, 200, checkingPage(frame(), channel.title, own.arrived(id)));
    }),
  );

  scope.get(
    paths.arrived(':trip'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, paths: own }) => {
      const id = tripIn(request.params);
      // A reload while the first request still checks waits for that one.
      let settled = await trips.settle(guest, id);
      for (let looks = 0; settled.kind === 'waiting' && looks < MOST_LOOKS; looks += 1) {
        await pause(LOOK_MS);
        settled = await trips.settle(guest, id);
      }
      if (settled.kind === 'linked') {
        const isBeside = besideOf(request) === 'trip';
        return goTo(reply, isBeside ? own.done(id) : own.linked(settled.channel));
      }
      if (settled.kind === 'failed')
        return goTo(reply, own.tried(settled.channel, settled.way, settled.draft));
      return goTo(reply, own.channels);
    }),
  );

  // WordPress gives up on anything but 200, and then the merchant never comes back to read why the
  // key did not work. So a key that was delivered is answered 200, and the page says the rest.
  scope.post(LINK_PATHS.receive(':state'), HIDDEN, async (request, reply) => {
    const { state } = request.params as { state: string };
    let body: unknown;
    try {
      body = JSON.parse(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
    } catch {
      return reply.code(400).send({ error: 'The body is not JSON.' });
    }
    const settled = await trips.receive(state, body);
    return settled
      ? reply.code(200).send({ status: 'received' })
      : reply.code(404).send({ error: 'Nobody waits for this.' });
  });
}
