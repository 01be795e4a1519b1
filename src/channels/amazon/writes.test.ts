// What is asked of Amazon to write, word for word, and what its answers mean.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mutations } from '../../../test/mutations.ts';
import type { Ask } from '../../model/exchange.ts';
import type { FulfillmentItem, PriceItem, Refusal } from '../../model/writes.ts';
import type { FulfillmentWrite, Plan, PriceWrite, StockWrite } from '../writing.ts';
import { explain } from './explain.ts';
import { ACCOUNT, DE, failure, fakeVendor, pathOf, queryOf } from './fake-vendor.ts';
import { amazon } from './index.ts';
import type { Attribute } from './native.ts';

const { writes } = amazon;
assert.ok(writes);
const { fulfillments, stock, prices } = writes;
assert.ok('plan' in fulfillments);
const { reading } = fakeVendor([]);
const ORDER = '305-4471820-9914367';

const bodyOf = (ask: Ask | undefined) => JSON.parse(ask?.body ?? 'null');
const codesOf = ({ refused }: Plan) => refused.map(({ at, refusal }) => [at, refusal.code]);
const said = (plan: Plan, body: unknown) =>
  plan.steps[0]
    ?.read?.({ status: 200, headers: {}, text: '', body })
    .map((one) => one && { ...(one as Refusal) });

const toFulfill = (
  item: Partial<FulfillmentItem>,
  {
    service = 'manual',
    packages = [],
    ...order
  }: { service?: string; packages?: readonly unknown[]; [field: string]: unknown } = {},
): FulfillmentWrite => ({
  at: 4,
  item: {
    ...{ order_id: ORDER, tracking_company: 'DHL', tracking_numbers: ['JVGL01'] },
    ...item,
  },
  native: { orderId: ORDER, packages },
  order: {
    ...{ id: ORDER, location_id: DE, financial_status: 'authorized' },
    ...order,
  } as FulfillmentWrite['order'],
  lines: [
    { line: { id: '77', fulfillment_service: service }, quantity: 2 },
    { line: { id: '78', fulfillment_service: service }, quantity: 1 },
  ] as unknown as FulfillmentWrite['lines'],
});

describe('a package', () => {
  test('is confirmed by v0, with a number of its own and the time of now', async () => {
    const plan = await fulfillments.plan([toFulfill({})], reading);
    assert.deepEqual(plan.refused, []);
    const [step] = plan.steps;
    assert.deepEqual(step?.items, [4]);
    assert.equal(step?.ask.method, 'POST');
    assert.equal(step?.ask.operation, 'confirmShipment');
    assert.equal(pathOf(step?.ask), `/orders/v0/orders/${ORDER}/shipmentConfirmation`);
    assert.deepEqual(step?.ask.headers, { 'content-type': 'application/json' });
    assert.deepEqual(bodyOf(step?.ask), {
      marketplaceId: DE,
      packageDetail: {
        packageReferenceId: '1',
        carrierCode: 'DHL',
        trackingNumber: 'JVGL01',
        shipDate: '2026-09-14T09:32:00Z',
        orderItems: [
          { orderItemId: '77', quantity: 2 },
          { orderItemId: '78', quantity: 1 },
        ],
      },
    });
    assert.equal(fulfillments.version, '2026-01-01', 'v0 shows no packages');
  });

  test('never has the number of another', async () => {
    const references = [{ packageReferenceId: '2' }, { packageReferenceId: 'x9' }, {}, null];
    const write = toFulfill({}, { packages: [...references, { packageReferenceId: '11' }] });
    const { steps } = await fulfillments.plan([write], reading);
    assert.equal(bodyOf(steps[0]?.ask).packageDetail.packageReferenceId, '12');
  });

  test('of a carrier that Amazon does not list is another one, by name', async () => {
    const write = toFulfill({ tracking_company: 'Fietskoerier' });
    const { packageDetail } = bodyOf((await fulfillments.plan([write], reading)).steps[0]?.ask);
    assert.equal(packageDetail.carrierCode, 'Other');
    assert.equal(packageDetail.carrierName, 'Fietskoerier');
  });

  test('is refused where Amazon would not take it, or not keep what is asked', async () => {
    const cases: [FulfillmentWrite, string][] = [
      [toFulfill({}, { service: 'amazon' }), 'not_shippable'],
      [toFulfill({}, { financial_status: 'pending' }), 'not_shippable'],
      [toFulfill({}, { location_id: null }), 'not_shippable'],
      [toFulfill({ tracking_numbers: [] }), 'tracking_required'],
      [toFulfill({ tracking_numbers: ['1', '2'] }), 'invalid_request'],
      [toFulfill({ tracking_urls: ['https://dhl.example/1'] }), 'invalid_request'],
      [toFulfill({ tracking_company: ' ' }), 'carrier_unknown'],
      [toFulfill({ location_id: 'DEFAULT' }), 'location_not_found'],
    ];
    const { tracking_company: _, ...without } = toFulfill({}).item;
    cases.push([{ ...toFulfill({}), item: without }, 'tracking_required']);
    for (const [write, code] of cases) {
      const plan = await fulfillments.plan([write], reading);
      assert.deepEqual([codesOf(plan), plan.steps], [[[4, code]], []]);
    }
  });
});

const listing = (more: Record<string, unknown> = {}) => ({
  ...{ sku: 'RACK-OAK', marketplaceId: DE, children: [], amazonStock: {} },
  summaries: [{ marketplaceId: DE, productType: 'STORAGE_RACK' }],
  ...more,
});
const variantOf = (more: object = {}) =>
  ({ id: 'RACK-OAK', price: '29.90', currency: 'EUR', ...more }) as StockWrite['variant'];
const product = { id: 'RACK-OAK' } as StockWrite['product'];

const stockWrite = (locationId: string | undefined, native: unknown = listing()): StockWrite => ({
  ...{ at: 2, native, product, variant: variantOf(), locationId },
  item: { variant_id: 'RACK-OAK', available: 41 },
});
const priceWrite = (
  item: Omit<PriceItem, 'variant_id'>,
  attributes: Record<string, readonly Attribute[]>,
  { price = '29.90', children }: { price?: string; children?: readonly object[] } = {},
): PriceWrite => ({
  ...{ at: 0, product, variant: variantOf({ price, ...(children && { id: 'RACK-S' }) }) },
  native: listing(children ? { children } : { attributes }),
  item: { variant_id: 'RACK-OAK', ...item },
});

describe('stock', () => {
  test('is a merge of the number alone, so that the handling time stays', async () => {
    const plan = await stock.plan([stockWrite('DEFAULT')], reading);
    const [step] = plan.steps;
    assert.equal(step?.ask.method, 'PATCH');
    assert.equal(step?.ask.operation, 'patchListingsItem');
    assert.equal(pathOf(step?.ask), `/listings/2021-08-01/items/${ACCOUNT.sellerId}/RACK-OAK`);
    assert.deepEqual(queryOf(step?.ask), { marketplaceIds: DE });
    assert.deepEqual(bodyOf(step?.ask), {
      productType: 'STORAGE_RACK',
      patches: [
        {
          op: 'merge',
          path: '/attributes/fulfillment_availability',
          value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 41 }],
        },
      ],
    });
  });

  test('in Amazon’s warehouses is not set', async () => {
    for (const place of ['AMAZON_EU', undefined])
      assert.deepEqual(codesOf(await stock.plan([stockWrite(place)], reading)), [
        [2, 'stock_not_set'],
      ]);
  });

  test('of a listing without a product type is set by the general one', async () => {
    const { steps } = await stock.plan(
      [stockWrite('DEFAULT', listing({ summaries: null }))],
      reading,
    );
    assert.equal(bodyOf(steps[0]?.ask).productType, 'PRODUCT');
  });
});

const scheduled = (value: unknown, more: object = {}) => [
  { schedule: [{ value_with_tax: value, ...more }] },
];
const forAll = { audience: 'ALL', currency: 'EUR', marketplace_id: DE };
const forCompanies = {
  ...{ audience: 'B2B', currency: 'EUR', marketplace_id: DE, our_price: scheduled('27.55') },
  quantity_discount_plan: [{ schedule: [{ levels: [{ lower_bound: 5, value: '26.10' }] }] }],
};

describe('a price', () => {
  const pricesIn = async (write: PriceWrite) => {
    const { steps, refused } = await prices.plan([write], reading);
    assert.deepEqual(refused, []);
    return bodyOf(steps[0]?.ask).patches;
  };

  test('is that of all buyers, and everything else of the offer is sent along', async () => {
    const offer = {
      ...{ ...forAll, our_price: scheduled('29.9'), start_at: { value: '2024-01-01T00:00:00Z' } },
      minimum_seller_allowed_price: scheduled(20),
    };
    const write = priceWrite({ price: '31.45' }, { purchasable_offer: [forCompanies, offer] });
    assert.deepEqual(await pricesIn(write), [
      {
        op: 'replace',
        path: '/attributes/purchasable_offer',
        value: [
          {
            ...{ ...forCompanies, our_price: scheduled(27.55) },
            quantity_discount_plan: [{ schedule: [{ levels: [{ lower_bound: 5, value: 26.1 }] }] }],
          },
          { ...offer, our_price: scheduled(31.45) },
        ],
      },
    ]);
  });

  test('is written with its own digits', async () => {
    const write = priceWrite(
      { price: '9007199254740993.10' },
      { purchasable_offer: [{ ...forAll, our_price: scheduled('29.9') }] },
    );
    const { steps } = await prices.plan([write], reading);
    assert.match(steps[0]?.ask.body ?? '', /"value_with_tax":9007199254740993\.10?\b/);
  });

  test('of several dates is the one that holds now', async () => {
    const schedule = [
      { value_with_tax: 25, end_at: '2026-01-01T00:00:00Z' },
      { value_with_tax: '29.9', start_at: { value: '2026-01-01T00:00:00Z' } },
      { value_with_tax: 35, start_at: '2027-01-01T00:00:00Z' },
    ];
    const offer = { currency: 'EUR', our_price: [{ schedule }] };
    const [{ value }] = await pricesIn(priceWrite({ price: '31' }, { purchasable_offer: [offer] }));
    const set = value[0].our_price[0].schedule.map((one: Attribute) => one.value_with_tax);
    assert.deepEqual(set, [25, 31, 35]);
  });

  test('is the reduced one while a reduction runs, unless the other one is what is read', async () => {
    const running = { start_at: '2026-09-01T00:00:00Z', end_at: '2026-10-01T00:00:00Z' };
    const offer = {
      ...{ ...forAll, our_price: scheduled(35) },
      discounted_price: scheduled('29.9', running),
    };
    const attributes = { purchasable_offer: [offer] };
    const written = async (price: string) => {
      const [{ value }] = await pricesIn(priceWrite({ price: '28' }, attributes, { price }));
      const [{ our_price, discounted_price }] = value;
      return [our_price, discounted_price].map(([{ schedule }]) => schedule[0].value_with_tax);
    };
    assert.deepEqual(await written('29.90'), [35, 28]);
    assert.deepEqual(await written('12.00'), [35, 28]);
    assert.deepEqual(await written('35.00'), [28, 29.9]);
  });

  test('of a variation is that of its own listing', async () => {
    const child = listing({
      sku: 'RACK-S',
      attributes: { purchasable_offer: [{ ...forAll, our_price: scheduled(20) }] },
    });
    const write = priceWrite({ price: '21' }, {}, { children: [child] });
    const { steps } = await prices.plan([write], reading);
    assert.match(pathOf(steps[0]?.ask), /\/RACK-S$/);
  });

  test('before its reduction is the list price: set, removed, or left', async () => {
    const attributes = { purchasable_offer: [{ ...forAll, our_price: scheduled(20) }] };
    const listed = { currency: 'EUR', value: '39.9', marketplace_id: DE };
    const own = { marketplace_id: DE, currency: 'EUR' };
    const second = async (item: Omit<PriceItem, 'variant_id'>, row?: Attribute) => {
      const found = row ? { ...attributes, list_price: [row] } : attributes;
      return (await pricesIn(priceWrite(item, found)))[1];
    };
    const path = '/attributes/list_price';
    assert.equal(await second({ price: '21' }, listed), undefined);
    const set = { price: '21', compare_at_price: '44.95' };
    assert.deepEqual(await second(set, listed), {
      ...{ op: 'replace', path, value: [{ ...own, value: 44.95 }] },
    });
    assert.deepEqual(await second(set), {
      ...{ op: 'replace', path, value: [{ ...own, value_with_tax: 44.95 }] },
    });
    const ended = { price: '21', compare_at_price: null };
    assert.deepEqual(await second(ended, listed), { op: 'delete', path, value: [own] });
    assert.equal(await second(ended, { ...listed, value: 15 }), undefined, 'it is not shown');
    assert.equal(await second(ended), undefined);
  });

  test('is refused where no price for all buyers holds', async () => {
    const later = scheduled(20, { start_at: '2027-01-01T00:00:00Z' });
    for (const rows of [[], [forCompanies], [{ ...forAll, our_price: later }], [forAll]]) {
      const write = priceWrite({ price: '21' }, { purchasable_offer: rows });
      assert.deepEqual(codesOf(await prices.plan([write], reading)), [[0, 'price_not_set']]);
    }
  });
});

test('a listing that is accepted is taken; one that is invalid is refused in Amazon’s words', async () => {
  const plan = await stock.plan([stockWrite('DEFAULT')], reading);
  assert.deepEqual(said(plan, { status: 'ACCEPTED', issues: [] }), [undefined]);
  assert.deepEqual(said(plan, { status: 'VALID' }), [undefined]);
  const issues = [
    { code: '1', message: 'Have a look.', severity: 'WARNING', categories: [] },
    { code: '2', message: 'The quantity is wrong.', severity: 'ERROR', categories: [] },
  ];
  const refused = (message: string) => [{ code: 'refused_by_channel', message }];
  assert.deepEqual(
    said(plan, { status: 'INVALID', issues }),
    refused('Amazon: The quantity is wrong.'),
  );
  assert.deepEqual(said(plan, { status: 'INVALID' }), refused('Amazon: refused without a word'));
  for (const odd of [undefined, {}, { status: 'DONE' }])
    assert.throws(() => said(plan, odd), { code: 'channel_invalid_response' });
});

test('whatever Amazon sent, it is asked for a whole price, or for nothing', async () => {
  const running = { start_at: { value: '2026-09-01T00:00:00Z' }, end_at: '2026-10-01T00:00:00Z' };
  const offer = { ...forAll, our_price: scheduled(35), discounted_price: scheduled(30, running) };
  const list_price = [{ currency: 'EUR', value: '39.9', marketplace_id: DE }];
  const native = listing({ attributes: { purchasable_offer: [forCompanies, offer], list_price } });
  for (const { path, into, value } of mutations(native)) {
    const write = priceWrite({ price: '21', compare_at_price: '50' }, {});
    const { steps, refused } = await prices.plan([{ ...write, native: value }], reading);
    assert.equal(steps.length + refused.length, 1, `${path} as ${into}`);
    if (steps.length > 0) assert.match(steps[0]?.ask.body ?? '', /"value_with_tax":21\b/);
  }
});

test('a dry run lets Amazon check a listing; a package it cannot check', async () => {
  const [step] = (await stock.plan([stockWrite('DEFAULT')], reading)).steps;
  const [sent] = (await fulfillments.plan([toFulfill({})], reading)).steps;
  assert.ok(step && sent && writes.rehearsal);
  const tried = writes.rehearsal(step);
  assert.deepEqual(queryOf(tried?.ask), { marketplaceIds: DE, mode: 'VALIDATION_PREVIEW' });
  assert.equal(tried?.ask.body, step.ask.body);
  assert.equal(writes.rehearsal(sent), undefined);
});

test('a write that a role is missing for says so', () => {
  const ask = { url: `${ACCOUNT.endpoint}/orders/v0/orders/${ORDER}/shipmentConfirmation` };
  const { status, body } = failure(403, 'Unauthorized', '', 'Access to requested resource is denied.'); // biome-ignore format: one call
  const fault = explain({ status, body, headers: {}, text: '' }, ask);
  assert.deepEqual([fault?.code, fault?.reason], ['permission_missing', 'role_missing']);
});

describe('the product of a SKU', () => {
  const related = (sku: string, parentSkus: readonly string[] = []) => ({
    sku,
    relationships: [{ marketplaceId: DE, relationships: [{ type: 'VARIATION', parentSkus }] }],
  });

  test('is its parent, or itself; what is not listed, or cannot be searched for, is left out', async () => {
    const seller = fakeVendor([
      { items: [related('RACK-S', ['RACK']), related('LAMP')] },
      { items: [related('RACK')] },
    ]);
    const found = await writes.productsOf(['RACK-S', 'LAMP', 'GONE', 'A,B'], seller.reading);
    assert.deepEqual(Object.fromEntries(found), { 'RACK-S': 'RACK', LAMP: 'LAMP' });
  });

  test('is not asked for with a token that opens orders alone', async () => {
    const { reading: own } = fakeVendor([], { account: { ...ACCOUNT, tokenKind: 'restricted' } });
    await assert.rejects(async () => writes.productsOf(['LAMP'], own), {
      code: 'invalid_request',
      reason: 'restricted_token',
    });
  });
});
