// Processes for override expressions that clients share by turns: started as needed, ended when idle for long.
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSlots, LineFull } from '../model/slots.ts';
import { unlessGone } from '../model/unless-gone.ts';
import type { Message, Order, Result } from './rule-process.ts';

export interface RuleProcessesOptions {
  /** The most processes at the same time. */
  readonly max: number;
  /** Whether one of them waits for work, once there was any. */
  readonly spare: boolean;
  /** As `os.setPriority` takes it: the higher, the less time the machine gives them. */
  readonly priority: number;
  /** Whether a client whose turn has come may still take it here. */
  readonly admits: (client: string) => boolean;
  /** A process had to be ended while it worked for this client. */
  readonly onEnded: (client: string) => void;
  /** Milliseconds after which a process without work is ended. */
  readonly idle?: number;
  readonly fork?: typeof forkRuleProcess;
}

/**
 * How a turn ended. `exhausted`: the process died of the expression after the last result; `moved`:
 * the client is not admitted any more; `busy`: too many of its turns wait; `unable`: no process began.
 */
export type TurnEnd = 'done' | 'exhausted' | 'moved' | 'busy' | 'unable';

/** The most a process may take of the machine's memory for its values. */
const MEMORY_MB = 96;
const MOST_WAITING = 200;
const IDLE = 5 * 60_000;
const START_LIMIT = 10_000;
/**
 * When the caller has left, what is nearly done may end by itself: a new process costs the machine
 * more, and a client that comes and goes must not be able to have one started each time.
 */
const GRACE = 250;
/** All that a process may read: this folder's code, the library, and the package they belong to. */
const READS = [
  fileURLToPath(new URL('./*', import.meta.url)),
  fileURLToPath(new URL('../../package.json', import.meta.url)),
  // Where the library is found, which may be a link to where it is.
  ...(createRequire(import.meta.url).resolve.paths('jsonata') ?? [])
    .filter((at) => existsSync(join(at, 'jsonata')))
    .map((at) => join(at, '*')),
  join(dirname(fileURLToPath(import.meta.resolve('jsonata'))), '*'),
];

export function createRuleProcesses(options: RuleProcessesOptions) {
  const { max, spare, priority, admits, onEnded, idle = IDLE } = options;
  const { fork: forked = forkRuleProcess } = options;
  const slots = createSlots({ max, line: MOST_WAITING });
  /** Those without work and what ends them in time, the one used last at the end. */
  const resting = new Map<ChildProcess, NodeJS.Timeout>();
  /** All that live, and when each is ready for its first order or gone. */
  const all = new Map<ChildProcess, Promise<void>>();
  let closed = false;

  function start(): ChildProcess | undefined {
    const child = closed ? undefined : forked(priority);
    if (!child) return undefined;
    const forget = () => {
      all.delete(child);
      wake(child);
    };
    child.once('exit', forget).once('error', forget);
    all.set(child, begun(child));
    return child;
  }

  function rest(child: ChildProcess | undefined) {
    if (child && all.has(child)) resting.set(child, setTimeout(kill, idle, child).unref());
  }

  function wake(child: ChildProcess): ChildProcess {
    clearTimeout(resting.get(child));
    resting.delete(child);
    return child;
  }

  /** So that the next turn need not wait for a process to start. */
  function keepOneReady() {
    if (spare && resting.size === 0 && slots.used() < max) rest(start());
  }

  /** One turn at a process, which then waits for the next one or is gone. */
  async function turn(
    client: string,
    order: Order,
    signal: AbortSignal,
    receive: (result: Result) => void,
  ): Promise<TurnEnd> {
    const last = [...resting.keys()].at(-1);
    const child = last ? wake(last) : start();
    if (!child) return 'unable';
    await all.get(child);
    // Not sooner, so that the start of the next one does not slow that of this one.
    keepOneReady();
    if (!all.has(child)) return 'unable';
    if (signal.aborted || !admits(client)) {
      rest(child);
      return 'moved';
    }
    let timer: NodeJS.Timeout | undefined;
    const leave = () => {
      timer = setTimeout(kill, GRACE, child);
    };
    signal.addEventListener('abort', leave);
    const ended = await workedOff(child, order, receive);
    signal.removeEventListener('abort', leave);
    clearTimeout(timer);
    if (ended === 'done') rest(child);
    else if (!closed) onEnded(client);
    return closed ? 'unable' : ended;
  }

  return {
    /** Waits for a turn and takes it; rejects with the signal's reason, what is under way may end by itself. */
    async run(...asked: Parameters<typeof turn>): Promise<TurnEnd> {
      const [client, , signal] = asked;
      let leave: () => void;
      try {
        leave = await slots.enter(client, signal);
      } catch (error) {
        if (error instanceof LineFull) return 'busy';
        throw error;
      }
      const ended = turn(...asked).finally(() => {
        leave();
        keepOneReady();
      });
      return await unlessGone(ended, signal);
    },

    close() {
      closed = true;
      for (const child of all.keys()) kill(child);
    },
  };
}

const kill = (child: ChildProcess) => child.kill('SIGKILL');

/** No environment, no files but its own code, no process of its own: it needs none. */
export function forkRuleProcess(priority: number): ChildProcess | undefined {
  try {
    const child = fork(new URL('./rule-process.ts', import.meta.url), [], {
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
    child.on('error', () => {});
    // Neither the process nor its channel keeps the service alive.
    child.unref();
    child.channel?.unref();
    lower(child.pid ?? 0, priority);
    return child;
  } catch {
    // There is no memory or no room for one.
    return undefined;
  }
}

/** From its very start: to start is most of what it costs. A machine may refuse; rules run all the same. */
function lower(pid: number, priority: number) {
  try {
    if (pid > 0 && priority > 0) setPriority(pid, priority);
  } catch {}
}

function begun(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(kill, START_LIMIT, child);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    child.once('message', done).once('exit', done).once('error', done);
  });
}

/** Sends the order and receives the results. */
function workedOff(
  child: ChildProcess,
  order: Order,
  receive: (result: Result) => void,
): Promise<'done' | 'exhausted' | 'unable'> {
  return new Promise((resolve) => {
    let read = false;
    const finish = (ended: 'done' | 'exhausted' | 'unable') => {
      child.off('message', onMessage).off('exit', onExit).off('error', onExit);
      child.channel?.unref();
      resolve(ended);
    };
    const onExit = () => finish(read ? 'exhausted' : 'unable');
    const onMessage = (message: Message) => {
      if (message === 'read') read = true;
      else if (message === 'done') finish('done');
      else if (message !== 'ready') receive(message);
    };
    child.on('message', onMessage).once('exit', onExit).once('error', onExit);
    child.channel?.ref();
    child.send(order, () => {});
  });
}
