// What is asked of Shopify to write, word for word, and what its answers mean.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ask, Reply } from '../../model/exchange.ts';
import type { FulfillmentItem, PriceItem, Refusal, StockItem } from '../../model/writes.ts';
import type { FulfillmentWrite, Plan, PriceWrite, StockWrite } from '../writing.ts';
import { explain } from './explain.ts';
import { fakeShop, listOf, NOW, nameOf, queryOf, scopes, variablesOf } from './fake-vendor.ts';
import { writes } from './writes.ts';

const { fulfillments, stock, prices } = writes;
assert.ok('plan' in fulfillments);
const ALL = scopes(
  ...['write_merchant_managed_fulfillment_orders', 'read_locations'],
  ...['write_inventory', 'write_products'],
);
const mutationOf = (ask: Ask | undefined): string => /mutation (\w+)/.exec(queryOf(ask))?.[1] ?? '';
const replyWith = (body: unknown): Reply => ({ status: 200, headers: {}, text: '', body });
const codesOf = (plan: Plan) => plan.refused.map(({ at, refusal }) => [at, refusal.code]);
const readBy = (plan: Plan, data: object, at = 0) =>
  plan.steps[at]?.read?.(replyWith({ data })).map((one) => (one as Refusal | undefined)?.code);

/** An order with lines such as `{ '11': 2 }`: its number of pieces by the id of the line. */
const toFulfill = (
  item: FulfillmentItem,
  lines: Readonly<Record<string, number>>,
  at = 0,
): FulfillmentWrite => ({
  ...{ at, item, native: {}, order: {} as FulfillmentWrite['order'] },
  lines: Object.entries(lines).map(([id, quantity]) => ({
    line: { id } as FulfillmentWrite['lines'][number]['line'],
    quantity,
  })),
});

/** A fulfilment order of a location, with pieces by line; those of line 11 have the id 110 at place 1. */
const waiting = (
  place: number,
  lines: Readonly<Record<string, number>>,
  status = 'OPEN',
  cursor: string | null = null,
) => ({
  id: `gid://shopify/FulfillmentOrder/${place}00`,
  status,
  assignedLocation: { location: { legacyResourceId: String(place) } },
  lineItems: listOf(pieces(place, lines), cursor),
});
const pieces = (place: number, lines: Readonly<Record<string, number>>) =>
  Object.entries(lines).map(([line, remainingQuantity]) => ({
    id: `gid://shopify/FulfillmentOrderLineItem/${place}${line}`,
    remainingQuantity,
    lineItem: { id: `gid://shopify/LineItem/${line}` },
  }));
const order = (nodes: readonly unknown[], id = '7', cursor: string | null = null) => ({
  id: `gid://shopify/Order/${id}`,
  fulfillmentOrders: listOf(nodes, cursor),
});
const ordersOf = (...nodes: readonly unknown[]) => ({ data: { nodes } });

describe('what has left', () => {
  test('is one call with what waits at one location, in the vendor’s words', async () => {
    const shop = fakeShop([ALL, ordersOf(order([waiting(1, { 11: 2, 12: 1 })]))]);
    const item = {
      ...{ order_id: '7', tracking_company: 'royal_mail', tracking_numbers: ['1Z9', '1Z8'] },
      ...{ tracking_urls: ['https://ups.example/1Z9'], notify_customer: true },
    };
    const plan = await fulfillments.plan([toFulfill(item, { 11: 1, 12: 1 })], shop.reading);
    assert.deepEqual(plan.refused, []);
    const [step] = plan.steps;
    assert.equal(plan.steps.length, 1);
    assert.equal(mutationOf(step?.ask), 'Ship');
    assert.equal(step?.ask.reads, false);
    assert.equal(step?.ask.url, 'https://velo-nord.myshopify.com/admin/api/2026-10/graphql.json');
    assert.deepEqual(variablesOf(step?.ask), {
      fulfillment: {
        lineItemsByFulfillmentOrder: [
          {
            fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/100',
            fulfillmentOrderLineItems: [
              { id: 'gid://shopify/FulfillmentOrderLineItem/111', quantity: 1 },
              { id: 'gid://shopify/FulfillmentOrderLineItem/112', quantity: 1 },
            ],
          },
        ],
        trackingInfo: {
          ...{ company: 'Royal Mail', numbers: ['1Z9', '1Z8'], urls: ['https://ups.example/1Z9'] },
        },
        notifyCustomer: true,
      },
    });
    assert.deepEqual(readBy(plan, { fulfillmentCreate: { userErrors: [] } }), [undefined]);
    const said = { field: ['fulfillment'], message: 'Fulfillment order does not exist.' };
    const [refusal] =
      step?.read?.(replyWith({ data: { fulfillmentCreate: { userErrors: [said] } } })) ?? [];
    assert.deepEqual(
      { ...refusal },
      {
        code: 'refused_by_channel',
        message: 'Shopify: Fulfillment order does not exist.',
      },
    );
  });

  test('has no tracking where none was given, and no one is written to', async () => {
    const shop = fakeShop([ALL, ordersOf(order([waiting(1, { 11: 2 })]))]);
    const { steps } = await fulfillments.plan(
      [toFulfill({ order_id: '7' }, { 11: 2 })],
      shop.reading,
    );
    const { fulfillment } = variablesOf(steps[0]?.ask);
    assert.deepEqual(Object.keys(fulfillment), ['lineItemsByFulfillmentOrder', 'notifyCustomer']);
    assert.equal(fulfillment.notifyCustomer, false);
  });

  test('of two locations is a call for each', async () => {
    const split = order([
      waiting(1, { 11: 2 }),
      waiting(2, { 11: 1, 12: 3 }),
      waiting(2, { 13: 0 }),
    ]);
    const shop = fakeShop([ALL, ordersOf(split)]);
    const { steps, refused } = await fulfillments.plan(
      [toFulfill({ order_id: '7' }, { 11: 3, 12: 3 }, 4)],
      shop.reading,
    );
    assert.deepEqual(refused, []);
    const sent = steps.map(({ items, ask }) => [
      items,
      variablesOf(ask).fulfillment.lineItemsByFulfillmentOrder.flatMap(
        (one: { fulfillmentOrderLineItems: { id: string; quantity: number }[] }) =>
          one.fulfillmentOrderLineItems.map(
            ({ id, quantity }) => `${id.split('/').at(-1)} ${quantity}`,
          ),
      ),
    ]);
    assert.deepEqual(sent, [
      [[4], ['111 2']],
      [[4], ['211 1', '212 3']],
    ]);
  });

  test('is found on every page of both lists', async () => {
    const first = waiting(1, { 11: 1 }, 'OPEN', 'l1');
    const shop = fakeShop([
      ALL,
      ordersOf(order([first], '7', 'o1')),
      { data: { order: { id: 'x', fulfillmentOrders: listOf([waiting(2, { 13: 1 })]) } } },
      { data: { fulfillmentOrder: { id: 'x', lineItems: listOf(pieces(1, { 12: 5 })) } } },
    ]);
    const plan = await fulfillments.plan(
      [toFulfill({ order_id: '7' }, { 11: 1, 12: 5, 13: 1 })],
      shop.reading,
    );
    assert.deepEqual(plan.refused, []);
    assert.equal(plan.steps.length, 2);
    assert.deepEqual(shop.asks.map(nameOf), [
      ...['Installation', 'ToShip', 'MoreToShip', 'MorePiecesToShip'],
    ]);
    assert.ok(shop.asks.every(({ reads }) => reads));
  });

  test('of over 512 lines is several calls', async () => {
    const lines = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [String(1000 + at), 1]),
    );
    const shop = fakeShop([ALL, ordersOf(order([waiting(1, lines)]))]);
    const { steps } = await fulfillments.plan([toFulfill({ order_id: '7' }, lines)], shop.reading);
    assert.equal(steps.length, 2);
  });

  test('is refused where it cannot be said what leaves from where', async () => {
    const both = [waiting(1, { 11: 2 }), waiting(2, { 11: 1 })];
    const cases: [FulfillmentItem, Record<string, number>, unknown[], string | undefined][] = [
      [{ order_id: '7' }, { 11: 1 }, both, 'location_required'],
      [{ order_id: '7', location_id: '2' }, { 11: 1 }, both, undefined],
      [{ order_id: '7', location_id: '2' }, { 11: 2 }, both, 'not_shippable'],
      [{ order_id: '7', location_id: '9' }, { 11: 1 }, both, 'location_not_found'],
      [{ order_id: '7' }, { 11: 1 }, [waiting(1, { 11: 1 }, 'ON_HOLD')], 'not_shippable'],
      [{ order_id: '7' }, { 11: 1 }, [waiting(1, { 11: 1 }, 'SCHEDULED')], 'not_shippable'],
      [{ order_id: '7' }, { 11: 1 }, [waiting(1, { 11: 1 }, 'IN_PROGRESS')], undefined],
      [{ order_id: '7' }, { 11: 1 }, [], 'not_shippable'],
      [{ order_id: '7', tracking_company: ' ' }, { 11: 3 }, both, 'carrier_unknown'],
      [{ order_id: '7', tracking_urls: ['no address'] }, { 11: 2 }, both, 'invalid_request'],
      [{ order_id: '7', tracking_urls: ['javascript:1'] }, { 11: 2 }, both, 'invalid_request'],
    ];
    for (const [item, lines, nodes, code] of cases) {
      const shop = fakeShop([ALL, ordersOf(order(nodes))]);
      const plan = await fulfillments.plan([toFulfill(item, lines, 3)], shop.reading);
      assert.deepEqual(codesOf(plan), code ? [[3, code]] : [], JSON.stringify(item));
      assert.equal(plan.steps.length, code ? 0 : 1);
    }
  });
});

const variantWrite = (id: string, product: string) => ({
  native: {},
  product: { id: product } as StockWrite['product'],
  variant: { id, inventory_item_id: `9${id}` } as StockWrite['variant'],
});
const toSet = (item: Omit<StockItem, 'variant_id'>, id: string, at = 0): StockWrite => ({
  ...{ ...variantWrite(id, '5'), at, item: { variant_id: id, ...item } },
  locationId: item.location_id,
});
const toPrice = (
  item: Omit<PriceItem, 'variant_id'>,
  id: string,
  product: string,
  at = 0,
): PriceWrite => ({
  ...{ ...variantWrite(id, product), at, item: { variant_id: id, ...item } },
});

describe('stock', () => {
  const quantity = {
    inventoryItemId: 'gid://shopify/InventoryItem/931',
    locationId: 'gid://shopify/Location/2',
    quantity: 8,
  };
  const input = { name: 'available', reason: 'correction' };

  test('is compared and set as the version has it', async () => {
    const item = { available: 8, location_id: '2' };
    const wanted: Record<string, readonly [free: object, compared: object]> = {
      '2026-01': [
        { ...input, ignoreCompareQuantity: true, quantities: [quantity] },
        { ...input, quantities: [{ ...quantity, compareQuantity: 5 }] },
      ],
    };
    for (const version of ['2026-04', '2026-07', '2026-10'])
      wanted[version] = [null, 5].map((changeFromQuantity) => ({
        ...input,
        quantities: [{ ...quantity, changeFromQuantity }],
      })) as never;
    for (const [version, [free, compared]] of Object.entries(wanted)) {
      const shop = fakeShop([ALL], { version });
      const { steps } = await stock.plan(
        [toSet(item, '31'), toSet({ ...item, if_available: 5 }, '31', 1)],
        shop.reading,
      );
      assert.deepEqual(variablesOf(steps[0]?.ask), {
        ...{ input0: free, key0: `${NOW}-31-2-8-any` },
        ...{ input1: compared, key1: `${NOW}-31-2-8-5` },
      });
      assert.equal(steps[0]?.ask.cost, 20);
      assert.match(
        queryOf(steps[0]?.ask),
        /set1: inventorySetQuantities\(input: \$input1\) @idempotent\(key: \$key1\) \{/,
      );
    }
  });

  test('of each variant has an answer of its own', async () => {
    const shop = fakeShop([ALL]);
    const items = Array.from({ length: 30 }, (_, at) =>
      toSet({ available: at, location_id: '2' }, String(100 + at), at),
    );
    const plan = await stock.plan(items, shop.reading);
    assert.deepEqual(
      plan.steps.map(({ items: own }) => own.length),
      [25, 5],
    );
    const good = { userErrors: [] };
    const bad = (code: string) => ({
      userErrors: [{ code, field: ['input', 'quantities', '0'], message: 'No.' }],
    });
    const data = {
      ...{ set0: good, set1: bad('CHANGE_FROM_QUANTITY_STALE') },
      ...{ set2: bad('NON_MUTABLE_INVENTORY_ITEM'), set3: bad('INVALID_REASON') },
      set4: bad('ITEM_NOT_STOCKED_AT_LOCATION'),
    };
    assert.deepEqual(readBy(plan, data, 1), [
      ...[undefined, 'stock_moved', 'stock_not_set', 'refused_by_channel', 'location_not_found'],
    ]);
    // Of the last nothing is said: it may have been done.
    assert.throws(() => readBy(plan, { ...data, set4: null }, 1), {
      code: 'channel_invalid_response',
    });
  });

  test('that is at no location is refused', async () => {
    const plan = await stock.plan([toSet({ available: 1 }, '31', 2)], fakeShop([ALL]).reading);
    assert.deepEqual(codesOf(plan), [[2, 'location_not_found']]);
    assert.deepEqual(plan.steps, []);
  });
});

describe('prices', () => {
  test('are set by product; what is not named stays, null ends the reduction', async () => {
    const shop = fakeShop([ALL]);
    const plan = await prices.plan(
      [
        toPrice({ price: '12.50' }, '31', '5'),
        toPrice({ price: '9.95', compare_at_price: '12.95' }, '41', '6', 1),
        toPrice({ price: '7', compare_at_price: null }, '32', '5', 2),
      ],
      shop.reading,
    );
    assert.deepEqual(
      plan.steps.map(({ items, ask }) => [items, variablesOf(ask)]),
      [
        [
          [0, 2],
          {
            productId: 'gid://shopify/Product/5',
            variants: [
              { id: 'gid://shopify/ProductVariant/31', price: '12.50' },
              { id: 'gid://shopify/ProductVariant/32', price: '7', compareAtPrice: null },
            ],
          },
        ],
        [
          [1],
          {
            productId: 'gid://shopify/Product/6',
            variants: [
              { id: 'gid://shopify/ProductVariant/41', price: '9.95', compareAtPrice: '12.95' },
            ],
          },
        ],
      ],
    );
    const answer = (...userErrors: object[]) => ({ productVariantsBulkUpdate: { userErrors } });
    const one = { code: 'INVALID_VALUE', field: ['variants', '1', 'price'], message: 'No.' };
    assert.deepEqual(readBy(plan, answer()), [undefined, undefined]);
    assert.deepEqual(readBy(plan, answer(one)), [undefined, 'refused_by_channel']);
    const gone = { code: 'PRODUCT_DOES_NOT_EXIST', field: ['productId'], message: 'No.' };
    assert.deepEqual(readBy(plan, answer(gone)), ['record_not_found', 'record_not_found']);
    assert.deepEqual(readBy(plan, answer({ ...one, field: null })), [
      ...['refused_by_channel', 'refused_by_channel'],
    ]);
  });
});

test('without the scope nothing is planned, and the message names it', async () => {
  const READ = scopes('read_orders', 'read_products', 'read_inventory', 'read_locations');
  const plans = {
    write_merchant_managed_fulfillment_orders: fulfillments,
    write_inventory: stock,
    write_products: prices,
  };
  for (const [scope, { plan }] of Object.entries(plans))
    await assert.rejects(plan([], fakeShop([READ]).reading), {
      ...{ code: 'permission_missing', reason: `missing_${scope}` },
      message: new RegExp(`lacks the scope ${scope}\\.`),
    });
});

test('one of the scopes to ship is enough', async () => {
  const shop = fakeShop([scopes('write_third_party_fulfillment_orders')]);
  assert.deepEqual(await fulfillments.plan([], shop.reading), { steps: [], refused: [] });
});

test('a write that Shopify denies lacks a permission; a reading is left to its driver', () => {
  const reply = replyWith({
    data: { set0: null },
    errors: [
      {
        message: 'Access denied for inventorySetQuantities field.',
        path: ['set0'],
        extensions: {
          code: 'ACCESS_DENIED',
          requiredAccess: '`write_inventory` access scope.',
        },
      },
    ],
  });
  const url = 'https://velo-nord.myshopify.com/admin/api/2026-10/graphql.json';
  const fault = explain(reply, { url, reads: false });
  assert.equal(fault?.code, 'permission_missing');
  assert.match(fault?.message ?? '', /write_inventory/);
  assert.equal(explain(reply, { url, reads: true }), undefined);
});

test('the products of variants are found by their identifiers', async () => {
  const node = (id: string, product: string | null) => ({
    __typename: 'ProductVariant',
    id: `gid://shopify/ProductVariant/${id}`,
    product: product === null ? null : { legacyResourceId: product },
  });
  const shop = fakeShop([ordersOf(node('31', '5'), null, node('33', null))]);
  const found = await writes.productsOf(['31', '32', '33', 'x/../y'], shop.reading);
  assert.deepEqual([...found], [['31', '5']]);
  assert.deepEqual(
    variablesOf(shop.asks[0]).ids,
    ['31', '32', '33'].map((id) => `gid://shopify/ProductVariant/${id}`),
  );
});
