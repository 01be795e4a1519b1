// What is asked of a shop to write, by what it has for it, and what its answers mean.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Ask, Reply } from '../../model/exchange.ts';
import { completeProduct } from '../../model/product.ts';
import type { FulfillmentItem, PriceItem, Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import type { FulfillmentWrite, Plan, PriceWrite, StockWrite } from '../writing.ts';
import { explain } from './explain.ts';
import type { NativeOrder, NativeProduct } from './native.ts';
import { transformProduct } from './products-transform.ts';
import { writes } from './writes.ts';

const { fulfillments, stock, prices } = writes;
assert.ok('plan' in fulfillments && fulfillments.read);
const { plan: planFulfillments, read } = fulfillments;
const NOW = Date.UTC(2026, 10, 1);
const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`samples/${name}.native.json`, import.meta.url), 'utf8'));
const PAID: NativeOrder = sample('order-paid');
const SIMPLE: NativeProduct = sample('product-simple');
const VARIABLE: NativeProduct = sample('product-variable');

type Answers = Readonly<Record<string, unknown>>;
const NO_ROUTE = { code: 'rest_no_route', message: 'No route', data: { status: 404 } };

/** A shop that answers by path; what it does not have has no route there. */
function shopWith(answers: Answers = {}) {
  const asks: Ask[] = [];
  const kept = new Map<string, unknown>();
  const call = async (ask: Ask): Promise<Reply> => {
    asks.push(ask);
    const path = new URL(ask.url).pathname.replace('/wp-json/', '');
    const body = path in answers ? answers[path] : NO_ROUTE;
    return { status: body === NO_ROUTE ? 404 : 200, headers: {}, text: '', body };
  };
  const reading: Reading = {
    account: { baseUrl: 'https://shop.nl', authMode: 'header' },
    ...{ version: 'wc/v3', now: NOW, call, note: () => {}, assume: () => {} },
    leaveOut: (fault) => {
      throw fault;
    },
    remember: async <T>(key: string, _seconds: number, make: () => Promise<T>) => {
      if (!kept.has(key)) kept.set(key, await make());
      return kept.get(key) as T;
    },
  };
  return { reading, asks };
}

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
const sentBy = ({ steps }: Plan) =>
  steps.map(({ ask }) => [
    `${ask.method} ${new URL(ask.url).pathname.replace('/wp-json/', '')}`,
    JSON.parse(ask.body ?? ''),
  ]);
const codeIn = ({ refused, steps }: Plan) => {
  assert.equal(steps.length === 0, refused.length > 0);
  return refused[0]?.refusal.code;
};
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

const variantOf = (native: NativeProduct, id?: string) => {
  const context = { account: {}, now: NOW, note: () => {} };
  const product = completeProduct(transformProduct(native, context), 'woocommerce');
  const variant = product.variants.find((one) => id === undefined || one.id === id);
  assert.ok(variant);
  return { product, variant, native };
};
const VARIATIONS = VARIABLE.variation_records ?? [];
const [FIRST, SECOND] = VARIATIONS;
assert.ok(FIRST && SECOND);

const toSet = (native: NativeProduct, available: number, at: number, id?: string): StockWrite => {
  const of = variantOf(native, id);
  return { ...of, at, item: { variant_id: of.variant.id ?? '', available }, locationId: undefined };
};

describe('stock', () => {
  test('is set in batches, of products and of the variations of each', async () => {
    const own = {
      ...VARIABLE,
      variation_records: VARIATIONS.map((one) => ({ ...one, manage_stock: true })),
    };
    const made = await stock.plan(
      [
        toSet(SIMPLE, 4, 0),
        toSet(own, 5, 1, String(FIRST.id)),
        toSet(own, 6, 2, String(SECOND.id)),
      ],
      shopWith().reading,
    );
    assert.deepEqual(sentBy(made), [
      ['POST wc/v3/products/batch', { update: [{ id: SIMPLE.id, stock_quantity: 4 }] }],
      [
        `POST wc/v3/products/${VARIABLE.id}/variations/batch`,
        {
          update: [
            { id: FIRST.id, stock_quantity: 5 },
            { id: SECOND.id, stock_quantity: 6 },
          ],
        },
      ],
    ]);
    const [, step] = made.steps;
    const said = (update: unknown) =>
      step
        ?.read?.({ status: 200, headers: {}, text: '', body: { update } })
        .map((one) => (one as Refusal | undefined)?.code);
    const error = { code: 'woocommerce_rest_product_variation_invalid_id', message: 'Invalid ID.' };
    assert.deepEqual(said([{ id: SECOND.id }, { id: FIRST.id }]), [undefined, undefined]);
    assert.deepEqual(said([{ id: FIRST.id, error }, { id: SECOND.id }]), [
      ...['record_not_found', undefined],
    ]);
    assert.deepEqual(
      said([{ id: FIRST.id }, { id: SECOND.id, error: { code: 'rest_invalid_param' } }]),
      [undefined, 'refused_by_channel'],
    );
    assert.throws(() => said([{ id: FIRST.id }]), { code: 'channel_invalid_response' });
  });

  test('that the product counts for all its variations is refused', async () => {
    const shared = { ...VARIABLE, variation_records: [{ ...FIRST, manage_stock: 'parent' }] };
    const made = await stock.plan([toSet(shared, 5, 1)], shopWith().reading);
    assert.equal(codeIn(made), 'stock_not_set');
  });
});

test('prices are such that the shop shows what was asked for, or refused', async () => {
  const tomorrow = '2026-11-02T00:00:00';
  const plain = { regular_price: '20', sale_price: '', on_sale: false, price: '20' };
  const reduced = { regular_price: '20', sale_price: '15', on_sale: true, price: '15' };
  const planned = { ...plain, sale_price: '15', date_on_sale_from_gmt: tomorrow };
  const cases: [Omit<PriceItem, 'variant_id'>, Partial<NativeProduct>, object | undefined][] = [
    [{ price: '12.50' }, plain, { regular_price: '12.50' }],
    [{ price: '12.50' }, reduced, { sale_price: '12.50' }],
    [{ price: '20.00' }, reduced, undefined],
    [
      { price: '12.50', compare_at_price: null },
      reduced,
      { regular_price: '12.50', sale_price: '' },
    ],
    [{ price: '9', compare_at_price: '12' }, plain, { regular_price: '12', sale_price: '9' }],
    [{ price: '9', compare_at_price: '12' }, reduced, { regular_price: '12', sale_price: '9' }],
    [{ price: '9', compare_at_price: '12' }, planned, undefined],
    [{ price: '18' }, planned, { regular_price: '18' }],
    [{ price: '12' }, planned, undefined],
    [{ price: '9' }, { ...plain, type: 'grouped' }, undefined],
  ];
  for (const [item, native, wanted] of cases) {
    const of = variantOf({ ...SIMPLE, ...native });
    const write: PriceWrite = { ...of, at: 0, item: { variant_id: String(SIMPLE.id), ...item } };
    const made = await prices.plan([write], shopWith().reading);
    const what = `${JSON.stringify(item)} ${JSON.stringify(native)}`;
    assert.equal(codeIn(made), wanted ? undefined : 'price_not_set', what);
    const update = [{ id: SIMPLE.id, ...wanted }];
    if (wanted) assert.deepEqual(sentBy(made), [['POST wc/v3/products/batch', { update }]], what);
  }
});

test('the product of a variant is itself, or the one that its variation names', async () => {
  const { reading, asks } = shopWith({
    'wc/v3/products': [{ id: 5 }],
    'wc/v3/variations': [{ id: 31, parent_id: 6 }],
  });
  const found = await writes.productsOf(['5', '31', '32', '../1'], reading);
  assert.deepEqual(Object.fromEntries(found), { 5: '5', 31: '6' });
  assert.ok(asks.every(({ method = 'GET' }) => method === 'GET'));
  // Before WooCommerce 10.3 a variation is asked for as a product.
  const old = shopWith({ 'wc/v3/products': [], 'wc/v3/products/31': { id: 31, parent_id: 6 } });
  const named = await writes.productsOf(['31', '32'], old.reading);
  assert.deepEqual(Object.fromEntries(named), { 31: '6' });
  assert.equal((await writes.productsOf(['x'], shopWith().reading)).size, 0);
});

test('a key that may not write, in whatever language, lacks a permission', () => {
  const reply = (status: number, code: string | number, message: string): Reply => {
    const body = { code, message, data: { status } };
    return {
      status,
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify(body),
      body,
    };
  };
  const AUTH = 'woocommerce_rest_authentication_error';
  const url = 'https://shop.nl/wp-json/wc/v3/products/batch';
  const said = (answer: Reply, method: 'GET' | 'POST' = 'POST') => {
    const fault = explain(answer, { url, method });
    return [fault?.code, fault?.reason];
  };
  const english = 'The API key provided does not have write permissions.';
  assert.deepEqual(said(reply(401, AUTH, english)), ['permission_missing', 'read_only']);
  assert.deepEqual(said(reply(401, AUTH, 'De sleutel heeft geen schrijfrechten.')), [
    ...['permission_missing', 'read_only'],
  ]);
  assert.deepEqual(said(reply(401, AUTH, 'De sleutel is onbekend.'), 'GET'), [
    ...['credential_refused', 'key_unknown'],
  ]);
  assert.deepEqual(said(reply(401, AUTH, 'Consumer secret is invalid.')), [
    ...['credential_refused', 'secret_wrong'],
  ]);
  for (const what of ['edit', 'create', 'batch'])
    assert.deepEqual(said(reply(403, `woocommerce_rest_cannot_${what}`, 'Sorry.')), [
      ...['permission_missing', 'role_too_low'],
    ]);
  const empty = 'The fulfillment should contain at least one item.';
  const fault = explain(reply(400, 0, empty), { url, method: 'POST' });
  assert.equal(fault?.message, `shop.nl refused it: ${empty}`);
});
