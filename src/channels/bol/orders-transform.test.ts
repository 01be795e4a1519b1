// Odd orders: without a total, fulfilled by bol, cancelled in part, with nothing but the needful.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeOrder } from '../../model/order-draft.ts';
import { difference } from '../../model/sums.ts';
import type { Warning } from '../channel.ts';
import type { NativeItem, NativeOrder } from './native.ts';
import { transformOrder } from './orders-transform.ts';

const item = (more: Partial<NativeItem> = {}): NativeItem => ({
  orderItemId: '1',
  quantity: 3,
  quantityShipped: 0,
  quantityCancelled: 0,
  latestChangedDateTime: '2026-09-14T10:05:12+02:00',
  unitPrice: '9.99',
  totalPrice: '27.97',
  discounts: [{ title: 'Korting', amount: '2' }],
  ...more,
});
const read = (items: readonly NativeItem[], more: Partial<NativeOrder> = {}) => {
  const warnings: Warning[] = [];
  const native = {
    orderId: 'C00031K4LM',
    orderPlacedDateTime: '2026-09-14T10:05:11+02:00',
    shipmentDetails: {},
    orderItems: items,
    ...more,
  };
  const draft = transformOrder(native, { note: (warning) => warnings.push(warning) });
  return { order: completeOrder(draft, 'test'), warnings };
};
const unified = (...given: Parameters<typeof read>) => read(...given).order;

test('amounts add up, also where an older answer has no total and no discounts', () => {
  const order = unified([item()]);
  assert.equal(order.total_line_items_price, '29.97');
  assert.equal(order.total_discounts, '2.00');
  assert.equal(order.total_price, '27.97');
  assert.equal(difference(order), undefined);

  const { totalPrice: _total, discounts: _discounts, ...old } = item();
  assert.equal(unified([old]).total_price, '29.97');
  assert.equal(difference(unified([old])), undefined);
  assert.equal(unified([{ ...item(), totalPrice: null }]).total_price, '27.97');
});

test('pieces that were cancelled are left out of what is owed now', () => {
  const order = unified([
    item({ quantityCancelled: 1 }),
    item({ orderItemId: '2', totalPrice: 10 }),
  ]);
  assert.equal(order.total_price, '37.97');
  // 27.97 × 2/3 is 18.6466…, and the other item is whole.
  assert.equal(order.current_total_price, '28.65');
  assert.equal(order.current_total_discounts, '3.33');
  assert.equal(order.line_items[0]?.fulfillable_quantity, 2);
  assert.equal(order.financial_status, 'paid');
});

test('the counts of the items say how far an order is', () => {
  const statuses = (...items: Partial<NativeItem>[]) => {
    const order = unified(
      items.map((more, index) => item({ ...more, orderItemId: String(index) })),
    );
    return [order.financial_status, order.fulfillment_status, order.closed_at !== null];
  };
  assert.deepEqual(statuses({}), ['paid', null, false]);
  assert.deepEqual(statuses({ quantityShipped: 1 }), ['paid', 'partial', false]);
  assert.deepEqual(statuses({ quantityShipped: 3 }, {}), ['paid', 'partial', false]);
  assert.deepEqual(statuses({ quantityShipped: 3 }), ['paid', 'fulfilled', true]);
  assert.deepEqual(statuses({ quantityShipped: 2, quantityCancelled: 1 }), [
    'paid',
    'fulfilled',
    true,
  ]);
  assert.deepEqual(statuses({ quantityShipped: 3 }, { quantityCancelled: 3 }), [
    'paid',
    'fulfilled',
    true,
  ]);
  assert.deepEqual(statuses({ quantityCancelled: 3 }), ['voided', null, true]);
});

test('a request to cancel is no reason before the order is cancelled', () => {
  assert.equal(unified([item({ cancellationRequest: true })]).cancel_reason, null);
  assert.equal(
    unified([item({ cancellationRequest: true, quantityCancelled: 3 })]).cancel_reason,
    'customer',
  );
  const order = unified([item({ quantityCancelled: 3 })]);
  assert.equal(order.cancel_reason, 'other');
  assert.equal(order.cancelled_at, '2026-09-14T10:05:12+02:00');
});

test('the last change is the newest of all items, in whatever zone it is written', () => {
  const order = unified([
    item({ latestChangedDateTime: '2026-10-25T02:30:00+02:00' }),
    item({ latestChangedDateTime: '2026-10-25T02:10:00+01:00' }),
    item({ latestChangedDateTime: null }),
  ]);
  assert.equal(order.updated_at, '2026-10-25T02:10:00+01:00');
  assert.equal(
    unified([item({ latestChangedDateTime: null })]).updated_at,
    '2026-09-14T10:05:11+02:00',
  );
});

test('how it is fulfilled shows in tags, lines and the shipping line', () => {
  const order = unified([
    item({
      fulfilment: { method: 'FBB', distributionParty: 'BOL', timeFrameType: 'SAMEDAY' },
      offer: {},
      product: { ean: '8720000111015', title: ' Lamp ' },
    }),
    item({ fulfilment: { method: 'FBR', distributionParty: 'BOL', timeFrameType: 'REGULAR' } }),
  ]);
  assert.equal(order.tags, 'FBB, FBR, VVB');
  const [first, second] = order.line_items;
  assert.equal(first?.fulfillment_service, 'bol');
  assert.equal(first?.sku, '8720000111015');
  assert.equal(first?.title, 'Lamp');
  assert.equal(second?.fulfillment_service, 'manual');
  assert.deepEqual(
    order.shipping_lines.map(({ title, code, carrier_identifier }) => [
      title,
      code,
      carrier_identifier,
    ]),
    [['SAMEDAY', 'FBB', 'BOL']],
  );
});

test('promotions of the same title are one', () => {
  const order = unified([item(), item({ discounts: [{ title: 'Korting', amount: '0.5' }] })]);
  assert.deepEqual(
    order.discount_applications.map(({ code, value }) => [code, value]),
    [['Korting', '2.50']],
  );
  assert.deepEqual(order.discount_codes, []);
});

test('lines name the offer that products are, or nothing; never an EAN', () => {
  const product = { ean: '8720000111015', title: 'Lamp' };
  const [named, unnamed] = unified([
    item({ offer: { offerId: '2f1c6a6e-55d0-4b0e-9f44-6f4a7c1b9a02' }, product }),
    item({ offer: { reference: 'LAMP-01' }, product }),
  ]).line_items;
  assert.deepEqual(
    [named, unnamed].map((line) => [line?.product_id, line?.variant_id, line?.product_exists]),
    [
      ['2f1c6a6e-55d0-4b0e-9f44-6f4a7c1b9a02', '2f1c6a6e-55d0-4b0e-9f44-6f4a7c1b9a02', true],
      [null, null, null],
    ],
  );
});

test('what bol does not say is null, not no', () => {
  const order = unified([item({ fulfilment: { method: 'FBR' } }), item()]);
  assert.deepEqual(
    [order.tax_exempt, order.buyer_accepts_marketing, order.estimated_taxes],
    [null, null, null],
  );
  assert.deepEqual(
    [
      order.customer?.verified_email,
      order.customer?.tax_exempt,
      order.customer?.email_marketing_consent,
    ],
    [null, null, null],
  );
  assert.deepEqual(
    order.line_items.map((line) => [line.taxable, line.gift_card, line.requires_shipping]),
    [
      [null, null, true],
      [null, null, null],
    ],
  );
});

test('services ordered with the goods are tags, and it is said that they have no price', () => {
  const installed = item({
    fulfilment: { method: 'FBR' },
    additionalServices: [{ serviceType: 'PLACEMENT_AND_INSTALLATION' }],
  });
  const { order, warnings } = read([installed, item({ additionalServices: null })]);
  assert.equal(order.tags, 'FBR, PLACEMENT_AND_INSTALLATION');
  assert.deepEqual(
    warnings.map(({ code, field, id }) => [code, field, id]),
    [['services_without_price', 'total_price', 'C00031K4LM']],
  );
  assert.match(warnings[0]?.message ?? '', /PLACEMENT_AND_INSTALLATION/);
});

test('an order as recorded answers have it, without counts, totals and changes, is read', () => {
  const order = unified(
    [
      {
        orderItemId: '6107771545',
        quantity: 1,
        unitPrice: '19.99',
        fulfilment: { method: 'FBB' },
        offer: { offerId: '8f1183e3-de98-c92f-e053-3590612a63b7', reference: 'MijnOffer0021' },
      },
      { orderItemId: '6107771546', quantity: 1, unitPrice: '32.98' },
    ],
    { shipmentDetails: null },
  );
  assert.equal(order.total_price, '52.97');
  assert.equal(order.current_total_price, '52.97');
  assert.equal(order.financial_status, 'paid');
  assert.equal(order.fulfillment_status, null);
  assert.equal(order.line_items[0]?.fulfillable_quantity, 1);
  assert.equal(order.shipping_address, null);
  assert.equal(order.updated_at, '2026-09-14T10:05:11+02:00');
});

test('an amount keeps every digit that bol wrote, and none is ever below zero', () => {
  const fine = unified([item({ unitPrice: '0.125', totalPrice: '0.375', discounts: [] })]);
  assert.equal(fine.line_items[0]?.price, '0.125');
  assert.equal(fine.total_price, '0.375');
  assert.equal(fine.current_total_price, '0.375');
  const over = unified([item({ quantityCancelled: 4 })]);
  assert.deepEqual([over.current_total_price, over.current_total_discounts], ['0.00', '0.00']);
  assert.equal(over.line_items[0]?.fulfillable_quantity, 0);
});

test('an amount that cannot be read leaves its sums empty and the others as they are', () => {
  const { order, warnings } = read([item({ unitPrice: 'free' }), item()]);
  assert.equal(order.line_items[0]?.price, null);
  assert.equal(order.total_line_items_price, null);
  assert.equal(order.total_price, '55.94');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['value_unreadable'],
  );
});
