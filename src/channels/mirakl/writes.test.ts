// Stock and prices as both APIs of Mirakl take them, what they answer, and what is refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Account } from '../../model/credential.ts';
import type { Reply } from '../../model/exchange.ts';
import { completeProduct } from '../../model/product.ts';
import { type PriceItem, Refusal } from '../../model/writes.ts';
import type { Plan } from '../writing.ts';
import { explain } from './explain.ts';
import { MARKETPLACE, miraklThat, ok, sample } from './fake-vendor.ts';
import {
  answer,
  asked,
  CONNECT,
  CONNECT_API,
  codesOf,
  context,
  SHOP_API,
  shown,
} from './fake-writes.ts';
import { follow } from './follow.ts';
import type { NativeProduct } from './native.ts';
import { products } from './products.ts';
import { planPrices, planStock } from './write-products.ts';
import { writes } from './writes.ts';

const variantWrite = (native: NativeProduct, at: number) => {
  const product = completeProduct(products.transform(native, context), 'mirakl');
  const [variant] = product.variants;
  assert.ok(variant);
  return { at, product, variant, native };
};

/** Each of the items is of one place and so many pieces. */
const stock = (
  native: NativeProduct,
  account: Account,
  ...items: readonly (readonly [place: string | undefined, available: number])[]
) =>
  planStock(
    items.map(([locationId, available], at) => ({
      ...{ ...variantWrite(native, at), locationId, item: { variant_id: 'x', available } },
    })),
    miraklThat([], account).reading,
  );

const prices = (
  native: NativeProduct,
  account: Account,
  ...items: readonly Omit<PriceItem, 'variant_id'>[]
) =>
  planPrices(
    items.map((item, at) => ({
      ...{ ...variantWrite(native, at), item: { variant_id: 'x', ...item } },
    })),
    miraklThat([], account).reading,
  );

describe('products of Connect', () => {
  const reduced = sample('product-connect-reduced');

  test('have all their warehouses written together', async () => {
    const plan = await stock(reduced, CONNECT, ['albany', 9], ['lyon', 0]);
    const quantities =
      '[{"available_quantity":0,"warehouse_code":"lyon"},{"available_quantity":9,"warehouse_code":"albany"}]';
    assert.deepEqual(asked(plan), [
      [
        `POST ${CONNECT_API}/products`,
        `{"products":[{"id":"BASKET-S","quantities":${quantities}}]}`,
      ],
    ]);
    assert.deepEqual(plan.steps[0]?.items, [0, 1]);
    const [, bare] =
      asked(await stock(sample('product-connect-bare'), CONNECT, [undefined, 4]))[0] ?? [];
    assert.equal(bare, '{"products":[{"id":"TRAY-OVAL","quantities":[{"available_quantity":4}]}]}');
    const partner = {
      ...reduced,
      partner_quantities: [{ partner_id: 'p', available_quantity: 1 }],
    };
    assert.deepEqual(codesOf(await stock(partner, CONNECT, ['p', 4])), [[0, 'stock_not_set']]);
    const odd = {
      ...reduced,
      quantities: [{ warehouse_code: 'lyon' }, ...reduced.quantities.slice(1)],
    };
    assert.deepEqual(codesOf(await stock(odd, CONNECT, ['albany', 4])), [[0, 'stock_not_set']]);
  });

  test('have their prices written so that reading shows what was asked for; others stay', async () => {
    const us = '{"price":{"amount":34.9,"currency":"USD"},"scope":"US"}';
    const days = '"start_date":"2026-09-01T00:00:00Z","end_date":"2026-12-01T00:00:00Z"';
    const euro = (amount: string) => `{"amount":${amount},"currency":"EUR"}`;
    const bodyOf = async (item: Omit<PriceItem, 'variant_id'>, native = reduced) =>
      (await prices(native, CONNECT, item)).steps[0]?.ask.body;
    const body = (standard: string, discounts: string) =>
      `{"products":[{"id":"BASKET-S","standard_prices":[{"price":${euro(standard)}},${us}],"discount_prices":${discounts}}]}`;
    const inForce = (amount: string) => `[{"price":${euro(amount)},${days}}]`;
    assert.equal(await bodyOf({ price: '20.00' }), body('29.9', inForce('20')));
    assert.equal(await bodyOf({ price: '31.00', compare_at_price: null }), body('31', 'null'));
    const both = { price: '31.00', compare_at_price: '33.10' };
    assert.equal(await bodyOf(both), body('33.1', inForce('31')));
    const plain = { ...reduced, discount_prices: null };
    assert.equal(await bodyOf({ price: '20.00' }, plain), body('20', 'null'));
    assert.equal(await bodyOf(both, plain), body('33.1', `[{"price":${euro('31')}}]`));
    const ahead = { ...reduced.discount_prices[0], start_date: '2026-11-20T00:00:00Z' };
    assert.equal(
      await bodyOf({ price: '28.00' }, { ...reduced, discount_prices: [ahead] }),
      body('28', inForce('24.9').replace('2026-09-01', '2026-11-20')),
    );
  });

  test('keep a price that could not be seen, or would lose another', async () => {
    const refused = async (item: Omit<PriceItem, 'variant_id'>, native: NativeProduct) =>
      codesOf(await prices(native, CONNECT, item));
    const no = [[0, 'price_not_set']];
    assert.deepEqual(await refused({ price: '30.00' }, reduced), no);
    const scoped = { price: { amount: '5', currency: 'EUR' }, scope: 'FR' };
    const hidden = { ...reduced, discount_prices: [...reduced.discount_prices, scoped] };
    assert.deepEqual(await refused({ price: '30.00', compare_at_price: null }, hidden), no);
    const odd = { ...reduced, standard_prices: [...reduced.standard_prices, { price: null }] };
    assert.deepEqual(await refused({ price: '20.00' }, odd), no);
  });
});

describe('files of a marketplace', () => {
  const offer = sample('product-marketplace-reduced');
  const running = { ...offer.all_prices[0], discount_end_date: '2026-12-01T00:00:00Z' };
  const fileOf = ({ steps }: Plan) =>
    /\r\n\r\n(.*)\r\n--manifold-import-file--\r\n$/s.exec(steps[0]?.ask.body ?? '')?.[1];

  test('of stock have a line for each place', async () => {
    const plan = await stock(offer, MARKETPLACE, ['KZ "1"', 4]);
    assert.deepEqual(
      [asked(plan)[0]?.[0], plan.steps[0]?.ask.headers, fileOf(plan)],
      [
        `POST ${SHOP_API}/offers/stock/imports`,
        { 'content-type': 'multipart/form-data; boundary=manifold-import-file' },
        '"offer-sku";"quantity";"warehouse-code";"update-delete"\n"BASKET-S";"4";"KZ ""1""";"update"\n',
      ],
    );
    assert.equal(
      fileOf(await stock(offer, MARKETPLACE, [undefined, 4])),
      '"offer-sku";"quantity";"update-delete"\n"BASKET-S";"4";"update"\n',
    );
    const nameless = { ...offer, shop_sku: null };
    assert.deepEqual(codesOf(await stock(nameless, MARKETPLACE, [undefined, 4])), [
      [0, 'stock_not_set'],
    ]);
    const read = (reply: Reply) => shown(plan.steps[0]?.read?.(reply));
    assert.deepEqual(read(answer(201, { import_id: 'i1' })), [
      { process: '["stock","i1","BASKET-S"]' },
    ]);
    assert.deepEqual(read(answer(400, { message: 'No.' })), ['refused_by_channel: Mirakl: No.']);
  });

  test('of prices hold all prices of an offer, as they replace them', async () => {
    const rowsOf = async (item: Omit<PriceItem, 'variant_id'>, ...all: object[]) => {
      const plan = await prices({ ...offer, all_prices: all }, MARKETPLACE, item);
      return fileOf(plan)?.replaceAll('"', '').trim().split('\n') ?? codesOf(plan);
    };
    const dated = 'offer-sku;price;discount-price;discount-start-date;discount-end-date';
    const days = '2026-09-01T00:00:00Z;2026-12-01T00:00:00Z';
    assert.deepEqual(await rowsOf({ price: '20.00' }, running), [
      ...[dated, `BASKET-S;29.9;20.00;${days}`],
    ]);
    assert.deepEqual(await rowsOf({ price: '21.00', compare_at_price: null }, running), [
      ...['offer-sku;price', 'BASKET-S;21.00'],
    ]);
    // This one is over, and its days are not those of another.
    const [over] = offer.all_prices;
    assert.deepEqual(await rowsOf({ price: '21.00', compare_at_price: '25.00' }, over), [
      ...['offer-sku;price;discount-price', 'BASKET-S;25.00;21.00'],
    ]);
    const ahead = { ...running, discount_start_date: '2026-11-20T00:00:00Z' };
    assert.deepEqual(await rowsOf({ price: '28.00' }, ahead), [
      ...[dated, 'BASKET-S;28.00;24.9;2026-11-20T00:00:00Z;2026-12-01T00:00:00Z'],
    ]);
    const german = { channel_code: 'DE', unit_origin_price: '31.5', volume_prices: [] };
    const volume = [{ quantity_threshold: 10, unit_origin_price: '19.5' }];
    const bulk = { unit_origin_price: '29.9', volume_prices: volume };
    assert.deepEqual(await rowsOf({ price: '28.00' }, bulk, german), [
      ...['offer-sku;price;price-ranges;channels', 'BASKET-S;28.00;10|19.5;', 'BASKET-S;31.5;;DE'],
    ]);
    const no = [[0, 'price_not_set']];
    assert.deepEqual(await rowsOf({ price: '28.00', compare_at_price: '30.00' }, bulk), no);
    assert.deepEqual(await rowsOf({ price: '30.00' }, running), no);
    assert.deepEqual(await rowsOf({ price: '28.00' }, german), no);
    const special = { ...german, context: { customer_group_ids: ['vip'] } };
    assert.deepEqual(await rowsOf({ price: '28.00' }, bulk, special), no);
    const scheduled = { ...german, context: { start_date: '2026-11-20T00:00:00Z' } };
    assert.deepEqual(await rowsOf({ price: '28.00' }, bulk, scheduled), no);
    // A reduction that is to come reduces the prices by pieces too.
    const discounts = [{ ...volume[0], unit_discount_price: '17.5' }];
    assert.deepEqual(await rowsOf({ price: '28.00' }, { ...ahead, volume_prices: discounts }), no);
  });

  test('of prices are not made where they would delete what the marketplace sells at', async () => {
    const retail_prices = [{ unit_origin_price: 35, unit_discount_price: null }];
    const plan = await prices({ ...offer, retail_prices }, MARKETPLACE, { price: '21.00' });
    assert.deepEqual(codesOf(plan), [[0, 'price_not_set']]);
    const none = { ...offer, retail_prices: [] };
    assert.equal((await prices(none, MARKETPLACE, { price: '21.00' })).steps.length, 1);
  });
});

describe('what Mirakl works on', () => {
  const end = async (process: string, answers: Reply[], account: Account) => {
    const { reading, sent } = miraklThat(answers, account);
    const state = await follow(process, reading);
    return [state instanceof Refusal ? state.message : state, ...sent()];
  };

  test('is an action of Connect', async () => {
    const path = '/api/v2/orders/actions/a1?';
    const of = (status: number, body?: object) => end('a1', [answer(status, body)], CONNECT);
    assert.deepEqual(await of(200, { status: 'PENDING' }), ['working', path]);
    assert.deepEqual(await of(404), ['working', path]);
    assert.deepEqual(await of(200, { status: 'SUCCESS' }), ['done', path]);
    const errors = [{ code: 'ORDER_IN_WRONG_STATE', message: 'Not now.' }];
    assert.deepEqual(await of(200, { status: 'FAILED', errors }), ['Mirakl: Not now.', path]);
  });

  test('is a file of a marketplace, with a report of the lines in error', async () => {
    const stockFile = '["stock","i1","A;1"]';
    const of = (body: object, text?: string) =>
      end(
        stockFile,
        [ok(body), ...(text === undefined ? [] : [{ ...ok(undefined), text }])],
        MARKETPLACE,
      );
    const status = '/api/offers/stock/imports/i1/status?';
    const report = '/api/offers/stock/imports/i1/error_report?';
    assert.deepEqual(await of({ status: 'RUNNING' }), ['working', status]);
    assert.deepEqual(await of({ status: 'COMPLETE', has_error_report: false }), ['done', status]);
    assert.deepEqual(await of({ status: 'FAILED' }), ['Mirakl: the file is FAILED', status]);
    const bad = { status: 'COMPLETE', has_error_report: true };
    const head = '"line-number";"error-message";"offer-sku";"quantity"\n';
    assert.deepEqual(await of(bad, `${head}"2";"No ""such"" offer";"A;1";"4"\n`), [
      ...['Mirakl: No such offer', status, report],
    ]);
    assert.deepEqual(await of(bad, `${head}3;Odd;B;4\n`), ['done', status, report]);
    const data = [{ status: 'FAILED', reason_status: 'Unknown column' }];
    assert.deepEqual(await end('["pricing","i2","B"]', [ok({ data })], MARKETPLACE), [
      ...['Mirakl: Unknown column', '/api/offers/pricing/imports?import_id=i2'],
    ]);
  });
});

test('who may not write hears so', () => {
  for (const url of [`${CONNECT_API}/products`, `${SHOP_API}/offers/stock/imports`]) {
    const fault = explain(answer(403, { message: 'No.' }), { method: 'POST', url });
    assert.equal(fault?.code, 'permission_missing');
    assert.match(fault.message, /may not change/);
  }
});

test('a product is its own variant', async () => {
  const { reading } = miraklThat([]);
  assert.deepEqual([...(await writes.productsOf(['A', 'a,b'], reading))], [['A', 'A']]);
});
