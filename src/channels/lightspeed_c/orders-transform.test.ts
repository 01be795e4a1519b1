// Odd orders: what falls outside the samples.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { completeOrder } from '../../model/order.ts';
import { difference } from '../../model/sums.ts';
import type { Warning } from '../channel.ts';
import type { NativeLine, NativeOrder } from './native.ts';
import { transformOrder } from './orders-transform.ts';

const BASE: NativeOrder = JSON.parse(
  readFileSync(new URL('samples/order-paid.native.json', import.meta.url), 'utf8'),
);
const LINE = BASE.orderProducts[0] as NativeLine;

function told(change: Partial<NativeOrder>, line: Partial<NativeLine> = {}) {
  const notes: Warning[] = [];
  const native = { ...BASE, orderProducts: [{ ...LINE, ...line }], ...change };
  const telling = { account: {}, now: 0, note: (warning: Warning) => notes.push(warning) };
  const order = completeOrder(transformOrder(native, telling), 'test');
  return { order, notes, off: difference(order) };
}

test('what the order costs less than its parts is a discount on the whole', () => {
  const { order, off } = told({ priceIncl: '49.85' });
  assert.equal(order.total_discounts, '5.00');
  assert.equal(order.subtotal_price, '44.90');
  assert.equal(order.total_line_items_price, '49.90');
  assert.equal(order.line_items[0]?.total_discount, '0.00');
  assert.equal(off, undefined);
});

test('a fraction of a cent is no discount, and amounts still add up', () => {
  const { order, off } = told({}, { priceIncl: '49.9042', basePriceIncl: '24.9521' });
  assert.equal(order.total_discounts, '0.00');
  assert.equal(order.total_line_items_price, '49.90');
  assert.equal(off, undefined);
});

test('an order that costs more than its parts keeps its total, and the difference shows', () => {
  const { order, off } = told({ priceIncl: 60 });
  assert.equal(order.total_price, '60.00');
  assert.equal(order.subtotal_price, '49.90');
  assert.equal(off, '5.15');
});

test('a discount on shipping is told with the shipping, and shipping before it', () => {
  const { order, off } = told({
    priceIncl: '49.90',
    shipmentPriceIncl: 0,
    shipmentDiscountIncl: '4.95',
    isDiscounted: true,
    discountCouponCode: 'FREE',
    discountAmount: '4.95',
  });
  assert.equal(order.total_shipping_price_set?.shop_money.amount, '4.95');
  assert.equal(order.total_discounts, '4.95');
  const [line] = order.shipping_lines;
  assert.deepEqual([line?.price, line?.discounted_price], ['4.95', '0.00']);
  assert.deepEqual(
    line?.discount_allocations.map(({ amount, discount_application_index: at }) => [amount, at]),
    [['4.95', 0]],
  );
  assert.deepEqual(order.discount_codes, [
    { id: null, code: 'FREE', amount: '4.95', type: 'fixed_amount' },
  ]);
  assert.equal(off, undefined);
});

test('surcharges of custom inputs belong to the line', () => {
  const { order, off } = told({ priceIncl: '57.85' }, { customIncl: 3, priceIncl: '52.90' });
  assert.equal(order.total_line_items_price, '52.90');
  assert.equal(order.line_items[0]?.total_discount, '0.00');
  assert.equal(off, undefined);
});

test('refunded pieces are taken off what is current, in proportion', () => {
  const { order } = told({}, { quantityRefunded: 1 });
  assert.equal(order.financial_status, 'partially_refunded');
  assert.equal(order.current_total_price, '29.90');
  assert.equal(order.current_subtotal_price, '24.95');
  // 9.52 less half of 49.90 - 41.24.
  assert.equal(order.current_total_tax, '5.19');
  assert.equal(order.line_items[0]?.fulfillable_quantity, 1);
  const whole = told({ priceIncl: '49.85' }, { quantityRefunded: 2 }).order;
  assert.equal(whole.financial_status, 'refunded');
  assert.equal(whole.current_total_price, '4.95');
  assert.equal(whole.current_subtotal_price, '0.00');
});

test('what is not paid is outstanding; of a part nobody knows how much', () => {
  const outstanding = (paymentStatus: string, status = 'processing_awaiting_payment') =>
    told({ paymentStatus, status }).order.total_outstanding;
  assert.equal(outstanding('not_paid'), '54.85');
  assert.equal(outstanding('not_paid', 'cancelled'), '0.00');
  assert.equal(outstanding('cancelled'), '0.00');
  assert.equal(outstanding('partially_paid'), null);
  assert.equal(outstanding('paid'), '0.00');
});

test('words that are not known become null, with a warning each', () => {
  const { order, notes } = told({ status: 'x', paymentStatus: 'y', shipmentStatus: 'z' });
  assert.deepEqual(
    [order.financial_status, order.fulfillment_status, order.closed_at, order.cancelled_at],
    [null, null, null, null],
  );
  assert.deepEqual(
    notes.map(({ code, field }) => [code, field]),
    [
      ['unknown_status', 'closed_at'],
      ['unknown_status', 'financial_status'],
      ['unknown_status', 'fulfillment_status'],
    ],
  );
  assert.deepEqual(told({ shipmentStatus: false, status: 'new' }).notes, []);
});

test('false and empty texts are nothing', () => {
  const { order } = told({
    customer: false,
    quote: false,
    language: false,
    phone: '',
    mobile: false,
    email: '',
    comment: '',
    shipmentId: false,
    shipmentTitle: '',
    newsletterSubscribed: null,
    weight: false,
    addressShippingStreet: '',
    addressShippingNumber: '',
    addressShippingExtension: '',
    addressShippingZipcode: '',
    addressShippingCity: '',
    addressShippingCountry: false,
  });
  assert.equal(order.customer?.id, null);
  assert.equal(order.customer?.email_marketing_consent, null);
  assert.deepEqual(
    [order.checkout_id, order.customer_locale, order.phone, order.email, order.note],
    [null, null, null, null, null],
  );
  assert.equal(order.shipping_address, null);
  assert.deepEqual(order.shipping_lines, []);
  assert.equal(order.total_weight, null);
  const line = told({}, { product: false, variant: false, taxRate: 0, sku: '', articleCode: '' });
  assert.deepEqual(
    [line.order.line_items[0]?.product_id, line.order.line_items[0]?.product_exists],
    [null, false],
  );
  assert.equal(line.order.line_items[0]?.sku, null);
  assert.equal(line.order.line_items[0]?.taxable, false);
  assert.equal(line.order.line_items[0]?.requires_shipping, null);
});

test('regions, names in one piece, and numbers where a text is expected', () => {
  const { order } = told({
    addressShippingName: 'Ana María de la Cruz',
    addressShippingNumber: 12,
    addressShippingRegionData: { code: 'WA', name: 'Washington' },
    addressShippingCountry: { code: 'us', title: 'USA' },
    addressBillingName: 'Prince',
  });
  const address = order.shipping_address;
  assert.deepEqual([address?.first_name, address?.last_name], ['Ana', 'María de la Cruz']);
  assert.equal(address?.address1, 'Prinsenlaan 12 B');
  assert.deepEqual(
    [address?.province, address?.province_code, address?.country, address?.country_code],
    ['Washington', 'WA', 'United States', 'US'],
  );
  assert.equal(order.billing_address?.name, 'Prince');
});

test('an automatic discount has no code, a currency its own decimals', () => {
  const automatic = told({
    isDiscounted: true,
    discountType: 'percentage',
    discountPercentage: '0.125',
  });
  assert.deepEqual(automatic.order.discount_applications[0], {
    type: 'automatic',
    code: null,
    value: '12.50',
    value_type: 'percentage',
    allocation_method: 'across',
    target_selection: 'all',
    target_type: 'line_item',
  });
  const yen = told({ shop: { ...BASE.shop, currency: 'JPY' }, priceIncl: 55, priceExcl: 45 });
  assert.equal(yen.order.total_price, '55');
  assert.equal(yen.order.total_tax, '10');
});
