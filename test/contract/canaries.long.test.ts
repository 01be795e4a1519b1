// Canaries: secrets and buyers' data are found nowhere outside their place, whatever happened.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { secretKeys } from '../../src/channels/field.ts';
import { channels } from '../../src/channels/index.ts';
import { pairsOf } from '../params.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { everything } from './expected.ts';

const folder = mkdtempSync(join(tmpdir(), 'manifold-canaries-'));
const events: string[] = [];
const receiver = createServer((request, response) => {
  request.on('data', (chunk) => events.push(String(chunk)));
  request.on('end', () => response.end());
});
let service: Service;
let callback = '';
before(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  callback = `http://localhost:${address && typeof address === 'object' ? address.port : 0}/events`;
  service = await startService({ settings: { MANIFOLD_DATA_DIR: folder } });
});
after(async () => {
  await service.close();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A secret as it might turn up: plain, in an address, in base64. */
const forms = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

test('after good calls and every kind of failure, no canary is outside its place', async () => {
  const answers: string[] = [];
  const secrets = new Set<string>([CLIENT.secret, service.token]);
  const buyers = new Set<string>();
  for (const [name, channel] of Object.entries(channels)) {
    for (const shop of service.store(name).shops)
      for (const secret of Object.values(shop.credential.secrets)) secrets.add(secret);
    for (const kind of ['orders', 'products'] as const) {
      if (!channel[kind]) continue;
      const query = { completionCallbackUrl: callback };
      const base = kind === 'orders' ? everything(service, name) : {};
      const good = await service[kind](name, { ...base, limit: 20 }, { query });
      assert.equal(good.status, 200, good.text.slice(0, 300));
      answers.push(good.text);
      for (const match of good.text.matchAll(/[a-z0-9.]+@[a-z0-9.-]+/g)) buyers.add(match[0]);
      for (const fault of [
        '401',
        '403',
        '404',
        '500',
        'expired',
        'broken-json',
        'wrong-content-type',
      ] as const) {
        service.sandbox.faults.plant({ kind: fault, channel: name });
        answers.push((await service[kind](name, { ...base, limit: 5 }, { query })).text);
        service.sandbox.faults.lift();
        await service.link(name, 'demo');
      }
    }
  }
  assert.ok(buyers.size > 20, `${buyers.size} buyers were seen`);
  const { body: metrics } = await service.app.server.inject('/metrics');
  for (const path of ['Executions', 'Users/demo']) {
    const { statusCode, body } = await service.app.server.inject({
      url: `/api/ServiceClientApp/${path}`,
      headers: { authorization: `Bearer ${service.token}` },
    });
    assert.equal(statusCode, 200, path);
    answers.push(body);
  }
  const waiting = async () => {
    const { body } = await service.app.server.inject({
      url: '/api/ServiceClientApp/Deliveries?state=waiting',
      headers: { authorization: `Bearer ${service.token}` },
    });
    return JSON.parse(body).result.length;
  };
  await until(waiting, 'that all is delivered', (count) => count === 0);
  await service.close();
  const stored = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('\n');
  assert.ok(events.length > 5, `${events.length} events arrived`);

  const places = { log: service.logged(), metrics, stored, events: events.join('\n') };
  for (const secret of secrets)
    for (const form of forms(secret)) {
      for (const [place, text] of Object.entries(places))
        assert.ok(!text.includes(form), `a secret is in the ${place}`);
      assert.ok(!answers.some((text) => text.includes(form)), 'a secret is in an answer');
    }
  for (const buyer of buyers)
    for (const [place, text] of Object.entries(places))
      assert.ok(!text.includes(buyer), `a buyer is in the ${place}`);
});

/** In every place where one of the vendors has its words. */
const errorOf = (words: string) => ({
  ...{ error: words, error_description: words, message: words, code: words },
  ...{ detail: words, title: words, status: words, violations: [{ reason: words }] },
  errors: [{ message: words, code: words, detail: words, title: words }],
});

/** Enough of a secret to know that it is one: more than what all of its kind begin with. */
const CUT = 14;

/** What an encoded pair holds, and its halves. */
function insideOf(secret: string): string[] {
  const held = Buffer.from(secret.replace(/^Basic /, ''), 'base64').toString('latin1');
  return /^[\x21-\x7e]+:[\x21-\x7e]+$/.test(held) ? [held, ...held.split(':')] : [];
}

test('no field marked secret comes out of params, though the vendor repeats all it is sent', async () => {
  let status = 200;
  let repeated = 0;
  const vendor = createServer(async (request, response) => {
    const body = await request.toArray().then((chunks) => Buffer.concat(chunks).toString());
    const words = [decodeURIComponent(request.url ?? ''), ...request.rawHeaders, body].join(' ');
    repeated += 1;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(errorOf(words)));
  });
  vendor.listen(0, '127.0.0.1');
  await once(vendor, 'listening');
  const address = vendor.address();
  const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  const parrot = await startService({ between: origin });
  try {
    for (const [name, channel] of Object.entries(channels)) {
      const kind = channel.orders ? 'orders' : 'products';
      const keys = secretKeys(channel.fields);
      const good = pairsOf(name, parrot.shop(name).credential);
      const answers: string[] = [];
      const send = async (pairs: readonly object[]) => {
        const asking = { headers: { prefer: 'wait=2' } };
        const { text } = await parrot[kind](name, { params: { [name]: pairs } }, asking);
        answers.push(text);
      };
      const before = repeated;
      for (status of [200, 401, 422]) await send(good);
      assert.ok(repeated > before, `${name} asked nothing`);
      const given = good.map(({ value }) => String(value));
      const kept = good.filter(({ key }) => keys.includes(key)).map(({ value }) => String(value));
      const { account } = channel.accept(
        Object.fromEntries(good.map(({ key, value }) => [key, value])),
      );
      for (const value of Object.values(account)) assert.ok(!kept.includes(value), name);
      const canaries = [
        ...kept,
        // The vendor's words are cut somewhere.
        ...kept.filter((one) => one.length > 2 * CUT).map((one) => one.slice(0, CUT)),
        // As Basic authorization sends two of them.
        ...given.flatMap((one) => given.map((other) => `${one}:${other}`)),
      ];
      // Values of a wrong form are refused by the service itself, in words of its own.
      for (const key of keys)
        for (const odd of [`canary-${key}`, `canary of ${key} é`]) {
          canaries.push(odd);
          await send([...good.filter((pair) => pair.key !== key), { key, value: odd }]);
        }
      assert.ok(canaries.length > keys.length, name);
      const places = { 'an answer': answers.join('\n'), 'the log': parrot.logged() };
      for (const canary of canaries)
        for (const form of [...forms(canary), ...insideOf(canary)])
          for (const [place, text] of Object.entries(places))
            assert.ok(!text.includes(form), `a secret of ${name} is in ${place}`);
    }
  } finally {
    await parrot.close();
    vendor.closeAllConnections();
    vendor.close();
  }
});
