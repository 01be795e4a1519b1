// Odd orders: unknown statuses, hand-made refunds, fees, free shipping, weights.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeOrder } from '../../model/order-draft.ts';
import type { Warning } from '../channel.ts';
import { discountedOrder, NOW, paidOrder } from './fake-vendor.ts';
import type { NativeOrder, NativeRefund } from './native.ts';
import { transformOrder } from './orders-transform.ts';

function transformed(changes: Partial<NativeOrder>) {
  const warnings: Warning[] = [];
  const context = { account: {}, now: NOW, note: (warning: Warning) => warnings.push(warning) };
  const draft = transformOrder({ ...paidOrder, ...changes }, context);
  return { order: draft, whole: completeOrder(draft, 'test'), warnings };
}

test('the payment’s state goes before the order’s', () => {
  for (const [payment_status, status_id, financial] of [
    ['authorized', 7, 'authorized'],
    ['capture pending', 11, 'authorized'],
    ['captured', 11, 'paid'],
    ['Paid', 10, 'paid'],
    ['held for review', 12, 'pending'],
    ['declined', 6, 'voided'],
    ['void', 5, 'voided'],
    ['void pending', 5, 'voided'],
    ['captured', 5, 'paid'],
    ['', 7, 'pending'],
    ['', 1, 'pending'],
    ['', 11, 'paid'],
    ['', 13, 'paid'],
    ['', 5, 'voided'],
    [null, 12, 'pending'],
  ] as const)
    assert.equal(transformed({ payment_status, status_id }).order.financial_status, financial);
});

test('what is not known yet is null, with a warning', () => {
  const { order, warnings } = transformed({ payment_status: '', status_id: 15 });
  assert.deepEqual([order.financial_status, order.fulfillment_status, order.total_outstanding], [null, null, null]); // biome-ignore format: one line
  assert.deepEqual(
    warnings.map(({ code, field, id }) => [code, field, id]),
    [
      ['unknown_status', 'financial_status', '2041'],
      ['unknown_status', 'fulfillment_status', '2041'],
    ],
  );
  assert.match(
    transformed({ payment_status: 'on the moon' }).warnings[0]?.message ?? '',
    /on the moon/,
  );
});

test('shipping follows the status, then the pieces', () => {
  for (const [status_id, items_shipped, fulfillment] of [
    [11, 0, null],
    [11, 1, 'partial'],
    [11, 2, 'fulfilled'],
    [3, 0, 'partial'],
    [2, 0, 'fulfilled'],
    [10, 0, 'fulfilled'],
    [14, 2, 'fulfilled'],
  ] as const)
    assert.equal(transformed({ status_id, items_shipped }).order.fulfillment_status, fulfillment);
});

test('a closed or cancelled order has nothing left to ship', () => {
  const left = (status_id: number) =>
    transformed({ status_id }).order.line_items?.map((line) => line.fulfillable_quantity);
  assert.deepEqual([left(11), left(10), left(5), left(4)], [[2], [0], [0], [0]]);
});

test('when it was closed is when it was shipped, or completed', () => {
  const shipped = { status_id: 2, date_shipped: 'Wed, 04 Mar 2026 08:00:00 +0000' };
  assert.equal(transformed(shipped).order.closed_at, '2026-03-04T08:00:00+00:00');
  assert.equal(transformed({ status_id: 10 }).order.closed_at, '2026-03-03T16:22:40+00:00');
  assert.equal(transformed({ status_id: 11 }).order.closed_at, null);
  assert.equal(transformed({ status_id: 6 }).order.cancelled_at, '2026-03-03T16:22:40+00:00');
  assert.equal(transformed({ status_id: 6 }).order.cancel_reason, 'declined');
});

const refund = (changes: Partial<NativeRefund>): NativeRefund => ({
  id: 1,
  order_id: 2041,
  total_amount: '19.44',
  total_tax: '1.44',
  items: [{ item_type: 'PRODUCT', item_id: 311, quantity: 1, requested_amount: null }],
  ...changes,
});

test('a refund in part shows, even after the order was moved on by hand', () => {
  const { order } = transformed({ status_id: 10, refund_records: [refund({})] });
  assert.equal(order.financial_status, 'partially_refunded');
  assert.deepEqual(
    [order.current_total_price, order.current_total_tax, order.current_subtotal_price],
    ['25.92', '1.92', '18.00'],
  );
});

test('amounts of a refund include tax, so prices without tax go by pieces', () => {
  const items = [{ item_type: 'PRODUCT', item_id: 311, quantity: 1, requested_amount: '19.44' }];
  const { order } = transformed({ refund_records: [refund({ items })] });
  assert.equal(order.current_subtotal_price, '18.00');
  const inclusive = transformed({
    refund_records: [refund({ items })],
    is_tax_inclusive_pricing: true,
  });
  assert.equal(inclusive.order.current_subtotal_price, '19.44');
});

test('money given back for the order as a whole is off the goods, so that the parts add up', () => {
  const items = [{ item_type: 'ORDER', item_id: 2041, requested_amount: '5' }];
  const { order } = transformed({
    refund_records: [refund({ total_amount: 5, total_tax: 0, items })],
  });
  assert.deepEqual([order.current_total_price, order.current_subtotal_price], ['40.36', '31.00']);
});

test('an order marked as refunded by hand does not say what is left of it', () => {
  const { order, warnings } = transformed({ status_id: 4, payment_status: 'captured' });
  assert.equal(order.financial_status, 'refunded');
  assert.equal(order.current_total_price, null);
  assert.equal(order.total_price, '45.36');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['refunds_unknown'],
  );
});

test('fees and wrapping are added up, on the side of the prices', () => {
  const changes = {
    fees: [{ cost_exc_tax: '2.0000', cost_inc_tax: '2.1600' }],
    wrapping_cost_ex_tax: '1.0000',
    wrapping_cost_inc_tax: '1.0800',
  };
  const amount = (inclusive: boolean) => {
    const { whole } = transformed({ ...changes, is_tax_inclusive_pricing: inclusive });
    const set = whole.original_total_additional_fees_set as { shop_money?: { amount: string } };
    return set.shop_money?.amount;
  };
  assert.deepEqual([amount(false), amount(true)], ['3.00', '3.24']);
  const { whole } = transformed({ fees: { url: 'x' } });
  assert.deepEqual(whole.original_total_additional_fees_set, {});
});

test('a coupon for shipping alone is on no line, and still listed', () => {
  const { order } = transformed({
    coupon_records: [{ coupon_id: 9, code: 'FREESHIP', amount: '0.0000', type: 4, discount: 0 }],
  });
  assert.deepEqual(order.discount_codes, [
    { id: '9', code: 'FREESHIP', type: 'shipping', amount: '0.00' },
  ]);
  assert.equal(order.discount_applications?.[0]?.target_type, 'shipping_line');
});

test('a discount by hand is manual, and a percentage keeps the decimals it has', () => {
  const [line] = discountedOrder.line_records ?? [];
  assert.ok(line);
  const by = (id: string, code: string | null) => ({ id, code, amount: '1.5900', name: 'N', target: 'order' }); // biome-ignore format: one line
  const { order } = transformed({
    line_records: [
      { ...line, applied_discounts: [by('manual-discount', null), by('coupon', 'A')] },
    ],
    coupon_records: [{ coupon_id: 1, code: 'A', amount: '12.2500', type: 1, discount: 1.59 }],
  } as Partial<NativeOrder>);
  assert.deepEqual(
    order.discount_applications?.map(({ type, value, value_type }) => [type, value, value_type]),
    [
      ['manual', '1.59', 'fixed_amount'],
      ['discount_code', '12.25', 'percentage'],
    ],
  );
});

test('weights follow the store’s unit; without it there are none', () => {
  const grams = (weight_units: string | null) => {
    const store = { currency: 'USD', secure_url: null, weight_units };
    const { order } = transformed({ store });
    return [order.line_items?.[0]?.grams, order.total_weight];
  };
  assert.deepEqual(grams('KGS'), [450, 900]);
  assert.deepEqual(grams('Grams'), [0, 0]);
  assert.deepEqual(grams('Ounces'), [13, 26]);
  assert.deepEqual(grams('LBS'), [204, 408]);
  assert.deepEqual(grams('Tonnes'), [450_000, 900_000]);
  assert.deepEqual(grams('Stones'), [null, null]);
  assert.deepEqual(grams(null), [null, null]);
});

test('a store’s own test gateway marks a test', () => {
  assert.equal(transformed({ payment_method: 'Test Payment Gateway' }).order.test, true);
});

test('an order without any address has none, not an empty one', () => {
  const { order } = transformed({ billing_address: { zip: '', email: 'a@b.example' } });
  assert.equal(order.billing_address, null);
  assert.equal(order.customer?.email, 'a@b.example');
});

test('an amount keeps every digit BigCommerce wrote, in every currency', () => {
  for (const [code, written, amount] of [
    ['HUF', '1234.5600', '1234.56'],
    ['COP', '19999.9900', '19999.99'],
    ['IQD', '12.3450', '12.345'],
    ['KWD', '7.5000', '7.500'],
    ['JPY', '2000.9999', '2000.9999'],
    ['JPY', '2001.0000', '2001'],
    ['USD', '0.1234', '0.1234'],
    ['USD', '18.0000', '18.00'],
  ] as const) {
    const [line] = paidOrder.line_records ?? [];
    assert.ok(line);
    const { order } = transformed({
      default_currency_code: code,
      subtotal_ex_tax: written,
      total_inc_tax: written,
      line_records: [{ ...line, price_ex_tax: written }],
    });
    assert.deepEqual(
      [order.total_price, order.total_line_items_price, order.line_items?.[0]?.price],
      [amount, amount, amount],
      code,
    );
  }
});

test('nothing is left of an order that was cancelled, declined or voided', () => {
  const left = (changes: Partial<NativeOrder>) => {
    const { order, whole } = transformed({
      ...changes,
      fees: [{ cost_ex_tax: '2', cost_inc_tax: '2' }],
    });
    const fees = whole.current_total_additional_fees_set as { shop_money: { amount: string } };
    return [
      order.current_total_price,
      order.current_total_tax,
      order.current_subtotal_price,
      order.current_total_discounts,
      fees.shop_money.amount,
      order.total_outstanding,
    ];
  };
  const nothing = ['0.00', '0.00', '0.00', '0.00', '0.00', '0.00'];
  assert.deepEqual(left({ status_id: 5, payment_status: 'captured' }), nothing);
  assert.deepEqual(left({ status_id: 5, payment_status: 'pending' }), nothing);
  assert.deepEqual(left({ status_id: 6, payment_status: 'declined' }), nothing);
  assert.deepEqual(left({ status_id: 11, payment_status: 'void' }), nothing);
  assert.deepEqual(left({}), ['45.36', '3.36', '36.00', '0.00', '2.00', '0.00']);
});

test('gift certificates and store credit are paid already, and no discount', () => {
  const owed = (changes: Partial<NativeOrder>) => {
    const { order } = transformed({ gift_certificate_amount: '20.0000', store_credit_amount: '5.3600', ...changes }); // biome-ignore format: one thought
    return [order.total_price, order.total_discounts, order.total_outstanding];
  };
  const waiting = { payment_status: '', status_id: 7 };
  assert.deepEqual(owed(waiting), ['45.36', '0.00', '20.00']);
  assert.deepEqual(owed({ ...waiting, payment_status: 'authorized' }), ['45.36', '0.00', '20.00']);
  assert.deepEqual(owed({}), ['45.36', '0.00', '0.00']);
  assert.deepEqual(owed({ ...waiting, store_credit_amount: '25.3600' }), ['45.36', '0.00', '0.00']);
  assert.deepEqual(owed({ ...waiting, status_id: 5 }), ['45.36', '0.00', '0.00']);
  const none = { gift_certificate_amount: null, store_credit_amount: null };
  assert.deepEqual(owed({ ...waiting, ...none }), ['45.36', '0.00', '45.36']);
});

test('no amount that is left is below zero, whatever was given back', () => {
  const items = [{ item_type: 'PRODUCT', item_id: 311, quantity: 9, requested_amount: null }];
  const { order } = transformed({
    refund_records: [refund({ total_amount: '90', total_tax: '9', items })],
  });
  assert.deepEqual(
    [order.current_total_price, order.current_total_tax, order.current_subtotal_price],
    ['0.00', '0.00', '0.00'],
  );
});

test('a refund that does not say how much leaves the current total unsaid', () => {
  const { order, warnings } = transformed({ refund_records: [refund({ total_amount: null })] });
  assert.deepEqual(
    [order.current_total_price, order.current_total_tax, order.current_subtotal_price],
    [null, '1.92', '18.00'],
  );
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['refunds_unknown'],
  );
});

test('costs that are null are absent: none of handling, wrapping, fees and discounts, no price of shipping', () => {
  const { order } = transformed({
    handling_cost_ex_tax: null,
    wrapping_cost_ex_tax: null,
    discount_amount: null,
    coupon_discount: null,
    fees: [{ cost_ex_tax: null, cost_inc_tax: null }],
    consignments: { shipping: [{ id: 9, shipping_method: 'Ground', cost_ex_tax: null }] },
  });
  assert.deepEqual([order.total_price, order.total_discounts], ['45.36', '0.00']);
  assert.deepEqual(
    order.shipping_lines?.map(({ title, price }) => [title, price]),
    [['Ground', null]],
  );
});

test('what BigCommerce does not say is null, never no', () => {
  const [line] = paidOrder.line_records ?? [];
  assert.ok(line);
  const { order } = transformed({
    is_email_opt_in: null,
    payment_method: '',
    customer_record: { id: 58 },
    line_records: [{ ...line, total_tax: '0.0000', type: null }],
    is_tax_inclusive_pricing: null,
  });
  const [item] = order.line_items ?? [];
  assert.deepEqual(
    [order.buyer_accepts_marketing, order.customer?.email_marketing_consent, order.tax_exempt],
    [null, null, null],
  );
  assert.deepEqual([order.test, order.estimated_taxes, order.taxes_included], [null, undefined, null]); // biome-ignore format: one line
  assert.deepEqual([item?.taxable, item?.requires_shipping, item?.gift_card], [null, null, null]);
  const exempt = (tax_exempt_category: string) =>
    transformed({ customer_record: { id: 58, tax_exempt_category } }).order.tax_exempt;
  assert.deepEqual([exempt(''), exempt('D')], [false, true]);
});

test('an order that was shipped in part is not closed, whatever day stands there', () => {
  const shipped = 'Tue, 20 Nov 2026 00:00:00 +0000';
  const partly = { status_id: 3, date_shipped: shipped, items_total: 3, items_shipped: 1 };
  assert.equal(transformed(partly).order.closed_at, null);
  assert.notEqual(transformed({ ...partly, status_id: 2, items_shipped: 3 }).order.closed_at, null);
});

test('pieces that were given back before they left are not waited for', () => {
  const [line] = paidOrder.line_records as [NonNullable<NativeOrder['line_records']>[number]];
  const sent = { ...line, quantity: 3, quantity_shipped: 2, quantity_refunded: 1 };
  const change = { status_id: 14, items_total: 3, items_shipped: 2, line_records: [sent] };
  const { order } = transformed(change);
  assert.deepEqual(
    [order.fulfillment_status, order.line_items?.[0]?.fulfillment_status],
    ['fulfilled', 'fulfilled'],
  );
  const waiting = transformed({ ...change, line_records: [{ ...sent, quantity_refunded: 0 }] });
  assert.deepEqual(
    [waiting.order.fulfillment_status, waiting.order.line_items?.[0]?.fulfillable_quantity],
    ['partial', 1],
  );
});
