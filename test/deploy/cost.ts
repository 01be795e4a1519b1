// What an instance costs, for docs/operate/sizing.md: processor time of its own process per call, and
// memory at rest, warm, and per call that waits. The fake shops run in this process and do not count.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arch, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/server.ts';
import { freePort } from '../port.ts';
import { startPostgres } from '../postgres.ts';
import { getToken } from '../token.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'bin/manifold.mjs');
const API = '/api/ServiceClientApp';
const CALLS = 200;
const CONCURRENCY = 8;
const WAITING = 1000;
/** Of the clock in /proc, on all Linux systems of today. */
const TICKS = 100;
const MIB = 1024 * 1024;

const sandbox = await startSandbox({ port: 0, relaxed: true });
const shop = sandbox.stores.find(({ channel }) => channel === 'woocommerce')?.shops[0];
if (!shop) throw new Error('there is no shop');
const params = {
  woocommerce: Object.entries({ ...shop.credential.account, ...shop.credential.secrets })
    .filter(([key]) => ['baseUrl', 'token'].includes(key))
    .map(([key, value]) => ({ key, value })),
};
let asked = 0;
const slow = createServer(() => {
  asked += 1;
});
await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
const routes = {
  '*.slow.example': `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
  ...Object.fromEntries(
    sandbox.stores.flatMap(({ hosts }) => hosts.map((host) => [host, sandbox.origin])),
  ),
};

async function startInstance(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-cost-'));
  const port = String(await freePort());
  const env = {
    PATH: process.env.PATH ?? '',
    MANIFOLD_MODE: 'production',
    MANIFOLD_BASE_URL: `http://127.0.0.1:${port}`,
    MANIFOLD_PORT: port,
    MANIFOLD_DATA_DIR: dataDir,
    MANIFOLD_KEYS: `cost:${randomBytes(32).toString('base64')}`,
    MANIFOLD_ROUTES: JSON.stringify(routes),
    MANIFOLD_CLIENT_RATE: '100000',
    MANIFOLD_CLIENT_BURST: '100000',
    MANIFOLD_LOG_LEVEL: 'error',
    MANIFOLD_NOTICE_SECONDS: '0',
    ...(databaseUrl && { MANIFOLD_DATABASE_URL: databaseUrl }),
  };
  const made = spawnSync(process.execPath, [BIN, 'clients', 'create', 'cost'], {
    env,
    encoding: 'utf8',
  });
  const secret = /mfs_\S+/.exec(made.stdout)?.[0];
  if (secret === undefined) throw new Error(`no client was made: ${made.stderr}`);
  const child = spawn(process.execPath, [BIN, 'serve'], {
    // The process that is measured serves itself.
    env: { ...env, MANIFOLD_WATCHDOG_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const origin = env.MANIFOLD_BASE_URL;
  const token = await getToken(origin, { id: 'cost', secret });
  return {
    token,
    /** Milliseconds of processor time so far. */
    spent() {
      const fields =
        readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
    },
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / MIB;
    },
    async call(path: string, body: object | undefined, signal?: AbortSignal) {
      const answer = await fetch(origin + path, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          prefer: 'wait=300',
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        ...(signal && { signal }),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Instance = Awaited<ReturnType<typeof startInstance>>;

async function costOf(instance: Instance, call: () => Promise<void>): Promise<number> {
  const many = (count: number) => {
    let left = count;
    const loop = async () => {
      while (left-- > 0) await call();
    };
    return Promise.all(Array.from({ length: CONCURRENCY }, loop));
  };
  await many(CALLS);
  const before = instance.spent();
  await many(CALLS);
  return (instance.spent() - before) / CALLS;
}

console.log(`${cpus().length} × ${cpus()[0]?.model ?? arch()}, Node ${process.version}`);
const postgres = await startPostgres();
for (const [name, databaseUrl] of [
  ['embedded store', undefined],
  ['PostgreSQL', await postgres.fresh()],
] as const) {
  const instance = await startInstance(databaseUrl);
  const orders = (limit: number) => () =>
    instance.call(`${API}/Unified/Orders?channel=woocommerce&tpUserId=cost`, { limit, params });
  const say = (what: string, figure: number, unit: string) =>
    console.log(
      `${name.padEnd(16)}${what.padEnd(38)}${figure.toFixed(figure < 10 ? 2 : 0)} ${unit}`,
    );
  say('memory after the start', instance.memory(), 'MiB');
  say(
    'a token check alone (404)',
    await costOf(instance, async () => {
      await instance.call(`${API}/Users/unknown`, undefined).catch(() => {});
    }),
    'ms of processor time',
  );
  const before = instance.memory();
  const ending = new AbortController();
  const waiting: Promise<void>[] = [];
  const account = Object.fromEntries(params.woocommerce.map(({ key, value }) => [key, value]));
  for (asked = 0; waiting.length < WAITING; ) {
    const baseUrl = `https://s${waiting.length}.slow.example`;
    const woocommerce = Object.entries({ ...account, baseUrl }).map(([key, value]) => ({
      key,
      value,
    }));
    const path = `${API}/Unified/Orders?channel=woocommerce&tpUserId=cost`;
    waiting.push(
      instance.call(path, { params: { woocommerce } }, ending.signal).catch((error: Error) => {
        if (!ending.signal.aborted) throw error;
      }),
    );
    while (asked < waiting.length - CONCURRENCY) await setTimeout(5);
  }
  while (asked < WAITING) await setTimeout(5);
  say(`each of ${WAITING} calls that wait`, ((instance.memory() - before) * 1024) / WAITING, 'KiB');
  ending.abort();
  await Promise.all(waiting);
  say('10 orders', await costOf(instance, orders(10)), 'ms of processor time');
  say('100 orders', await costOf(instance, orders(100)), 'ms of processor time');
  say('memory after these', instance.memory(), 'MiB');
  await instance.stop();
}
await postgres.stop();
await sandbox.close();
slow.closeAllConnections();
slow.close();
