// The service behind a real proxy, as documented: who asks is known, and what is for the operator stays
// inside.
import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import { test } from 'node:test';
import { startWire } from '../chaos/wire.ts';
import { startPostgres } from '../postgres.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { type Front, find, startCaddy, startNginx } from './front.ts';

const ORDERS = '/api/ServiceClientApp/Unified/Orders?channel=shopify&tpUserId=demo';
/** Wrong links of one visitor; then they have to wait, a little later on a slow machine. */
const FREE = 5;

interface Asked {
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string;
}

/** By hand: `fetch` takes no certificate of our own making. */
async function ask(front: Front, path: string, { headers = {}, body }: Asked = {}) {
  const { request } = front.origin.startsWith('https:') ? https : http;
  return await new Promise<{ status: number; text: string; headers: http.IncomingHttpHeaders }>(
    (resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const options = { method, headers, rejectUnauthorized: false, agent: false } as const;
      const asked = request(front.origin + path, options, (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }),
        );
      });
      asked.on('error', reject).end(body);
    },
  );
}

async function behaves(front: Front, service: Service) {
  const json = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const good = await ask(front, ORDERS, { headers: json, body: '{"limit":1}' });
  assert.equal(good.status, 200, good.text);
  assert.equal(good.headers['x-content-type-options'], 'nosniff');

  const large = JSON.stringify({ fields: 'x'.repeat(1024 * 1024) });
  const refused = await ask(front, ORDERS, { headers: json, body: large });
  assert.equal(refused.status, 413);
  assert.equal(
    JSON.parse(refused.text).Errors.code,
    'body_too_large',
    'the service says so itself',
  );

  for (const path of ['/metrics', '/readyz'])
    assert.equal((await ask(front, path)).status, 404, `${path} is not for the public`);
  assert.equal((await ask(front, '/healthz')).status, 200);

  let tries = 0;
  const guess = async () => {
    tries += 1;
    const headers = {
      'x-forwarded-for': `198.51.100.${tries}`,
      'x-forwarded-host': 'evil.example',
    };
    const { status, text } = await ask(front, `/link?token=wrong-${tries}`, { headers });
    assert.doesNotMatch(text, /evil/);
    return status;
  };
  while ((await guess()) !== 429) assert.ok(tries < FREE + 6, 'forged addresses are no way out');
  assert.ok(tries > FREE);
}

for (const [name, start] of [
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const) {
  const program = find(name);
  const skip =
    program === undefined && `THIS MACHINE HAS NO ${name.toUpperCase()}: it is not tested`;
  test(`${name} passes on who asks, and keeps inside what is for the operator`, {
    skip,
  }, async (t) => {
    const service = await startService({ settings: { MANIFOLD_TRUST_PROXY: '1' } });
    t.after(() => service.close());
    const port = Number(new URL(service.origin).port);
    const front = await start(program ?? '', [port, port]);
    t.after(() => front.stop());
    await behaves(front, service);
  });

  test(`${name} turns to the other instance where one has lost its database`, {
    skip,
  }, async (t) => {
    const postgres = await startPostgres();
    const wire = await startWire(postgres);
    const good = await startService();
    const cutOff = await startService({ databaseUrl: wire.through(await postgres.fresh()) });
    t.after(async () => {
      await wire.close();
      await Promise.all([good.close(), cutOff.close()]);
      await postgres.stop();
    });
    const ports = [cutOff, good].map(({ origin }) => Number(new URL(origin).port));
    const front = await start(program ?? '', ports);
    t.after(() => front.stop());
    // Both know the client, and must ask their store for it.
    const secret = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
    const headers = {
      authorization: `Basic ${secret}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const token = async () =>
      (await ask(front, '/connect/token', { headers, body: 'grant_type=client_credentials' }))
        .status;
    assert.equal(await token(), 200);
    wire.silent = true;
    await until(async () => (await fetch(`${cutOff.origin}/readyz`)).status === 503, 'the notice');
    const direct = await fetch(`${cutOff.origin}/connect/token`, {
      ...{ method: 'POST', headers, body: 'grant_type=client_credentials' },
    });
    assert.equal(direct.status, 503);
    assert.ok(Number(direct.headers.get('retry-after')) >= 1);
    // nginx learns it from each answer, Caddy from its own looks, of which one may be to come.
    const inTurn = async () => (await token()) === 200 && (await token()) === 200;
    if (name === 'caddy') await until(inTurn, 'its look');
    for (let n = 0; n < 20; n++) assert.equal(await token(), 200, `${n}: ${front.said()}`);
  });
}
