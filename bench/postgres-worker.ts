// One instance of the benchmark: the store of the service, on the database it is given, doing what it is asked.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { newKeyEntry, parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import type { Finished } from '../src/model/execution.ts';
import { laneOf } from '../src/store/delivery-rows.ts';
import { type Ending, openStore } from '../src/store/index.ts';
import type { Share } from './harness.ts';
import { CLIENT, TOKENS, tokenOf, WORKS } from './postgres-work.ts';

const ACCOUNTS = 1000;
const LANES = 50;
/** As many as an instance has connections, so that none of them is idle. */
const CONCURRENCY = 10;
const ROWS = 100;
const HOUR = 3_600_000;

const { databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl: string };
let roundTrips = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  roundTrips += 1;
  return Reflect.apply(query, this, given);
} as typeof query;

const seal = createSeal(parseKeys(newKeyEntry('bench')));
const store = await openStore({ databaseUrl, dataDir: '/nonexistent', role: 'tool', seal });
const any = (count: number) => Math.floor(Math.random() * count);
/** Fast enough that no one is refused. */
const rate = { every: 0.001, burst: 1000 };
const spend = (key: string) => store.budgets.spend(key, rate, 1, HOUR);

/** Each does one thing, or a few, and says how many. */
const WORK: Readonly<Record<(typeof WORKS)[number], () => Promise<number>>> = {
  'budget, 1,000 accounts': async () => ((await spend(`account-${any(ACCOUNTS)}`)).taken ? 1 : 0),
  'budget, one account': async () => ((await spend('the-account')).taken ? 1 : 0),
  'token check': async () => ((await store.tokens.findWithClient(tokenOf(any(TOKENS)))) ? 1 : 0),
  'event: kept, claimed, done': event,
  'execution rows, 100 together': async () => {
    await store.executions.record(Array.from({ length: ROWS }, ending));
    return ROWS;
  },
};

async function event(): Promise<number> {
  const now = store.now();
  const id = randomUUID();
  const url = `https://receiver-${any(LANES)}.example/events`;
  await store.deliveries.add({
    ...{
      id,
      clientId: CLIENT,
      executionId: null,
      addressId: null,
      userId: null,
      deleteWhenSent: false,
      type: 'bench',
      url,
    },
    ...{ body: '{"type":"bench"}', createdAt: now, giveUpAt: now + HOUR },
  });
  const [held] = await store.deliveries.claim({
    ...{
      lane: laneOf(CLIENT, url),
      limit: 1,
      now: store.now(),
      until: now + 10_000,
      by: randomUUID(),
    },
  });
  // Another took it: then it does the rest.
  if (!held) return 0;
  const tried = { at: now, duration: 1, status: 204 };
  const isMine = await store.deliveries.finishTry(held, {
    ...{ state: 'delivered', tried, nextTryAt: now },
  });
  if (!isMine) throw new Error('it was taken from its holder');
  return 1;
}

function ending(): Ending {
  const now = store.now();
  const finished: Finished = {
    ...{ id: randomUUID(), client: CLIENT, traceId: '0'.repeat(32) },
    ...{ channel: 'shopify', tpUserId: `user-${any(ACCOUNTS)}`, startedAt: now, finishedAt: now },
    ...{ callback: undefined, isSuccess: true, errors: {}, resultCount: 50 },
    operation: 'orders',
    stage: 'transform',
    ...{ overrideCount: 0, calls: 2, warnings: [], nextPageToken: undefined },
    durations: {
      TotalExtResourcesDuration: 120.5,
      TotalEventsTransitDuration: 1.5,
      TotalTransformationsDuration: 2.5,
      TotalRequestsDuration: 130.25,
    },
  };
  return { finished, delivery: undefined };
}

async function run(name: string, milliseconds: number): Promise<Share> {
  const known = WORKS.find((one) => one === name);
  if (!known) throw new Error(`there is no work "${name}"`);
  const work = WORK[known];
  let [done, failed] = [0, 0];
  const before = { trips: roundTrips, processor: process.cpuUsage(), at: performance.now() };
  const over = before.at + milliseconds;
  const again = async () => {
    while (performance.now() < over)
      await work().then(
        (count) => {
          done += count;
        },
        (error) => {
          failed += 1;
          console.error(String(error));
        },
      );
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
