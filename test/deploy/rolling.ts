// Two instances behind a proxy, restarted one after the other under steady load. As a script it
// prints what callers saw, with the documented files and with what nginx and Caddy do by themselves.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
// Two instances behind a proxy, restarted one after the other under steady load. As a script it
// prints what callers saw, with the documented files and with what nginx and Caddy do by themselves.
import http, { createServer } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ServiceProcess, serviceProcess } from '../chaos/service-process.ts';
import { freePort } from '../port.ts';
import { startPostgres } from '../postgres.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import {
  documentedCaddy,
  documentedNginx,
  type Front,
  find,
  plainCaddy,
  plainNginx,
  setAsideNginx,
  startCaddy,
  startNginx,
} from './front.ts';

export interface Restarted {
  /** How many answers there were of each kind: "orders 200", "token ECONNRESET". */
  readonly seen: Readonly<Record<string, number>>;
  readonly total: number;
  readonly failed: number;
  /** What the proxy wrote to its log. */
  readonly said: string;
}

export interface RestartOptions {
  readonly front: (upstreams: readonly number[]) => Promise<Front>;
  readonly settings?: Readonly<Record<string, string>>;
}

const SHOPS = 200;
/** A shop takes so long. */
const SHOP_MS = 30;
const LOOPS = { kept: 6, fresh: 6 };
/** Between two requests of one caller. */
const THINKING_MS = 20;
const STEADY_MS = 500;

export async function restartBoth(options: RestartOptions): Promise<Restarted> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'manifold-rolling-'));
  const shops = await startShops();
  const ports = [await freePort(), await freePort()];
  const databaseUrl = await postgres.fresh();
  const keys = `rolling:${randomBytes(32).toString('base64')}`;
  const instances: ServiceProcess[] = [];
  let front: Front | undefined;
  try {
    for (const port of ports) {
      const instance = await serviceProcess({
        dataDir: join(folder, String(port)),
        databaseUrl,
        port,
        settings: {
          MANIFOLD_KEYS: keys,
          MANIFOLD_ROUTES: JSON.stringify({ '*.shops.example': shops.origin }),
          MANIFOLD_TRUST_PROXY: 'loopback',
          ...options.settings,
        },
      });
      instances.push(instance);
      await instance.start();
    }
    front = await options.front(ports);
    const load = await startLoad(front.origin, instances[0]?.origin ?? '');
    await setTimeout(STEADY_MS);
    for (const instance of instances) {
      await instance.stop();
      await instance.start();
    }
    await setTimeout(STEADY_MS);
    const seen = await load.stop();
    const total = Object.values(seen).reduce((sum, count) => sum + count, 0);
    const good = Object.entries(seen).filter(([kind]) => kind.endsWith(' 200'));
    const failed = total - good.reduce((sum, [, count]) => sum + count, 0);
    return { seen, total, failed, said: front.said() };
  } finally {
    await front?.stop();
    await Promise.all(instances.map((instance) => instance.kill()));
    await shops.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startShops() {
  const server = createServer(async (_, response) => {
    await setTimeout(SHOP_MS);
    response.setHeader('content-type', 'application/json').end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Callers who keep their connection, and callers who open one for each request. */
async function startLoad(origin: string, direct: string) {
  const token = await getToken(direct, DEMO_CLIENT);
  const seen: Record<string, number> = {};
  let going = true;
  let sent = 0;
  const { Agent } = origin.startsWith('https:') ? https : http;
  const loop = async (agent: http.Agent) => {
    while (going) {
      sent += 1;
      const { kind, status } = await ask(origin, agent, token, sent);
      const name = `${kind} ${status}`;
      seen[name] = (seen[name] ?? 0) + 1;
      await setTimeout(THINKING_MS);
    }
    agent.destroy();
  };
  const loops = Object.entries(LOOPS).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => loop(new Agent({ keepAlive: kind === 'kept' }))),
  );
  return {
    async stop() {
      going = false;
      await Promise.all(loops);
      return seen;
    },
  };
}

async function ask(origin: string, agent: http.Agent, token: string, count: number) {
  if (count % 10 === 0)
    return {
      kind: 'token',
      status: await send(
        agent,
        `${origin}/connect/token`,
        { 'content-type': 'application/x-www-form-urlencoded' },
        `grant_type=client_credentials&client_id=${DEMO_CLIENT.id}&client_secret=${DEMO_CLIENT.secret}`,
      ),
    };
  if (count % 10 === 1)
    return { kind: 'document', status: await send(agent, `${origin}/openapi.json`, {}) };
  const shop = `shop${count % SHOPS}`;
  const status = await send(
    agent,
    `${origin}/api/ServiceClientApp/Unified/Orders?channel=woocommerce&tpUserId=${shop}`,
    { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    JSON.stringify({
      params: {
        woocommerce: [
          { key: 'baseUrl', value: `https://${shop}.shops.example` },
          { key: 'consumerKey', value: `ck_${'0'.repeat(40)}` },
          { key: 'consumerSecret', value: `cs_${'0'.repeat(40)}` },
        ],
      },
    }),
  );
  return { kind: 'orders', status };
}

/** The status of the answer once it was read whole, or what went wrong. */
async function send(
  agent: http.Agent,
  address: string,
  headers: http.OutgoingHttpHeaders,
  body?: string,
): Promise<string> {
  const { request } = address.startsWith('https:') ? https : http;
  return await new Promise<string>((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request(
      address,
      { agent, method, headers, rejectUnauthorized: false },
      (answer) => {
        answer.resume().on('error', fail);
        answer.on('end', () => resolve(String(answer.statusCode)));
      },
    );
    asked.on('error', fail).end(body);
  });
}

if (import.meta.main) {
  const [nginx, caddy] = [find('nginx'), find('caddy')];
  const settings = { MANIFOLD_NOTICE_SECONDS: '5' };
  const trials = [
    ['nginx, deploy/nginx/manifold.conf', nginx, startNginx, documentedNginx],
    ['nginx, set aside for 2 s', nginx, startNginx, setAsideNginx],
    ['nginx, its defaults', nginx, startNginx, plainNginx],
    ['Caddy, deploy/caddy/Caddyfile', caddy, startCaddy, documentedCaddy],
    ['Caddy, its defaults', caddy, startCaddy, plainCaddy],
  ] as const;
  for (const [name, program, start, written] of trials) {
    if (program === undefined) {
      console.log(`${name}: there is none on this machine`);
      continue;
    }
    const front = (upstreams: readonly number[]) => start(program, upstreams, written);
    const { total, failed, seen } = await restartBoth({ front, settings });
    console.log(`${name}: ${failed} of ${total} failed`, seen);
  }
}
