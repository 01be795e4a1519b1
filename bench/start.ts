// From nothing to the first order, and what an idle instance holds: `npm run bench:start`. See README.md beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newKeyEntry, parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import { openStore } from '../src/store/index.ts';
import { createTokens } from '../src/tokens/index.ts';
import { freePort } from '../test/port.ts';
import { type Figure, figureOf, keep, machine, rows, written } from './harness.ts';

const BIN = fileURLToPath(new URL('../bin/manifold.mjs', import.meta.url));
const SAMPLE = new URL(
  '../src/channels/woocommerce/samples/order-paid.native.json',
  import.meta.url,
);
const RESULTS = new URL('results/start.json', import.meta.url);
const SHOP = 'shop.example';
/** Between two tries to reach a service that does not listen yet. */
const TRY_EVERY = 2;
const GIVE_UP = 30_000;
const IDLE = 3000;
const REQUESTS = 20;
const MIB = 1024 * 1024;
/** Of the clock in /proc, on all Linux systems of today. */
const TICKS = 100;

export interface StartFigures {
  /** Milliseconds from the spawn of the process to the end of the first answer. */
  readonly firstOrder: Figure;
  /** Milliseconds of processor time that its threads took for that, which other work on the machine sways less. */
  readonly processor: Figure;
  /** MiB of the service's process, so long after that answer. */
  readonly idle: Figure;
  /** And after some more orders. */
  readonly used: Figure;
}

export interface StartResults {
  /** Nothing is compiled beforehand. */
  readonly cold: StartFigures;
  /** As every start after the first. */
  readonly warm: StartFigures;
  /** MiB of a Node that does nothing. */
  readonly bareNode: number;
}

/** Throws when any answer was not 200 with one order: figures of work that was not done say nothing. */
export async function measureStart(repeats: number): Promise<StartResults> {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-bench-start-'));
  const channel = await startChannel();
  try {
    const service = await prepare(folder, channel.origin);
    const compiled = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
    const nothingCompiled = { NODE_DISABLE_COMPILE_CACHE: '1' };
    // The first of each is not counted: it fills the cache, and the system's own.
    await runOnce(service, compiled);
    const warm = [];
    const cold = [];
    for (let n = 0; n < repeats; n++) {
      warm.push(await runOnce(service, compiled));
      cold.push(await runOnce(service, nothingCompiled));
    }
    return { cold: figuresOf(cold), warm: figuresOf(warm), bareNode: await bareNode() };
  } finally {
    channel.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Run = Readonly<Record<keyof StartFigures, number>>;

const figuresOf = (runs: readonly Run[]): StartFigures => ({
  firstOrder: figureOf(runs.map((run) => run.firstOrder)),
  processor: figureOf(runs.map((run) => run.processor)),
  idle: figureOf(runs.map((run) => run.idle)),
  used: figureOf(runs.map((run) => run.used)),
});

/** A shop with one order: what the channel is asked for it, answered from memory. */
async function startChannel() {
  const order = JSON.stringify([JSON.parse(readFileSync(SAMPLE, 'utf8'))]);
  const answers: Readonly<Record<string, string>> = {
    '/wp-json/wc/v3/orders': order,
    '/wp-json/wc/v3/settings/general/woocommerce_price_num_decimals': '{"value":"2"}',
  };
  const server = createServer((asked, reply) => {
    const answer = answers[asked.url?.split('?')[0] ?? ''];
    reply.writeHead(answer === undefined ? 404 : 200, {
      'content-type': 'application/json',
      ...{ 'x-wp-total': '1', 'x-wp-totalpages': '1' },
    });
    reply.end(answer ?? '{"code":"rest_no_route","message":"There is no such route."}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Service {
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  readonly token: string;
}

/** A store with a client and a token, as an instance finds it when it is started again. */
async function prepare(folder: string, channel: string): Promise<Service> {
  const dataDir = join(folder, 'data');
  const keys = newKeyEntry('bench');
  const seal = createSeal(parseKeys(keys));
  const store = await openStore({ databaseUrl: undefined, dataDir, role: 'service', seal });
  const tokens = createTokens({ store, now: store.now, tokenSeconds: 86_400 });
  const { client, secret } = await tokens.clients.create({ id: 'bench' });
  const caller = { clientId: client.id, clientSecret: secret, address: '127.0.0.1' };
  const { accessToken } = await tokens.issue(await tokens.authenticate(caller));
  await tokens.settle();
  await store.close();
  const port = await freePort();
  const env = {
    PATH: process.env.PATH ?? '',
    MANIFOLD_MODE: 'production',
    MANIFOLD_BASE_URL: `http://127.0.0.1:${port}`,
    MANIFOLD_HOST: '127.0.0.1',
    MANIFOLD_PORT: String(port),
    MANIFOLD_DATA_DIR: dataDir,
    MANIFOLD_KEYS: keys,
    MANIFOLD_ROUTES: JSON.stringify({ [SHOP]: channel }),
    MANIFOLD_LOG_LEVEL: 'error',
    // The process that is measured serves itself.
    MANIFOLD_WATCHDOG_SECONDS: '0',
    MANIFOLD_NOTICE_SECONDS: '0',
  };
  return { env, port, token: accessToken };
}

async function runOnce(service: Service, settings: Readonly<Record<string, string>>): Promise<Run> {
  const began = performance.now();
  const child = spawn(process.execPath, [BIN, 'serve'], {
    env: { ...service.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const agent = new Agent({ keepAlive: true });
  try {
    await firstAnswer(child, service, agent);
    const firstOrder = performance.now() - began;
    const processor = processorTime(child.pid);
    await pause(IDLE);
    const idle = residentSet(child.pid);
    for (let n = 0; n < REQUESTS; n++) checked(await ask(service, agent));
    const used = residentSet(child.pid);
    return { firstOrder, processor, idle, used };
  } finally {
    agent.destroy();
    await end(child);
  }
}

async function firstAnswer(child: ChildProcess, service: Service, agent: Agent): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      return checked(await ask(service, agent));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
      if (child.exitCode !== null || performance.now() - began > GIVE_UP)
        throw new Error('the service did not start', { cause: error });
    }
    await pause(TRY_EVERY);
  }
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

function ask({ port, token }: Service, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        ...{ agent, port, host: '127.0.0.1', method: 'POST' },
        path: '/api/ServiceClientApp/Unified/Orders?channel=woocommerce&tpUserId=bench',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () =>
          resolve({ status: reply.statusCode, body: Buffer.concat(chunks).toString() }),
        );
      },
    );
    asking.on('error', reject);
    asking.end(
      JSON.stringify({
        ...{ limit: 10, status: 'any' },
        params: {
          woocommerce: [
            { key: 'baseUrl', value: `https://${SHOP}` },
            { key: 'token', value: Buffer.from('ck_bench:cs_bench').toString('base64') },
          ],
        },
      }),
    );
  });
}

function checked({ status, body }: Answer): void {
  const orders = status === 200 && JSON.parse(body).Output?.result;
  if (!Array.isArray(orders) || orders.length !== 1)
    throw new Error(`no answer with one order, but ${status}: ${body.slice(0, 500)}`);
}

/** What the system counts for a process and its children, shared pages of their program in each. */
const residentSet = (pid: number | undefined): number => inFamily(pid, residentSetOf);
const processorTime = (pid: number | undefined): number => inFamily(pid, processorTimeOf);

/** The process that was started keeps the one that serves. */
function inFamily(pid: number | undefined, count: (pid: number | undefined) => number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const all = [pid, ...children.split(' ').filter(Boolean).map(Number)];
  return all.map(count).reduce((sum, one) => sum + one, 0);
}

function residentSetOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / MIB;
}

function processorTimeOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

async function bareNode(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  try {
    await pause(IDLE);
    return residentSet(child.pid);
  } finally {
    await end(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

export const startRows = ({ warm, cold }: StartResults): string =>
  rows(
    ['start', 'first order, ms', 'ms of processor', 'MiB idle', `MiB after ${REQUESTS} orders`],
    [['compiled before', warm] as const, ['nothing compiled', cold] as const].map(
      ([name, { firstOrder, processor, idle, used }]) => [
        name,
        ...[firstOrder, processor, idle, used].map((one) => written(one, 0)),
      ],
    ),
  );

if (import.meta.main) {
  const results = await measureStart(Number(process.env.BENCH_REPEATS ?? 5));
  const date = new Date().toISOString().slice(0, 10);
  keep(RESULTS, { date, machine: machine(), ...results });
  const { processors, kind, node } = machine();
  console.log(`${date}, ${processors} processors (${kind}), Node ${node}, embedded store`);
  console.log(startRows(results));
  console.log(`Node that does nothing: ${Math.round(results.bareNode)} MiB`);
}
