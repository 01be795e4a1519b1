// A scratch instance: the real service in a process of its own, with its own data, ports and clients.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { openStore } from '../../src/store/index.ts';
import { createTokens } from '../../src/tokens/index.ts';
import { COMPILED } from '../chaos/service-process.ts';
import { freePort } from '../port.ts';
import { type Client, openClient } from './client.ts';

export interface InstanceOptions {
  readonly mode?: 'sandbox' | 'production';
  readonly databaseUrl?: string | undefined;
  /** MANIFOLD_… settings beside those that every scratch instance has. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Who answers for a host, as in MANIFOLD_ROUTES. */
  readonly routes?: Readonly<Record<string, string>>;
  /** The name server it asks instead of the machine's. */
  readonly nameServer?: string;
  /** Seconds by which each call of `setClock` sets its clock on or back. */
  readonly clock?: readonly number[];
  readonly clients: readonly string[];
}

export interface Instance {
  readonly origin: string;
  readonly sandboxOrigin: string;
  readonly dataDir: string;
  /** It has its own database, in its data folder. */
  readonly embedded: boolean;
  /** Where its database is otherwise. */
  readonly databaseUrl: string | undefined;
  /** Those asked for, by name; in sandbox mode `demo-client` too, linked with every store. */
  readonly clients: Readonly<Record<string, Client>>;
  /** Everything it wrote to its output so far. */
  readonly output: () => string;
  /** How it ended; undefined while it lives. */
  readonly death: () => string | undefined;
  /** The most memory it had resident, in bytes; undefined where the machine does not say. */
  readonly peak: () => number | undefined;
  setClock(): void;
  /** Asks it to end, as an operator does; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Ends it, however it is, and removes its data. */
  close(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRELOAD = new URL('./preload.ts', import.meta.url).href;
const SECRET = 'scratch-client-secret';
const DEMO = { id: 'demo-client', secret: 'demo-secret' } as const;
const LOOK = 200;

export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { mode = 'sandbox', databaseUrl, routes = {}, nameServer, clock } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-hostile-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const keys = newKeyEntry('scratch');
  const child = spawn(process.execPath, ['bin/manifold.mjs', 'serve'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      ...COMPILED,
      MANIFOLD_MODE: mode,
      MANIFOLD_PORT: String(port),
      MANIFOLD_SANDBOX_PORT: String(sandboxPort),
      MANIFOLD_BASE_URL: origin,
      MANIFOLD_DATA_DIR: dataDir,
      MANIFOLD_KEYS: keys,
      MANIFOLD_NOTICE_SECONDS: '0',
      MANIFOLD_SANDBOX_READS: 'off',
      MANIFOLD_ROUTES: JSON.stringify(routes),
      ...(databaseUrl && { MANIFOLD_DATABASE_URL: databaseUrl }),
      ...((nameServer || clock) && { NODE_OPTIONS: `--import=${PRELOAD}` }),
      ...(nameServer && { HOSTILE_NAME_SERVER: nameServer }),
      ...(clock && { HOSTILE_CLOCK: clock.join(',') }),
      ...options.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  const said: string[] = [];
  let death: string | undefined;
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code, signal) => {
      death = signal ? `ended by ${signal}` : `ended with ${code}`;
      resolve(code);
    }),
  );
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => said.push(chunk));

  let peak: number | undefined;
  const look = () => {
    peak = residentPeak(child) ?? peak;
  };
  const looking = setInterval(look, LOOK);
  looking.unref();

  const clients: Record<string, Client> = {};
  const instance: Instance = {
    origin,
    sandboxOrigin: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    embedded: databaseUrl === undefined,
    databaseUrl,
    clients,
    output: () => said.join(''),
    death: () => death,
    peak() {
      look();
      return peak;
    },
    setClock: () => process.kill(servingPid(child), 'SIGUSR2'),
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async close() {
      clearInterval(looking);
      if (death === undefined) child.kill('SIGKILL');
      await ended;
      await Promise.all(Object.values(clients).map((client) => client.close()));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await answers(origin, instance);
    await createClients(options.clients, { databaseUrl, dataDir, keys });
    const all = options.clients.map((id) => ({ id, secret: SECRET }));
    for (const { id, secret } of mode === 'sandbox' ? [DEMO, ...all] : all)
      clients[id] = await openClient(origin, id, secret);
  } catch (error) {
    await instance.close();
    throw error;
  }
  return instance;
}

/** Waits until it is ready, or says with what words it ended. */
async function answers(origin: string, instance: Instance): Promise<void> {
  for (;;) {
    if (instance.death()) throw new Error(`the service ${instance.death()}: ${instance.output()}`);
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (ready?.ok) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** As "manifold clients create" does, beside the running service. */
async function createClients(
  ids: readonly string[],
  at: { databaseUrl: string | undefined; dataDir: string; keys: string },
): Promise<void> {
  const seal = createSeal(parseKeys(at.keys));
  const store = await openStore({ ...at, role: 'tool', now: Date.now, seal });
  const tokens = createTokens({ store, now: Date.now, tokenSeconds: 3600 });
  try {
    for (const id of ids) await tokens.clients.create({ id, secret: SECRET });
  } finally {
    await store.close();
  }
}

/** As Linux counts it; other systems do not say it of another process. */
function residentPeak(child: ChildProcess): number | undefined {
  try {
    const status = readFileSync(`/proc/${servingPid(child)}/status`, 'utf8');
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** The process that was started keeps the one that serves, and starts another in its place. */
function servingPid({ pid = 0 }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return Number(children.split(' ')[0]) || pid;
}
