// Shipments, stock and prices as BigCommerce takes them, what it answers, and what is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeOrder } from '../../model/order-draft.ts';
import { completeProduct } from '../../model/product.ts';
import { type FulfillmentItem, type PriceItem, Refusal } from '../../model/writes.ts';
import type { Plan, Taken } from '../writing.ts';
import { explain } from './explain.ts';
import { type Answer, fakeStore, NOW, paidOrder, refusal, simpleProduct } from './fake-vendor.ts';
import { WRITE_SCOPES } from './link.ts';
import type { NativeLine, NativeOrder, NativeProduct, NativeVariant } from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { transformProduct } from './products-transform.ts';
import onSale from './samples/product-options-on-sale.native.json' with { type: 'json' };
import { fulfillments } from './write-orders.ts';
import { prices, stock } from './write-products.ts';
import { writes } from './writes.ts';

const STORE = 'https://api.bigcommerce.com/stores/k7x2m9qa4c/';
const context = { account: {}, now: NOW, note: () => {} };

const asked = ({ steps }: Plan) =>
  steps.map(({ items, ask }) => ({
    items,
    method: ask.method,
    path: ask.url.replace(STORE, ''),
    body: ask.body,
  }));
const refusedOf = ({ refused }: Plan) =>
  refused.map(({ at, refusal: { code, message } }) => [at, code, message]);
const codesOf = (taken: readonly Taken[] | undefined) =>
  taken?.map((one) => (one instanceof Refusal ? [one.code, one.message] : one));

// Shipments

const [line] = paidOrder.line_records as readonly [NativeLine];
const orderOf = (lines: readonly Partial<NativeLine>[]): NativeOrder => ({
  ...paidOrder,
  line_records: lines.map((one, at) => ({ ...line, id: 900 + at, ...one })),
});

function ship(item: Partial<FulfillmentItem>, native: NativeOrder) {
  const order = completeOrder(transformOrder(native, context), 'bigcommerce');
  const lines = order.line_items.map((one) => ({ line: one, quantity: one.quantity ?? 0 }));
  const write = { at: 0, item: { order_id: order.id, ...item }, order, native, lines };
  return fulfillments.plan([write], fakeStore(() => undefined).reading);
}

test('a shipment goes to the address of its lines, with a carrier that BigCommerce knows', async () => {
  const plan = await ship(
    {
      tracking_company: 'United States Postal Service',
      tracking_numbers: ['EJ958083578US'],
      tracking_urls: ['https://track.example/EJ958083578US'],
    },
    orderOf([{ quantity: 2 }, { quantity: 1 }]),
  );
  assert.deepEqual(asked(plan), [
    {
      items: [0],
      method: 'POST',
      path: 'v2/orders/2041/shipments',
      body: '{"order_address_id":501,"tracking_number":"EJ958083578US","tracking_link":"https://track.example/EJ958083578US","shipping_provider":"usps","tracking_carrier":"","items":[{"order_product_id":900,"quantity":2},{"order_product_id":901,"quantity":1}]}',
    },
  ]);
  assert.deepEqual(plan.steps[0]?.ask.headers, {
    accept: 'application/json',
    'content-type': 'application/json',
  });
});

test('other carriers are named as AfterShip does, or as they were written', async () => {
  const named = async (tracking_company: string) => {
    const [step] = asked(await ship({ tracking_company }, orderOf([{}])));
    const { shipping_provider, tracking_carrier } = JSON.parse(step?.body ?? '');
    return [shipping_provider, tracking_carrier];
  };
  assert.deepEqual(await named('PostNL'), ['', 'postnl']);
  assert.deepEqual(await named('Onkel Ottos Fuhrwerk'), ['', 'Onkel Ottos Fuhrwerk']);
});

test('lines that go to several addresses become a shipment for each, without tracking', async () => {
  const order = orderOf([{ order_address_id: 501 }, { order_address_id: 502 }, { order_address_id: 501 }]); // biome-ignore format: one list
  const bodies = asked(await ship({}, order)).map(({ body = '' }) => JSON.parse(body));
  assert.deepEqual(
    bodies.map(({ order_address_id, items }) => [order_address_id, items.length]),
    [
      [501, 2],
      [502, 1],
    ],
  );
  assert.deepEqual(refusedOf(await ship({ tracking_numbers: ['1'] }, order)), [
    [
      0,
      'invalid_request',
      'The lines go to 2 addresses, and a tracking number belongs to one: send the lines of each address by a call of their own.',
    ],
  ]);
});

test('what is not shipped does not belong to what is left, and is refused', async () => {
  const order = orderOf([{}, { type: 'digital', order_address_id: 7 }, { order_address_id: 0 }]);
  const { line_items } = completeOrder(transformOrder(order, context), 'bigcommerce');
  assert.deepEqual(
    line_items.map((one) => fulfillments.ships?.(one, order)),
    [true, false, false],
  );
  assert.deepEqual(refusedOf(await ship({}, order)), [
    [
      0,
      'not_shippable',
      'Line 901 is not shipped: it is downloaded, sent by e-mail or picked up. Name the lines that leave.',
    ],
  ]);
});

test('a shipment that is refused is so in the words of BigCommerce', async () => {
  const [step] = (await ship({}, orderOf([{}]))).steps;
  const said = [{ status: 400, message: 'The quantity is more than is left.' }];
  assert.deepEqual(codesOf(step?.read?.(refusal(400, said))), [
    ['refused_by_channel', 'BigCommerce refused it: The quantity is more than is left.'],
  ]);
  assert.deepEqual(codesOf(step?.read?.(refusal(201, { id: 5 }))), [undefined]);
});

test('what a shipment cannot hold is refused before anything is sent', async () => {
  const codes = async (item: Partial<FulfillmentItem>) => {
    const plan = await ship(item, orderOf([{}]));
    assert.deepEqual(plan.steps, []);
    return plan.refused.map(({ refusal: { code } }) => code);
  };
  assert.deepEqual(await codes({ tracking_numbers: ['1', '2'] }), ['invalid_request']);
  assert.deepEqual(await codes({ tracking_numbers: ['1'.repeat(51)] }), ['invalid_request']);
  assert.deepEqual(await codes({ tracking_urls: [`https://a/${'1'.repeat(500)}`] }), ['invalid_request']); // biome-ignore format: one line
  assert.deepEqual(await codes({ tracking_company: ' ' }), ['carrier_unknown']);
  assert.deepEqual(await codes({ location_id: '1' }), ['location_not_found']);
});

// Stock

const productOf = (changes: Partial<NativeProduct>): NativeProduct => ({
  ...(onSale as NativeProduct),
  ...changes,
});

const variantWrites = <Item extends { readonly variant_id: string }>(
  native: NativeProduct,
  items: readonly Item[],
) => {
  const product = completeProduct(transformProduct(native), 'bigcommerce');
  return items.map((item, at) => {
    const variant = product.variants.find(({ id }) => id === item.variant_id);
    assert.ok(variant);
    return { at, item, product, variant, native, locationId: undefined };
  });
};
const idsOf = ({ variants }: NativeProduct) => (variants ?? []).map(({ id }) => String(id));
const [first = '', second = ''] = idsOf(onSale as NativeProduct);

/** Rows of the default location, with what is kept back of each. */
const inventory =
  (reserves: Readonly<Record<string, number>>): Answer =>
  ({ query }) => ({
    data: Object.entries(reserves)
      .filter(([id]) => Object.values(query).some((value) => value.split(',').includes(id)))
      .map(([id, safety_stock]) => ({
        identity: { sku: `S-${id}`, variant_id: Number(id), product_id: Number(id) },
        locations: [
          { location_id: 2, settings: { safety_stock: 99 } },
          {
            location_id: 1,
            available_to_sell: 4,
            total_inventory_onhand: 4 + safety_stock,
            settings: { safety_stock, is_in_stock: true, warning_level: 0 },
          },
        ],
      })),
  });

test('stock of the default location is set in one call, with what is kept back added', async () => {
  const store = fakeStore(inventory({ [first]: 3 }));
  const plan = await stock.plan(
    variantWrites(onSale as NativeProduct, [
      { variant_id: first, available: 5 },
      { variant_id: second, available: 0 },
    ]),
    store.reading,
  );
  assert.deepEqual(store.log, [
    `v3/inventory/items variant_id:in=${first},${second} page=1 limit=250`,
  ]);
  assert.deepEqual(asked(plan), [
    {
      items: [0, 1],
      method: 'PUT',
      path: 'v3/inventory/adjustments/absolute',
      body: `{"reason":"Stock set by an application","items":[{"location_id":1,"variant_id":${first},"quantity":8},{"location_id":1,"variant_id":${second},"quantity":0}]}`,
    },
  ]);
  assert.deepEqual(plan.steps[0]?.read?.(refusal(200, { transaction_id: '1' })), [
    undefined,
    undefined,
  ]);
});

test('a product without options is counted by itself, one with several variants not at all', async () => {
  const [id = ''] = idsOf(simpleProduct);
  const store = fakeStore(inventory({ 132: 1 }));
  const plan = await stock.plan(
    variantWrites(simpleProduct, [{ variant_id: id, available: 7 }]),
    store.reading,
  );
  assert.equal(
    asked(plan)[0]?.body,
    '{"reason":"Stock set by an application","items":[{"location_id":1,"product_id":132,"quantity":8}]}',
  );
  const whole = productOf({ inventory_tracking: 'product' });
  const refused = await stock.plan(
    variantWrites(whole, [{ variant_id: first, available: 7 }]),
    store.reading,
  );
  assert.deepEqual(
    [asked(refused), refused.refused.map(({ refusal: { code } }) => code)],
    [[], ['stock_not_set']],
  );
});

test('a refusal of a call is one of all its items, and names who is to blame', async () => {
  const plan = await stock.plan(
    variantWrites(onSale as NativeProduct, [
      { variant_id: first, available: 5 },
      { variant_id: second, available: 0 },
    ]),
    fakeStore(inventory({})).reading,
  );
  const read = plan.steps[0]?.read;
  assert.ok(plan.steps[0]?.ask.expect?.includes(422));
  const title = `[Item with variant_id ${first} is tracked by product, please update stock by product id]`;
  assert.deepEqual(codesOf(read?.(refusal(422, { status: 422, title, errors: {} }))), [
    ['refused_by_channel', `BigCommerce refused it: ${title}`],
    ['refused_by_channel', `BigCommerce refused all of one call because of another item: ${title}`],
  ]);
  const placed = { title: 'Invalid', errors: { 'items.1': 'The location is not found.' } };
  assert.deepEqual(
    codesOf(read?.(refusal(422, placed)))?.map((one) => String(one).includes('another item')),
    [true, false],
  );
  assert.deepEqual(codesOf(read?.(refusal(422))), [
    ['refused_by_channel', 'BigCommerce refused it: it did not say why.'],
    ['refused_by_channel', 'BigCommerce refused it: it did not say why.'],
  ]);
});

// Prices

const priceOf = async (native: NativeProduct, item: Omit<PriceItem, 'variant_id'>) => {
  const plan = await prices.plan(
    variantWrites(native, [{ variant_id: first, ...item }]),
    fakeStore(() => undefined).reading,
  );
  return plan;
};

/** The product with the first variant's own amounts. */
const withOwn = (changes: Partial<NativeVariant>, product: Partial<NativeProduct> = {}) =>
  productOf({
    ...product,
    variants: ((onSale as NativeProduct).variants ?? []).map((one, at) =>
      at === 0 ? { ...one, ...changes } : one,
    ),
  });

test('prices are written as numbers with all their digits', async () => {
  const plain = withOwn({ price: 40, calculated_price: 40 }, { sale_price: 0 });
  assert.deepEqual(asked(await priceOf(plain, { price: '0019.90' })), [
    {
      items: [0],
      method: 'PUT',
      path: 'v3/catalog/variants',
      body: `[{"id":${first},"price":19.9}]`,
    },
  ]);
  const [step] = asked(await priceOf(plain, { price: '0.1234567891' }));
  assert.match(step?.body ?? '', /"price":0\.1234567891}/);
});

/** Every form that a variant's prices may have, and every form that is asked for. */
test('what is written shows as what was asked for', async () => {
  const amounts = [null, 0, 10, 20, 30];
  let confirmed = 0;
  for (const own of amounts)
    for (const sale of amounts)
      for (const retail of amounts)
        for (const price of ['5', '15.5', '25'])
          for (const before of [undefined, null, '26', '40']) {
            const storefront = (variant: Partial<NativeVariant>): NativeProduct => {
              const found = variant.sale_price ?? 22;
              const base = variant.price ?? 25;
              const shown = Number(found) > 0 ? found : base;
              return withOwn({ ...variant, calculated_price: shown });
            };
            const native = storefront({ price: own, sale_price: sale, retail_price: retail });
            const item = { price, ...(before !== undefined && { compare_at_price: before }) };
            const plan = await priceOf(native, item);
            const [body] = JSON.parse(asked(plan)[0]?.body ?? '[null]');
            if (body === null) {
              assert.deepEqual(
                plan.refused.map(({ refusal: { code } }) => code),
                ['price_not_set'],
              );
              continue;
            }
            const text = (value: unknown) => (value === undefined ? undefined : String(value));
            const after = completeProduct(
              transformProduct(
                storefront({
                  price: text(body.price) ?? own,
                  sale_price: text(body.sale_price) ?? sale,
                  retail_price: text(body.retail_price) ?? retail,
                }),
              ),
              'bigcommerce',
            ).variants[0];
            const label = JSON.stringify({ own, sale, retail, item, body });
            assert.equal(Number(after?.price), Number(price), label);
            if (before !== undefined)
              assert.equal(after?.compare_at_price ?? null, before && `${before}.00`, label);
            confirmed++;
          }
  assert.ok(confirmed > 800, `${confirmed}`);
});

test('a price that cannot be shown so is refused', async () => {
  const refused = async (native: NativeProduct, item: Omit<PriceItem, 'variant_id'>) => {
    const plan = await priceOf(native, item);
    assert.deepEqual(plan.steps, []);
    return plan.refused.flatMap(({ refusal: { code, message } }) => [code, message]);
  };
  const sold = withOwn({ price: 20, sale_price: 15, calculated_price: 15 });
  assert.deepEqual(await refused(sold, { price: '20' }), [
    'price_not_set',
    'It is reduced from 20: send "compare_at_price" too, null to end the reduction.',
  ]);
  assert.deepEqual(await refused(sold, { price: '0', compare_at_price: '20' }), [
    'price_not_set',
    'BigCommerce takes a sale price of 0 for none.',
  ]);
  assert.deepEqual(await refused(withOwn({ price: 20, sale_price: 0, calculated_price: 18 }), { price: '9' }), [
    'price_not_set',
    'A rule or price list of the store makes 18.00 of 20, so that the price that is shown cannot be set.',
  ]); // biome-ignore format: one sentence
});

test('at most fifty variants go into one call, whose errors come as a batch', async () => {
  const variants = Array.from({ length: 120 }, (_, at) => ({
    ...((onSale as NativeProduct).variants ?? [])[0],
    id: 5000 + at,
  }));
  const plan = await prices.plan(
    variantWrites(
      productOf({ variants }),
      variants.map(({ id }) => ({ variant_id: String(id), price: '9.99', compare_at_price: null })),
    ),
    fakeStore(() => undefined).reading,
  );
  assert.deepEqual(
    plan.steps.map(({ items }) => items.length),
    [50, 50, 20],
  );
  assert.deepEqual(
    plan.steps.flatMap(({ items }) => items),
    variants.map((_, at) => at),
  );
  const errors = { price: 'price must be a number of variant 5001' };
  const reply = refusal(422, { batch_errors: [{ status: 422, title: 'Invalid', errors }] });
  assert.deepEqual(codesOf(plan.steps[0]?.read?.(reply))?.slice(0, 2), [
    [
      'refused_by_channel',
      'BigCommerce refused all of one call because of another item: Invalid price: price must be a number of variant 5001',
    ],
    [
      'refused_by_channel',
      'BigCommerce refused it: Invalid price: price must be a number of variant 5001',
    ],
  ]);
});

// What both need

test('the products of variants are asked for once, one by one', async () => {
  const store = fakeStore(({ query }) => ({
    data: query.id === '77' ? [{ id: 77, product_id: 112 }] : [],
  }));
  const expected = new Map([['77', '112']]);
  assert.deepEqual(await writes.productsOf(['77', '78', 'x'], store.reading), expected);
  assert.deepEqual(await writes.productsOf(['77'], store.reading), expected);
  assert.deepEqual(store.log, [
    'v3/catalog/variants id=77 include_fields=product_id page=1 limit=250',
    'v3/catalog/variants id=78 include_fields=product_id page=1 limit=250',
  ]);
});

test('a scope that may only read is named with what is missing', () => {
  const path = 'v3/inventory/adjustments/absolute';
  const fault = explain(refusal(403), { method: 'PUT', url: `${STORE}${path}` });
  assert.deepEqual([fault?.code, fault?.reason], ['permission_missing', 'write_scope']);
  assert.match(fault?.message ?? '', /"Store Inventory" \(modify\)/);
  const needs = [fulfillments, prices, stock].map(({ facts }) => facts.needs.about);
  const scopes = Object.values(WRITE_SCOPES).flat();
  assert.deepEqual(
    needs.map((about) => /`(\w+)`/.exec(about)?.[1]),
    scopes,
  );
});
