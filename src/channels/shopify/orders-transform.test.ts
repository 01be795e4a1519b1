// The odd cases of an order; the plain ones are samples.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Warning } from '../channel.ts';
import { amountOf } from './amounts.ts';
import { NOW, sample } from './fake-shop.ts';
import type { LineItem, Order } from './native.ts';
import { transform } from './orders-transform.ts';

const paid: Order = sample('order-paid.native');
const [cap] = paid.lineItems.nodes as [LineItem];

function told(more: Partial<Order>) {
  const warnings: Warning[] = [];
  const telling = { account: {}, now: NOW, note: (warning: Warning) => warnings.push(warning) };
  return { order: transform({ ...paid, ...more }, telling), warnings };
}
const withLines = (...lines: Partial<LineItem>[]) => ({
  lineItems: { ...paid.lineItems, nodes: lines.map((line) => ({ ...cap, ...line })) },
});

test('amounts have the decimals of their currency, and lose none they came with', () => {
  const amount = (amount: string, currencyCode: string) => amountOf({ amount, currencyCode });
  assert.equal(amount('24.5', 'EUR'), '24.50');
  assert.equal(amount('0.0', 'EUR'), '0.00');
  assert.equal(amount('100', 'EUR'), '100.00');
  assert.equal(amount('1500.0', 'JPY'), '1500');
  assert.equal(amount('1.5', 'KWD'), '1.500');
  assert.equal(amount('0.1250', 'EUR'), '0.125');
  assert.equal(amount('-3.5', 'USD'), '-3.50');
});

test('statuses that are not known are null and reported, never guessed', () => {
  const { order, warnings } = told({
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
    told({ displayFinancialStatus: status }).order.financial_status;
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
    told({ displayFulfillmentStatus: status }).order.fulfillment_status;
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
    assert.equal(told(shipped).order.fulfillment_status, 'partial', status);
  }
});

test('a line is fulfilled by what is left of it', () => {
  const status = (currentQuantity: number, unfulfilledQuantity: number) =>
    told(withLines({ currentQuantity, unfulfilledQuantity })).order.line_items?.[0]
      ?.fulfillment_status;
  assert.equal(status(2, 2), null);
  assert.equal(status(2, 1), 'partial');
  assert.equal(status(2, 0), 'fulfilled');
  assert.equal(status(0, 0), null);
});

test('weights are grams, and null before 2026-07', () => {
  const grams = (unit: string, value: number) =>
    told(withLines({ weight: { unit, value } })).order.line_items?.[0]?.grams;
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
  const { order } = told({ lineItems: { ...paid.lineItems, nodes: [older] } });
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
  const { order } = told({ customer: { ...customer, defaultPhoneNumber: older } });
  assert.deepEqual(
    order.customer?.sms_marketing_consent,
    told({}).order.customer?.sms_marketing_consent,
  );
  assert.equal(order.customer?.sms_marketing_consent?.state, 'not_subscribed');
});

test('withheld and missing parts are nothing', () => {
  const { order, warnings } = told({
    subtotalPriceSet: null,
    totalTaxSet: null,
    totalDiscountsSet: null,
    totalWeight: null,
    statusPageUrl: null,
    customer: null,
    email: '',
  });
  assert.equal(order.subtotal_price, undefined);
  assert.equal(order.total_tax_set, undefined);
  assert.equal(order.total_weight, null);
  assert.equal(order.customer, null);
  assert.equal(order.email, null);
  assert.deepEqual(warnings, []);
});
