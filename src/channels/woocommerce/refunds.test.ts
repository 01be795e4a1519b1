// Refunds beside their orders: where each version of WooCommerce lists them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading, Warning } from '../channel.ts';
import type { NativeOrder, NativeRefundRecord } from './native.ts';
import { withRefunds } from './refunds.ts';

const { refund_records = [], ...CHANGED } = JSON.parse(
  readFileSync(
    new URL('samples/order-coupon-fee-variation-partial-refund.native.json', import.meta.url),
    'utf8',
  ),
) as NativeOrder;
const [REFUND] = refund_records;
assert.ok(REFUND);
const UNTOUCHED: NativeOrder = { ...CHANGED, id: 5, refunds: [] };

function shopOf(
  refunds: readonly NativeRefundRecord[],
  { before90 = false, forbidden = false } = {},
) {
  const asks: string[] = [];
  const notes: Warning[] = [];
  const call: Call = (ask: Ask) => {
    const path = ask.url.replace('https://shop.nl/wp-json/wc/v3/', '');
    asks.push(`${path}?${(ask.query ?? []).map((pair) => pair.join('=')).join('&')}`);
    const wanted = new Map(ask.query).get('include')?.split(',').map(Number);
    const answer = (status: number, body: unknown): Promise<Reply> =>
      Promise.resolve({ status, headers: {}, text: '', body });
    if (path === 'refunds' && before90) return answer(404, { code: 'rest_no_route' });
    if (forbidden) return Promise.reject(new Fault('permission_missing', 'No.'));
    return answer(
      200,
      refunds.filter(({ id }) => !wanted || wanted.includes(id)),
    );
  };
  const reading: Reading = {
    account: { baseUrl: 'https://shop.nl' },
    version: 'wc/v3',
    now: 0,
    call,
    note: (warning) => notes.push(warning),
    leaveOut: (fault) => {
      throw fault;
    },
    assume: () => {},
    remember: (_key, _seconds, make) => make(),
  };
  return { asks, notes, reading };
}

/** No order is read again where nothing has gone. */
const never = () => assert.fail('an order was read again');

test('orders without refunds cost nothing', async () => {
  const shop = shopOf([]);
  assert.deepEqual(await withRefunds([UNTOUCHED], false, never, shop.reading), [UNTOUCHED]);
  assert.deepEqual(shop.asks, []);
});

test('refunds of a page are asked for in one go, not rounded', async () => {
  const shop = shopOf([REFUND]);
  const [changed, untouched] = await withRefunds([CHANGED, UNTOUCHED], false, never, shop.reading);
  assert.deepEqual(changed?.refund_records, [REFUND]);
  assert.equal(untouched?.refund_records, undefined);
  assert.deepEqual(shop.asks, [
    'refunds?per_page=1&_fields=id',
    'refunds?include=4820&per_page=1&dp=6&_fields=id,line_items,shipping_lines,fee_lines',
  ]);
});

test('before 9.0 they are asked for order by order', async () => {
  const shop = shopOf([REFUND], { before90: true });
  const [changed] = await withRefunds([CHANGED, UNTOUCHED], false, never, shop.reading);
  assert.deepEqual(changed?.refund_records, [REFUND]);
  assert.deepEqual(shop.asks.slice(1), [
    'orders/4799/refunds?per_page=100&dp=6&_fields=id,line_items,shipping_lines,fee_lines',
  ]);
});

test('where the key may not read them, orders come without, with a warning', async () => {
  const shop = shopOf([REFUND], { forbidden: true });
  assert.deepEqual(await withRefunds([CHANGED], false, never, shop.reading), [CHANGED]);
  assert.deepEqual(
    shop.notes.map(({ code }) => code),
    ['refunds_unreadable'],
  );
});

test('any other failure is a failure: amounts are not given without what they depend on', async () => {
  const shop = shopOf([]);
  const call: Call = () => Promise.reject(new Fault('channel_failed', 'down', { status: 503 }));
  await assert.rejects(withRefunds([CHANGED], false, never, { ...shop.reading, call }), {
    code: 'channel_failed',
  });
});

test('where they are to be included they are asked for whole, and must be there', async () => {
  const shop = shopOf([REFUND]);
  await withRefunds([CHANGED], true, never, shop.reading);
  assert.match(shop.asks.at(-1) ?? '', /_fields=id,.*,date_created_gmt,amount,reason$/);
  await assert.rejects(withRefunds([CHANGED], true, never, shopOf([REFUND], { forbidden: true }).reading), { code: 'permission_missing' }); // biome-ignore format: one thought
});

test('an order whose refund was deleted while it was read is read again, or goes with it', async () => {
  const order = CHANGED;
  const shop = shopOf([]);
  const again = () => Promise.resolve({ ...order, refunds: [] });
  const [renewed] = await withRefunds([order, UNTOUCHED], true, again, shop.reading);
  assert.deepEqual([renewed?.refunds, renewed?.refund_records], [[], undefined]);
  const gone = await withRefunds([order], true, () => Promise.resolve(undefined), shop.reading);
  assert.deepEqual([gone, shop.notes], [[], []]);
});

test('a refund that the shop goes on naming without showing it is said', async () => {
  const order = CHANGED;
  const shop = shopOf([], { before90: true });
  let times = 0;
  const again = () => Promise.resolve({ ...order, number: String(times++) });
  const [torn] = await withRefunds([order], false, again, shop.reading);
  assert.deepEqual([torn?.refund_records, times], [[], 2]);
  assert.deepEqual(
    shop.notes.map(({ code, id }) => [code, id]),
    [['refunds_unknown', '4799']],
  );
});
