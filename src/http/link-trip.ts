// The browser's trip to a vendor and back, in this tab or in one beside the application's own page, and
// the door for vendors that bring a key themselves.

import { setTimeout as pause } from 'node:timers/promises';
import { TRIP_LIFE_MS } from '../link/trip.ts';
import type { Guest } from '../link/visit.ts';
import { MAX_NESTING, nested } from '../model/read.ts';
import { formOf, fromElsewhere, goTo, pageQuery, sendPage } from '../pages/browser.ts';
import { createOpener } from '../pages/embed/opener.ts';
import { besideOf, hasVisit, tripCookiesOf, visitOf } from '../pages/link/session.ts';
import {
  checkingPage,
  confirmPage,
  donePage,
  leavingPage,
  openTabPage,
  waitingPage,
  whosePage,
} from '../pages/link/trip.ts';
import { overlong } from './bounds.ts';
import type { LinkOptions, LinkRoutes } from './link-scope.ts';
import { LINK_PATHS, visitPaths } from './paths.ts';
import { sendTagged } from './tagged.ts';

const LOOK_MS = 500;
const MOST_LOOKS = 60;
/** A vendor's code may be a signed document. */
const MAX_VENDOR_VALUE = 8000;

export function tripRoutes({ open, page, form }: LinkRoutes, options: LinkOptions): void {
  const { pages, now, baseUrl } = options;
  const { link, cookies } = pages;
  const { offer, trips, visits, consentReturns } = link;
  const paths = visitPaths(':visit');
  const opener = createOpener(baseUrl);

  const channelOn = async (guest: Guest, trip: string) => {
    const found = await trips.look(guest, trip);
    return found && offer.channelOf(guest.visit, found.channel);
  };

  page(paths.leaving(':trip'), async ({ guest, request, reply, params, query, ...step }) => {
    const { trip: id } = params;
    const { paths: own, go } = step;
    const shown = step.frame();
    const trip = await trips.look(guest, id);
    if (trip?.isStateless && !shown.embed) {
      const tickets = tripCookiesOf(request);
      if (await consentReturns.isInTheWay(guest, trip.channel, tickets))
        return step.say('oneAtATime');
    }
    const departure = await trips.leave(guest, id, shown.embed ? 'later' : 'now');
    if (!departure) return go(own.channels);
    const channel = offer.channelOf(guest.visit, departure.channel);
    if (!channel || 'gone' in departure) return go(own.channel(departure.channel));
    const { channel: name, way, draft } = departure;
    const back = draft === undefined ? own.channel(name) : own.tried(name, way, draft);
    const leaving = { ...departure, title: channel.title, back };
    // No vendor lets its consent be framed: a tab goes there.
    if (shown.embed)
      return step.show(openTabPage(shown, id, visits.pass(guest.visit, id), leaving));
    if (trip?.isStateless) cookies.setTrip(reply, id, consentReturns.ticket(id), TRIP_LIFE_MS);
    // What was found was shown before the tab was opened.
    const found = query.seen === undefined ? departure.found : undefined;
    return step.show(
      leavingPage(shown, { ...leaving, found, left: trip?.isStateless ? id : undefined }),
    );
  });

  // The cookie of a visit is not sent here: by what the vendor brings back it is found whose trip it
  // was, and only its own browser goes on from there. Nothing of it stays in an address.
  open('GET', LINK_PATHS.back(':channel'), async (request, reply, { channel }) => {
    const query = pageQuery(request, MAX_VENDOR_VALUE);
    const home = await consentReturns.byState(channel, query);
    if (home) {
      const back = visitPaths(home.visit).back(home.trip);
      return goTo(reply, `${back}?${new URLSearchParams(query)}`);
    }
    const came = await consentReturns.byTicket(channel, tripCookiesOf(request), query);
    if (!came) return goTo(reply, LINK_PATHS.said('wrongState'));
    if (came === 'several') return goTo(reply, LINK_PATHS.whose(channel));
    const own = visitPaths(came.visit);
    if ('draft' in came) return goTo(reply, own.tried(came.channel, came.way, came.draft));
    return goTo(reply, own.confirm(came.trip));
  });

  open('GET', LINK_PATHS.whose(':channel'), async (request, reply, { channel: name }) => {
    const choices = await consentReturns.candidates(name, tripCookiesOf(request));
    const channel = Object.hasOwn(offer.known, name) ? offer.known[name] : undefined;
    if (choices.length === 0 || !channel) return goTo(reply, LINK_PATHS.said('wrongState'));
    // Anyone who was shown another's visit and said no is asked, whatever the tab remembers.
    const asks = pageQuery(request).ask !== undefined;
    const view = { title: channel.title, channel: name, choices, asks };
    return sendPage(reply, 200, whosePage(pages.frame(request, reply), view));
  });

  open('GET', paths.back(':trip'), async (request, reply) => {
    const arriving = await pages.arriving(request);
    const own = visitPaths(visitOf(request));
    if (arriving.kind !== 'guest') return goTo(reply, own.home);
    const { trip } = request.params as { trip: string };
    const returned = await trips.back(arriving, trip, pageQuery(request, MAX_VENDOR_VALUE));
    return goTo(reply, returned === 'late' ? own.said('late') : own.checking(trip));
  });

  page(paths.confirm(':trip'), async ({ guest, params: { trip }, query, frame, show, say }) => {
    const asked = await consentReturns.asked(guest, trip);
    const channel = asked && offer.channelOf(guest.visit, asked.channel);
    if (!channel) return say('late');
    const isChosen = query.chosen !== undefined;
    const { title } = channel;
    const writes = offer.writes([asked.channel], guest.client);
    return show(confirmPage(frame(), { ...asked, title, trip, isChosen, writes }));
  });

  form(paths.confirm(':trip'), async ({ guest, params, paths: own, go }, typed) => {
    if (typed.get('_answer') === 'yes') {
      await consentReturns.confirm(guest, params.trip);
      return go(own.checking(params.trip));
    }
    const others = await consentReturns.deny(guest, params.trip);
    return go(others ? `${LINK_PATHS.whose(others)}?ask=1` : own.channels);
  });

  page(paths.checking(':trip'), async ({ guest, params, frame, show, say }) => {
    const channel = await channelOn(guest, params.trip);
    if (!channel) return say('missing');
    return show(checkingPage(frame(), channel.title, params.trip));
  });

  page(paths.arrived(':trip'), async ({ guest, request, params: { trip }, paths: own, go }) => {
    // A reload while the first request still checks waits for that one.
    let settled = await trips.settle(guest, trip);
    for (let looks = 0; settled.kind === 'waiting' && looks < MOST_LOOKS; looks += 1) {
      await pause(LOOK_MS);
      settled = await trips.settle(guest, trip);
    }
    if ('channel' in settled && (await trips.look(guest, trip))?.isDirect)
      return go((await link.endDirect(guest, settled)) ?? own.closed);
    if (settled.kind === 'linked')
      return go(besideOf(request) === 'trip' ? own.done(trip) : own.linked(settled.channel));
    if (settled.kind === 'failed')
      return go(own.tried(settled.channel, settled.way, settled.draft));
    return go(own.channels);
  });

  // The application sends the browser of its user here, once: from here on the visit is this browser's.
  open('GET', paths.begin(':trip'), async (request, reply, { trip }) => {
    const [visit, { pass = '', lang = '' }] = [visitOf(request), pageQuery(request)];
    const passed = await visits.byPass(visit, trip, pass);
    if (passed?.arriving.kind !== 'guest') return pages.say(request, reply, 'late');
    const { arriving, cookie } = passed;
    const found = await trips.look(arriving, trip);
    if (!found?.isDirect || (found.hasLeft && !hasVisit(request, visit)))
      return pages.say(request, reply, 'used', arriving);
    const left = arriving.visit.expiresAt - now();
    cookies.setVisit(reply, visit, cookie, left);
    cookies.setSeen(reply, visit, left);
    return goTo(reply, `${visitPaths(visit).leaving(trip)}?${new URLSearchParams({ lang })}`);
  });

  // In a tab of its own the cookie of the page is not there: the pass in the form stands in for it.
  // Only browsers that say who sends a form ever get a pass.
  open('POST', paths.leaving(':trip'), async (request, reply, { trip }) => {
    const visit = visitOf(request);
    const ours = request.headers['sec-fetch-site'] === 'same-origin';
    if (!ours || fromElsewhere(request, baseUrl)) return pages.say(request, reply, 'stale');
    const typed = formOf(request);
    const passed = await visits.byPass(visit, trip, typed.get('_pass') ?? '');
    if (!passed) return pages.say(request, reply, 'stale');
    const { arriving, cookie } = passed;
    if (arriving.kind !== 'guest') return pages.sayWhy(request, reply, arriving);
    const left = arriving.visit.expiresAt - now();
    cookies.setVisit(reply, visit, cookie, left);
    cookies.setSeen(reply, visit, left);
    cookies.setBeside(reply, visit, 'trip');
    const query = new URLSearchParams({ seen: '1', lang: typed.get('lang') ?? '' });
    return goTo(reply, `${visitPaths(visit).leaving(trip)}?${query}`);
  });

  page(paths.waiting(':trip'), async ({ guest, params: { trip }, frame, paths: own, ...to }) => {
    const found = await trips.look(guest, trip);
    if (found?.end?.kind === 'linked') return to.go(own.linked(found.channel));
    if (found?.end) return to.go(own.tried(found.channel, found.end.way, found.end.draft));
    const channel = found && offer.channelOf(guest.visit, found.channel);
    if (!channel) return to.go(own.channels);
    return to.show(waitingPage(frame(), channel.title, trip));
  });

  page(paths.done(':trip'), async ({ guest, params, frame, paths: own, show, go }) => {
    const found = await trips.look(guest, params.trip);
    const channel = found?.end?.kind === 'linked' && offer.channelOf(guest.visit, found.channel);
    if (!channel) return go(own.channels);
    return show(donePage(frame(), channel.title));
  });

  // For the script of a page, which may hold no cookie: it sees how the visit goes, and no more.
  open('POST', paths.progress, async (request, reply) => {
    const asked = formOf(request);
    const [watch, trip] = [asked.get('watch') ?? '', asked.get('trip') ?? ''];
    const progress = await visits.progress(visitOf(request), watch, trip);
    return progress ? reply.send(progress) : reply.code(403).send({});
  });

  // What opens a link inside the application's own page.
  open('GET', LINK_PATHS.script, async (_, reply) => {
    reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*');
    return sendTagged(reply, opener, 'text/javascript; charset=utf-8');
  });

  // WordPress gives up on anything but 200, and then the merchant never comes back to read why the
  // key did not work. So a key that was delivered is answered 200, and the page says the rest.
  open('POST', LINK_PATHS.receive(':state'), async (request, reply, { state }) => {
    let body: unknown;
    try {
      body = JSON.parse(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
    } catch {
      return reply.code(400).send({ error: 'The body is not JSON.' });
    }
    const long = nested(body, MAX_NESTING)
      ? `The body is nested deeper than ${MAX_NESTING} levels.`
      : overlong(body)?.message;
    if (long !== undefined) return reply.code(400).send({ error: long });
    const settled = await trips.receive(state, body);
    return settled
      ? reply.code(200).send({ status: 'received' })
      : reply.code(404).send({ error: 'No one waits for this.' });
  });
}
