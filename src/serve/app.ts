// Wires the house: opens the store, builds the rooms one upon the other, and takes them down again.
import { setTimeout as pause } from 'node:timers/promises';
import { startChores } from './chores.ts';
import { createFront } from './front.ts';
import { type AppOptions, openHouse } from './house.ts';
import { createOutside } from './outside.ts';
import { createServices } from './services.ts';

export type App = Awaited<ReturnType<typeof createApp>>;

/** For what is on its way when the door is closed. */
const LAST_CALLS = 1000;
/** Answers that are being written when the calls are out. */
const LAST_ANSWERS = 1000;

/** Everything but the listening: the caller opens the door with `server.listen`. */
export async function createApp(options: AppOptions) {
  let closing = false;
  const house = await openHouse(options, {
    onNotice: () => services.events.wake(),
    isClosing: () => closing,
  });
  const outside = createOutside(house);
  const services = createServices(house, outside);
  const front = await createFront(house, outside, services);
  const { store, keeper, observe, config } = house;
  const { events, hooks, tokens, unified, changes, writes, magicLink } = services;
  const { server, metricsServer, consoleServer, connections, calls } = front;
  const chores = startChores(house, services);
  const keepCounts = () => observe.tallies.flush(store.counts.add);
  await events.start();
  await hooks.start();
  await changes.start();
  await writes.start();

  return {
    ...{ server, store, tokens, events, changes, writes, magicLink },
    subscriptions: services.subscriptions,
    /** Where the metrics have a port of their own. */
    metricsServer,
    /** Writes what was counted so far to the store. */
    keepCounts,
    /** A data call of a client that it did not send itself. */
    read: front.read,
    /** Where the console has one. */
    consoleServer,

    /** Before the door is closed, a proxy in front has so many milliseconds to notice. */
    async close(notice = 0): Promise<void> {
      closing = true;
      const limit = performance.now() + config.drainSeconds * 1000;
      const left = () => Math.max(0, limit - performance.now());
      // A renewal that is under way is waited for: its vendor may have ended the secrets before it.
      const handedOver = Promise.all([
        ...[events.handOver(), hooks.handOver(), changes.stop(), writes.stop(), chores.stop()],
      ]);
      // Everything is still served: /readyz says what is coming, and every answer ends its connection.
      if (notice > 0) await pause(Math.min(notice, left()));
      // A proxy that is refused a connection tries the next instance; a 503 it would pass on.
      server.server.close();
      if (notice > 0) await connections.asked(Math.min(LAST_CALLS, left()));
      await Promise.all([calls.drain(left()), handedOver]);
      const cut = setTimeout(
        () => server.server.closeAllConnections(),
        Math.max(LAST_ANSWERS, left()),
      );
      connections.closeQuiet();
      await server.close();
      clearTimeout(cut);
      await hooks.stop();
      await events.stop();
      unified.close();
      await tokens.settle();
      await front.audit.settle();
      await outside.sender.close();
      // The store may be what is away.
      await keepCounts().catch(() => {});
      await keeper?.leave().catch(() => {});
      // Last, so that watchers see the end.
      await metricsServer?.close();
      await consoleServer?.close();
      await store.close();
      await observe.close();
    },
  };
}
