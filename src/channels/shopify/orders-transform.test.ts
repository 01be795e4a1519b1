// The odd cases of an order; the plain ones are samples.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../../model/money.ts';
import { completeOrder } from '../../model/order-draft.ts';
import { difference } from '../../model/sums.ts';
import type { Warning } from '../channel.ts';
import { amountOf } from './amounts.ts';
import { listOf, NOW, sample } from './fake-vendor.ts';
import type { LineItem, Order } from './native.ts';
import { transform } from './orders-transform.ts';

const paid: Order = sample('order-paid.native');
const [cap] = paid.lineItems.nodes as [LineItem];

function unified(more: Partial<Order>) {
  const warnings: Warning[] = [];
  const context = { account: {}, now: NOW, note: (warning: Warning) => warnings.push(warning) };
  return { order: transform({ ...paid, ...more }, context), warnings };
}
const withLines = (...lines: Partial<LineItem>[]) => ({
  lineItems: { ...paid.lineItems, nodes: lines.map((line) => ({ ...cap, ...line })) },
});

test('amounts have the decimals of their currency, and lose none they came with', () => {
  const amount = (amount: string, currency: string) => amountOf(amount, currency);
  assert.equal(amount('24.5', 'EUR'), '24.50');
  assert.equal(amount('0.0', 'EUR'), '0.00');
  assert.equal(amount('100', 'EUR'), '100.00');
  assert.equal(amount('1500.0', 'JPY'), '1500');
  assert.equal(amount('1.5', 'KWD'), '1.500');
  assert.equal(amount('0.1250', 'EUR'), '0.125');
  assert.equal(amount('-3.5', 'USD'), '-3.50');
});

test('statuses that are not known are null and reported, never guessed', () => {
  const { order, warnings } = unified({
    displayFinancialStatus: 'PONDERING',
    displayFulfillmentStatus: 'TELEPORTED',
    cancelReason: 'WEATHER',
  });
  assert.equal(order.financial_status, null);
  assert.equal(order.fulfillment_status, null);
  assert.equal(order.cancel_reason, null);
  assert.deepEqual(
    warnings.map(({ code, field, id }) => [code, field, id]),
    [
      ['unknown_status', 'financial_status', paid.legacyResourceId],
      ['unknown_status', 'fulfillment_status', paid.legacyResourceId],
      ['unknown_status', 'cancel_reason', paid.legacyResourceId],
    ],
  );
});

test('every known status has its word', () => {
  const financial = (status: string | null) =>
    unified({ displayFinancialStatus: status }).order.financial_status;
  assert.deepEqual(
    [
      'PENDING',
      'AUTHORIZED',
      'PARTIALLY_PAID',
      'PAID',
      'PARTIALLY_REFUNDED',
      'REFUNDED',
      'VOIDED',
      'EXPIRED',
      null,
    ].map(financial),
    [
      'pending',
      'authorized',
      'partially_paid',
      'paid',
      'partially_refunded',
      'refunded',
      'voided',
      'expired',
      null,
    ],
  );
  const fulfillment = (status: string) =>
    unified({ displayFulfillmentStatus: status }).order.fulfillment_status;
  assert.deepEqual(['FULFILLED', 'PARTIALLY_FULFILLED', 'RESTOCKED'].map(fulfillment), [
    'fulfilled',
    'partial',
    'restocked',
  ]);
  for (const status of [
    'UNFULFILLED',
    'OPEN',
    'IN_PROGRESS',
    'PENDING_FULFILLMENT',
    'ON_HOLD',
    'SCHEDULED',
    'REQUEST_DECLINED',
    'FULFILLMENT_NOT_REQUIRED',
  ]) {
    assert.equal(fulfillment(status), null, status);
    const shipped = {
      displayFulfillmentStatus: status,
      ...withLines({}, { unfulfilledQuantity: 1 }),
    };
    assert.equal(unified(shipped).order.fulfillment_status, 'partial', status);
  }
});

test('a line is fulfilled by what is left of it', () => {
  const status = (currentQuantity: number, unfulfilledQuantity: number) =>
    unified(withLines({ currentQuantity, unfulfilledQuantity })).order.line_items?.[0]
      ?.fulfillment_status;
  assert.equal(status(2, 2), null);
  assert.equal(status(2, 1), 'partial');
  assert.equal(status(2, 0), 'fulfilled');
  assert.equal(status(0, 0), null);
});

test('a line that was sent and came back is fulfilled, whatever is left of it', () => {
  const status = (
    [quantity, currentQuantity, unfulfilledQuantity]: readonly [number, number, number],
    sent: number,
    state = 'SUCCESS',
  ) => {
    const lines = withLines({ quantity, currentQuantity, unfulfilledQuantity });
    const parcel = {
      id: 'gid://shopify/Fulfillment/1',
      status: state,
      fulfillmentLineItems: listOf([{ quantity: sent, lineItem: { id: cap.id } }]),
    };
    const more = { fulfillments: [parcel] } as unknown as Partial<Order>;
    return unified({ ...lines, ...more }).order.line_items?.[0]?.fulfillment_status;
  };
  assert.equal(status([1, 0, 0], 1), 'fulfilled');
  // Two ordered: one was sent and came back, one is open.
  assert.equal(status([2, 1, 1], 1), 'partial');
  assert.equal(status([2, 0, 0], 1), 'fulfilled');
  assert.equal(status([2, 1, 0], 1), 'fulfilled');
  for (const state of ['CANCELLED', 'ERROR', 'FAILURE'])
    assert.equal(status([1, 0, 0], 1, state), null);
});

test('an order of forints, dinars or pesos keeps every digit', () => {
  for (const [currency, unit, total] of [
    ['HUF', '1234.56', '2469.12'],
    ['COP', '19999.99', '39999.98'],
    ['IQD', '1500.125', '3000.250'],
    ['JPY', '1500.0', '3000'],
    ['KWD', '1.2345', '2.469'],
  ] as const) {
    const price = { amount: unit, currencyCode: currency };
    const { order } = unified({
      currencyCode: currency,
      presentmentCurrencyCode: currency,
      ...withLines({
        quantity: 2,
        originalUnitPriceSet: { shopMoney: price, presentmentMoney: price },
      }),
    });
    assert.equal(order.total_line_items_price, total);
    assert.equal(Number(order.line_items?.[0]?.price), Number(unit));
  }
});

test('duties that the prices include are not added to them, and cash may be rounded', () => {
  const bag = (amount: string) => {
    const money = { amount, currencyCode: 'EUR' };
    return { shopMoney: money, presentmentMoney: money };
  };
  const off = (more: Partial<Order>) => {
    const { order } = unified(more);
    return difference(completeOrder(order, 'shopify'), order.sumFacts);
  };
  const total = paid.totalPriceSet?.shopMoney.amount ?? '';
  const duties = { originalTotalDutiesSet: bag('7.5') };
  assert.equal(off({}), undefined);
  assert.equal(off(duties), '-7.50');
  assert.equal(off({ ...duties, dutiesIncluded: true }), undefined);
  const rounded = { totalCashRoundingAdjustment: { paymentSet: bag('0.02') } };
  assert.equal(off(rounded), undefined);
  assert.equal(off({ ...rounded, totalPriceSet: bag(add(total, '0.02')) }), undefined);
  assert.equal(off({ totalPriceSet: bag(add(total, '0.02')) }), '0.02');
});

test('a cancelled order is worth nothing any more, whatever Shopify still writes', () => {
  const { order } = unified({ cancelledAt: '2026-10-30T08:00:00Z' });
  assert.equal(order.current_total_price, '0.00');
  assert.equal(order.current_subtotal_price, '0.00');
  assert.equal(order.current_total_tax, '0.00');
  assert.equal(order.current_total_discounts, '0.00');
  assert.equal(order.total_price, unified({}).order.total_price);
});

test('whether a product is still there is said by Shopify, or by no one', () => {
  const { product: _, variant: __, ...withheld } = cap;
  const { order } = unified({
    lineItems: { ...paid.lineItems, nodes: [cap, { ...cap, product: null }, withheld] },
  });
  assert.deepEqual(
    order.line_items?.map(({ product_id, product_exists }) => [product_id, product_exists]),
    [
      [cap.product?.legacyResourceId, true],
      [null, false],
      [null, null],
    ],
  );
});

test('weights are grams, and null before 2026-07', () => {
  const grams = (unit: string, value: number) =>
    unified(withLines({ weight: { unit, value } })).order.line_items?.[0]?.grams;
  assert.deepEqual(
    [
      grams('GRAMS', 85),
      grams('KILOGRAMS', 0.1),
      grams('OUNCES', 1),
      grams('POUNDS', 2.2),
      grams('STONES', 1),
    ],
    [85, 100, 28, 998, null],
  );
  const { weight: _, ...older } = cap;
  const { order } = unified({ lineItems: { ...paid.lineItems, nodes: [older] } });
  assert.equal(order.line_items?.[0]?.grams, undefined);
});

test('the consent to SMS reads the same in every version', () => {
  const { customer } = paid;
  assert.ok(customer);
  const older = {
    phoneNumber: '+31612345678',
    marketingState: 'NOT_SUBSCRIBED',
    marketingOptInLevel: 'SINGLE_OPT_IN',
    marketingUpdatedAt: null,
    marketingCollectedFrom: 'OTHER',
  };
  const { order } = unified({ customer: { ...customer, defaultPhoneNumber: older } });
  assert.deepEqual(
    order.customer?.sms_marketing_consent,
    unified({}).order.customer?.sms_marketing_consent,
  );
  assert.equal(order.customer?.sms_marketing_consent?.state, 'not_subscribed');
});

test('withheld and missing parts are nothing', () => {
  const { order, warnings } = unified({
    subtotalPriceSet: null,
    totalTaxSet: null,
    totalDiscountsSet: null,
    totalWeight: null,
    statusPageUrl: null,
    customer: null,
    email: '',
  });
  assert.equal(order.subtotal_price, null);
  assert.equal(order.total_tax_set, null);
  assert.equal(order.total_weight, null);
  assert.equal(order.customer, null);
  assert.equal(order.email, null);
  assert.deepEqual(warnings, []);
});
