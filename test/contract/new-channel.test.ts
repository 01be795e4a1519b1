// A tenth channel needs its own folder and one line: the core knows what to do with it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { stall } from '../made-up/index.ts';
import { type Service, startService } from '../service.ts';

const ORDERS = Array.from({ length: 7 }, (_, i) => ({
  no: i + 1,
  placed: `2026-10-0${i + 1}T12:00:00+02:00`,
  cents: 1000 + i,
}));
const vendor = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://x');
  if (request.headers['x-stall-token'] !== 'open sesame') return response.writeHead(401).end();
  const after = Number(url.searchParams.get('after'));
  const rest = ORDERS.filter(({ no }) => no > after);
  return response.end(JSON.stringify(rest.slice(0, Number(url.searchParams.get('size')))));
});
let service: Service;
before(async () => {
  vendor.listen(0, '127.0.0.1');
  await once(vendor, 'listening');
  const address = vendor.address();
  const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  service = await startService({
    channels: { ...channels, stall },
    routes: [{ pattern: 'stall.shop', origin }],
  });
});
after(async () => {
  await service.close();
  vendor.closeAllConnections();
  vendor.close();
});

const params = (token: string) => ({
  stall: [
    { key: 'host', value: 'stall.shop' },
    { key: 'token', value: token },
  ],
});

test('its orders are read to the end, through the same edge, filters and faults as the others', async () => {
  const { items, pages } = await service.walk('orders', 'stall', {
    limit: 3,
    since_id: '1',
    params: params('open sesame'),
  });
  assert.deepEqual(pages, [3, 3]);
  assert.deepEqual(
    items.map(({ id }) => id),
    ['2', '3', '4', '5', '6', '7'],
  );
  const [first] = items;
  assert.deepEqual(
    [first?.channel_name, first?.total_price, first?.created_at, first?.line_items, first?.email],
    ['stall', '10.01', '2026-10-02T12:00:00+02:00', [], null],
  );
  const refused = await service.orders('stall', { status: 'open', params: params('open sesame') });
  assert.ok('code' in refused.body.Errors && refused.body.Errors.code === 'unsupported_filter');
  const wrong = await service.orders('stall', { params: params('shut sesame') });
  assert.equal(wrong.status, 424);
  assert.ok(!wrong.text.includes('shut sesame'));
});

test('it is published like the others', async () => {
  const { body } = await service.app.server.inject('/openapi.json');
  assert.match(body, /"stall"/);
});
