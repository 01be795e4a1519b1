// Shipments as Magento takes them, what shops answer, and what is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FulfillmentItem } from '../../model/writes.ts';
import { filtersOf, item, shopOf } from './fake-vendor.ts';
import { asked, codesOf, reply, wordsOf } from './fake-writes.ts';
import type { NativeItem } from './native.ts';
import { writes } from './writes.ts';

const { fulfillments } = writes;
assert.ok('plan' in fulfillments);
const { plan: shipping, read } = fulfillments;

const line = (item_id: number, more: object = {}) => ({
  item_id,
  sku: `S${item_id}`,
  product_id: item_id + 100,
  product_type: 'simple',
  is_virtual: 0,
  qty_ordered: 3,
  qty_shipped: 0,
  qty_refunded: 0,
  qty_canceled: 0,
  ...more,
});
const order = (entity_id: number, items: readonly object[], more: object = {}) => ({
  entity_id,
  increment_id: `00000${entity_id}`,
  state: 'processing',
  created_at: '2026-05-01 10:00:00',
  updated_at: '2026-05-02 10:00:00',
  items,
  ...more,
});

interface Sales {
  readonly orders: readonly object[];
  readonly shipments?: readonly object[];
  readonly items?: readonly NativeItem[];
}
const salesOf = ({ orders, shipments = [], items = [] }: Sales) =>
  shopOf(items, (path) => {
    if (path === 'orders') return [200, { items: orders, total_count: orders.length }];
    if (path === 'shipments') return [200, { items: shipments, total_count: shipments.length }];
    if (path === 'inventory/sources/north') return [200, { source_code: 'north', enabled: true }];
    if (path === 'inventory/sources/south') return [200, { source_code: 'south', enabled: false }];
    if (path.startsWith('inventory/sources/')) return [404, { message: 'No such entity.' }];
    return undefined;
  });

async function ship(wish: Partial<FulfillmentItem>, sales: Sales) {
  const { reading, asked: log } = salesOf(sales);
  const [found] = (await read?.(['7'], reading)) ?? [];
  assert.ok(found);
  const { order: of, native } = found;
  const lines = of.line_items.flatMap((one) =>
    one.fulfillable_quantity ? [{ line: one, quantity: one.fulfillable_quantity }] : [],
  );
  const write = { at: 0, item: { order_id: '7', ...wish }, order: of, native, lines };
  return { plan: await shipping([write], reading), log };
}

test('orders are read with what is left of each line and with their shipments', async () => {
  const { reading, asked: log } = salesOf({
    orders: [
      order(7, [
        line(1, { qty_shipped: 1, qty_refunded: 2, qty_canceled: '0.0000' }),
        line(2, { product_type: 'configurable' }),
        line(3, { parent_item_id: 2 }),
        line(4, { is_virtual: 1, product_type: 'virtual' }),
        line(5, { qty_ordered: 2, qty_shipped: 2 }),
      ]),
      order(8, [], { state: 'canceled' }),
    ],
    shipments: [
      {
        entity_id: 70,
        order_id: 7,
        created_at: '2026-05-03 10:00:00',
        items: [
          { order_item_id: 1, qty: 1 },
          { order_item_id: 5, qty: 2 },
        ],
        tracks: [{ track_number: 'A1', title: 'Sendit', carrier_code: 'custom' }],
      },
    ],
  });
  const found = await read?.(['7', '8', '0000000007', 'x'], reading);
  assert.deepEqual(
    found?.[0]?.order.line_items.map((one) => [
      one.id,
      one.quantity,
      one.fulfillable_quantity,
      one.fulfillment_status,
    ]),
    [
      ['1', 3, 1, 'partial'],
      ['2', 3, 3, null],
      ['4', 3, 0, null],
      ['5', 2, 0, 'fulfilled'],
    ],
  );
  assert.partialDeepStrictEqual(found?.[0]?.order, {
    fulfillments: [
      {
        id: '70',
        status: 'shipped',
        tracking_numbers: ['A1'],
        line_items: [
          { id: '1', quantity: 1 },
          { id: '5', quantity: 2 },
        ],
      },
    ],
  });
  assert.equal(found?.[1]?.order.cancelled_at, '2026-05-02T10:00:00+00:00');
  assert.deepEqual(
    log.map(({ path, query }) => [path, ...filtersOf(query).map(({ value }) => value)]),
    [
      ['orders', '7,8'],
      ['shipments', '7,8'],
    ],
  );
});

test('a bundle is shipped as a whole, or by its parts where those are shipped separately', async () => {
  const items = [line(1, { product_type: 'bundle', product_id: 50 }), line(2, { parent_item_id: 1 })]; // biome-ignore format: one list
  const bundle = (shipment_type: string) =>
    item(50, {
      type_id: 'bundle',
      custom_attributes: [{ attribute_code: 'shipment_type', value: shipment_type }],
    });
  const shipped = async (type: string) => {
    const { plan } = await ship({}, { orders: [order(7, items)], items: [bundle(type)] });
    return JSON.parse(asked(plan)[0]?.body ?? '').items;
  };
  assert.deepEqual(await shipped('0'), [{ order_item_id: 1, qty: 3 }]);
  assert.deepEqual(await shipped('1'), [{ order_item_id: 2, qty: 3 }]);
});

test('an order is shipped with its tracks, from the source that was named', async () => {
  const { plan } = await ship(
    {
      tracking_company: 'FedEx',
      tracking_numbers: ['A1', 'A2'],
      notify_customer: true,
      location_id: 'north',
    },
    { orders: [order(7, [line(1)])], items: [item(1)] },
  );
  assert.deepEqual(asked(plan), [
    {
      items: [0],
      method: 'POST',
      path: 'order/7/ship',
      body: '{"items":[{"order_item_id":1,"qty":3}],"notify":true,"tracks":[{"track_number":"A1","title":"FedEx","carrier_code":"fedex"},{"track_number":"A2","title":"FedEx","carrier_code":"fedex"}],"arguments":{"extension_attributes":{"source_code":"north"}}}',
    },
  ]);
  const track = async (wish: Partial<FulfillmentItem>) =>
    JSON.parse(asked((await ship(wish, { orders: [order(7, [line(1)])] })).plan)[0]?.body ?? '')
      .tracks;
  assert.deepEqual(await track({ tracking_company: 'PostNL', tracking_numbers: ['1'] }), [
    { track_number: '1', title: 'PostNL', carrier_code: 'custom' },
  ]);
  assert.deepEqual(await track({ tracking_numbers: ['1'] }), [
    { track_number: '1', title: 'Custom Value', carrier_code: 'custom' },
  ]);
  assert.deepEqual(await track({}), []);
});

test('what cannot be shipped so is refused before anything is sent', async () => {
  const codes = async (
    wish: Partial<FulfillmentItem>,
    more: object = {},
    items: readonly object[] = [line(1)],
  ) => {
    const { plan } = await ship(wish, { orders: [order(7, items, more)], items: [item(1)] });
    assert.deepEqual(plan.steps, []);
    return codesOf(plan);
  };
  assert.deepEqual(await codes({}, { state: 'holded' }), ['not_shippable']);
  assert.deepEqual(await codes({}, { state: 'payment_review' }), ['not_shippable']);
  assert.deepEqual(await codes({}, {}, [line(1, { qty_ordered: '2.5' })]), ['not_shippable']);
  assert.deepEqual(await codes({ tracking_company: 'FedEx' }), ['tracking_required']);
  assert.deepEqual(await codes({ tracking_urls: ['https://a.example'] }), ['invalid_request']);
  for (const location_id of ['south', 'nowhere'])
    assert.deepEqual(await codes({ location_id }), ['location_not_found']);
});

test('a shop’s refusal comes in its own words, with their parameters', async () => {
  const { plan } = await ship({}, { orders: [order(7, [line(1)])] });
  const said = {
    message: 'Shipment Document Validation Error(s): %1',
    parameters: ['No products.'],
  };
  const [step] = plan.steps;
  assert.deepEqual(step?.ask.expect, [400]);
  assert.deepEqual(wordsOf(step?.read?.(reply(400, said))), [
    'The shop refused it: Shipment Document Validation Error(s): No products.',
  ]);
  assert.deepEqual(step?.read?.(reply(200, 12)), [undefined]);
});
