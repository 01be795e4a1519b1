// Amounts of orders: rounded once, after adding; what refunds leave; no digit lost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Order } from '../../model/order.ts';
import { completeOrder } from '../../model/order-draft.ts';
import { difference } from '../../model/sums.ts';
import type { NativeLineItem, NativeOrder, NativeRefundRecord } from './native.ts';
import { transformOrder } from './orders-transform.ts';

const sample = (name: string): NativeOrder =>
  JSON.parse(readFileSync(new URL(`samples/order-${name}.native.json`, import.meta.url), 'utf8'));
const PAID = sample('paid');
const CHANGED = sample('coupon-fee-variation-partial-refund');
const [LINE] = PAID.line_items;
assert.ok(LINE);

const read = (change: Partial<NativeOrder>, base = PAID): Order =>
  completeOrder(
    transformOrder({ ...base, ...change }, { account: {}, now: 0, note: () => {} }),
    'woocommerce',
  );

/** A line as a shop writes it with dp=6: the net amount is fine, the tax rounded, its rates fine. */
const line = (
  id: number,
  net: string,
  tax: string,
  fine: string,
  quantity = 1,
): NativeLineItem => ({
  ...LINE,
  id,
  quantity,
  subtotal: net,
  subtotal_tax: tax,
  total: net,
  total_tax: tax,
  taxes: [{ total: fine, subtotal: fine }],
});

test('prices with tax are whole again, though net and tax were rounded apart', () => {
  // Three lines of 10.00 with 21 %: 8.264463 and 1.735537, of which the shop rounds the tax to 1.74.
  const lines = [1, 2, 3].map((id) => line(id, '8.264463', '1.740000', '1.735537'));
  const order = read({
    line_items: lines,
    shipping_total: '4.090909',
    shipping_tax: '0.860000',
    shipping_lines: [],
    discount_total: '0.000000',
    discount_tax: '0.000000',
    total: '34.950000',
    total_tax: '6.080000',
  });
  assert.deepEqual(
    [
      order.total_line_items_price,
      order.subtotal_price,
      order.total_shipping_price_set?.shop_money.amount,
      order.total_price,
      order.total_tax,
    ],
    ['30.00', '30.00', '4.95', '34.95', '6.08'],
  );
  assert.deepEqual(
    order.line_items.map(({ price }) => price),
    ['10.00', '10.00', '10.00'],
  );
  assert.equal(difference(order), undefined);
});

test('a tax that differs from its rates by more than rounding is taken as it is written', () => {
  const [first] = read({ line_items: [line(1, '8.26', '1.74', '1.20')] }).line_items;
  assert.equal(first?.price, '10.00');
});

test('parts are given finer than a cent rather than a cent off', () => {
  // 1.004 + 1.004 + 1.004 are 3.012, which the shop rounds to 3.01; with shipping of 0.004 to 3.02.
  const lines = [1, 2, 3].map((id) => ({ ...line(id, '1.004', '0', '0'), taxes: [] }));
  const order = read({
    prices_include_tax: false,
    line_items: lines,
    shipping_total: '0.004000',
    shipping_tax: '0',
    shipping_lines: [],
    total: '3.02',
    total_tax: '0.00',
  });
  assert.equal(order.total_line_items_price, '3.012');
  assert.equal(difference(order), undefined);
});

test('a shop whose own figures disagree is shown as it is, and the sums say so', () => {
  const order = read({ total: '99.00' });
  assert.deepEqual([order.total_line_items_price, order.total_price], ['18.00', '99.00']);
  assert.equal(difference(order), '76.05');
});

test('a quantity times its price is the line, also where it does not divide', () => {
  const [first] = read({
    prices_include_tax: false,
    line_items: [{ ...line(1, '10.000000', '0', '0', 3), taxes: [] }],
  }).line_items;
  assert.equal(first?.price, '3.333');
});

test('no currency loses a digit, and none gets decimals it does not have', () => {
  const total = (amount: string, currency: string, shop_decimals?: number) =>
    read({
      total: amount,
      currency,
      line_items: [{ ...line(1, amount, '0', '0'), taxes: [] }],
      ...(shop_decimals !== undefined && { shop_decimals }),
    });
  const cases: [written: string, currency: string, decimals: number | undefined, given: string][] =
    [
      ['1234.560000', 'HUF', 2, '1234.56'],
      ['19999.990000', 'COP', 2, '19999.99'],
      ['1234.000000', 'HUF', 0, '1234.00'],
      ['2295.000000', 'JPY', 2, '2295'],
      ['2295.500000', 'JPY', 2, '2295.5'],
      ['1.250000', 'KWD', 3, '1.250'],
      ['1.234500', 'EUR', 4, '1.2345'],
      ['1.234500', 'EUR', undefined, '1.2345'],
      ['22.950000', 'EUR', undefined, '22.95'],
    ];
  for (const [written, currency, decimals, given] of cases) {
    const order = total(written, currency, decimals);
    assert.deepEqual(
      [order.total_price, order.line_items[0]?.price],
      [given, given],
      `${written} ${currency}`,
    );
  }
});

const taxed = (total: string, total_tax: string) => ({ total, total_tax });
const refund = (id: number, change: Partial<NativeRefundRecord>): NativeRefundRecord => ({
  id,
  line_items: [],
  shipping_lines: [],
  fee_lines: [],
  ...change,
});
const refundOf = (lineId: number, quantity: number, total: string, total_tax: string) => ({
  ...taxed(total, total_tax),
  quantity,
  meta_data: [{ key: '_refunded_item_id', value: String(lineId) }],
});
const current = (order: Order) => [
  order.current_total_price,
  order.current_total_tax,
  order.current_subtotal_price,
];

test('the tax of a refund is that of its own lines, where the order does not say it', () => {
  const records = [refund(1, { line_items: [refundOf(7001, -1, '-7.44', '-1.56')] })];
  const older = read({ refunds: [{ id: 1, total: '-9.00' }], refund_records: records });
  assert.deepEqual(current(older), ['13.95', '2.42', '9.00']);
  const newer = read({
    refunds: [{ id: 1, total: '-9.00', total_tax: '-1.56' }],
    refund_records: records,
  });
  assert.deepEqual(current(newer), current(older));
  assert.equal(newer.line_items[0]?.fulfillable_quantity, 1);
});

test('a refund of shipping alone leaves the goods as they are', () => {
  const order = read({
    refunds: [{ id: 1, total: '-4.95' }],
    refund_records: [refund(1, { shipping_lines: [taxed('-4.09', '-0.86')] })],
  });
  assert.deepEqual(current(order), ['18.00', '3.12', '18.00']);
  assert.equal(order.line_items[0]?.fulfillable_quantity, 2);
});

test('refunds take tax with them where prices have none', () => {
  const order = read(
    {
      total: '110.00',
      total_tax: '19.00',
      refunds: [{ id: 4820, total: '-11.90', total_tax: '-1.90' }],
      refund_records: [refund(4820, { line_items: [refundOf(6981, 0, '-10.00', '-1.90')] })],
    },
    CHANGED,
  );
  assert.deepEqual(current(order), ['98.10', '17.10', '66.50']);
});

test('a refund of a fee lowers the fees', () => {
  const order = read(
    {
      refunds: [{ id: 1, total: '-2.50' }],
      refund_records: [refund(1, { fee_lines: [taxed('-2.50', '0')] })],
    },
    CHANGED,
  );
  assert.equal(order.original_total_additional_fees_set.shop_money?.amount, '2.50');
  assert.equal(order.current_total_additional_fees_set.shop_money?.amount, '0.00');
  assert.equal(order.current_subtotal_price, '76.50');
});

test('an amount that no line of a refund names was given back on the goods', () => {
  const order = read({ refunds: [{ id: 1, total: '-5.00' }], refund_records: [refund(1, {})] });
  assert.deepEqual(current(order), ['17.95', '3.98', '13.00']);
});

test('refunds that no one may read leave unknown what they were for', () => {
  const order = read({ refunds: [{ id: 1, total: '-9.00' }] });
  assert.deepEqual(current(order), ['13.95', null, null]);
  assert.equal(order.line_items[0]?.fulfillable_quantity, null);
});

test('nothing is left of what was refunded whole, cancelled or failed, and never less', () => {
  const gone = ['0.00', '0.00', '0.00'];
  for (const change of [
    { refunds: [{ id: 1, total: '-22.95' }] },
    { refunds: [{ id: 1, total: '-30.00' }], refund_records: [refund(1, {})] },
    { status: 'refunded' },
    { status: 'cancelled' },
    { status: 'failed', refunds: [{ id: 1, total: '-5.00' }] },
  ]) {
    const order = read(change);
    assert.deepEqual(current(order), gone, JSON.stringify(change));
    assert.deepEqual([order.total_price, order.total_outstanding], ['22.95', '0.00']);
  }
});

test('an order that waits for its payment owes what a refund has left of it', () => {
  const order = read({
    status: 'pending',
    date_paid_gmt: null,
    needs_payment: true,
    refunds: [{ id: 1, total: '-9.00' }],
    refund_records: [refund(1, { line_items: [refundOf(7001, -1, '-7.44', '-1.56')] })],
  });
  assert.deepEqual(
    [order.financial_status, order.total_outstanding, order.current_total_price],
    ['pending', '13.95', '13.95'],
  );
});

test('pieces that were given back are no longer to be sent', () => {
  const left = (quantity: number | string, back: number | string) =>
    read({
      line_items: [{ ...LINE, quantity }],
      refunds: [{ id: 1, total: '-1.00' }],
      refund_records: [
        refund(1, { line_items: [{ ...refundOf(7001, 0, '-1', '0'), quantity: back }] }),
      ],
    }).line_items[0]?.fulfillable_quantity;
  assert.deepEqual([left(2, -1), left(2, 0), left(2, -3), left('2.5', '-0.5')], [1, 2, 0, 2]);
});
