// One instance of the benchmark of the feed: claims what is due, and puts it back as an idle reading does.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import { openStore } from '../src/store/index.ts';
import { CLIENTS, clientOf, TOGETHER, WORKS } from './feed-rows.ts';
import type { Share } from './harness.ts';

const CONCURRENCY = 10;
const LEASE = 60_000;

const { databaseUrl, keys } = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;
let roundTrips = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  roundTrips += 1;
  return Reflect.apply(query, this, given);
} as typeof query;

const seal = createSeal(parseKeys(keys ?? ''));
const store = await openStore({ databaseUrl, dataDir: '/nonexistent', role: 'tool', seal });

const anyClient = () => clientOf(Math.floor(Math.random() * CLIENTS));
const claim = (until: number) =>
  store.readings.claim({
    ...{ lane: anyClient(), limit: TOGETHER, now: store.now(), until, by: randomUUID() },
  });

/** All of them stay due, so that there are as many at the end as at the beginning. */
const WORK: Readonly<Record<(typeof WORKS)[number], () => Promise<number>>> = {
  'claimed, 20 together': async () => (await claim(store.now())).length,
  'idle reading: claimed, put back': async () => {
    const now = store.now();
    const held = await claim(now + LEASE);
    for (const one of held) {
      const end = { dueAt: now, readAt: now, completeUntil: now, states: [] };
      if (!(await store.readings.finish(one, end))) throw new Error('it was taken from its holder');
    }
    return held.length;
  },
};

async function run(name: string, milliseconds: number): Promise<Share> {
  const known = WORKS.find((one) => one === name);
  if (!known) throw new Error(`there is no work "${name}"`);
  let [done, failed] = [0, 0];
  const before = { trips: roundTrips, processor: process.cpuUsage(), at: performance.now() };
  const again = async () => {
    while (performance.now() < before.at + milliseconds)
      try {
        // Added when it is known: others add to it meanwhile.
        const count = await WORK[known]();
        done += count;
      } catch (error) {
        failed += 1;
        console.error(String(error));
      }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, again));
  const { user, system } = process.cpuUsage(before.processor);
  return {
    ...{ done, failed, processor: user + system, roundTrips: roundTrips - before.trips },
    seconds: (performance.now() - before.at) / 1000,
  };
}

process.on('message', async ({ work, milliseconds }: { work: string; milliseconds: number }) => {
  process.send?.(await run(work, milliseconds));
});
process.on('SIGTERM', async () => {
  await store.close();
  process.exit(0);
});
process.send?.('ready');
