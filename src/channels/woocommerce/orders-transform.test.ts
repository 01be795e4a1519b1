// Orders: what the odd ones become; the usual ones are in samples/.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { money } from '../../model/money.ts';
import type { Order } from '../../model/order.ts';
import { completeOrder } from '../../model/order-draft.ts';
import { difference } from '../../model/sums.ts';
import type { Warning } from '../channel.ts';
import { couponOf } from './coupons.ts';
import type { NativeCouponLine, NativeOrder } from './native.ts';
import { transformOrder } from './orders-transform.ts';

const sample = (name: string): NativeOrder =>
  JSON.parse(readFileSync(new URL(`samples/order-${name}.native.json`, import.meta.url), 'utf8'));
const PAID = sample('paid');
const CHANGED = sample('coupon-fee-variation-partial-refund');

function read(change: Partial<NativeOrder>, base = PAID): { order: Order; notes: Warning[] } {
  const notes: Warning[] = [];
  const context = { account: {}, now: 0, note: (warning: Warning) => notes.push(warning) };
  const order = completeOrder(transformOrder({ ...base, ...change }, context), 'woocommerce');
  return { order, notes };
}

const meta = (key: string, value: unknown) => [{ key, value }];

test('what statuses become', () => {
  const unpaid = { date_paid_gmt: null };
  const refund = (total: string) => ({ refunds: [{ total }] });
  const cases: [
    Partial<NativeOrder>,
    string | null,
    string | null,
    string | null,
    string | null,
  ][] = [
    [{ status: 'pending', ...unpaid, needs_payment: true }, 'pending', null, null, '22.95'],
    [{ status: 'on-hold', ...unpaid }, 'pending', null, null, '22.95'],
    [{ status: 'on-hold' }, 'paid', null, null, '0.00'],
    [
      { status: 'on-hold', ...unpaid, meta_data: meta('_stripe_charge_captured', 'no') },
      'authorized',
      null,
      null,
      '22.95',
    ],
    [
      { status: 'on-hold', ...unpaid, meta_data: meta('_intention_status', 'requires_capture') },
      'authorized',
      null,
      null,
      '22.95',
    ],
    // The first part of a payment has a date; how much it was no one says.
    [{ status: 'partial-payment' }, 'partially_paid', null, null, null],
    [{ status: 'partially-paid', needs_payment: true }, 'partially_paid', null, null, null],
    [{ status: 'partially-paid', ...refund('-2.95') }, 'partially_paid', null, null, null],
    [{ status: 'processing' }, 'paid', null, null, '0.00'],
    [{ status: 'processing', payment_method: 'cod', ...unpaid }, 'pending', null, null, '22.95'],
    [{ status: 'completed' }, 'paid', 'fulfilled', null, '0.00'],
    [{ status: 'refunded', ...refund('-22.95') }, 'refunded', null, null, '0.00'],
    [
      { status: 'refunded', date_completed_gmt: '2026-10-29T00:00:00' },
      'refunded',
      'fulfilled',
      null,
      '0.00',
    ],
    [{ status: 'processing', ...refund('-2.95') }, 'partially_refunded', null, null, '0.00'],
    // Taken off what is still to be paid.
    [
      { status: 'pending', ...unpaid, needs_payment: true, ...refund('-2.95') },
      'pending',
      null,
      null,
      '20.00',
    ],
    [{ status: 'on-hold', ...unpaid, ...refund('-2.95') }, 'pending', null, null, '20.00'],
    [
      { status: 'pending', ...unpaid, needs_payment: true, ...refund('-22.95') },
      'refunded',
      null,
      null,
      '0.00',
    ],
    [{ status: 'pending', ...unpaid, needs_payment: 'no' }, 'pending', null, null, '22.95'],
    [{ status: 'cancelled', ...unpaid }, 'voided', null, 'other', '0.00'],
    [{ status: 'cancelled' }, 'paid', null, 'other', '0.00'],
    [{ status: 'cancelled', ...refund('-22.95') }, 'refunded', null, 'other', '0.00'],
    [{ status: 'failed', ...unpaid }, 'voided', null, 'declined', '0.00'],
    [{ status: 'failed', ...unpaid, needs_payment: true }, 'voided', null, 'declined', '0.00'],
    [
      { status: 'processing', meta_data: meta('_fulfillment_status', 'partially_fulfilled') },
      'paid',
      'partial',
      null,
      '0.00',
    ],
    [
      { status: 'completed', meta_data: meta('_fulfillment_status', 'no_fulfillments') },
      'paid',
      'fulfilled',
      null,
      '0.00',
    ],
  ];
  for (const [change, financial, fulfillment, reason, outstanding] of cases) {
    const { order, notes } = read(change);
    assert.deepEqual(
      [
        order.financial_status,
        order.fulfillment_status,
        order.cancel_reason,
        order.total_outstanding,
      ],
      [financial, fulfillment, reason, outstanding],
      JSON.stringify(change),
    );
    assert.deepEqual(notes, []);
  }
});

test('a status of the shop’s own is read as far as it is certain, and warned of', () => {
  const paid = read({ status: 'shipped' });
  assert.deepEqual([paid.order.financial_status, paid.order.fulfillment_status], ['paid', null]);
  assert.deepEqual(
    paid.notes.map(({ code, field, id }) => [code, field, id]),
    [['unknown_status', 'fulfillment_status', '4812']],
  );
  const unpaid = read({ status: 'constructor', date_paid_gmt: null });
  assert.deepEqual(
    [
      unpaid.order.financial_status,
      unpaid.order.fulfillment_status,
      unpaid.order.total_outstanding,
    ],
    [null, null, null],
  );
  assert.deepEqual(
    unpaid.notes.map(({ field }) => field),
    ['financial_status', 'fulfillment_status'],
  );
});

test('amounts add up with fees, gift cards and tax on top', () => {
  const fee = (total: string, total_tax: string) => ({ total, total_tax });
  const inclusive = read({
    fee_lines: [fee('-10.00', '0.00'), fee('1.00', '0.21')],
    total: '14.16',
  });
  assert.equal(inclusive.order.original_total_additional_fees_set.shop_money?.amount, '-8.79');
  assert.equal(difference(inclusive.order), undefined);
  const exclusive = read(
    { fee_lines: [fee('-10.00', '0.00'), fee('2.50', '0.53')], total_tax: '17.32', total: '98.32' },
    CHANGED,
  );
  assert.equal(exclusive.order.original_total_additional_fees_set.shop_money?.amount, '-7.50');
  assert.equal(difference(exclusive.order), undefined);
  for (const base of [PAID, CHANGED]) assert.equal(difference(read({}, base).order), undefined);
});

const [line] = PAID.line_items;
assert.ok(line);

test('parts of a piece are rounded up, with the price of a whole one and a warning', () => {
  const { order, notes } = read({ line_items: [{ ...line, quantity: '1.5' }] });
  assert.deepEqual(
    [order.line_items[0]?.quantity, order.line_items[0]?.price, notes[0]?.code],
    [2, '12.00', 'fractional_quantity'],
  );
  assert.equal(
    read({ line_items: [{ ...line, quantity: 0 }] }).order.line_items[0]?.price,
    '18.00',
  );
});

test('a line has the product’s title, and its own name with the variant', () => {
  const meta_data = [{ key: 'pa_colour', value: 'blue', display_value: 'Blue' }];
  const variation = { ...line, variation_id: 9, meta_data };
  const named = { ...variation, name: 'Mug &amp; Cup - Blue', parent_name: 'Mug &amp; Cup' };
  const [unified] = read({ line_items: [named] }).order.line_items;
  assert.deepEqual(
    [unified?.title, unified?.name, unified?.variant_title],
    ['Mug & Cup', 'Mug & Cup - Blue', 'Blue'],
  );
});

test('what is partly fulfilled leaves open how much is still to be sent', () => {
  const { order } = read({ meta_data: meta('_fulfillment_status', 'partially_fulfilled') });
  assert.equal(order.line_items[0]?.fulfillable_quantity, null);
});

test('a line of a deleted variation names no variant; that of a simple product its own', () => {
  const blue = { key: 'pa_colour', value: 'blue', display_key: 'Colour', display_value: 'Blue' };
  const ids = (change: object) => {
    const [one] = read({ line_items: [{ ...line, ...change }] }).order.line_items;
    return [one?.product_id, one?.variant_id, one?.variant_title];
  };
  assert.deepEqual(ids({}), ['212', '212', null]);
  assert.deepEqual(ids({ variation_id: 9, meta_data: [blue] }), ['212', '9', 'Blue']);
  assert.deepEqual(ids({ meta_data: [blue] }), ['212', null, 'Blue']);
  assert.deepEqual(ids({ product_id: 0, meta_data: [blue] }), [null, null, 'Blue']);
});

test('what no one says is null: shipping and tax of a product, consent, verification', () => {
  const bare = read({
    meta_data: undefined as never,
    line_items: [{ ...line, total_tax: '0.00', subtotal_tax: '0.00', taxes: [] }],
  }).order;
  const [untaxed] = bare.line_items;
  assert.deepEqual(
    [untaxed?.requires_shipping, untaxed?.taxable, bare.tax_exempt, bare.customer?.tax_exempt],
    [null, null, null, null],
  );
  assert.deepEqual(
    [
      bare.buyer_accepts_marketing,
      bare.customer?.verified_email,
      bare.customer?.email_marketing_consent,
    ],
    [null, null, null],
  );
  assert.equal(read({}).order.line_items[0]?.taxable, true);
  assert.equal(read({}).order.tax_exempt, false);
});

test('truth values in any form', () => {
  for (const yes of [true, 1, '1', 'yes', 'true'])
    assert.equal(read({ prices_include_tax: yes }).order.subtotal_price, '18.00', String(yes));
  for (const no of [false, 0, '0', 'no', 'false'])
    assert.equal(read({ prices_include_tax: no }).order.subtotal_price, '14.88', String(no));
});

test('an order without meta data is read', () => {
  const { meta_data, ...bare } = PAID;
  assert.ok(meta_data);
  const { order } = read({}, bare);
  assert.deepEqual([order.total_price, order.po_number], ['22.95', null]);
});

test('a province is a code where it looks like one, and a name otherwise', () => {
  const province = (state: string) => {
    const { billing_address: address } = read({ billing: { ...PAID.billing, state } }).order;
    return [address?.province_code, address?.province];
  };
  assert.deepEqual(province('WA'), ['WA', null]);
  assert.deepEqual(province('JP13'), ['JP13', null]);
  assert.deepEqual(province('Noord-Holland'), [null, 'Noord-Holland']);
  assert.deepEqual(province(''), [null, null]);
});

test('an order without any address has none', () => {
  const { order } = read({ billing: {}, shipping: {} });
  assert.deepEqual(
    [order.billing_address, order.shipping_address, order.customer?.default_address],
    [null, null, null],
  );
});

test('purchase numbers and exemptions are found in the meta data', () => {
  const { order } = read({
    meta_data: [
      ...meta('_po_number', 'PO-7'),
      ...meta('is_vat_exempt', 'yes'),
      ...meta('odd', { a: 1 }),
    ],
  });
  assert.deepEqual(
    [order.po_number, order.tax_exempt, order.customer?.tax_exempt],
    ['PO-7', true, true],
  );
});

test('coupons of three generations', () => {
  const base: NativeCouponLine = { id: 1, code: 'thanks', discount: '8.50', discount_tax: '1.79' };
  const writing = {
    pricing: { places: 2, priced: (net: unknown) => String(net) },
    write: (amount: string | null) => amount && money(amount, 2),
  };
  const couponWith = (change: Partial<NativeCouponLine>) => {
    const { code, application } = couponOf({ ...base, ...change }, writing);
    const { value, value_type, allocation_method, target_selection, target_type } = application;
    return [code.type, value, value_type, allocation_method, target_selection, target_type].join(
      ' ',
    );
  };
  const info = (text: string) => ({ meta_data: meta('coupon_info', text) });
  const data = (value: object) => ({ meta_data: meta('coupon_data', value) });
  const cases: [Partial<NativeCouponLine>, string][] = [
    [
      { discount_type: 'percent', nominal_amount: '12.5', free_shipping: false },
      'percentage 12.5 percentage across all line_item',
    ],
    [
      { discount_type: 'fixed_cart', nominal_amount: 10 },
      'fixed_amount 10.00 fixed_amount across all line_item',
    ],
    [
      { discount_type: 'fixed_product', nominal_amount: '2.5' },
      'fixed_amount 2.50 fixed_amount each entitled line_item',
    ],
    [
      { discount_type: 'fixed_cart', nominal_amount: 0, free_shipping: true, discount: '0.00' },
      'shipping 0.00 fixed_amount across all shipping_line',
    ],
    // A coupon that an importer wrote, of which nothing is noted.
    [
      { discount_type: 'fixed_cart', nominal_amount: 0, free_shipping: false },
      'fixed_amount 8.50 fixed_amount across all line_item',
    ],
    [
      { discount_type: 'store_credit', nominal_amount: 50 },
      'store_credit 8.50 fixed_amount across all line_item',
    ],
    [info('[44,"thanks","percent",12.5]'), 'percentage 12.5 percentage across all line_item'],
    [info('[44,"thanks",null,10]'), 'fixed_amount 10.00 fixed_amount across all line_item'],
    [
      { ...info('[44,"thanks",null,0,true]'), discount: '0' },
      'shipping 0.00 fixed_amount across all shipping_line',
    ],
    [
      data({ discount_type: 'percent', amount: '10' }),
      'percentage 10 percentage across all line_item',
    ],
    [info('not a list'), ' 8.50 fixed_amount across all line_item'],
    [{}, ' 8.50 fixed_amount across all line_item'],
  ];
  for (const [change, expected] of cases)
    assert.equal(couponWith(change), expected, JSON.stringify(change));
});
