// Shipments, stock and prices as Lightspeed takes them, what it answers, and what is refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { completeOrder } from '../../model/order-draft.ts';
import { completeProduct } from '../../model/product.ts';
import { type FulfillmentItem, type PriceItem, Refusal } from '../../model/writes.ts';
import type { Plan } from '../writing.ts';
import { explain } from './explain.ts';
import { failure, NOW, ok, shopThat } from './fake-vendor.ts';
import type { NativeOrder, NativeProduct } from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { transformProduct } from './products-transform.ts';
import { planFulfillments } from './write-orders.ts';
import { planPrices, planStock } from './write-products.ts';
import { writes } from './writes.ts';

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`samples/${name}.native.json`, import.meta.url), 'utf8'));
const context = { account: {}, now: NOW, note: () => {} };
const { reading } = shopThat(() => undefined);

const asked = ({ steps }: Plan) =>
  steps.map(({ items, ask: { method, url, body } }) => [items, method, url, body]);
const codesOf = ({ refused }: Plan) => refused.map(({ at, refusal }) => [at, refusal.code]);
const SHIPMENTS = 'https://api.webshopapp.com/nl/shipments';
const VARIANT = 'https://api.webshopapp.com/nl/variants/322925901.json';

/** Two of the first line left in one shipment; one of the second and five of the third wait in another. */
const PARTLY: NativeOrder = sample('order-coupon-surcharge-partly-shipped');
const [first, waiting] = PARTLY.shipmentRecords ?? [];
const [cloth, tray, candles] = ['701002', '701003', '701004'] as const;

/** The same order with its shipments as given. */
const withShipments = (...shipmentRecords: unknown[]) =>
  ({ ...PARTLY, shipmentRecords }) as NativeOrder;
const goods = (articleCode: string, quantity: number) => ({ articleCode, quantity });
const parcel = (id: number, ...shipmentProducts: object[]) => ({
  ...{ id, status: 'not_shipped', shipmentProducts },
});

function ship(
  item: Partial<FulfillmentItem>,
  pieces: Readonly<Record<string, number>> = { [tray]: 1, [candles]: 5 },
  native: NativeOrder = PARTLY,
) {
  const order = completeOrder(transformOrder(native, context), 'lightspeed_c');
  const lines = order.line_items.flatMap((line) =>
    pieces[line.id ?? ''] ? [{ line, quantity: pieces[line.id ?? ''] ?? 0 }] : [],
  );
  const write = { at: 4, item: { order_id: order.id, ...item }, order, native, lines };
  return planFulfillments([write], reading);
}

describe('a shipment', () => {
  test('that waits is marked as shipped, with its code; the buyer hears of it only where asked for', async () => {
    const quiet = await ship({ tracking_numbers: ['3S1'] });
    assert.deepEqual(asked(quiet), [
      [
        [4],
        'PUT',
        `${SHIPMENTS}/219046.json`,
        '{"shipment":{"status":"shipped","trackingCode":"3S1","doNotifyShipped":false,"doNotifyTrackingCode":false}}',
      ],
    ]);
    assert.deepEqual(quiet.steps[0]?.ask.headers, { 'content-type': 'application/json' });
    const bodyOf = async (item: Partial<FulfillmentItem>) =>
      JSON.parse((await ship(item)).steps[0]?.ask.body ?? '').shipment;
    assert.deepEqual(await bodyOf({ notify_customer: true }), {
      ...{ status: 'shipped', doNotifyShipped: true, doNotifyTrackingCode: false },
    });
    assert.deepEqual(await bodyOf({ notify_customer: true, tracking_numbers: ['3S1'] }), {
      ...{ status: 'shipped', trackingCode: '3S1' },
      ...{ doNotifyShipped: true, doNotifyTrackingCode: true },
    });
  });

  test('leaves as a whole: those that hold just what is asked for are found', async () => {
    const small = parcel(1, goods('KAARS-S', 1));
    const large = parcel(2, goods('KAARS-S', 1), goods('DB-01', 1));
    const rest = parcel(3, goods('KAARS-S', 3));
    const native = withShipments(first, small, large, rest);
    const chosen = async (pieces: Record<string, number>, numbers: string[] = []) => {
      const plan = await ship({ tracking_numbers: numbers }, pieces, native);
      const sent = plan.steps.map(({ ask }) => [
        Number(/(\d+)\.json/.exec(ask.url)?.[1]),
        JSON.parse(ask.body ?? '').shipment.trackingCode,
      ]);
      return sent.length > 0 ? sent : codesOf(plan);
    };
    assert.deepEqual(await chosen({ [tray]: 1, [candles]: 1 }), [[2, undefined]]);
    assert.deepEqual(await chosen({ [candles]: 1 }), [[1, undefined]]);
    assert.deepEqual(await chosen({ [candles]: 4 }, ['A']), [
      [3, 'A'],
      [1, 'A'],
    ]);
    assert.deepEqual(await chosen({ [candles]: 4 }, ['A', 'B']), [
      [3, 'A'],
      [1, 'B'],
    ]);
    assert.deepEqual(await chosen({ [candles]: 4 }, ['A', 'B', 'C']), [[4, 'invalid_request']]);
    assert.deepEqual(await chosen({ [candles]: 2 }), [[4, 'not_shippable']]);
    assert.deepEqual(await chosen({ [tray]: 1 }), [[4, 'not_shippable']]);
  });

  test('is refused where none waits, or where its goods are of no line for certain', async () => {
    const refusal = async (native: NativeOrder) => {
      const { refused } = await ship({}, undefined, native);
      return refused.map(({ refusal: { code, message } }) => `${code}: ${message}`).join();
    };
    assert.match(await refusal(withShipments(first)), /^not_shippable: .* no shipment/);
    assert.match(await refusal(withShipments({ ...waiting, status: 'cancelled' })), /no shipment/);
    assert.match(
      await refusal(withShipments(parcel(1, goods('ELSE', 1)))),
      /^not_shippable: .* for certain/,
    );
    const { refused } = await ship({}, { [cloth]: 2, [tray]: 1 });
    assert.match(
      refused[0]?.refusal.message ?? '',
      /219046 \(1 of line 701003, 5 of line 701004\)/,
    );
  });

  test('has neither a carrier nor a place nor an address', async () => {
    for (const [item, code] of [
      [{ tracking_company: 'PostNL' }, 'carrier_unknown'],
      [{ location_id: '1' }, 'location_not_found'],
      [{ tracking_urls: ['https://track.example/1'] }, 'invalid_request'],
    ] as const) {
      const plan = await ship(item as Partial<FulfillmentItem>);
      assert.deepEqual(codesOf(plan), [[4, code]]);
      assert.deepEqual(plan.steps, []);
    }
  });
});

const PRODUCT: NativeProduct = sample('product-variants');
const variantWrite = (index: number, native = PRODUCT) => {
  const product = completeProduct(transformProduct(native, context), 'lightspeed_c');
  const variant = product.variants[index];
  assert.ok(variant);
  return { at: 2, product, variant, native };
};

describe('a variant', () => {
  test('has its stock set where it is tracked', async () => {
    const plan = (index: number) => {
      const write = variantWrite(index);
      const item = { variant_id: write.variant.id ?? '', available: 8 };
      return planStock([{ ...write, item, locationId: undefined }], reading);
    };
    assert.deepEqual(asked(await plan(0)), [[[2], 'PUT', VARIANT, '{"variant":{"stockLevel":8}}']]);
    assert.deepEqual(codesOf(await plan(1)), [[2, 'stock_not_set']]);
  });

  test('has its prices set with and without tax, digit by digit', async () => {
    const bodyOf = async (item: Omit<PriceItem, 'variant_id'>, native = PRODUCT) => {
      const write = variantWrite(0, native);
      const plan = await planPrices([{ ...write, item: { variant_id: '1', ...item } }], reading);
      assert.equal(plan.steps[0]?.ask.url, VARIANT);
      return plan.steps[0]?.ask.body;
    };
    assert.equal(
      await bodyOf({ price: '23.10' }),
      '{"variant":{"priceIncl":23.1,"priceExcl":19.0909}}',
    );
    assert.equal(
      await bodyOf({ price: '12.10', compare_at_price: '24.20' }),
      '{"variant":{"priceIncl":12.1,"priceExcl":10,"oldPriceIncl":24.2,"oldPriceExcl":20}}',
    );
    assert.equal(
      await bodyOf({ price: '12.10', compare_at_price: null }),
      '{"variant":{"priceIncl":12.1,"priceExcl":10,"oldPriceIncl":0,"oldPriceExcl":0}}',
    );
    const variants = Object.values(PRODUCT.variants || {}).map((one) => ({ ...one, tax: false }));
    assert.equal(
      await bodyOf({ price: '12.10' }, { ...PRODUCT, variants }),
      '{"variant":{"priceIncl":12.1}}',
    );
  });

  test('names its product; one that is not there is left out', async () => {
    const shop = shopThat((path) => {
      const of = (product: unknown) => ok({ variant: { id: 1, product } });
      if (path === 'variants/11') return of({ resource: { id: 5 } });
      return path === 'variants/12' ? of(false) : undefined;
    });
    const found = await writes.productsOf(['11', '12', '13', 'x/../y'], shop.reading);
    assert.deepEqual([...found], [['11', '5']]);
    assert.deepEqual(shop.asked, ['variants/11', 'variants/12', 'variants/13']);
    const denied = shopThat(() => failure(403, 'No.'));
    await assert.rejects(writes.productsOf(['11'], denied.reading), { code: 'permission_missing' });
  });
});

test('what Lightspeed refuses is refused in its words', async () => {
  const { steps } = await ship({});
  const read = (status: number, error?: object) => {
    const body = error && { error };
    const [taken] = steps[0]?.read?.({ status, headers: {}, text: '', body }) ?? [];
    return taken instanceof Refusal ? [taken.code, taken.message] : taken;
  };
  assert.equal(read(200), undefined);
  const errors = { status: ['The order is cancelled.'] };
  assert.deepEqual(read(422, { code: 422, message: 'Invalid parameters.', errors }), [
    ...['refused_by_channel', 'Lightspeed: Invalid parameters. The order is cancelled.'],
  ]);
  assert.deepEqual(read(404, { code: 404, message: 'Not found.' }), [
    ...['record_not_found', 'Lightspeed: Not found.'],
  ]);
  assert.deepEqual(read(400), ['refused_by_channel', 'Lightspeed: refused without a word']);
});

test('a key that may not write is named so, with the group that lacks it', () => {
  const reply = { status: 403, headers: {}, text: '', body: { error: { code: 403 } } };
  const said = (url: string) => {
    const fault = explain(reply, { method: 'PUT', url });
    return [fault?.code, fault?.reason, /may not write (\w+)/.exec(fault?.message ?? '')?.[1]];
  };
  const missing = (group: string) => ['permission_missing', `${group}_not_allowed`, group];
  assert.deepEqual(said(`${SHIPMENTS}/1.json`), missing('orders'));
  assert.deepEqual(said(VARIANT), missing('products'));
});
