// SIGTERM with calls under way: each gets an answer, a row and its event; what runs later is handed over.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { it, type TestContext } from 'node:test';
import { parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { openStore } from '../../src/store/index.ts';
import { startReceiver } from '../events/house.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import { type ServiceProcess, serviceProcess } from './service-process.ts';

const API = '/api/ServiceClientApp';
const DRAIN = 8;
const NOTICE = 4;
/** What may come on top: last words, deliveries under way, the store. */
const BEYOND = 60;
const CLIENT = DEMO_CLIENT.id;

/** Shops that are asked and do not answer, until they are let: `soon…` and `never…`. */
async function startShops(t: TestContext) {
  const asked = new Map<string, ServerResponse>();
  const server = createServer((request, response) => {
    const host = String(request.headers.host);
    if (asked.has(host)) answer(response);
    asked.set(host, response);
  });
  const answer = (response: ServerResponse) =>
    response.setHeader('content-type', 'application/json').end('[]');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = () => {
    for (const [host, response] of asked) if (host.startsWith('soon')) answer(response);
  };
  return { asked, open, routes: JSON.stringify({ '*.shops.example': origin }) };
}

async function caller({ origin }: ServiceProcess) {
  const token = await getToken(origin, DEMO_CLIENT);
  return async (shop: string, callback?: string, prefer = 'wait=120') => {
    const query = new URLSearchParams({
      channel: 'woocommerce',
      tpUserId: shop,
      ...(callback && { completionCallbackUrl: callback }),
    });
    const answer = await fetch(`${origin}${API}/Unified/Orders?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer },
      body: JSON.stringify({
        params: {
          woocommerce: [
            { key: 'baseUrl', value: `https://${shop}.shops.example` },
            { key: 'consumerKey', value: `ck_${'0'.repeat(40)}` },
            { key: 'consumerSecret', value: `cs_${'0'.repeat(40)}` },
          ],
        },
      }),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      body: JSON.parse(await answer.text()),
    };
  };
}

const isRefused = (error: Error) =>
  (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

it('calls under way are drained, then ended with an answer, a row and an event', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-drain-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const [shops, receiver] = [await startShops(t), await startReceiver(t)];
  const service = await serviceProcess({
    dataDir,
    settings: {
      MANIFOLD_DRAIN_SECONDS: String(DRAIN),
      MANIFOLD_NOTICE_SECONDS: String(NOTICE),
      MANIFOLD_ROUTES: shops.routes,
    },
  });
  t.after(() => service.kill());
  await service.start();
  const call = await caller(service);

  const soon = ['soon1', 'soon2', 'soon3'].map((shop) => call(shop, receiver.url));
  const never = [
    ...['never1', 'never2', 'never3'].map((shop) => call(shop, receiver.url)),
    ...['never4', 'never5'].map((shop) => call(shop)),
  ];
  const kept = await call('kept', receiver.url, 'respond-async, wait=120');
  await until(() => shops.asked.size === 9, 'the calls');

  const began = performance.now();
  const ended = service.stop();
  let cut = 0;
  for (const one of never) void one.then(() => cut++);
  await until(async () => (await fetch(`${service.origin}/readyz`)).status === 503, 'the end');
  const late = call('soon4', receiver.url);
  await until(() => shops.asked.size === 10, 'the call that came late');
  soon.push(late);
  await until(() => fetch(`${service.origin}/readyz`).then(() => false, isRefused), 'the door');
  shops.open();
  assert.equal((await late).headers.get('connection'), 'close');
  const good = await Promise.all(soon);
  assert.equal(cut, 0, 'they were answered while the others still waited');
  for (const { status, body } of good) assert.equal(status, 200, JSON.stringify(body.Errors));
  const broken = await Promise.all(never);
  const took = (performance.now() - began) / 1000;
  for (const { status, headers, body } of broken) {
    assert.deepEqual([status, body.Errors.code], [503, 'unavailable']);
    assert.match(body.Errors.message, /shutting down/);
    assert.ok(Number(headers.get('retry-after')) >= 1);
  }
  assert.ok(took >= DRAIN, 'they had the time that was set');
  assert.equal(await ended, 0);
  assert.ok((performance.now() - began) / 1000 < DRAIN + BEYOND);

  const seal = createSeal(parseKeys(readFileSync(join(dataDir, 'sandbox-keys'), 'utf8').trim()));
  const store = await openStore({ dataDir, role: 'tool', now: Date.now, seal });
  t.after(() => store.close());
  const idOf = ({ body }: (typeof good)[number]): string => body.Output.execution_id;
  const row = async (id: string) => {
    const found = await store.executions.find(CLIENT, id);
    return found && [found.outcome, found.code];
  };
  for (const one of good) assert.deepEqual(await row(idOf(one)), ['succeeded', null]);
  for (const one of broken) assert.deepEqual(await row(idOf(one)), ['failed', 'unavailable']);
  const events = (await store.deliveries.list(CLIENT, {}, undefined, 100)).rows;
  const wanted = [...good, ...broken.slice(0, 3)].map(idOf);
  assert.deepEqual(events.map(({ executionId }) => executionId).sort(), wanted.sort());
  for (const { state, executionId } of events) {
    const arrived = receiver.received.some(({ event }) => event.data.execution_id === executionId);
    assert.ok(state === 'waiting' || arrived, 'an event is delivered or still to be');
  }

  assert.deepEqual(await row(kept.body.execution_id), ['running', null]);
  const now = Date.now();
  const { lanes } = await store.jobs.lanes(now, { clients: [], lanes: new Set() });
  assert.deepEqual(lanes, [{ lane: CLIENT, client: CLIENT }], 'it may be taken up immediately');
  const claim = { lane: CLIENT, limit: 1, now, until: now, by: 'test' };
  const [{ id, deaths } = assert.fail()] = await store.jobs.claim(claim);
  assert.deepEqual([id, deaths], [kept.body.execution_id, 0], 'and the run does not count');
});

it('a second signal ends it immediately', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-drain-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const shops = await startShops(t);
  const service = await serviceProcess({
    dataDir,
    settings: {
      MANIFOLD_DRAIN_SECONDS: '300',
      MANIFOLD_NOTICE_SECONDS: '300',
      MANIFOLD_ROUTES: shops.routes,
    },
  });
  t.after(() => service.kill());
  await service.start();
  const call = await caller(service);
  const cut = assert.rejects(call('never'));
  await until(() => shops.asked.size === 1, 'the call');
  const ended = service.stop();
  await until(async () => (await fetch(`${service.origin}/readyz`)).status === 503, 'the end');
  await new Promise((resolve) => setTimeout(resolve, 600));
  void service.stop();
  assert.equal(await ended, 1);
  await cut;
});
