// The processes of the service, one or several on one port: starts them, replaces one that ends, ends them together.
import cluster, { type Worker } from 'node:cluster';
import { performance } from 'node:perf_hooks';
import { type Config, ConfigError } from '../config.ts';
import type { Log } from '../log.ts';
import { createPrimaryMetrics } from '../observe/cluster.ts';
import type { Io } from './declare.ts';
import { type FromWorker, NUMBER, type ToWorker } from './worker-link.ts';

export interface ClusterOptions {
  readonly count: number;
  readonly log: Log;
  readonly io: Io;
  /** Called once, when all of them serve. */
  readonly onReady: () => unknown;
  /** Resolves when somebody asks for the end. */
  readonly ended: () => Promise<NodeJS.Signals>;
  /** Milliseconds that they have for that. */
  readonly endWithin: number;
}

/** A worker that ends is followed by another in the same slot. */
interface Slot {
  readonly number: number;
  worker: Worker | undefined;
  /** Since when it serves. */
  readyAt: number | undefined;
  /** Deaths one after the other, and the pause after the last of them. */
  deaths: number;
  pause: NodeJS.Timeout | undefined;
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 30_000;
/** One that served for so long died of something new. */
const STEADY = 60_000;
const MIB = 1024 * 1024;
const FEWEST_ANSWERS = 64 * MIB;

/** What is set for the service and counted by each process: of that a worker has its part. */
export function partOf(config: Config): Config {
  const part = (whole: number, least: number) =>
    Math.max(least, Math.floor(whole / config.workers));
  return {
    ...config,
    databaseConnections: part(config.databaseConnections, 2),
    answerBytes: part(config.answerBytes, Math.min(FEWEST_ANSWERS, config.answerBytes)),
    maxCalls: part(config.maxCalls, 1),
    clientCalls: part(config.clientCalls, 1),
  };
}

/** Returns the exit code: 1 where one cannot start, which ends the start of all. */
export async function runCluster(options: ClusterOptions): Promise<number> {
  const { count, log, io } = options;
  if (!cluster.isPrimary)
    throw new ConfigError(
      `MANIFOLD_WORKERS is ${count}, and whatever started this process runs several of it already. Leave it at 1, or have one process started.`,
    );
  // They take connections from one queue of the system: one that hangs takes none, and one that dies
  // loses none but those it took. Node's own turns lose the one that was on its way.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const slots = Array.from({ length: count }, (_, n): Slot => {
    return { number: n + 1, worker: undefined, readyAt: undefined, deaths: 0, pause: undefined };
  });
  const isReady = ({ readyAt }: Slot) => readyAt !== undefined;
  const metrics = createPrimaryMetrics(() => slots.filter(isReady).length);
  const started = Promise.withResolvers<boolean>();
  const empty = Promise.withResolvers<void>();
  let phase: 'start' | 'run' | 'end' = 'start';
  let code = 0;

  function start(slot: Slot): void {
    const worker = cluster.fork({ [NUMBER]: String(slot.number) });
    slot.worker = worker;
    worker.on('message', (message: FromWorker) => onMessage(slot, worker, message));
    worker.once('exit', (exit, signal) => onExit(slot, worker, exit, signal));
    worker.on('error', (error) => {
      log.error({ worker: slot.number, reason: error.message }, 'trouble with a worker');
      // Where no process could be made, none ends.
      if (worker.process.pid === undefined) worker.emit('exit', null, null);
    });
  }

  async function onMessage(slot: Slot, worker: Worker, message: FromWorker): Promise<void> {
    const { number } = slot;
    if (message.say === 'ready') {
      slot.readyAt = performance.now();
      if (phase === 'start' && slots.every(isReady)) started.resolve(true);
      log.info({ worker: number, pid: worker.process.pid }, 'a worker serves');
    }
    if (message.say === 'failed') {
      const { sentence } = message;
      if (phase === 'run') log.error({ worker: number, reason: sentence }, 'a worker cannot start');
      if (phase === 'start') io.err(sentence);
      fail();
    }
    if (message.say === 'metrics')
      say(worker, { say: 'metrics', id: message.id, page: await metrics.page() });
  }

  /** At the start one that cannot ends the start of all; what it said is said once. */
  function fail(): void {
    if (phase !== 'start') return;
    phase = 'end';
    started.resolve(false);
  }

  function onExit(slot: Slot, worker: Worker, exit: number | null, signal: string | null): void {
    const served = slot.readyAt === undefined ? 0 : performance.now() - slot.readyAt;
    slot.worker = undefined;
    slot.readyAt = undefined;
    if (phase === 'start' && signal !== null)
      io.err(`A worker was ended by ${signal} before it could serve.`);
    fail();
    if (phase === 'end') {
      if (served > 0 && exit !== 0) code = 1;
      if (!slots.some((other) => other.worker)) empty.resolve();
      return;
    }
    metrics.died();
    slot.deaths = served > STEADY ? 1 : slot.deaths + 1;
    const pauseMs = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (slot.deaths - 1));
    const facts = { worker: slot.number, pid: worker.process.pid, code: exit, signal };
    log.error({ ...facts, deaths: slot.deaths, pauseMs }, 'a worker ended; another follows');
    slot.pause = setTimeout(start, pauseMs, slot);
  }

  async function end(signal: NodeJS.Signals): Promise<number> {
    phase = 'end';
    for (const { worker, readyAt, pause } of slots) {
      clearTimeout(pause);
      // One that does not serve yet has nothing to bring to an end.
      if (readyAt === undefined) worker?.process.kill('SIGTERM');
      else if (worker) say(worker, { say: 'end', signal });
    }
    const hurry = setTimeout(() => process.exit(1), options.endWithin);
    if (slots.some(({ worker }) => worker)) await empty.promise;
    clearTimeout(hurry);
    return code;
  }

  // However this process comes to end: none serves without it.
  process.on('exit', () => {
    for (const { worker } of slots) worker?.process.kill('SIGKILL');
  });
  for (const slot of slots) start(slot);
  if (!(await started.promise)) {
    await end('SIGINT');
    return 1;
  }
  phase = 'run';
  await options.onReady();
  return await end(await options.ended());
}

/** That it is gone is heard by its exit. */
const say = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message, () => {});
};
