// Odd orders: what falls outside the samples.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { completeOrder } from '../../model/order-draft.ts';
import { difference } from '../../model/sums.ts';
import type { Warning } from '../channel.ts';
import type { NativeLine, NativeOrder } from './native.ts';
import { transformOrder } from './orders-transform.ts';

const BASE: NativeOrder = JSON.parse(
  readFileSync(new URL('samples/order-paid.native.json', import.meta.url), 'utf8'),
);
const LINE = BASE.orderProducts[0] as NativeLine;

function transformed(change: Partial<NativeOrder>, line: Partial<NativeLine> = {}) {
  const notes: Warning[] = [];
  const native = { ...BASE, orderProducts: [{ ...LINE, ...line }], ...change };
  const context = { account: {}, now: 0, note: (warning: Warning) => notes.push(warning) };
  const order = completeOrder(transformOrder(native, context), 'test');
  return { order, notes, off: difference(order) };
}

test('what the order costs less than its parts is a discount on the whole', () => {
  const { order, off } = transformed({ priceIncl: '49.85' });
  assert.equal(order.total_discounts, '5.00');
  assert.equal(order.subtotal_price, '44.90');
  assert.equal(order.total_line_items_price, '49.90');
  assert.equal(order.line_items[0]?.total_discount, '0.00');
  assert.equal(off, undefined);
});

test('a fraction of a cent is no discount, and amounts still add up', () => {
  // Booked in cents, while the price of one piece is finer: 49.9042 is 49.90.
  const booked = transformed({}, { priceIncl: '49.90', basePriceIncl: '24.9521' });
  assert.equal(booked.order.total_discounts, '0.00');
  assert.equal(booked.order.total_line_items_price, '49.90');
  assert.equal(booked.order.line_items[0]?.price, '24.9521');
  assert.equal(booked.off, undefined);
  // Booked with all its digits: none of them is lost, and nothing of it is a discount.
  const fine = transformed({}, { priceIncl: '49.9042', basePriceIncl: '24.9521' });
  assert.equal(fine.order.total_discounts, '0.00');
  assert.equal(fine.order.total_line_items_price, '49.9042');
  assert.equal(fine.order.subtotal_price, '49.9042');
  assert.equal(fine.off, undefined);
  const taken = transformed(
    { priceIncl: '49.85' },
    { priceIncl: '44.90', basePriceIncl: '24.9521' },
  );
  assert.equal(taken.order.line_items[0]?.total_discount, '5.00');
  assert.equal(taken.off, undefined);
});

test('an amount keeps every digit Lightspeed wrote, in every currency', () => {
  for (const [currency, written, amount] of [
    ['HUF', '1234.56', '1234.56'],
    ['COP', '19999.99', '19999.99'],
    ['JPY', '1000.5', '1000.5'],
    ['KWD', '7.5', '7.500'],
    ['EUR', '6.2475', '6.2475'],
  ] as const) {
    const { order } = transformed(
      { shop: { ...BASE.shop, currency }, priceIncl: written, shipmentPriceIncl: 0 },
      { quantityOrdered: 1, priceIncl: written, basePriceIncl: written },
    );
    assert.deepEqual(
      [order.total_price, order.subtotal_price, order.line_items[0]?.price],
      [amount, amount, amount],
      currency,
    );
  }
});

test('nothing is left of an order that was cancelled or voided, and never less than nothing', () => {
  const left = (change: Partial<NativeOrder>, line: Partial<NativeLine> = {}) => {
    const { order } = transformed({ paymentPriceIncl: 1, priceIncl: '55.85', ...change }, line);
    const fees = order.current_total_additional_fees_set as { shop_money: { amount: string } };
    return [
      order.current_total_price,
      order.current_subtotal_price,
      order.current_total_tax,
      order.current_total_discounts,
      fees.shop_money.amount,
    ];
  };
  const nothing = ['0.00', '0.00', '0.00', '0.00', '0.00'];
  assert.deepEqual(left({ status: 'cancelled' }), nothing);
  assert.deepEqual(left({ paymentStatus: 'cancelled' }), nothing);
  const odd = left({ priceIncl: 10, priceExcl: 9 }, { quantityRefunded: 2 });
  assert.ok(
    odd.every((amount) => !amount?.startsWith('-')),
    odd.join(),
  );
});

test('pieces in a shipment have not left before it has', () => {
  const shipped = (change: Partial<NativeOrder>, line: Partial<NativeLine> = {}) => {
    const { order } = transformed(change, { quantityShipped: 2, ...line });
    const [item] = order.line_items;
    return [order.fulfillment_status, item?.fulfillment_status, item?.fulfillable_quantity];
  };
  assert.deepEqual(shipped({ shipmentStatus: 'not_shipped' }), [null, null, 2]);
  assert.deepEqual(shipped({ shipmentStatus: 'shipped' }), ['fulfilled', 'fulfilled', 0]);
  assert.deepEqual(shipped({ shipmentStatus: 'shipped' }, { quantityShipped: 0 }), ['fulfilled', 'fulfilled', 0]); // biome-ignore format: one line
  for (const status of ['completed_shipped', 'completed_picked_up'])
    assert.deepEqual(shipped({ status, shipmentStatus: 'not_shipped' }), ['fulfilled', 'fulfilled', 0]); // biome-ignore format: one line
  assert.deepEqual(shipped({ status: 'completed', shipmentStatus: 'not_shipped' }), [null, null, 2]); // biome-ignore format: one line
});

test('goods of a shipment without codes are found by their title, and none is picked by chance', () => {
  const bare = { ...LINE, articleCode: '', sku: '', ean: '', variantTitle: 'Standaard' };
  const orderProducts = [
    { ...bare, id: 1, brandTitle: 'Bic', productTitle: 'Pen', quantityShipped: 2 },
    { ...bare, id: 2, brandTitle: '', productTitle: 'Inkt', quantityShipped: 2 },
  ];
  const left = (title: string, sku = '') => {
    const shippedProducts = [{ title, variant: 'Standaard', quantity: 2, articleCode: '', sku }];
    const native = { shipmentStatus: 'partially_shipped', orderProducts, shippedProducts };
    const { order, notes } = transformed(native);
    return [
      ...order.line_items.map(({ fulfillable_quantity }) => fulfillable_quantity),
      ...notes.map(({ code }) => code),
    ];
  };
  assert.deepEqual(left('Inkt'), [2, 0]);
  assert.deepEqual(left('Bic Pen'), [0, 2]);
  assert.deepEqual(left('pen', 'P-1'), [0, 2]);
  assert.deepEqual(left('Gum'), [null, null, 'fulfillments_unknown']);
  assert.deepEqual(left(''), [null, null, 'fulfillments_unknown']);
});

test('what left of an order in part is in its shipments, found by codes and variant', () => {
  const lines = (shippedProducts: NativeOrder['shippedProducts'], assigned = 2) => {
    const line = { ...LINE, articleCode: 'A', sku: 'S', ean: '' };
    const { order } = transformed({
      shipmentStatus: 'partially_shipped',
      orderProducts: [
        { ...line, id: 1, variantTitle: 'Blauw', quantityShipped: 2 },
        { ...line, id: 2, variantTitle: 'Rood', quantityShipped: assigned },
        { ...line, id: 3, articleCode: 'B', quantityShipped: assigned },
      ],
      ...(shippedProducts && { shippedProducts }),
    });
    return order.line_items.map(({ fulfillment_status, fulfillable_quantity }) => [
      fulfillment_status,
      fulfillable_quantity,
    ]);
  };
  const piece = { articleCode: 'A', sku: 'S', ean: '' };
  assert.deepEqual(lines([{ ...piece, variant: 'Rood', quantity: 1 }]), [
    [null, 2],
    ['partial', 1],
    [null, 2],
  ]);
  // Without a variant it is not known which left, unless all did.
  assert.deepEqual(lines([{ ...piece, quantity: 3 }]), [
    [null, null],
    [null, null],
    [null, 2],
  ]);
  assert.deepEqual(lines([{ ...piece, quantity: 4 }]), [
    ['fulfilled', 0],
    ['fulfilled', 0],
    [null, 2],
  ]);
  // No shipment is marked as shipped: pieces in one left, if there are others.
  assert.deepEqual(lines([], 0), [
    ['fulfilled', 0],
    [null, 2],
    [null, 2],
  ]);
  // Nothing says which.
  const unknown = [
    [null, null],
    [null, null],
    [null, null],
  ];
  assert.deepEqual(lines([]), unknown);
  assert.deepEqual(lines(undefined), unknown);
});

test('what Lightspeed does not say is null, never no', () => {
  const { order } = transformed({}, { taxRate: 0, product: null });
  const [line] = order.line_items;
  assert.deepEqual([order.test, order.tax_exempt, order.estimated_taxes], [null, null, null]);
  assert.deepEqual(
    [line?.gift_card, line?.taxable, line?.requires_shipping, line?.product_exists],
    [null, null, null, null],
  );
});

test('an order that costs more than its parts keeps its total, and the difference shows', () => {
  const { order, off } = transformed({ priceIncl: 60 });
  assert.equal(order.total_price, '60.00');
  assert.equal(order.subtotal_price, '49.90');
  assert.equal(off, '5.15');
});

test('a discount on shipping stands with the shipping, whose price is the one before it', () => {
  const { order, off } = transformed({
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

test('the price of shipping is what was booked, where its base price is finer than a coin', () => {
  const { order, off } = transformed({
    ...{ priceIncl: '56.15', shipmentBasePriceIncl: '6.2475', shipmentPriceIncl: '6.25' },
  });
  assert.equal(order.total_shipping_price_set?.shop_money.amount, '6.25');
  const [line] = order.shipping_lines;
  assert.deepEqual([line?.price, line?.discounted_price], ['6.25', '6.25']);
  assert.equal(off, undefined);
});

test('surcharges of custom inputs belong to the line', () => {
  const { order, off } = transformed({ priceIncl: '57.85' }, { customIncl: 3, priceIncl: '52.90' });
  assert.equal(order.total_line_items_price, '52.90');
  assert.equal(order.line_items[0]?.total_discount, '0.00');
  assert.equal(off, undefined);
});

test('refunded pieces are taken off what is current, in proportion', () => {
  const { order } = transformed({}, { quantityRefunded: 1 });
  assert.equal(order.financial_status, 'partially_refunded');
  assert.equal(order.current_total_price, '29.90');
  assert.equal(order.current_subtotal_price, '24.95');
  // 9.52 less half of 49.90 - 41.24.
  assert.equal(order.current_total_tax, '5.19');
  assert.equal(order.line_items[0]?.fulfillable_quantity, 1);
  const whole = transformed({ priceIncl: '49.85' }, { quantityRefunded: 2 }).order;
  assert.equal(whole.financial_status, 'refunded');
  assert.equal(whole.current_total_price, '4.95');
  assert.equal(whole.current_subtotal_price, '0.00');
});

test('what is not paid is outstanding; of a part no one knows how much', () => {
  const outstanding = (paymentStatus: string, status = 'processing_awaiting_payment') =>
    transformed({ paymentStatus, status }).order.total_outstanding;
  assert.equal(outstanding('not_paid'), '54.85');
  assert.equal(outstanding('not_paid', 'cancelled'), '0.00');
  assert.equal(outstanding('cancelled'), '0.00');
  assert.equal(outstanding('partially_paid'), null);
  assert.equal(outstanding('paid'), '0.00');
});

test('words that are not known become null, with a warning each', () => {
  const { order, notes } = transformed({ status: 'x', paymentStatus: 'y', shipmentStatus: 'z' });
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
  assert.deepEqual(transformed({ shipmentStatus: false, status: 'new' }).notes, []);
});

test('false and empty texts are nothing', () => {
  const { order } = transformed({
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
  const line = transformed(
    {},
    { product: false, variant: false, taxRate: 0, sku: '', articleCode: '' },
  );
  assert.deepEqual(
    [line.order.line_items[0]?.product_id, line.order.line_items[0]?.product_exists],
    [null, false],
  );
  assert.equal(line.order.line_items[0]?.sku, null);
  assert.equal(line.order.line_items[0]?.taxable, null);
  assert.equal(line.order.line_items[0]?.requires_shipping, null);
});

test('regions, names in one piece, and numbers where a text is expected', () => {
  const { order } = transformed({
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
  const automatic = transformed({
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
  const yen = transformed({
    shop: { ...BASE.shop, currency: 'JPY' },
    priceIncl: 55,
    priceExcl: 45,
  });
  assert.equal(yen.order.total_price, '55');
  assert.equal(yen.order.total_tax, '10');
});
