// Clients that fill the places of background executions or of deliveries hold up themselves alone.
import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { it } from 'node:test';
import { until } from '../until.ts';
import { assertUnharmed } from '../victim.ts';
import { startHouse, startReceiver } from './house.ts';

/** Background executions that ask for this many never end. */
const ENDLESS = 7;
const HOGS = 6;
const EACH = 20;
const RECEIVERS = 50;

it('clients with background executions that never end keep no other from running immediately', async (t) => {
  const house = await startHouse(t);
  let running = 0;
  const { promise: end, resolve: open } = Promise.withResolvers<void>();
  t.after(() => open());
  house.shop.before = async ({ limit }) => {
    if (limit !== ENDLESS) return;
    running += 1;
    await end;
  };
  const hogs = await Promise.all(
    Array.from({ length: HOGS }, (_, n) => house.caller(`hog${n}`).then(({ token }) => token)),
  );
  const later = (token: string, limit: number) =>
    house.orders(
      {},
      { headers: { authorization: `Bearer ${token}`, prefer: 'respond-async, wait=300' } },
      { limit },
    );
  await assertUnharmed({
    calls: 6,
    victim: async () => {
      const { body } = await later(house.token, 1);
      const found = async () => (await house.ask(`/Executions/${body.execution_id}`)).body.status;
      await until(async () => (await found()) !== 'running', 'the end of the execution');
      return (await found()) === 'succeeded' ? undefined : 'failed';
    },
    attack: async () => {
      for (const hog of hogs)
        await Promise.all(Array.from({ length: EACH }, () => later(hog, ENDLESS)));
      await until(() => running >= 64, 'the attack');
      const most = running;
      return async () => {
        open();
        assert.ok(most < HOGS * EACH, 'there are more of theirs than there are places');
      };
    },
  });
});

it('a client with a hundred receivers that never answer keeps no other from its events', async (t) => {
  const house = await startHouse(t);
  const hog = await house.caller('hog').then(({ token }) => token);
  const sockets = new Set<Socket>();
  const silent: Server[] = await Promise.all(
    Array.from({ length: RECEIVERS }, async () => {
      const server = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => {});
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  t.after(() => {
    for (const server of silent) server.close();
    for (const socket of sockets) socket.destroy();
  });
  // Two names of one machine are two origins.
  const addresses = silent.flatMap((server) => {
    const { port } = server.address() as AddressInfo;
    return [`http://127.0.0.1:${port}/x`, `http://localhost:${port}/x`];
  });
  const quick = await startReceiver(t);
  const send = (token: string, url: string) =>
    house.ask('/Deliveries/Test', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ url }),
    });
  let sent = 0;
  await assertUnharmed({
    calls: 6,
    victim: async () => {
      sent += 1;
      await send(house.token, quick.url);
      await quick.arrived(sent);
      return undefined;
    },
    attack: async () => {
      for (let at = 0; at < addresses.length; at += 50)
        await Promise.all(addresses.slice(at, at + 50).map((url) => send(hog, url)));
      await until(() => sockets.size >= 60, 'the attack');
      return async () => {
        for (const server of silent) server.close();
        for (const socket of sockets) socket.destroy();
      };
    },
  });
  assert.ok(sockets.size < addresses.length, 'it has more receivers than places');
});
