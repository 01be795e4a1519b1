// Canaries: secrets and buyers' data are found nowhere outside their place, whatever happened.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { CLIENT, type Service, startService } from '../service.ts';
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
  await service.app.server
    .inject({
      url: '/api/ServiceClientApp/Executions',
      headers: { authorization: `Bearer ${service.token}` },
    })
    .then(({ body }) => answers.push(body));
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
