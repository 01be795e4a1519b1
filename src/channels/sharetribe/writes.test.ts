// What is asked of Sharetribe to write, word for word, and what its answers mean.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PriceItem, Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import type { Plan, PriceWrite, StockWrite } from '../writing.ts';
import { explain } from './explain.ts';
import { sharetribe } from './index.ts';

const { writes } = sharetribe;
assert.ok(writes);
const { fulfillments, stock, prices } = writes;
const API = 'https://flex-integ-api.sharetribe.com/v1/integration_api';
const LISTING = '3c8f1a90-6d7e-4f52-a1b3-0c9d8e7f6a11';
const reading = { account: {} } as Reading;

const stepsOf = ({ steps }: Plan) =>
  steps.map(({ ask }) => [ask.method, ask.url, JSON.parse(ask.body ?? 'null')]);
const codesOf = ({ refused }: Plan) => refused.map(({ at, refusal }) => [at, refusal.code]);
const write = (native: object, variant: object) => ({
  ...{ at: 2, native, product: { id: LISTING } as StockWrite['product'] },
  variant: { id: LISTING, ...variant } as StockWrite['variant'],
});

describe('stock', () => {
  const planned = (quantity: number, available: number) => {
    const item = { variant_id: LISTING, available };
    const currentStock = { data: { id: 's1', type: 'stock' } };
    const native = {
      data: { id: LISTING, type: 'listing', relationships: { currentStock } },
      included: [{ id: 's1', type: 'stock', attributes: { quantity } }],
    };
    const one: StockWrite = { ...write(native, {}), item, locationId: undefined };
    return stock.plan([one], reading);
  };

  test('is set if it still is what was read', async () => {
    const plan = await planned(-2, 7);
    assert.deepEqual(stepsOf(plan), [
      [
        ...['POST', `${API}/stock/compare_and_set`],
        { listingId: LISTING, oldTotal: -2, newTotal: 7 },
      ],
    ]);
    assert.deepEqual(plan.steps[0]?.ask.headers, {
      accept: 'application/json',
      'content-type': 'application/json',
    });
    assert.equal(stock.facts.comparesFirst, true);
  });

  test('that moved is refused, and another conflict is in Sharetribe’s words', async () => {
    const [step] = (await planned(3, 7)).steps;
    assert.deepEqual(step?.ask.expect, [409]);
    const read = (status: number, body: unknown) =>
      step?.read?.({ status, headers: {}, text: '', body }).map((one) => one && (one as Refusal));
    assert.deepEqual(read(200, { data: { type: 'stock' } }), [undefined]);
    const conflict = (code: string) => ({ errors: [{ status: 409, code, title: 'Conflict' }] });
    assert.equal(read(409, conflict('old-total-mismatch'))?.[0]?.code, 'stock_moved');
    const [other] = read(409, conflict('conflict')) ?? [];
    assert.deepEqual(
      { ...other },
      {
        code: 'refused_by_channel',
        message: 'Sharetribe: Conflict (conflict)',
      },
    );
    assert.equal(read(409, undefined)?.[0]?.message, 'Sharetribe: refused without a word');
  });
});

describe('a price', () => {
  const planned = (item: Omit<PriceItem, 'variant_id'>, currency: string | null = 'EUR') => {
    const one: PriceWrite = {
      ...write({}, { currency }),
      item: { variant_id: LISTING, ...item },
    };
    return prices.plan([one], reading);
  };

  test('is set in the smallest units, as Sharetribe counts them', async () => {
    const cases = [
      ['31.10', 'EUR', 3110],
      ['0.29', 'EUR', 29],
      ['1200', 'JPY', 1200],
      ['4.35', 'JOD', 435],
      ['70368744177664.01', 'USD', 7036874417766401],
    ] as const;
    for (const [price, currency, amount] of cases)
      assert.deepEqual(stepsOf(await planned({ price, compare_at_price: null }, currency)), [
        ['POST', `${API}/listings/update`, { id: LISTING, price: { amount, currency } }],
      ]);
  });

  test('is refused where Sharetribe has no place for it', async () => {
    const cases: [Omit<PriceItem, 'variant_id'>, string | null, string][] = [
      [{ price: '5', compare_at_price: '6' }, 'EUR', 'price_not_set'],
      [{ price: '5' }, null, 'price_not_set'],
      [{ price: '4.355' }, 'JOD', 'too_many_decimals'],
      [{ price: '99999999999999.99' }, 'EUR', 'price_not_set'],
    ];
    for (const [item, currency, code] of cases)
      assert.deepEqual(codesOf(await planned(item, currency)), [[2, code]]);
  });
});

test('a listing is its own product, and nothing is shipped', async () => {
  const found = await writes.productsOf([LISTING, 'x'], reading);
  assert.deepEqual([...found], [[LISTING, LISTING]]);
  assert.ok('why' in fulfillments);
});

test('an application that may not write lacks a permission', () => {
  const reply = { status: 403, headers: {}, text: '', body: { errors: [{ code: 'forbidden' }] } };
  const fault = explain(reply, { url: `${API}/stock/compare_and_set`, method: 'POST' });
  assert.equal(fault?.code, 'permission_missing');
});
