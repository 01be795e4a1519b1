// Two instances over vendors that hold their requests: one is killed at a chosen moment of its writes.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/server.ts';
import type { OpenStore, StoreReply, StoreRequest } from '../../sandbox/store.ts';
import { stores } from '../../sandbox/stores/index.ts';
import { newKeyEntry } from '../../src/keys/ring.ts';
import { type InstanceOptions, openInstance } from './instance.ts';

const INSTANCE = fileURLToPath(new URL('./instance.ts', import.meta.url));

/** A request of one of the instances, as its vendor meets it. */
export interface Met {
  readonly agent: string;
  readonly request: StoreRequest;
}

/** What a test does about them; each may wait. A reply instead of nothing is given in the vendor's place. */
export interface Watching {
  arrived?(met: Met): Promise<StoreReply | undefined>;
  answering?(met: Met): Promise<void>;
  answered?(met: Met): void;
}

export interface Victim {
  readonly name: string;
  readonly origin: string;
  kill(): Promise<void>;
}

/** The shops have orders of so many days, or of years. */
export async function openKilling(
  channel: string,
  databaseUrl: string | undefined,
  days?: number | undefined,
) {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  let watching: Watching = {};
  const watched =
    (open: OpenStore): OpenStore =>
    (context) => {
      const store = open(context);
      const { handle } = store;
      return Object.assign(store, {
        async handle(request: StoreRequest) {
          const met = { agent: request.headers['user-agent'] ?? '', request };
          const instead = await watching.arrived?.(met);
          if (instead) return instead;
          const reply = await handle(request);
          await watching.answering?.(met);
          setImmediate(() => watching.answered?.(met));
          return reply;
        },
      });
    };
  const sandbox = await startSandbox({
    ...{ port: 0, rates: 'relaxed', now, stores: stores.map(watched), days },
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-kills-'));
  const options: Omit<InstanceOptions, 'name'> = {
    ...{ channel, dataDir, databaseUrl, keys: newKeyEntry('kills') },
    routes: sandbox.stores.flatMap(({ hosts }) =>
      hosts.map((pattern) => ({ pattern, origin: sandbox.origin })),
    ),
    apps: Object.fromEntries(
      sandbox.stores.flatMap((store) => (store.app ? [[store.channel, store.app]] : [])),
    ),
  };
  const children = new Set<ChildProcess>();
  let started = 0;

  return {
    ...{ sandbox, place: { dataDir, ...(databaseUrl && { databaseUrl }) } },
    forward: (ms: number) => {
      ahead += ms;
    },
    watch: (wish: Watching) => {
      watching = wish;
    },
    /** In this process: one that lives on. */
    survivor: () => openInstance({ ...options, name: 'survivor' }, now),
    async victim(): Promise<Victim> {
      const name = `victim${++started}x`;
      const child = fork(INSTANCE, [JSON.stringify({ ...options, name, ahead })], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'manifold-compile-cache') },
      });
      children.add(child);
      let said = '';
      child.stderr?.on('data', (chunk) => {
        said += chunk;
      });
      const origin = await new Promise<string>((resolve, reject) => {
        child.once('message', (message) => resolve(String(message)));
        child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
      });
      return {
        ...{ name, origin },
        async kill() {
          const exit = once(child, 'exit');
          child.kill('SIGKILL');
          await exit;
          children.delete(child);
        },
      };
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
