// The browser's trip to a vendor and back, and the door for vendors that bring a key themselves.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { checkingPage, leavingPage } from '../link/pages/busy.ts';
import type { Pages } from './link.ts';
import { goTo, pageQuery, sendPage } from './link-reply.ts';

const HIDDEN = { schema: { hide: true } } as const;

const LOOK_MS = 500;
const MOST_LOOKS = 60;

const channelIn = (params: unknown): string => (params as { channel: string }).channel;

export function tripRoutes(scope: FastifyInstance, pages: Pages): void {
  const { link, tell } = pages;
  const { offer, trips } = link;

  scope.get(
    '/link/channels/:channel/leaving',
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame }) => {
      const name = channelIn(request.params);
      const channel = offer.channelOf(guest.visit, name);
      const departure = channel && (await trips.leave(guest, name));
      if (!departure) return goTo(reply, channel ? `/link/channels/${name}` : '/link/channels');
      const back = '/link/channels';
      return sendPage(
        reply,
        200,
        leavingPage(frame(), { ...departure, title: channel.title, back }),
      );
    }),
  );

  // What came with the browser is put away first, so that it stands in no address any more.
  scope.get(
    '/link/return/:channel',
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply }) => {
      const name = channelIn(request.params);
      if (!offer.channelOf(guest.visit, name)) return tell(request, reply, 'missing', guest);
      const returned = await trips.back(guest, name, pageQuery(request));
      if (returned === 'arrived') return goTo(reply, `/link/channels/${name}/checking`);
      return tell(request, reply, returned === 'late' ? 'late' : 'returned', guest);
    }),
  );

  scope.get(
    '/link/channels/:channel/checking',
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame }) => {
      const name = channelIn(request.params);
      const channel = offer.channelOf(guest.visit, name);
      if (!channel) return tell(request, reply, 'missing', guest);
      const onward = `/link/channels/${name}/arrived`;
      return sendPage(reply, 200, checkingPage(frame(), channel.title, onward));
    }),
  );

  scope.get(
    '/link/channels/:channel/arrived',
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply }) => {
      const name = channelIn(request.params);
      if (!offer.channelOf(guest.visit, name)) return tell(request, reply, 'missing', guest);
      // A reload while the first request still checks waits for that one.
      let settled = await trips.settle(guest, name);
      for (let looks = 0; settled.kind === 'waiting' && looks < MOST_LOOKS; looks += 1) {
        await pause(LOOK_MS);
        settled = await trips.settle(guest, name);
      }
      if (settled.kind === 'linked') return goTo(reply, `/link/channels?linked=${name}`);
      return goTo(reply, `/link/channels/${name}`);
    }),
  );

  // WordPress gives up on anything but 200, and then the merchant never comes back to read why the
  // key did not work. So a key that was delivered is answered 200, and the page tells the rest.
  scope.post('/link/receive/:state', HIDDEN, async (request, reply) => {
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
