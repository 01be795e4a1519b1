// The browser's trip to a vendor and back, and the door for vendors that bring a key themselves.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { checkingPage, leavingPage } from '../link/pages/busy.ts';
import { HIDDEN, type Pages } from './link-pages.ts';
import { goTo, pageQuery, sendPage } from './link-reply.ts';
import { LINK_PATHS } from './paths.ts';

const LOOK_MS = 500;
const MOST_LOOKS = 60;

const channelIn = (params: unknown): string => (params as { channel: string }).channel;

export function tripRoutes(scope: FastifyInstance, pages: Pages): void {
  const { link, say } = pages;
  const { offer, trips } = link;

  scope.get(
    LINK_PATHS.leaving(':channel'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame }) => {
      const name = channelIn(request.params);
      const channel = offer.channelOf(guest.visit, name);
      const departure = channel && (await trips.leave(guest, name));
      if (!departure) return goTo(reply, channel ? LINK_PATHS.channel(name) : LINK_PATHS.channels);
      const back = LINK_PATHS.channels;
      return sendPage(
        reply,
        200,
        leavingPage(frame(), { ...departure, title: channel.title, back }),
      );
    }),
  );

  // What came with the browser is put away first, so that it stands in no address any more.
  scope.get(
    LINK_PATHS.back(':channel'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply }) => {
      const name = channelIn(request.params);
      if (!offer.channelOf(guest.visit, name)) return say(request, reply, 'missing', guest);
      const returned = await trips.back(guest, name, pageQuery(request));
      if (returned === 'arrived') return goTo(reply, LINK_PATHS.checking(name));
      return say(request, reply, returned === 'late' ? 'late' : 'returned', guest);
    }),
  );

  scope.get(
    LINK_PATHS.checking(':channel'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame }) => {
      const name = channelIn(request.params);
      const channel = offer.channelOf(guest.visit, name);
      if (!channel) return say(request, reply, 'missing', guest);
      const onward = LINK_PATHS.arrived(name);
      return sendPage(reply, 200, checkingPage(frame(), channel.title, onward));
    }),
  );

  scope.get(
    LINK_PATHS.arrived(':channel'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply }) => {
      const name = channelIn(request.params);
      if (!offer.channelOf(guest.visit, name)) return say(request, reply, 'missing', guest);
      // A reload while the first request still checks waits for that one.
      let settled = await trips.settle(guest, name);
      for (let looks = 0; settled.kind === 'waiting' && looks < MOST_LOOKS; looks += 1) {
        await pause(LOOK_MS);
        settled = await trips.settle(guest, name);
      }
      if (settled.kind === 'linked') return goTo(reply, LINK_PATHS.linked(name));
      return goTo(reply, LINK_PATHS.channel(name));
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
