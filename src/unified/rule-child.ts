// One process that evaluates override expressions, as the service holds it: starts, asks, ends.
import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unlessGone } from '../model/unless-gone.ts';
import type { Done, Order } from './rule-process.ts';

/** `exhausted`: the process died of the order; `stopped`: it was ended for another reason. */
export type Answer = Done | 'exhausted' | 'stopped';

export interface RuleChild {
  /** Sends one order, one at a time. Rejects with the signal's reason once that comes. */
  ask(order: Order, signal: AbortSignal): Promise<Answer>;
  /** Waits a little for an order that nobody waits for any more; false if the process had to end. */
  rest(): Promise<boolean>;
  alive(): boolean;
  end(): void;
}

/** The most a process may take of the machine's memory for its values. */
const MEMORY_MB = 96;
const START_LIMIT = 10_000;
/** A process that is given no time by the machine is not waited for for ever. */
const STALLED = 60_000;
/**
 * When the caller has left, what is nearly done may end by itself: a new process costs the machine
 * more, and a client that comes and goes must not be able to have one started each time.
 */
const GRACE = 250;
/** All that the process may read: this folder's code, the library, and the package they belong to. */
const READS = [
  fileURLToPath(new URL('./*', import.meta.url)),
  fileURLToPath(new URL('../../package.json', import.meta.url)),
  fileURLToPath(new URL('../../node_modules/*', import.meta.url)),
  join(dirname(fileURLToPath(import.meta.resolve('jsonata'))), '*'),
];

/** No environment, no files but its own code, no process of its own: it needs none. */
export async function startRuleChild(priority: number): Promise<RuleChild> {
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
    serialization: 'advanced',
  });
  // Neither the process nor its channel keeps the service alive.
  made.unref();
  made.channel?.unref();
  lower(made, priority);
  await started(made);
  return childOf(made);
}

function started(made: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = () => {
      clearTimeout(timer);
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
      resolve();
    });
  });
}

/** The machine gives its time to the service first. One that cannot say so runs rules all the same. */
function lower({ pid }: ChildProcess, priority: number) {
  try {
    if (pid !== undefined && priority > constants.priority.PRIORITY_NORMAL)
      setPriority(pid, priority);
  } catch {}
}

function childOf(made: ChildProcess): RuleChild {
  let alive = true;
  let stopped = false;
  let underWay: Promise<Answer> | undefined;
  made.once('exit', () => {
    alive = false;
  });

  function end() {
    stopped = true;
    alive = false;
    made.kill('SIGKILL');
  }

  function answered(order: Order): Promise<Answer> {
    return new Promise((resolve) => {
      const finish = (answer: Answer) => {
        clearTimeout(timer);
        made.off('message', finish);
        made.off('exit', died);
        underWay = undefined;
        resolve(answer);
      };
      const died = () => finish(stopped ? 'stopped' : 'exhausted');
      const timer = setTimeout(end, STALLED);
      made.on('message', finish);
      made.once('exit', died);
      // It may have died since it was last asked, which no rule is to blame for.
      if (!alive || !made.connected) finish('stopped');
      else made.send(order, () => {});
    });
  }

  return {
    alive: () => alive,
    end,

    ask(order, signal) {
      underWay = answered(order);
      return unlessGone(underWay, signal);
    },

    async rest() {
      if (underWay) {
        const timer = setTimeout(end, GRACE);
        await underWay;
        clearTimeout(timer);
      }
      return alive;
    },
  };
}
