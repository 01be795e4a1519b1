// An event loop that stands still: the process is replaced, the others are served again, and the work
// that did it is set aside. On both databases, with one process and with several.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { isAll } from '../all.ts';
import { startGround } from '../instances/cluster.ts';
import { startPostgres } from '../postgres.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import { type ServiceProcess, serviceProcess } from './service-process.ts';

const SETTINGS = {
  NODE_OPTIONS: `--import=${new URL('./standstill.mjs', import.meta.url).href}`,
  MANIFOLD_WATCHDOG_SECONDS: '5',
};
/** More than two lives and the lease of each, on a machine with other things to do. */
const PATIENCE = 200_000;
const API = '/api/ServiceClientApp';

async function start(t: TestContext, databaseUrl?: string): Promise<ServiceProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-watchdog-'));
  const service = await serviceProcess({ dataDir, databaseUrl, settings: SETTINGS });
  t.after(async () => {
    await service.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await service.start();
  return service;
}

const ends = (service: Pick<ServiceProcess, 'said'>): number =>
  service.said().split('the event loop stood still').length - 1;

async function callerOf({ origin }: Pick<ServiceProcess, 'origin'>) {
  const token = await getToken(origin, DEMO_CLIENT);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    /** The status, or undefined where the connection broke. */
    orders: async (shop: string, more: Readonly<Record<string, string>> = {}) => {
      const query = 'channel=shopify&tpUserId=demo-user';
      const shopify = [
        { key: 'baseUrl', value: `https://${shop}.myshopify.com` },
        { key: 'token', value: 'shpat_0123456789abcdef0123456789abcdef' },
      ];
      const body = JSON.stringify({ limit: 1, ...(shop !== '' && { params: { shopify } }) });
      const sent = { method: 'POST', headers: { ...headers, ...more }, body };
      const answer = await fetch(`${origin}${API}/Unified/Orders?${query}`, sent).catch(() => {});
      return answer && { status: answer.status, body: JSON.parse(await answer.text()) };
    },
    execution: async (id: string) => {
      const answer = await fetch(`${origin}${API}/Executions/${id}`, { headers }).catch(() => {});
      return answer?.status === 200 ? JSON.parse(await answer.text()) : undefined;
    },
  };
}

async function outlives(service: ServiceProcess) {
  const { orders, execution } = await callerOf(service);
  const serves = () =>
    until(
      async () => (await orders(''))?.status,
      'an answer',
      (status) => status === 200,
      PATIENCE,
    );
  assert.equal((await orders(''))?.status, 200);
  // That it is broken off is seen at the end too.
  if (isAll) {
    assert.equal(await orders('stand-still-now'), undefined, 'its own connection is broken off');
    await serves();
  }
  const before = ends(service);
  assert.equal(before, isAll ? 1 : 0);

  const later = { prefer: 'respond-async' };
  // The bad one last: once it has begun, no one is answered.
  const [good, other, bad] = [
    await orders('', later),
    await orders('', later),
    await orders('stand-still-later', later),
  ].map((answer) => String(answer?.body.execution_id));
  const ended = async (id = '') => {
    const found = await until(
      () => execution(id),
      'the end of an execution',
      (seen) => seen !== undefined && seen.status !== 'running',
      PATIENCE,
    );
    return [found.status, found.response.Errors.code];
  };
  assert.deepEqual(await ended(bad), ['failed', 'set_aside']);
  assert.deepEqual(await ended(good), ['succeeded', undefined]);
  assert.deepEqual(await ended(other), ['succeeded', undefined], 'no other is set aside with it');
  await serves();
  assert.equal(ends(service) - before, 2, 'it was run twice and no more');
  assert.match(service.said(), /"kind":"execution".*work was set aside/);
}

/** Asked to end while it stands still, it does, and nothing follows. */
async function endsStill(service: ServiceProcess) {
  const { orders } = await callerOf(service);
  const counts = () => [ends(service), service.said().split('Ctrl-C').length - 1];
  const [stood = 0, began = 0] = counts();
  const held = orders('stand-still-now');
  await until(async () => {
    const alive = fetch(`${service.origin}/healthz`, { signal: AbortSignal.timeout(500) });
    return (await alive.catch(() => {})) === undefined;
  }, 'the standstill');
  assert.equal(await service.stop(), 1);
  assert.equal(await held, undefined, 'its own connection is broken off');
  assert.deepEqual(counts(), [stood + 1, began], 'it did not begin again');
}

describe('an event loop that stands still', { concurrency: true }, () => {
  it('is replaced by another process, on the embedded database; asked to end, it ends', async (t) => {
    const service = await start(t);
    await outlives(service);
    await endsStill(service);
  });

  if (isAll)
    it('is replaced by another process, on PostgreSQL', async (t) => {
      const postgres = await startPostgres();
      t.after(() => postgres.stop());
      await outlives(await start(t, await postgres.fresh()));
    });

  if (isAll)
    it('ends when it is asked to, though nothing was replaced before', async (t) => {
      await endsStill(await start(t));
    });

  if (isAll)
    it('is one of several: the others serve on, and it is replaced', async (t) => {
      const ground = await startGround((_, response) => {
        response.setHeader('content-type', 'application/json').end('[]');
      });
      t.after(() => ground.stop());
      const cluster = await ground.start({ MANIFOLD_WORKERS: '2', ...SETTINGS });
      assert.equal(await cluster.call('stand-still-now'), 'ECONNRESET');
      await until(
        () => cluster.err(),
        'the replacement',
        (said) => said.includes('another follows'),
        PATIENCE,
      );
      assert.match(cluster.err(), /"level":"fatal".*"worker":[12].*the event loop stood still/);
      for (let n = 0; n < 4; n++) assert.equal(await cluster.call('shop'), 200);
      assert.match(await cluster.metrics(), /^manifold_worker_deaths_total 1$/m);
      cluster.primary.kill('SIGTERM');
      assert.equal(await cluster.ended, 0, cluster.err());
    });
});
