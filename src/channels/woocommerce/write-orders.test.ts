// How a shop is asked to ship, by what it has for it, and what left of an order.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FulfillmentItem } from '../../model/writes.ts';
import type { FulfillmentWrite } from '../writing.ts';
import { type Answers, codeIn, sample, sentBy, shopWith } from './fake-writes.ts';
import type { NativeOrder } from './native.ts';
import { writes } from './writes.ts';

const { fulfillments } = writes;
assert.ok('plan' in fulfillments && fulfillments.read);
const { plan: planFulfillments, read } = fulfillments;
const PAID: NativeOrder = sample('order-paid');

/** Spelt as WordPress does. */
const ROUTE = '/wc/v3/orders/(?P<order_id>[\\d]+)/fulfillments';

const WAYS = {
  core: { '': { namespaces: ['wc/v3'], routes: { [ROUTE]: {} } } },
  tracking: {
    '': { namespaces: ['wp/v2', 'wc/v3', 'wc-shipment-tracking/v3'] },
    'wc-shipment-tracking/v3/shipment-trackings/providers': {
      Netherlands: { PostNL: 'https://postnl.example/%1$s' },
    },
  },
  ast: { '': { namespaces: ['wc/v3', 'wc-ast/v3'] } },
  status: { '': { namespaces: ['wp/v2', 'wc/v3'] } },
} satisfies Record<string, Answers>;

const LINES = [
  { id: '11', quantity: 2, fulfillable_quantity: 2 },
  { id: '12', quantity: 1, fulfillable_quantity: 1 },
  { id: '13', quantity: 1, fulfillable_quantity: 0 },
];
const toShip = (
  item: Partial<FulfillmentItem>,
  lines: Readonly<Record<string, number>> = { 11: 2, 12: 1 },
  status = 'processing',
): FulfillmentWrite => ({
  at: 3,
  item: { order_id: '7', ...item },
  order: { id: '7', line_items: LINES } as unknown as FulfillmentWrite['order'],
  native: { status },
  lines: Object.entries(lines).map(([id, quantity]) => ({
    line: { id } as FulfillmentWrite['lines'][number]['line'],
    quantity,
  })),
});
const plan = async (way: Answers, write: FulfillmentWrite) =>
  planFulfillments([write], shopWith(way).reading);
const TRACKED = { tracking_company: 'postnl', tracking_numbers: ['3S1'] };

describe('what has left', () => {
  test('is a fulfilment of the core where the shop has them', async () => {
    const item = { ...TRACKED, tracking_urls: ['https://p.example/3S1'], notify_customer: true };
    assert.deepEqual(sentBy(await plan(WAYS.core, toShip(item, { 11: 1 }))), [
      [
        'POST wc/v3/orders/7/fulfillments',
        {
          status: 'fulfilled',
          is_fulfilled: true,
          meta_data: [
            { key: '_items', value: [{ item_id: 11, qty: 1 }] },
            { key: '_tracking_number', value: '3S1' },
            { key: '_tracking_url', value: 'https://p.example/3S1' },
            { key: '_shipment_provider', value: 'postnl' },
          ],
          notify_customer: true,
        },
      ],
    ]);
    const own = sentBy(await plan(WAYS.core, toShip({ tracking_company: 'Our van' })));
    const [, { meta_data }] = own[0] as [string, { meta_data: object[] }];
    assert.deepEqual(meta_data.slice(1), [
      { key: '_shipment_provider', value: 'other' },
      { key: '_provider_name', value: 'Our van' },
    ]);
  });

  test('is a tracking item of the plugin for each number, and then the order is complete', async () => {
    const done = ['PUT wc/v3/orders/7', { status: 'completed' }];
    const two = { ...TRACKED, tracking_numbers: ['3S1', '3S2'] };
    const path = 'POST wc-shipment-tracking/v3/orders/7/shipment-trackings';
    assert.deepEqual(sentBy(await plan(WAYS.tracking, toShip(two))), [
      [path, { tracking_provider: 'PostNL', tracking_number: '3S1' }],
      [path, { tracking_provider: 'PostNL', tracking_number: '3S2' }],
      done,
    ]);
    const own = { tracking_company: 'Our van', tracking_numbers: ['1'] };
    const at = { tracking_urls: ['https://van.example/1'] };
    assert.deepEqual(sentBy(await plan(WAYS.tracking, toShip({ ...own, ...at }))), [
      [
        path,
        {
          custom_tracking_provider: 'Our van',
          custom_tracking_link: 'https://van.example/1',
          tracking_number: '1',
        },
      ],
      done,
    ]);
    const { '': index, 'wc-shipment-tracking/v3/shipment-trackings/providers': listed } =
      WAYS.tracking;
    const old = { 'wc-shipment-tracking/v3/orders/7/shipment-trackings/providers': listed };
    const [first] = sentBy(await plan({ '': index, ...old }, toShip(TRACKED)));
    assert.deepEqual(first?.[1], { tracking_provider: 'PostNL', tracking_number: '3S1' });
    assert.deepEqual(sentBy(await plan(WAYS.ast, toShip(own))), [
      [
        'POST wc-ast/v3/orders/7/shipment-trackings',
        { tracking_provider: 'Our van', tracking_number: '1' },
      ],
      done,
    ]);
    assert.deepEqual(sentBy(await plan(WAYS.ast, toShip({}))), [done]);
  });

  test('is the status of the order where the shop has nothing else, with its tracking noted', async () => {
    const item = { ...TRACKED, tracking_numbers: ['3S1', '3S2'] };
    const whole = await plan(WAYS.status, toShip(item));
    assert.deepEqual(sentBy(whole), [
      ['POST wc/v3/orders/7/notes', { note: 'Tracking: PostNL 3S1, 3S2' }],
      [
        'PUT wc/v3/orders/7',
        {
          status: 'completed',
          meta_data: [
            { key: '_tracking_number', value: '3S1, 3S2' },
            { key: '_tracking_provider', value: 'PostNL' },
          ],
        },
      ],
    ]);
    assert.deepEqual(
      whole.steps.map(({ prepares }) => prepares),
      [true, undefined],
    );
    assert.deepEqual(sentBy(await plan(WAYS.status, toShip({}))), [
      ['PUT wc/v3/orders/7', { status: 'completed' }],
    ]);
  });

  test('is refused where the shop could not keep it as it was asked', async () => {
    const van = { tracking_company: 'Our van', tracking_numbers: ['1'] };
    const cases: [Answers, FulfillmentWrite, string | undefined][] = [
      [WAYS.core, toShip({ tracking_numbers: ['1', '2'] }), 'refused_by_channel'],
      [WAYS.core, toShip({}, { 11: 1 }), undefined],
      [WAYS.core, toShip({}, { 11: 1 }, 'on-hold'), undefined],
      [WAYS.status, toShip({}, { 11: 1, 12: 1 }), 'not_shippable'],
      [WAYS.tracking, toShip({}, { 11: 2 }), 'not_shippable'],
      [WAYS.status, toShip({}, undefined, 'pending'), 'not_shippable'],
      [WAYS.ast, toShip({}, undefined, 'on-hold'), 'not_shippable'],
      // The rest of a deposit is still owed.
      [WAYS.status, toShip({}, undefined, 'partially-paid'), 'not_shippable'],
      [WAYS.ast, toShip({ tracking_numbers: ['1'] }), 'tracking_required'],
      [WAYS.tracking, toShip({ tracking_company: 'dhl' }), 'tracking_required'],
      [WAYS.ast, toShip({ ...TRACKED, tracking_numbers: ['a_b'] }), 'refused_by_channel'],
      [WAYS.tracking, toShip({ ...van, tracking_urls: ['https://v/%20'] }), 'refused_by_channel'],
      [WAYS.status, toShip({ tracking_numbers: ['1,2'] }), 'refused_by_channel'],
      [WAYS.status, toShip({ location_id: '1' }), 'location_not_found'],
    ];
    for (const [way, write, code] of cases)
      assert.equal(codeIn(await plan(way, write)), code, JSON.stringify(write.item));
  });

  test('is asked of the index once, and tried where that is closed', async () => {
    const { reading, asks } = shopWith(WAYS.status);
    await planFulfillments([toShip({})], reading);
    await planFulfillments([toShip({})], reading);
    assert.deepEqual(
      asks.map(({ url, query }) => [new URL(url).pathname, query]),
      [['/wp-json/', [['_fields', `namespaces,routes.${ROUTE}`]]]],
    );
    const tried: [Answers, string, number][] = [
      [{ 'wc/v3/orders/7/fulfillments': [] }, 'POST wc/v3/orders/7/fulfillments', 2],
      [{ 'wc-ast/v3/orders/7/shipment-trackings': [] }, 'PUT wc/v3/orders/7', 4],
      [{}, 'PUT wc/v3/orders/7', 4],
    ];
    for (const [answers, wanted, count] of tried) {
      const closed = shopWith(answers);
      const made = await planFulfillments([toShip({})], closed.reading);
      assert.equal(sentBy(made)[0]?.[0], wanted);
      assert.equal(closed.asks.length, count);
    }
  });

  test('goes by the query where the shop has plain permalinks', async () => {
    const { reading } = shopWith({ '/': { namespaces: ['wc/v3'], routes: { [ROUTE]: {} } } });
    const account = { ...reading.account, permalinks: 'plain' };
    const { steps } = await planFulfillments([toShip({})], { ...reading, account });
    assert.deepEqual(steps[0]?.ask.query, [['rest_route', '/wc/v3/orders/7/fulfillments']]);
  });

  test('is read back with the parcels that the shop knows', async () => {
    const [line] = PAID.line_items;
    const meta = (key: string, value: unknown) => ({ key, value });
    const shops: [Answers, (readonly [numbers: string[], lines: unknown[]])[]][] = [
      [
        {
          ...WAYS.core,
          [`wc/v3/orders/${PAID.id}/fulfillments`]: [
            {
              ...{ id: 4, is_fulfilled: true, date_deleted: null },
              meta_data: [
                meta('_items', [{ item_id: line?.id, qty: 1 }]),
                meta('_tracking_number', '3S1'),
              ],
            },
            { id: 5, is_fulfilled: false, meta_data: [meta('_tracking_number', 'draft')] },
          ],
        },
        [[['3S1'], [{ id: String(line?.id), quantity: 1, sku: null }]]],
      ],
      [
        {
          '': { namespaces: ['wc/v3', 'wc-ast/v3'] },
          [`wc-ast/v3/orders/${PAID.id}/shipment-trackings`]: [
            { tracking_id: 'a', tracking_number: '3S1' },
            { tracking_id: 'b', tracking_number: '3S2' },
          ],
        },
        [
          [['3S1'], []],
          [['3S2'], []],
        ],
      ],
      [
        {
          '': { namespaces: ['wc/v3'] },
          'wc/v3/orders': [{ ...PAID, meta_data: [meta('_tracking_number', '3S1, 3S2')] }],
        },
        [[['3S1', '3S2'], []]],
      ],
    ];
    for (const [answers, wanted] of shops) {
      const { reading } = shopWith({ 'wc/v3/orders': [PAID], ...answers });
      const [found, ...others] = await read([String(PAID.id), 'not an id'], reading);
      assert.equal(others.length, 0);
      assert.ok(found);
      assert.equal(found.order.id, String(PAID.id));
      assert.equal((found.native as NativeOrder).id, PAID.id);
      const { fulfillments: parcels } = found.order as unknown as {
        fulfillments: { tracking_numbers: string[]; line_items: unknown[] }[];
      };
      assert.deepEqual(
        parcels.map((one) => [one.tracking_numbers, one.line_items]),
        wanted,
      );
    }
    assert.deepEqual(await read(['x'], shopWith().reading), []);
  });
});

test('of an order that left in part, neither what was sent nor what was refunded is left', async () => {
  const CHANGED: NativeOrder = sample('order-coupon-fee-variation-partial-refund');
  const { refund_records: refunds, ...order } = CHANGED;
  const meta = (key: string, value: unknown) => ({ key, value });
  const [line, other] = order.line_items;
  const [refund] = refunds ?? [];
  assert.ok(line && other && refund);
  const { reading } = shopWith({
    ...WAYS.core,
    'wc/v3/orders': [
      {
        ...{ ...order, status: 'processing' },
        meta_data: [meta('_fulfillment_status', 'partially_fulfilled')],
        line_items: [
          { ...line, quantity: 4 },
          { ...other, quantity: 3 },
        ],
      },
    ],
    'wc/v3/refunds': [
      {
        ...refund,
        line_items: [{ quantity: -1, meta_data: [meta('_refunded_item_id', String(line.id))] }],
      },
    ],
    [`wc/v3/orders/${order.id}/fulfillments`]: [
      {
        ...{ id: 4, is_fulfilled: true, date_deleted: null },
        meta_data: [meta('_items', [{ item_id: line.id, qty: 2 }])],
      },
    ],
  });
  const [found] = await read([String(order.id)], reading);
  assert.deepEqual(
    found?.order.line_items.map((one) => one.fulfillable_quantity),
    [1, 3],
  );
});
