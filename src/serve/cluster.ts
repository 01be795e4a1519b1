// The processes of the service, one or several on one port: starts them, replaces one that ends, ends them together.
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter, once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClusterPage, createPrimaryMetrics } from '../observe/cluster.ts';
import { type Config, ConfigError } from './config.ts';
import type { Log } from './log.ts';

interface ClusterOptions {
  readonly count: number;
  readonly log: Log;
  /** Called once, when all of them serve. */
  readonly onReady: () => unknown;
  readonly ended: () => Promise<NodeJS.Signals>;
  readonly endWithin: number;
}

/** The variable that gives a worker its number: no setting of the operator's. */
const NUMBER = 'MANIFOLD_WORKER';
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 30_000;
/** One that served for so long died of something new. */
const STEADY = 60_000;
const FEWEST_ANSWERS_MB = 64;

type FromWorker = 'ready' | 'metrics';
type ToWorker = { readonly end: NodeJS.Signals } | { readonly page: ClusterPage };

/** What is set for the service and counted by each process: of that a worker has its part. */
export function partOf(config: Config): Config {
  const part = (whole: number, least: number) =>
    Math.max(least, Math.floor(whole / config.workers));
  return {
    ...config,
    databaseConnections: part(config.databaseConnections, 2),
    answersMb: part(config.answersMb, Math.min(FEWEST_ANSWERS_MB, config.answersMb)),
    maxCalls: part(config.maxCalls, 1),
    clientCalls: part(config.clientCalls, 1),
  };
}

/** Returns the exit code: 1 where one cannot start, which ends the start of all. */
export async function runCluster(options: ClusterOptions): Promise<number> {
  const { count, log } = options;
  if (!cluster.isPrimary)
    throw new ConfigError(
      `MANIFOLD_WORKERS is ${count}, and whatever started this process runs several of it already. Leave it at 1, or have one process started.`,
    );
  // They take connections from one queue of the system: one that hangs takes none, and one that dies
  // loses none but those it took. Node's own turns lose the one that was on its way.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const alive = new Map<number, Worker>();
  const ready = new Set<number>();
  const metrics = createPrimaryMetrics(() => ready.size);
  const ending = new AbortController();
  let isStarted = false;
  let code = 0;
  // From the beginning: the first process of a container loses a signal that it does not listen to.
  const asked = options.ended();

  /** One worker from its start to its end. */
  async function live(number: number, onReady: () => void) {
    const worker = cluster.fork({ [NUMBER]: String(number) });
    const { pid } = worker.process;
    let readyAt = Number.POSITIVE_INFINITY;
    alive.set(number, worker);
    worker.on('message', async (message: FromWorker) => {
      if (message === 'metrics') say(worker, { page: await metrics.page() });
      if (message !== 'ready') return;
      readyAt = performance.now();
      ready.add(number);
      log.info({ worker: number, pid }, 'a worker serves');
      onReady();
    });
    worker.on('error', (error) => {
      log.error({ worker: number, reason: error.message }, 'trouble with a worker');
      // Where no process could be made, none ends.
      if (pid === undefined) worker.emit('exit', null, null);
    });
    const end = await new Promise<{ code: number | null; signal: string | null }>((resolve) =>
      worker.once('exit', (exit, signal) => resolve({ code: exit, signal })),
    );
    alive.delete(number);
    ready.delete(number);
    return { pid, served: Math.max(0, performance.now() - readyAt), ...end };
  }

  /** One that ends is followed by another of the same number, until all are to end. */
  async function keep(number: number, serves: () => void, fails: () => void): Promise<void> {
    for (let deaths = 0; !ending.signal.aborted; ) {
      const { served, ...end } = await live(number, serves);
      fails();
      // Why it cannot start it says itself, unless it was killed.
      if (!isStarted && end.signal !== null && !ending.signal.aborted)
        log.error({ worker: number, ...end }, 'a worker ended before it could serve');
      if (!isStarted) ending.abort();
      if (ending.signal.aborted) {
        if (served > 0 && end.code !== 0) code = 1;
        return;
      }
      metrics.died();
      deaths = served > STEADY ? 1 : deaths + 1;
      const pauseMs = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (deaths - 1));
      log.error({ worker: number, ...end, deaths, pauseMs }, 'a worker ended; another follows');
      await pause(pauseMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  }

  const kept: Promise<void>[] = [];
  const start = (number: number) =>
    new Promise<void>((serves, fails) => kept.push(keep(number, serves, fails)));

  // However this process comes to end: none serves without it.
  process.on('exit', () => {
    for (const worker of alive.values()) worker.process.kill('SIGKILL');
  });
  // The first brings the tables up to date and says what is wrong, alone, for all.
  const others = Array.from({ length: count - 1 }, (_, n) => n + 2);
  const starting = start(1).then(() => Promise.all(others.map(start)));
  const outcome = await Promise.race([
    starting.then(
      () => 'serves' as const,
      () => 'fails' as const,
    ),
    asked,
  ]);
  isStarted = outcome === 'serves';
  if (isStarted) await options.onReady();
  const signal = outcome === 'fails' ? 'SIGINT' : await asked;
  ending.abort();
  for (const [number, worker] of alive)
    if (ready.has(number)) say(worker, { end: signal });
    // One that does not serve yet has nothing to bring to an end.
    else worker.process.kill('SIGTERM');
  const hurry = setTimeout(() => process.exit(1), options.endWithin);
  await Promise.all(kept);
  clearTimeout(hurry);
  return outcome === 'fails' ? 1 : code;
}

/** That it is gone is heard by its exit. */
const say = (worker: Worker, message: ToWorker): void => void worker.send(message, () => {});

const NO_PAGE: ClusterPage = { workers: undefined, primary: '' };

/** This process as a worker; undefined where it is none. To be called before the settings are read. */
export function openWorkerLink() {
  const number = Number(process.env[NUMBER]);
  delete process.env[NUMBER];
  const { worker } = cluster;
  if (!worker || !number) return undefined;
  const heard = new EventEmitter<{ end: [NodeJS.Signals]; page: [ClusterPage] }>();
  const ended = once(heard, 'end').then(([signal]): NodeJS.Signals => signal);
  const say = (message: FromWorker) => worker.send(message, () => {});

  return {
    number,
    /** Resolves when the primary has all of them end, or is gone itself. */
    ended,
    /** It serves. Calls under way then outlive the primary, unless this is its only worker. */
    ready(isOnly: boolean): void {
      process.on('message', (message: ToWorker) => {
        if ('end' in message) heard.emit('end', message.end);
        else if ('page' in message) heard.emit('page', message.page);
      });
      worker.once('disconnect', () => {
        heard.emit('page', NO_PAGE);
        if (isOnly) return;
        // Without this Node would end the process immediately.
        worker.exitedAfterDisconnect = true;
        heard.emit('end', 'SIGINT');
      });
      say('ready');
    },
    async metrics(): Promise<ClusterPage> {
      if (!worker.isConnected()) return NO_PAGE;
      const page = once(heard, 'page');
      // Those who ask meanwhile get the same.
      if (heard.listenerCount('page') === 1) say('metrics');
      const [found] = await page;
      return found;
    },
  };
}
