// A tenth channel needs its own folder and one line: the core knows what to do with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Channel } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/index.ts';
import { stall } from '../made-up/index.ts';
import { openStall, params, type Stall } from '../made-up/vendor.ts';
import { type Service, startService } from '../service.ts';

const ORDERS = Array.from({ length: 7 }, (_, i) => ({
  no: i + 1,
  placed: `2026-10-0${i + 1}T12:00:00+02:00`,
  cents: 1000 + i,
}));

/** Gives one record more than it was asked for. */
const crowd: Channel = {
  ...stall,
  ...(stall.orders && {
    orders: {
      ...stall.orders,
      fetch: ({ limit, ...query }, page, reading) =>
        stall.orders?.fetch({ ...query, limit: limit + 1 }, page, reading) ??
        Promise.resolve({ items: [] }),
    },
  }),
};

let vendor: Stall;
let service: Service;
before(async () => {
  vendor = await openStall(ORDERS);
  service = await startService({
    channels: { ...channels, stall, crowd },
    routes: [{ pattern: 'stall.shop', origin: vendor.origin }],
  });
});
after(async () => {
  await service.close();
  vendor.close();
});

test('its orders are read to the end, through the same edge, filters and faults as the others', async () => {
  const { items, pages } = await service.walk('orders', 'stall', {
    limit: 3,
    since_id: '1',
    params: params(),
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
  const refused = await service.orders('stall', { status: 'open', params: params() });
  assert.ok('code' in refused.body.Errors && refused.body.Errors.code === 'unsupported_filter');
  const wrong = await service.orders('stall', { params: params('shut sesame') });
  assert.equal(wrong.status, 424);
  assert.ok(!wrong.text.includes('shut sesame'));
});

test('more records than were asked for are no answer to the question', async () => {
  const { status, text } = await service.orders('crowd', {
    limit: 3,
    params: { crowd: params().stall },
  });
  assert.equal(status, 502);
  assert.match(text, /sent 4 records where 3 were asked for/);
});

test('it is published like the others', async () => {
  const { body } = await service.app.server.inject('/openapi.json');
  assert.match(body, /"stall"/);
});
