// Thousands of calls that wait for a slow channel, in one process: what each holds, and whether others are served.
import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Crowd, Crowded } from './crowd.ts';
import { rounded, rows } from './harness.ts';
import type { Request } from './load.ts';
import type { Recorded, Recording } from './pages.ts';
import { type Channel, type Measurable, startAsked, startService } from './parts.ts';

export interface InFlight {
  /** Calls that were asked for, and those that waited together: fewer where files run short. */
  readonly wanted: number;
  readonly waited: number;
  /** Bytes of the process for each call: with all of them waiting, less what it held idle after a warm-up. */
  readonly memory: number;
  readonly idle: number;
  /** Milliseconds that the event loop was late, 99th percentile: while all waited, and from first to last. */
  readonly late: number;
  readonly lateInAll: number;
  /** Milliseconds of a health check, the slowest: while all waited, and from first to last. */
  readonly health: number;
  readonly healthInAll: number;
  /** Seconds from the first request to the last answer. */
  readonly seconds: number;
}

/** The channel answers so long after the last of them came. */
const ANSWERS_AFTER = 5000;
/** Beside a connection of the caller and one to the channel for each call. */
const OTHER_FILES = 200;
const WARM = 1000;
const SETTLED = 3000;
/** They come more slowly than the service can answer: otherwise they wait for it, not for the channel. */
const ARRIVALS = 0.7;
const ALL_WITHIN = 120_000;
const HEALTH_EVERY = 50;
const PATIENCE = 'wait=300';

/**
 * All of them are held by the channel until the last has come, so that they truly wait together,
 * however fast this machine is. The process is a fresh one for each count, since memory that was
 * once taken is seldom given back.
 */
export async function measureInFlight(
  { channel, settings }: Recording,
  page: Recorded,
  counts: readonly number[],
): Promise<InFlight[]> {
  const files = openFiles();
  const measured: InFlight[] = [];
  for (const wanted of counts) {
    const count = Math.min(wanted, Math.floor((files - OTHER_FILES) / 2));
    const service = await startService({ settings });
    try {
      measured.push({ wanted, ...(await hold(service, channel, page, count)) });
    } finally {
      await channel.replay();
      await service.stop();
    }
  }
  return measured;
}

async function hold(
  service: Measurable,
  channel: Channel,
  page: Recorded,
  count: number,
): Promise<Omit<InFlight, 'wanted'>> {
  const crowd = await startAsked('./crowd.ts');
  try {
    const requests = Array.from({ length: Math.min(count, WARM) }, (_, n): Request => {
      const { headers, ...rest } = page.request(n);
      return { ...rest, headers: { ...headers, prefer: PATIENCE } };
    });
    const send = async (load: Omit<Crowd, 'origin' | 'requests'>) => {
      const done = await crowd.ask<Crowded>({ origin: service.origin, requests, ...load });
      if (done.failed > 0) throw new Error(`${done.failed} failed, first: ${done.firstFailure}`);
      return done;
    };
    const warm = await send({ connections: 16, count: WARM });
    await pause(SETTLED);
    const idle = (await service.used()).memory;
    await channel.replay(ANSWERS_AFTER, count);
    const health = watchHealth(service.origin);
    const done = send({ connections: count, count, pace: (WARM / warm.seconds) * ARRIVALS });
    try {
      await Promise.race([allWait(channel, count), done]);
      const arriving = await service.used();
      health.mark();
      await pause(ANSWERS_AFTER * 0.8);
      const [waiting, { waiting: waited }] = [await service.used(), await channel.count()];
      const healthWhile = health.mark();
      if (waited < count) throw new Error(`only ${waited} of ${count} waited together`);
      const { seconds } = await done;
      const after = await service.used();
      return {
        waited,
        memory: (waiting.memory - idle) / count,
        idle,
        late: waiting.late,
        lateInAll: Math.max(arriving.late, waiting.late, after.late),
        health: healthWhile,
        healthInAll: await health.end(),
        seconds,
      };
    } finally {
      // Where it failed, no one waits for the others.
      await channel.replay();
      await Promise.allSettled([health.end(), done]);
    }
  } finally {
    await crowd.stop();
  }
}

async function allWait(channel: Channel, count: number): Promise<void> {
  const until = Date.now() + ALL_WITHIN;
  for (;;) {
    const { waiting } = await channel.count();
    if (waiting >= count) return;
    if (Date.now() > until) throw new Error(`only ${waiting} of ${count} waited together`);
    await pause(20);
  }
}

/** Asks for the health of the service again and again; `mark` says what was slowest since the last mark. */
function watchHealth(origin: string) {
  let [since, slowest, isOver] = [0, 0, false];
  const watch = async () => {
    while (!isOver) {
      const before = performance.now();
      const reply = await fetch(`${origin}/healthz`);
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`the health check answered ${reply.status}`);
      const time = performance.now() - before;
      [since, slowest] = [Math.max(since, time), Math.max(slowest, time)];
      await pause(HEALTH_EVERY);
    }
  };
  const watching = watch();
  // Anyone who ends it hears of a failure.
  watching.catch(() => {});
  return {
    mark() {
      const marked = since;
      since = 0;
      return marked;
    },
    async end() {
      isOver = true;
      await watching;
      return slowest;
    },
  };
}

/** How many files a process may have open; Node takes the most that the system allows. */
export const openFiles = (): number => {
  const said = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return said === 'unlimited' ? Number.POSITIVE_INFINITY : Number(said);
};

export function inFlightRows(lines: readonly InFlight[]): string {
  const short = lines.some(({ wanted, waited }) => waited < wanted);
  const table = rows(
    [
      ...['calls waiting', 'idle, MB', 'KB a call', 'late p99, ms', 'in all', 'health most, ms'],
      ...['in all', 'seconds in all'],
    ],
    lines.map(({ wanted, waited, idle, memory, seconds, ...one }) => [
      waited < wanted ? `${rounded(waited)} of ${rounded(wanted)}` : rounded(waited),
      ...[idle / 1e6, memory / 1e3].map((value) => rounded(value)),
      ...[one.late, one.lateInAll, one.health, one.healthInAll, seconds].map((value) =>
        rounded(value),
      ),
    ]),
  );
  return short
    ? `${table}\nThis machine allows ${openFiles().toLocaleString('en')} open files in a process, two of which each call needs: raise \`ulimit -Hn\` to 21,000 for 10,000 calls.`
    : table;
}
