// A process that has no file descriptor left: its own lack, which no channel is blamed for and which passes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Envelope } from '../../src/model/envelope.ts';
import { until } from '../until.ts';
import { serviceProcess } from './service-process.ts';

const DESCRIPTORS = 96;
const CALLS = 12;
const folder = mkdtempSync(join(tmpdir(), 'manifold-descriptors-'));

let visits = 0;
const shop = createServer((_, response) => {
  visits += 1;
  response.setHeader('content-type', 'application/json').end('[]');
}).listen(0, '127.0.0.1');
await once(shop, 'listening');
const address = shop.address();
const shopPort = address && typeof address === 'object' ? address.port : 0;

const service = await serviceProcess({
  dataDir: folder,
  descriptors: DESCRIPTORS,
  settings: { MANIFOLD_ROUTES: JSON.stringify({ 'calm.shop': `http://127.0.0.1:${shopPort}` }) },
});
// One connection that stays: what a client has that was there before the crowd came.
const kept = new Agent({ connections: 1, pipelining: 1, keepAliveTimeout: 60_000 });
const crowd = new Set<Socket>();
after(async () => {
  for (const socket of crowd) socket.destroy();
  await service.kill();
  await kept.destroy();
  shop.closeAllConnections();
  shop.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Connections that say nothing, until the service cannot take another. */
async function crowdIn(origin: URL): Promise<void> {
  for (let turnedAway = 0; turnedAway < 5; ) {
    const socket = connect(Number(origin.port), origin.hostname).on('error', () => {});
    crowd.add(socket);
    await once(socket, 'connect');
    const closed = once(socket, 'close').then(() => true);
    turnedAway += Number(await Promise.race([closed, sleep(20, false)]));
  }
}

async function ask(token: string, baseUrl: string) {
  const params = {
    woocommerce: pairs({ baseUrl, consumerKey: KEY('ck'), consumerSecret: KEY('cs') }),
  };
  const answer = await request(
    `${service.origin}/api/ServiceClientApp/Unified/Orders?channel=woocommerce&tpUserId=u`,
    {
      dispatcher: kept,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ params }),
    },
  );
  const body = (await answer.body.json()) as Envelope<unknown>;
  return { status: answer.statusCode, headers: answer.headers, body };
}
const KEY = (kind: string) => `${kind}_${'0123456789'.repeat(4)}`;
const pairs = (given: Record<string, string>) =>
  Object.entries(given).map(([key, value]) => ({ key, value }));

async function statusOf(path: string): Promise<number> {
  const { statusCode, body } = await request(service.origin + path, { dispatcher: kept });
  await body.dump();
  return statusCode;
}

test('out of file descriptors is 503, blames no channel, and is over when it is over', async () => {
  await service.start();
  const issued = await request(`${service.origin}/connect/token`, {
    dispatcher: kept,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret',
  });
  const { access_token: token } = (await issued.body.json()) as { access_token: string };
  await crowdIn(new URL(service.origin));

  // Enough to open a breaker, of a host that is called by its route and of one to be looked up.
  for (let i = 0; i < CALLS; i++)
    for (const host of ['calm.shop', 'looked-up.shop']) {
      const { status, headers, body } = await ask(token, `https://${host}`);
      assert.equal(status, 503, JSON.stringify(body));
      assert.equal(body.Output.unexpectedErrors?.[0]?.code, 'unavailable');
      assert.equal(body.Output.restErrors, null);
      assert.ok('retryable' in body.Errors && body.Errors.retryable);
      assert.ok(Number(headers['retry-after']) >= 1);
    }
  assert.equal(visits, 0);
  for (const path of ['/healthz', '/readyz', '/metrics', '/docs/'])
    assert.ok([200, 503].includes(await statusOf(path)), path);

  for (const socket of crowd) socket.destroy();
  const answer = await until(
    () => ask(token, 'https://calm.shop'),
    'an answer',
    ({ status }) => status !== 503,
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.ok(visits > 0);
  assert.equal(await statusOf('/docs/'), 200);
  assert.equal(await service.stop(), 0);
});
