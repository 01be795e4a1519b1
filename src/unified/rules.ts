// Runs override expressions in a process of their own: bounded in time and memory, one client after another.
import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../model/faults.ts';
import type { Done, Order, Value } from './rule-process.ts';

export type { Value } from './rule-process.ts';

export interface Rules {
  /** For each expression why it cannot be parsed; undefined where it can. */
  check(client: string, expressions: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** For each expression its value for each record, or why it failed for all of them. */
  run(
    client: string,
    expressions: readonly string[],
    records: readonly unknown[],
  ): Promise<readonly (readonly Value[] | string)[]>;
  close(): void;
}

export interface RulesOptions {
  readonly now: () => number;
  /** Milliseconds one expression may take over all records of a page. */
  readonly limit?: number;
}

interface Turn {
  readonly work: () => Promise<void>;
  readonly refuse: () => void;
}

const LIMIT = 1000;
const MEMORY_MB = 96;
const START_LIMIT = 10_000;
/** How often the process may be ended for one page before the rest of its rules is not run. */
const MAX_ENDS = 2;
/** An expression that had to be ended is not run again for a while: it would cost others their turn. */
const BENCH = 60_000;
const MOST_BENCHED = 10_000;
const MOST_WAITING = 200;
/** All that the process may read: this folder's code, the library, and the package they belong to. */
const READS = [
  fileURLToPath(new URL('./*', import.meta.url)),
  fileURLToPath(new URL('../../package.json', import.meta.url)),
  fileURLToPath(new URL('../../node_modules/*', import.meta.url)),
  join(dirname(fileURLToPath(import.meta.resolve('jsonata'))), '*'),
];

export function createRules({ now, limit = LIMIT }: RulesOptions): Rules {
  const waiting = new Map<string, Turn[]>();
  const benched = new Map<string, number>();
  let child: Promise<ChildProcess> | undefined;
  let working = false;

  /** Clients take turns, whatever one of them piles up. */
  async function work() {
    if (working) return;
    working = true;
    try {
      for (const [client] of waiting) {
        const turns = waiting.get(client) ?? [];
        const turn = turns.shift();
        waiting.delete(client);
        if (turns.length > 0) waiting.set(client, turns);
        await turn?.work();
      }
    } finally {
      working = false;
    }
  }

  function queue<T>(client: string, refused: T, job: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const turns = waiting.get(client) ?? [];
      if (turns.length >= MOST_WAITING) return resolve(refused);
      turns.push({
        work: () => job().then(resolve, reject),
        refuse: () => resolve(refused),
      });
      waiting.set(client, turns);
      void work();
    });
  }

  /** Sends one order; a process that does not answer in time, or dies of it, is ended. */
  async function ask(order: Order): Promise<Done | 'ended' | 'unable'> {
    const process = await running().catch(() => undefined);
    if (!process) return 'unable';
    return await new Promise((resolve) => {
      const finish = (done: Done | 'ended') => {
        clearTimeout(timer);
        process.off('message', finish);
        process.off('exit', died);
        resolve(done);
      };
      const died = () => finish('ended');
      const timer = setTimeout(() => {
        end();
        finish('ended');
      }, limit);
      process.on('message', finish);
      process.once('exit', died);
      process.send(order, (error) => error && died());
    });
  }

  function running(): Promise<ChildProcess> {
    if (child) return child;
    const started = start();
    const forget = () => {
      if (child === started) child = undefined;
    };
    started.then((process) => process.once('exit', forget), forget);
    child = started;
    return started;
  }

  /** No environment, no files but its own code, no process of its own: it needs none. */
  function start(): Promise<ChildProcess> {
    const made = fork(new URL('./rule-process.ts', import.meta.url), [], {
      execArgv: [
        `--max-old-space-size=${MEMORY_MB}`,
        '--permission',
        ...READS.map((path) => `--allow-fs-read=${path}`),
        '--allow-worker',
        '--disable-warning=SecurityWarning',
        '--disable-warning=ExperimentalWarning',
      ],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Neither the process nor its channel keeps the service alive.
    made.unref();
    made.channel?.unref();
    return new Promise((resolve, reject) => {
      const failed = () => {
        made.kill('SIGKILL');
        reject(new Error('the process for overrides did not start'));
      };
      const timer = setTimeout(failed, START_LIMIT);
      made.once('error', failed);
      made.once('exit', failed);
      made.once('message', () => {
        clearTimeout(timer);
        made.off('error', failed);
        made.off('exit', failed);
        made.on('error', () => {});
        resolve(made);
      });
    });
  }

  function end() {
    void child?.then((process) => process.kill('SIGKILL')).catch(() => {});
    child = undefined;
  }

  async function runAll(client: string, expressions: readonly string[], records: string) {
    const results: (readonly Value[] | string)[] = [];
    let ends = 0;
    let told: ChildProcess | undefined;
    for (const expression of expressions) {
      const key = `${client}\n${expression}`;
      if ((benched.get(key) ?? 0) > now()) {
        results.push('it took too long or too much a moment ago, and is not run for a minute');
        continue;
      }
      if (ends >= MAX_ENDS) {
        results.push('it was not run, since the rules before it took too long');
        continue;
      }
      const process = await running().catch(() => undefined);
      if (process !== told) process?.send({ records } satisfies Order);
      told = process;
      const done = await ask({ run: expression });
      if (done === 'ended') {
        ends += 1;
        bench(key);
        results.push('it took too long or too much memory');
      } else if (done === 'unable') results.push('overrides cannot be run at the moment');
      else results.push('error' in done ? done.error : done.values);
    }
    return results;
  }

  function bench(key: string) {
    for (const [oldest] of benched) {
      if (benched.size < MOST_BENCHED) break;
      benched.delete(oldest);
    }
    benched.set(key, now() + BENCH);
  }

  const busy = 'too many rules are waiting; it was not run';
  return {
    check: (client, expressions) =>
      queue(client, expressions.map(() => busy) as (string | undefined)[], async () => {
        const found: (string | undefined)[] = [];
        for (const check of expressions) {
          const done = await ask({ check });
          if (done === 'unable')
            throw new Fault(
              'unavailable',
              'Rules cannot be checked at the moment. Try again soon.',
              {
                retryAfter: 2000,
              },
            );
          if (done === 'ended') found.push('it cannot be read in time');
          else found.push('error' in done ? done.error : undefined);
        }
        return found;
      }),
    run: (client, expressions, records) =>
      queue<readonly (readonly Value[] | string)[]>(
        client,
        expressions.map(() => busy),
        () => runAll(client, expressions, JSON.stringify(records)),
      ),
    close() {
      for (const turns of waiting.values()) for (const turn of turns) turn.refuse();
      waiting.clear();
      end();
    },
  };
}
