// The processes of a benchmark: the channel that replays, the limit, the service in production mode.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newKeyEntry } from '../src/keys/ring.ts';
import type { Exchange } from './exchange.ts';
import type { Page } from './limit.ts';
import { PROBE, type Used } from './probe.ts';
import type { Count, Order } from './replay.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
/** Loads the probe into whatever is measured. */
const MEASURED = ['--import', here('./probe.ts')];
const ENDS_WITHIN = 30_000;

export interface Part {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface Measurable extends Part {
  used(): Promise<Used>;
}

export interface Channel extends Part {
  record(from: string): Promise<Count>;
  list(): Promise<readonly Exchange[]>;
  /** Every answer takes so long; where a number is given, none begins before so many wait together. */
  replay(delay?: number, together?: number): Promise<Count>;
  count(): Promise<Count>;
}

/** A process that does what it is asked. */
export interface Asked extends Part {
  ask<T>(order: unknown): Promise<T>;
}

/** Starts a file of this folder, which says where it listens, or an empty origin, and answers each order. */
export async function startAsked(file: string, flags: readonly string[] = []): Promise<Asked> {
  const child = fork(here(file), { execArgv: [...flags] });
  const { origin } = await heard<{ origin: string }>(child);
  const ask = <T>(order: unknown) => {
    const answer = heard<T>(child);
    child.send(order as object);
    return answer;
  };
  return { ...partOf(child, origin), ask };
}

export async function startChannel(): Promise<Channel> {
  const { ask, ...part } = await startAsked('./replay.ts');
  const order = <T>(one: Order) => ask<T>(one);
  return {
    ...part,
    record: (from) => order({ do: 'record', from }),
    list: () => order({ do: 'list' }),
    replay: (delay = 0, together = 0) => order({ do: 'replay', delay, together }),
    count: () => order({ do: 'count' }),
  };
}

export async function startLimit(channel: string, pages: readonly Page[]): Promise<Measurable> {
  const child = fork(here('./limit.ts'), { execArgv: MEASURED });
  const started = heard<{ origin: string }>(child);
  child.send({ channel, pages });
  return measurable(child, (await started).origin);
}

export interface ServiceOptions {
  readonly settings: Readonly<Record<string, string>>;
  /** Flags for Node itself. */
  readonly flags?: readonly string[];
}

/** The service as an operator starts it, on a free port. */
export async function startService({ settings, flags = [] }: ServiceOptions): Promise<Measurable> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const entry = here('../bin/manifold.mjs');
  const child = spawn(process.execPath, [...flags, ...MEASURED, entry, 'serve'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...inherited(),
      MANIFOLD_MODE: 'production',
      MANIFOLD_LOG_LEVEL: 'error',
      // The process that is measured serves itself.
      MANIFOLD_WATCHDOG_SECONDS: '0',
      MANIFOLD_PORT: String(port),
      MANIFOLD_BASE_URL: `http://localhost:${port}`,
      ...settings,
    },
  });
  const part = measurable(child, origin);
  for (;;) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    const reply = await fetch(`${origin}/healthz`).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply?.ok) return part;
    await new Promise((go) => setTimeout(go, 20));
  }
}

/** A folder and a key of its own; call `remove` when all is over. */
export function scratch(): {
  readonly dataDir: string;
  readonly keys: string;
  readonly remove: () => void;
} {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-bench-'));
  return {
    dataDir,
    keys: newKeyEntry('bench'),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** No setting of the person who runs the benchmark comes in. */
function inherited(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('MANIFOLD_') && name !== 'NODE_OPTIONS',
  );
  return Object.fromEntries(kept);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function measurable(child: ChildProcess, origin: string): Measurable {
  return {
    ...partOf(child, origin),
    async used() {
      const answer = heard<{ probe: Used }>(child);
      child.send(PROBE);
      return (await answer).probe;
    },
  };
}

const partOf = (child: ChildProcess, origin: string): Part => ({
  origin,
  pid: child.pid ?? 0,
  async stop() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN);
    await gone;
    clearTimeout(late);
  },
});

/** The next message of a process; an error when it ends instead. */
async function heard<T>(child: ChildProcess): Promise<T> {
  return await new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a process ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}
