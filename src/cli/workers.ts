// The processes of the service, one or several on one port: starts them, replaces one that dies, ends them together.
import cluster, { type Worker } from 'node:cluster';
import { performance } from 'node:perf_hooks';
import { type Config, ConfigError } from '../config.ts';
import type { Log } from '../log.ts';
import { createCrewMetrics, type Families } from '../observe/fellows.ts';
import type { Io } from './declare.ts';
import { watchHandover } from './handover.ts';
import { type FromWorker, NUMBER, type ToWorker } from './worker.ts';

export interface WorkersOptions {
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

/** The place of a worker: whoever dies is followed by another in the same one. */
interface Seat {
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
/** Whoever served for so long died of something new. */
const STEADY = 60_000;
/** For what they counted: a little longer than each waits for the store. */
const PATIENCE = 3000;
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
export async function runWorkers(options: WorkersOptions): Promise<number> {
  const { count, log, io } = options;
  if (!cluster.isPrimary)
    throw new ConfigError(
      `MANIFOLD_WORKERS is ${count}, and whatever started this process runs several of it already. Leave it at 1, or have one process started.`,
    );
  // Else the system gives most connections to few of them; one alone takes its own.
  cluster.schedulingPolicy = count > 1 ? cluster.SCHED_RR : cluster.SCHED_NONE;
  const seats: readonly Seat[] = Array.from({ length: count }, (_, n) => ({
    ...{ number: n + 1, worker: undefined, readyAt: undefined, deaths: 0, pause: undefined },
  }));
  const isReady = ({ readyAt }: Seat) => readyAt !== undefined;
  const metrics = createCrewMetrics(() => seats.filter(isReady).length);
  const rounds = new Map<number, (families: Families) => void>();
  const started = Promise.withResolvers<boolean>();
  const empty = Promise.withResolvers<void>();
  let phase: 'start' | 'run' | 'end' = 'start';
  let code = 0;
  let round = 0;

  function start(seat: Seat): void {
    const worker = cluster.fork({ [NUMBER]: String(seat.number) });
    let isGone = false;
    const gone = (exit: number | null, signal: string | null) => {
      if (isGone) return;
      isGone = true;
      left(seat, worker, exit, signal);
    };
    seat.worker = worker;
    watchHandover(worker);
    worker.on('message', (message: FromWorker) => hear(seat, worker, message));
    worker.once('exit', gone);
    worker.on('error', (error) => {
      log.error({ worker: seat.number, reason: error.message }, 'trouble with a worker');
      // Where no process could be made, none ends.
      if (worker.process.pid === undefined) gone(null, null);
    });
  }

  function hear(seat: Seat, worker: Worker, message: FromWorker): void {
    if (message.say === 'ready') {
      seat.readyAt = performance.now();
      if (phase === 'start' && seats.every(isReady)) started.resolve(true);
      log.info({ worker: seat.number, pid: worker.process.pid }, 'a worker serves');
    }
    if (message.say === 'failed') {
      if (phase === 'run')
        log.error({ worker: seat.number, reason: message.sentence }, 'a worker cannot start');
      if (phase === 'start') io.err(message.sentence);
      fail();
    }
    if (message.say === 'ask') void gather(worker, message.id);
    if (message.say === 'own') rounds.get(message.id)?.(message.families);
  }

  /** At the start one that cannot ends the start of all; what it said is said once. */
  function fail(): void {
    if (phase !== 'start') return;
    phase = 'end';
    started.resolve(false);
  }

  function left(seat: Seat, worker: Worker, exit: number | null, signal: string | null): void {
    const served = seat.readyAt === undefined ? 0 : performance.now() - seat.readyAt;
    seat.worker = undefined;
    seat.readyAt = undefined;
    if (phase === 'start' && signal !== null)
      io.err(`A worker was ended by ${signal} before it could serve.`);
    fail();
    if (phase === 'end') {
      if (served > 0 && exit !== 0) code = 1;
      if (!seats.some((other) => other.worker)) empty.resolve();
      return;
    }
    metrics.died();
    seat.deaths = served > STEADY ? 1 : seat.deaths + 1;
    const pauseMs = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (seat.deaths - 1));
    const facts = { worker: seat.number, pid: worker.process.pid, code: exit, signal };
    log.error({ ...facts, deaths: seat.deaths, pauseMs }, 'a worker ended; another follows');
    seat.pause = setTimeout(start, pauseMs, seat);
  }

  /** What all of them counted, for the one that was asked. */
  async function gather(asker: Worker, id: number): Promise<void> {
    const all: Families[] = [await metrics.families()];
    const asked = seats.filter(isReady);
    const done = Promise.withResolvers<void>();
    round += 1;
    const own = round;
    rounds.set(own, (families) => {
      if (all.push(families) > asked.length) done.resolve();
    });
    const timer = setTimeout(done.resolve, PATIENCE);
    for (const { worker } of asked) say(worker, { say: 'count', id: own });
    await done.promise;
    clearTimeout(timer);
    rounds.delete(own);
    say(asker, { say: 'all', id, all });
  }

  async function end(signal: NodeJS.Signals): Promise<number> {
    phase = 'end';
    for (const { worker, readyAt, pause } of seats) {
      clearTimeout(pause);
      // One that does not serve yet has nothing to bring to an end.
      if (readyAt !== undefined) say(worker, { say: 'end', signal });
      else worker?.process.kill('SIGTERM');
    }
    const hurry = setTimeout(() => process.exit(1), options.endWithin);
    if (seats.some(({ worker }) => worker)) await empty.promise;
    clearTimeout(hurry);
    return code;
  }

  // However this process comes to end: nobody serves without it.
  process.on('exit', () => {
    for (const { worker } of seats) worker?.process.kill('SIGKILL');
  });
  for (const seat of seats) start(seat);
  if (!(await started.promise)) {
    await end('SIGINT');
    return 1;
  }
  phase = 'run';
  await options.onReady();
  return await end(await options.ended());
}

/** That it is gone is heard elsewhere. */
const say = (worker: Worker | undefined, message: ToWorker): void => {
  if (worker?.isConnected()) worker.send(message, () => {});
};
