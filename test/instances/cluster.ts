// The service in production mode, in several processes on one port, on a real PostgreSQL, with shops beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { PATHS } from '../../src/http/paths.ts';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { openStore } from '../../src/store/index.ts';
import { createTokens } from '../../src/tokens/index.ts';
import { COMPILED } from '../chaos/service-process.ts';
import { freePort } from '../port.ts';
import { startPostgres } from '../postgres.ts';
import { API } from './asking.ts';

const BIN = fileURLToPath(new URL('../../bin/manifold.mjs', import.meta.url));
const METRICS_TOKEN = 'metrics-token';

export interface Ground {
  /** Starts the service on it; resolves when it says that it is ready, or has ended. */
  start(
    settings: Readonly<Record<string, string>>,
    began?: (primary: ChildProcess) => void,
  ): Promise<Cluster>;
  stop(): Promise<void>;
}

export interface Cluster {
  readonly primary: ChildProcess;
  readonly origin: string;
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves with its exit code when it has ended and all that it wrote is read. */
  readonly ended: Promise<number | null>;
  /** Of the worker that serves in each place, by what the log said last. */
  pids(): readonly number[];
  /** What to send for the orders of a shop. */
  request(shop: string, limit: number): Sent;
  /** One call on a connection of its own: its status, or the code of the error. */
  call(shop: string): Promise<number | string>;
  metrics(): Promise<string>;
  /** The status of /readyz. */
  readiness(): Promise<number>;
}

interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** With the origin of the shops, or what they answer. */
export async function startGround(given: RequestListener | string): Promise<Ground> {
  const postgres = await startPostgres();
  const server = createServer(typeof given === 'string' ? undefined : given).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shops = typeof given === 'string' ? given : own;
  const databaseUrl = await postgres.fresh();
  const keys = newKeyEntry('cluster');
  const place = { databaseUrl, dataDir: '/nonexistent', seal: createSeal(parseKeys(keys)) };
  const store = await openStore({ ...place, role: 'service' });
  const tokens = createTokens({ store, now: store.now, tokenSeconds: 3600 });
  const { client } = await tokens.clients.create({ id: 'cluster' });
  const [secret] = client.secrets;
  if (!secret) throw new Error('the client has no secret');
  const { accessToken } = await tokens.issue({ client, secretId: secret.id });
  await store.close();
  const running = new Set<ChildProcess>();

  return {
    async start(settings, began) {
      const port = String(await freePort());
      const child = spawn(process.execPath, [BIN, 'serve'], {
        env: {
          PATH: process.env.PATH ?? '',
          ...COMPILED,
          MANIFOLD_MODE: 'production',
          MANIFOLD_PORT: port,
          MANIFOLD_BASE_URL: `http://localhost:${port}`,
          MANIFOLD_DATABASE_URL: databaseUrl,
          MANIFOLD_KEYS: keys,
          MANIFOLD_ROUTES: JSON.stringify({ '*.shops.example': shops }),
          MANIFOLD_METRICS_TOKEN: METRICS_TOKEN,
          MANIFOLD_CLIENT_RATE: '100000',
          MANIFOLD_CLIENT_BURST: '100000',
          MANIFOLD_NOTICE_SECONDS: '0',
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      began?.(child);
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        err += chunk;
      });
      const ended = once(child, 'close').then(([code]) => {
        running.delete(child);
        return code as number | null;
      });
      const ready = (async () => {
        while (!/is ready[\s\S]*\n {2}(workers|store) .*\n\n/.test(out))
          await once(child.stdout, 'data');
      })();
      await Promise.race([ready, ended]);
      const origin = `http://127.0.0.1:${settings.MANIFOLD_PORT ?? port}`;
      return {
        ...{ primary: child, origin, ended, out: () => out, err: () => err },
        pids: () => pidsIn(err),
        request: (shop, limit) => requestFor(accessToken, shop, limit),
        call: (shop) => callOnce(origin, requestFor(accessToken, shop, 1)),
        async metrics() {
          const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
          return await (await fetch(`${origin}/metrics`, { headers })).text();
        },
        readiness: async () => (await fetch(`${origin}${PATHS.ready}`)).status,
      };
    },
    async stop() {
      for (const child of running) child.kill('SIGKILL');
      server.close();
      server.closeAllConnections();
      await postgres.stop();
    },
  };
}

function pidsIn(log: string): readonly number[] {
  const pids: number[] = [];
  for (const line of log.split('\n').filter((line) => line.includes('"a worker serves"'))) {
    const { worker, pid } = JSON.parse(line) as { worker: number; pid: number };
    pids[worker - 1] = pid;
  }
  return pids;
}

function requestFor(token: string, shop: string, limit: number): Sent {
  const query = new URLSearchParams({ channel: 'woocommerce', tpUserId: shop });
  const params = [
    { key: 'baseUrl', value: `https://${shop}.shops.example` },
    { key: 'consumerKey', value: `ck_${'0'.repeat(40)}` },
    { key: 'consumerSecret', value: `cs_${'0'.repeat(40)}` },
  ];
  return {
    path: `${API}/Unified/Orders?${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limit, status: 'any', params: { woocommerce: params } }),
  };
}

function callOnce(origin: string, { path, headers, body }: Sent): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(`${origin}${path}`, { method: 'POST', agent: false, headers });
    sent.on('response', (response) => {
      response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'broken off'));
      response.on('end', () => resolve(response.statusCode ?? 0)).resume();
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(body);
  });
}
