// What is asked of bol to write, word for word, and what its answers mean.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mutations } from '../../../test/mutations.ts';
import type { Ask } from '../../model/exchange.ts';
import type { FulfillmentItem, PriceItem, Refusal } from '../../model/writes.ts';
import type { FulfillmentWrite, Plan, PriceWrite, StockWrite, Taken } from '../writing.ts';
import { explain } from './explain.ts';
import { readingOf } from './fake-vendor.ts';
import { bol } from './index.ts';

const { writes } = bol;
assert.ok(writes);
const { fulfillments, stock, prices, follow } = writes;
assert.ok('plan' in fulfillments && follow);
const reading = readingOf(() => undefined);
const OFFER = '2f1c6a6e-55d0-4b0e-9f44-6f4a7c1b9a01';
const V10 = 'application/vnd.retailer.v10+json';
const V11 = 'application/vnd.retailer.v11+json';

const bodyOf = (ask: Ask | undefined) => JSON.parse(ask?.body ?? 'null');
const codesOf = ({ refused }: Plan) => refused.map(({ at, refusal }) => [at, refusal.code]);
const plainly = (taken: Taken | string) =>
  typeof taken === 'object' ? { ...(taken as Refusal) } : taken;

const toFulfill = (
  item: Partial<FulfillmentItem>,
  lines: Readonly<Record<string, readonly [quantity: number, service: string]>> = {
    '2012345678': [2, 'manual'],
  },
): FulfillmentWrite => ({
  ...{ at: 3, native: {}, order: {} as FulfillmentWrite['order'] },
  item: {
    ...{ order_id: 'C00031K4LM', tracking_company: 'PostNL', tracking_numbers: ['3SABC1'] },
    ...item,
  },
  lines: Object.entries(lines).map(([id, [quantity, fulfillment_service]]) => ({
    line: { id, fulfillment_service } as FulfillmentWrite['lines'][number]['line'],
    quantity,
  })),
});

describe('a shipment', () => {
  test('is sent in bol’s words and by its version', async () => {
    const { steps, refused } = await fulfillments.plan([toFulfill({})], reading);
    assert.deepEqual(refused, []);
    const [step] = steps;
    assert.deepEqual(step?.items, [3]);
    assert.equal(step?.ask.url, 'https://api.bol.com/retailer/shipments');
    assert.equal(step?.ask.method, 'POST');
    assert.equal(step?.ask.operation, 'ship');
    assert.deepEqual(step?.ask.headers, { accept: V10, 'content-type': V10 });
    assert.deepEqual(bodyOf(step?.ask), {
      orderItems: [{ orderItemId: '2012345678', quantity: 2 }],
      transport: { transporterCode: 'TNT', trackAndTrace: '3SABC1' },
    });
  });

  test('has no lines that bol sends, where all that is left is to leave', () => {
    const lines = toFulfill({}, { '1': [1, 'manual'], '2': [1, 'bol'] }).lines;
    assert.deepEqual(
      lines.map(({ line }) => fulfillments.ships?.(line, {})),
      [true, false],
    );
  });

  test('may go without a number, and holds a hundred lines', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 101 }, (_, at) => [String(1000 + at), [1, 'manual'] as const]),
    );
    const write = toFulfill({ tracking_company: 'BRIEFPOST', tracking_numbers: [] }, many);
    const { steps } = await fulfillments.plan([write], reading);
    assert.deepEqual(
      steps.map(({ ask }) => bodyOf(ask).orderItems.length),
      [100, 1],
    );
    assert.deepEqual(bodyOf(steps[0]?.ask).transport, { transporterCode: 'BRIEFPOST' });
  });

  test('is refused where bol would not take it, or not keep what is asked', async () => {
    const { tracking_company: _, ...without } = toFulfill({}).item;
    const cases: [FulfillmentWrite, string][] = [
      [toFulfill({}, { '1': [1, 'manual'], '2': [1, 'bol'] }), 'not_shippable'],
      [{ ...toFulfill({}), item: without }, 'tracking_required'],
      [toFulfill({ tracking_company: 'Fietskoerier' }), 'carrier_unknown'],
      [toFulfill({ tracking_numbers: ['1', '2'] }), 'invalid_request'],
      [toFulfill({ tracking_urls: ['https://postnl.example/1'] }), 'invalid_request'],
      [toFulfill({ location_id: '1' }), 'location_not_found'],
    ];
    for (const [write, code] of cases) {
      const plan = await fulfillments.plan([write], reading);
      assert.deepEqual([codesOf(plan), plan.steps], [[[3, code]], []]);
    }
  });

  const process = (status: string, more: object = {}) => ({
    ...{ processStatusId: '1234567', eventType: 'CREATE_SHIPMENT', description: '', status },
    ...{ createTimestamp: '2026-11-01T12:00:00Z', links: [], ...more },
  });
  const FAILED = process('FAILURE', { errorMessage: 'Order item 2012345678 is cancelled.' });
  const REFUSED = {
    code: 'refused_by_channel',
    message: 'bol: Order item 2012345678 is cancelled.',
  };

  test('is worked on by a process, or refused by it', async () => {
    const [step] = (await fulfillments.plan([toFulfill({})], reading)).steps;
    const read = (body: unknown) =>
      step?.read?.({ status: 202, headers: {}, text: '', body }).map(plainly);
    assert.deepEqual(read(process('PENDING')), [{ process: '1234567' }]);
    assert.deepEqual(read(FAILED), [REFUSED]);
    assert.deepEqual(read(process('FAILURE')), [
      { code: 'refused_by_channel', message: 'bol: refused without a word' },
    ]);
    assert.deepEqual(read(process('PENDING', { processStatusId: null })), [undefined]);
    assert.deepEqual(read(undefined), [undefined]);
  });

  test('is followed until bol says what became of it', async () => {
    const asked = async (answer: object) => {
      const bols = readingOf(() => answer);
      const said = await follow('1234567', bols);
      const [ask] = bols.asks;
      assert.equal(ask?.url, 'https://api.bol.com/shared/process-status/1234567');
      assert.deepEqual(ask?.headers, { accept: V10 });
      return plainly(said as Taken | string);
    };
    assert.equal(await asked({ body: process('PENDING') }), 'working');
    assert.equal(await asked({ body: process('SUCCESS') }), 'done');
    assert.deepEqual(await asked({ body: FAILED }), REFUSED);
    assert.equal(await asked({ body: process('TIMEOUT') }), 'working', 'it may still be done');
    assert.equal(await asked({ status: 404, body: {} }), 'working', 'it is forgotten');
  });
});

const offer = (native: object, more: object = {}) => ({
  ...{ at: 1, native, product: { id: OFFER } as StockWrite['product'] },
  variant: { id: OFFER, inventory_management: 'retailer', ...more } as StockWrite['variant'],
});

describe('stock', () => {
  const planned = (available: number, native: object = {}, more: object = {}) => {
    const item = { variant_id: OFFER, available };
    const write: StockWrite = { ...offer({ stock: native }, more), item, locationId: undefined };
    return stock.plan([write], reading);
  };
  const amount = async (...how: Parameters<typeof planned>) =>
    bodyOf((await planned(...how)).steps[0]?.ask).stock;

  test('is a part of the offer that is changed by version 11', async () => {
    const { steps } = await planned(41, { amount: 5, correctedStock: 5, managedByRetailer: false });
    const [step] = steps;
    assert.equal(step?.ask.url, `https://api.bol.com/retailer/offers/${OFFER}`);
    assert.equal(step?.ask.method, 'PATCH');
    assert.equal(step?.ask.operation, 'offer');
    assert.deepEqual(step?.ask.headers, { accept: V11, 'content-type': V11 });
    assert.deepEqual(bodyOf(step?.ask), { stock: { amount: 41, managedByRetailer: false } });
    assert.equal(step?.read, undefined, 'done when it is answered');
  });

  test('holds what open orders have taken, where bol takes that off', async () => {
    const taken = { amount: 9, correctedStock: 6 };
    assert.deepEqual(await amount(4, { ...taken, managedByRetailer: false }), {
      ...{ amount: 7, managedByRetailer: false },
    });
    assert.deepEqual(await amount(4, { ...taken, managedByRetailer: true }), {
      ...{ amount: 4, managedByRetailer: true },
    });
    assert.deepEqual(await amount(4, taken), { amount: 7 });
    assert.deepEqual(await amount(4, { amount: 9 }), { amount: 4 });
    assert.deepEqual(await amount(0, {}), { amount: 0 });
  });

  test('is at most 999 pieces, and none of bol’s own', async () => {
    assert.deepEqual(await amount(999), { amount: 999 });
    assert.deepEqual(codesOf(await planned(1000)), [[1, 'stock_not_set']]);
    const held = await planned(998, { amount: 9, correctedStock: 6 });
    assert.match(held.refused[0]?.refusal.message ?? '', /open orders hold 3/);
    const warehouse = await planned(5, {}, { inventory_management: 'bol' });
    assert.deepEqual(codesOf(warehouse), [[1, 'stock_not_set']]);
  });
});

describe('a price', () => {
  const planned = (item: Omit<PriceItem, 'variant_id'>, bundlePrices: unknown = []) => {
    const write: PriceWrite = {
      ...offer({ pricing: { bundlePrices } }),
      item: { variant_id: OFFER, ...item },
    };
    return prices.plan([write], reading);
  };

  test('is that of one piece; those of several stay, all with their own digits', async () => {
    const bundles = [
      { quantity: 1, unitPrice: '29.9' },
      { quantity: 3, unitPrice: '27.95' },
      { quantity: 6, unitPrice: 25 },
    ];
    const { steps } = await planned({ price: '31.10' }, bundles);
    assert.equal(steps[0]?.ask.method, 'PATCH');
    assert.equal(
      steps[0]?.ask.body,
      '{"pricing":{"bundlePrices":[{"quantity":1,"unitPrice":31.1},{"quantity":3,"unitPrice":27.95},{"quantity":6,"unitPrice":25}]}}',
    );
  });

  test('is refused where bol would not take it, or would lose another', async () => {
    const refused: [Omit<PriceItem, 'variant_id'>, unknown?][] = [
      [{ price: '0.99' }],
      [{ price: '9999.01' }],
      [{ price: '5', compare_at_price: '6' }],
      [{ price: '5' }, [{ quantity: 3, unitPrice: 'cheap' }]],
      [{ price: '5' }, [{ unitPrice: 4 }]],
      [{ price: '5' }, [{ quantity: 3, unitPrice: 5 }]],
    ];
    for (const [item, bundles] of refused)
      assert.deepEqual(codesOf(await planned(item, bundles)), [[1, 'price_not_set']]);
    for (const price of ['1', '9999.00'])
      assert.equal((await planned({ price, compare_at_price: null })).steps.length, 1);
  });
});

test('whatever bol sent, an offer is asked for whole numbers of pieces and real prices, or for nothing', async () => {
  const bundlePrices = [
    { quantity: 1, unitPrice: '29.9' },
    { quantity: 3, unitPrice: '27.95' },
  ];
  const native = {
    pricing: { bundlePrices },
    stock: { amount: 9, correctedStock: 6, managedByRetailer: false },
  };
  for (const { path, into, value } of mutations(native)) {
    const of = offer(value as object);
    const [counted, priced] = [
      await stock.plan(
        [{ ...of, item: { variant_id: OFFER, available: 4 }, locationId: undefined }],
        reading,
      ),
      await prices.plan([{ ...of, item: { variant_id: OFFER, price: '31' } }], reading),
    ];
    const { amount } = bodyOf(counted.steps[0]?.ask).stock;
    assert.ok(Number.isInteger(amount) && amount >= 4, `${path} as ${into}`);
    for (const { ask } of priced.steps)
      for (const { quantity, unitPrice } of bodyOf(ask).pricing.bundlePrices)
        assert.ok(quantity >= 0 && unitPrice >= 0, `${path} as ${into}`);
  }
});

test('an offer is its own product', async () => {
  const found = await writes.productsOf([OFFER, 'x', ''], reading);
  assert.deepEqual([...found], [[OFFER, OFFER]]);
});

test('keys that may not write lack a permission', () => {
  const reply = { status: 403, headers: {}, text: '', body: { title: 'Forbidden', status: 403 } };
  const fault = explain(reply, { url: 'https://api.bol.com/retailer/shipments', method: 'POST' });
  assert.equal(fault?.code, 'permission_missing');
});
