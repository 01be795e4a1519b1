// Refunds as merchants make them: with a fee kept, with amounts of their own, with a payment declined.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { completeOrder } from '../../model/order-draft.ts';
import { completeRefund } from '../../model/refund.ts';
import { settleRefund, sumsOff } from '../../model/sums.ts';
import type { Warning } from '../channel.ts';
import type { NativeOrder } from './native.ts';
import { refundsOf } from './order-lists.ts';
import { transformOrder } from './orders-transform.ts';

/** Prices of lines in cents, without tax; a tenth of it is tax, on shipping too. */
interface Sold {
  readonly price: number;
  readonly quantity: number;
  readonly off: number;
}

const text = (cents: number) => `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`; // biome-ignore format: one thought
const taxed = (cents: number) => cents + Math.round(cents / 10);

function orderOf(lines: readonly Sold[], shipping: number, inclusive: boolean): NativeOrder {
  const shown = (cents: number) => (inclusive ? taxed(cents) : cents);
  const goods = lines.reduce((sum, one) => sum + shown(one.price) * one.quantity, 0);
  const off = lines.reduce((sum, one) => sum + one.off, 0);
  const net = goods - off + shown(shipping);
  const tax = inclusive ? Math.round(net / 11) : Math.round(net / 10);
  return {
    id: 7,
    status_id: 10,
    payment_status: 'captured',
    default_currency_code: 'EUR',
    is_tax_inclusive_pricing: inclusive,
    [inclusive ? 'subtotal_inc_tax' : 'subtotal_ex_tax']: text(goods),
    [inclusive ? 'shipping_cost_inc_tax' : 'shipping_cost_ex_tax']: text(shown(shipping)),
    discount_amount: text(off),
    coupon_discount: '0',
    total_inc_tax: text(inclusive ? net : net + tax),
    total_tax: text(tax),
    items_total: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    line_records: lines.map((one, at) => ({
      id: at + 1,
      quantity: one.quantity,
      price_ex_tax: text(one.price),
      price_inc_tax: text(taxed(one.price)),
      applied_discounts: [{ id: 'x', amount: text(one.off) }],
    })),
  };
}

function read(order: NativeOrder) {
  const warnings: Warning[] = [];
  const context = { account: {}, now: 0, note: (one: Warning) => void warnings.push(one) };
  const unified = completeOrder(transformOrder(order, context), 'bigcommerce');
  const rests: string[] = [];
  const refunds = refundsOf(order, context).map((draft) => {
    const refund = completeRefund(draft);
    const rest = settleRefund(refund, unified);
    if (rest !== undefined) rests.push(rest);
    return refund;
  });
  return { order: unified, refunds, rests, warnings: warnings.map(({ code }) => code) };
}

const SOLD = [{ price: 1000, quantity: 3, off: 300 }];
const back = (changes: object) => ({
  id: 1,
  order_id: 7,
  items: [{ item_type: 'PRODUCT', item_id: 1, quantity: 1, requested_amount: null }],
  ...changes,
});
const given = (changes: object, inclusive = false, lines: readonly Sold[] = SOLD) => {
  const order = { ...orderOf(lines, 500, inclusive), refund_records: [back(changes)] };
  const { refunds, rests, order: left, warnings } = read(order);
  const [refund] = refunds;
  return {
    amount: refund?.amount,
    lines: refund?.line_items.map(({ subtotal }) => subtotal),
    adjustment: refund?.adjustment_amount,
    rests,
    warnings,
    left: [left.current_total_price, left.current_subtotal_price, left.current_total_discounts],
    off: sumsOff({ ...left, refunds }),
  };
};

test('pieces are worth what they were bought for, and take their discount along', () => {
  // 27.00 of goods, 5.00 of shipping and 3.20 of tax: 35.20.
  assert.deepEqual(given({ total_amount: '9.9', total_tax: '0.9' }), {
    amount: '9.90',
    lines: ['9.00'],
    adjustment: '0.00',
    rests: [],
    warnings: [],
    left: ['25.30', '18.00', '2.00'],
    off: [],
  });
});

test('what the merchant kept was not given back', () => {
  const items = [
    {
      item_type: 'PRODUCT',
      item_id: 1,
      quantity: 1,
      requested_amount: null,
      adjustments: [{ amount: -2, description: 'Restocking' }],
    },
  ];
  const { amount, lines, adjustment, left, off } = given({ total_amount: '7.7', total_tax: '0.7', items }); // biome-ignore format: one line
  assert.deepEqual([amount, lines, adjustment], ['7.70', ['7.00'], '0.00']);
  assert.deepEqual([left, off], [['27.50', '20.00', '2.00'], []]);
});

test('an amount of the merchant’s own is that of its one line, and of several of none', () => {
  const one = { uses_merchant_override_values: true, total_amount: '5.5', total_tax: '0.5' };
  const { amount, lines, left, off, warnings } = given(one);
  assert.deepEqual([amount, lines, warnings], ['5.50', ['5.00'], []]);
  assert.deepEqual([left, off], [['29.70', '22.00', '2.00'], []]);

  const items = [1, 2].map((item_id) => ({ item_type: 'PRODUCT', item_id, quantity: 1, requested_amount: null })); // biome-ignore format: one line
  const several = given({ ...one, items }, false, [...SOLD, { price: 2000, quantity: 1, off: 0 }]);
  assert.deepEqual([several.amount, several.lines], ['5.50', [null, null]]);
  assert.deepEqual([several.warnings, several.off], [['refunds_unknown'], []]);
});

test('a payment that was declined gave nothing back', () => {
  const payments = [
    { amount: '3.3', is_declined: false },
    { amount: '6.6', is_declined: true },
  ];
  const { amount, lines, adjustment, left, off } = given({ total_amount: '9.9', total_tax: '0.9', payments }); // biome-ignore format: one line
  assert.deepEqual([amount, lines, adjustment], ['3.30', ['3.00'], '0.00']);
  assert.deepEqual([left, off], [['31.90', '24.00', '2.00'], []]);
});

test('a fee that was given back is no longer charged', () => {
  const order = {
    ...orderOf(SOLD, 500, true),
    fees: [{ cost_inc_tax: '4.00', cost_ex_tax: '3.64' }],
    refund_records: [
      back({
        total_amount: 4,
        total_tax: '0.36',
        items: [{ item_type: 'FEE', item_id: 1, requested_amount: 4 }],
      }),
    ],
  };
  const { order: left } = read(order);
  assert.equal(left.current_total_additional_fees_set?.shop_money?.amount, '0.00');
  assert.equal(left.current_subtotal_price, left.subtotal_price);
});

test('a return is an order with pieces below zero', () => {
  const sold = orderOf([{ price: 1000, quantity: -2, off: 0 }], 0, true);
  const { order } = read(sold);
  assert.deepEqual(
    [order.line_items[0]?.quantity, order.line_items[0]?.price, order.total_price],
    [-2, '11.00', '-22.00'],
  );
  assert.deepEqual([order.current_total_price, order.current_subtotal_price], ['-22.00', '-22.00']);
  assert.deepEqual(sumsOff(order), []);
});

test('refunds and what is left add up, however the merchant gave back', () => {
  const cents = fc.integer({ min: 1, max: 20_000 });
  const sold = fc.record({ price: cents, quantity: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(
      fc.array(sold, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 2000 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 1, max: 100 }),
      fc.boolean(),
      fc.boolean(),
      (bought, shipping, inclusive, discount, percent, isOverridden, isDeclined) => {
        const lines = bought.map((one) => ({ ...one, off: Math.floor((one.price * one.quantity * discount) / 100) })); // biome-ignore format: one thought
        const order = orderOf(lines, shipping, inclusive);
        const [total, tax] = [order.total_inc_tax, order.total_tax].map((one) => Math.round(Number(one) * 100)) as [number, number]; // biome-ignore format: one thought
        const [amount, taxBack] = [total, tax].map((one) => Math.floor((one * percent) / 100)) as [number, number]; // biome-ignore format: one thought
        const first = Math.floor(amount / 3);
        const record = back({
          total_amount: text(amount),
          total_tax: text(taxBack),
          uses_merchant_override_values: isOverridden,
          items: lines.map((_, at) => ({ item_type: 'PRODUCT', item_id: at + 1, quantity: 1, requested_amount: null })), // biome-ignore format: one thought
          payments: [
            { amount: text(first), is_declined: false },
            { amount: text(amount - first), is_declined: isDeclined },
          ],
        });
        const { order: left, refunds } = read({ ...order, refund_records: [record] });
        assert.deepEqual(sumsOff({ ...left, refunds }).filter(({ field }) => field === 'refunds.amount'), []); // biome-ignore format: one thought
        assert.equal(refunds[0]?.amount, text(isDeclined ? first : amount));
        const [now, before] = [left.current_total_price, left.total_price].map((one) => Math.round(Number(one) * 100)); // biome-ignore format: one thought
        assert.equal(now, (before ?? 0) - (isDeclined ? first : amount));
      },
    ),
    { numRuns: 200 },
  );
});
