// What a second worker gives: `npm run bench:workers`. See README.md beside it. It reads /proc, so it needs Linux.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'undici';
import { type Cluster, startGround } from '../test/instances/cluster.ts';
import { type Figure, figureOf, keep, machine } from './harness.ts';

const WORKERS = [1, 2];
const REPEATS = Number(process.env.BENCH_REPEATS ?? 5);
const MILLISECONDS = Number(process.env.BENCH_MILLISECONDS ?? 2000);
/** Requests for each worker before anything is counted: its code is compiled then. */
const WARM_UP = 1500;
const FULL_SPEED = 3;
/** Orders in the page of a shop. */
const PAGE = 10;
const CONNECTIONS = 8;
/** What each worker is asked, of what one does at full speed: load, shop and database need processors too. */
const SHARE = 0.3;
/** Enough that no limit of a shop is met, and few enough that connections to them are kept. */
const SHOPS = 32;
const REST = 4000;
const RESULTS = new URL('results/workers.json', import.meta.url);
/** Hundredths of a second, which is what Linux counts in. */
const TICK_US = 10_000;

interface Run {
  readonly perSecond: number;
  /** Microseconds of the service's processor time for one request, primary and workers together. */
  readonly processor: number;
  /** The share of the requests that the busiest worker served, by its processor time. */
  readonly busiest: number;
}

/** The process and those that it started. */
function family(pid: number): readonly number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [pid, ...all.map(Number).filter((each) => statOf(each)[1] === pid)];
}

/** State, parent and so on, as proc(5) numbers them from the third on; nothing of one that is gone. */
function statOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

/** User and system time, in microseconds. */
const processorOf = (pid: number): number => {
  const { 11: user = 0, 12: system = 0 } = statOf(pid);
  return (user + system) * TICK_US;
};

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

interface Load {
  readonly milliseconds?: number;
  readonly count?: number;
  /** Requests a second; unless given, each connection sends the next one as soon as it may. */
  readonly pace?: number;
}

/** Over kept connections, for so long or so many. */
async function load(cluster: Cluster, { milliseconds, count, pace }: Load): Promise<Run> {
  const most = count ?? Number.POSITIVE_INFINITY;
  const until = milliseconds ?? Number.POSITIVE_INFINITY;
  const pids = family(cluster.primary.pid ?? 0);
  const before = pids.map(processorOf);
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(cluster.origin));
  const began = performance.now();
  let [done, sent] = [0, 0];
  await Promise.all(
    clients.map(async (client) => {
      while (sent < most) {
        const n = sent++;
        const due = pace === undefined ? 0 : (n / pace) * 1000;
        if (Math.max(due, performance.now() - began) >= until) return;
        await sleep(Math.max(0, began + due - performance.now()));
        const { path, headers, body } = cluster.request(`shop-${n % SHOPS}`, PAGE);
        const answer = await client.request({ method: 'POST', path, headers, body });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
        done += 1;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const used = pids.map((pid, n) => processorOf(pid) - (before[n] ?? 0));
  await Promise.all(clients.map((client) => client.close()));
  const all = used.reduce((sum, each) => sum + each, 0);
  return { perSecond: done / seconds, processor: all / done, busiest: Math.max(...used) / all };
}

/** The share of a processor that each worker needs with nothing to do: looking for work, saying that it is there. */
async function atRest(cluster: Cluster, workers: number): Promise<number> {
  const pids = family(cluster.primary.pid ?? 0);
  const used = () => pids.reduce((sum, pid) => sum + processorOf(pid), 0);
  const before = used();
  await sleep(REST);
  return (used() - before) / 1000 / REST / workers;
}

interface Measured {
  readonly workers: number;
  readonly cluster: Cluster;
  readonly runs: Run[];
  /** At full speed. */
  readonly full: Run[];
  rest: number;
}

const shop = fork(fileURLToPath(new URL('workers-shop.ts', import.meta.url)), [String(PAGE)]);
const [shops] = (await once(shop, 'message')) as [string];
const ground = await startGround(shops);
try {
  const clusters: Measured[] = [];
  for (const workers of WORKERS) {
    const settings = { MANIFOLD_WORKERS: String(workers), MANIFOLD_LOG_LEVEL: 'error' };
    const cluster = await ground.start({ ...settings, MANIFOLD_DATABASE_CONNECTIONS: '10' });
    clusters.push({ workers, cluster, runs: [], full: [], rest: 0 });
  }
  for (const { cluster, workers } of clusters) await load(cluster, { count: WARM_UP * workers });
  for (const measured of clusters) measured.rest = await atRest(measured.cluster, measured.workers);
  // In turn, so that whatever else the machine does falls on both.
  for (let n = 0; n < FULL_SPEED; n++)
    for (const { cluster, full } of clusters)
      full.push(await load(cluster, { milliseconds: MILLISECONDS }));
  const pace = SHARE * figureOf(clusters[0]?.full.map(({ perSecond }) => perSecond) ?? []).median;
  for (let n = 0; n < REPEATS; n++)
    for (const { cluster, runs, workers } of clusters)
      runs.push(await load(cluster, { milliseconds: MILLISECONDS, pace: pace * workers }));
  const lines = clusters.map(({ workers, cluster, runs, full, rest }) => {
    // What is needed at rest is needed once in a second, however many requests there are.
    const each = runs.map(({ processor }) => processor - (rest * 1e6) / pace);
    return {
      workers,
      processor: figureOf(each),
      rest,
      /** Requests a second that so many processors could carry. */
      capacity: figureOf(each.map((one) => (workers * (1 - rest) * 1e6) / one)),
      perSecond: figureOf(full.map(({ perSecond }) => perSecond)),
      busiest: figureOf(runs.map(({ busiest }) => busiest)),
      memory: family(cluster.primary.pid ?? 0)
        .map((pid) => Math.round(memoryOf(pid)))
        .join(' + '),
    };
  });
  for (const { cluster } of clusters) {
    cluster.primary.kill('SIGTERM');
    if ((await cluster.ended) !== 0) throw new Error(cluster.err());
  }
  const [one, two] = lines;
  const ratio = (two?.capacity.median ?? 0) / (one?.capacity.median ?? 1);
  const date = new Date().toISOString().slice(0, 10);
  keep(RESULTS, { date, machine: machine(), ratio, lines });
  const { processors, kind, memory, node } = machine();
  console.log(`${date}, ${processors} processors (${kind}), ${memory}, Node ${node}`);
  const shown = ({ median, least, most }: Figure, digits = 0) =>
    `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
  const rows = lines.map(
    ({ workers, perSecond, processor, rest, capacity, busiest, memory }) =>
      `| ${workers} | ${shown(processor)} | ${(rest * 1000).toFixed(1)} | ${shown(capacity)} | ${shown(perSecond)} | ${shown(busiest, 2)} | ${memory} |`,
  );
  console.log(
    [
      '| workers | µs of processor each | ms in a second at rest, each | a second, with a processor for each | a second here | share of the busiest | MiB |',
      '|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
  );
  console.log(`2 workers carry ${ratio.toFixed(2)} times what 1 does, by processor time.`);
} finally {
  await ground.stop();
  shop.disconnect();
}
