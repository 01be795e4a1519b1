// Odd orders of both APIs: statuses no one knows, parts sent, amounts written in several ways.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '../../model/credential.ts';
import { completeOrder } from '../../model/order-draft.ts';
import { difference } from '../../model/sums.ts';
import type { Warning } from '../channel.ts';
import { sample } from './fake-vendor.ts';
import type { ConnectOrder, MarketplaceOrder } from './native.ts';
import { orders } from './orders.ts';
import { refundsOf } from './refunds.ts';

const CONNECT = sample('order-connect-partly-cancelled-and-refunded');
const AWAITING = sample('order-connect-awaiting-acceptance');
const CANCELLED = sample('order-connect-cancelled');
const MARKET = sample('order-marketplace-promotion-and-refund');
const EXCLUDED = sample('order-marketplace-tax-excluded-partly-shipped');

function unified(native: object, account: Account = {}) {
  const notes: Warning[] = [];
  const draft = orders.transform(native as never, {
    account,
    now: 0,
    note: (warning) => notes.push(warning),
  });
  const order = completeOrder(draft, 'mirakl');
  return { order, notes: notes.map(({ code, field }) => `${code} ${field}`) };
}

const states = ({ order }: ReturnType<typeof unified>) => [
  order.financial_status,
  order.fulfillment_status,
  order.cancel_reason,
];

test('each status of Connect has its meaning', () => {
  for (const [status, status_reason, ...expected] of [
    ['AWAITING_FRAUD_CHECK', undefined, 'pending', null, null],
    ['AWAITING_PAYMENT', undefined, 'pending', null, null],
    ['AWAITING_SHIPMENT', undefined, 'paid', null, null],
    ['SHIPPED', undefined, 'paid', 'fulfilled', null],
    ['DELIVERED', undefined, 'paid', 'fulfilled', null],
    ['CLOSED', undefined, 'paid', 'fulfilled', null],
    ['CLOSED', 'AUTOMATICALLY_CLOSED', 'paid', 'fulfilled', null],
    ['CLOSED', 'REFUNDED', 'refunded', 'fulfilled', null],
    ['CLOSED', 'REFUSED', 'voided', null, 'other'],
    ['CLOSED', 'ACCEPTANCE_TIMEOUT', 'voided', null, 'other'],
    ['CLOSED', 'FRAUD_CHECK_FAILED', 'voided', null, 'fraud'],
    ['CLOSED', 'FRAUD_CHECK_TIMEOUT', 'voided', null, 'fraud'],
    ['CLOSED', 'REFUSED_PAYMENT', 'voided', null, 'declined'],
    ['CLOSED', 'PAYMENT_TIMEOUT', 'voided', null, 'declined'],
    ['CLOSED', 'CANCELED', 'voided', null, 'other'],
  ] as const) {
    const [line] = AWAITING.order_lines;
    const native = {
      ...AWAITING,
      status,
      status_reason,
      order_lines: [{ ...line, status, status_reason }],
    };
    const outcome = unified(native);
    assert.deepEqual(states(outcome), expected, `${status} ${status_reason}`);
    assert.deepEqual(outcome.notes, []);
    assert.equal(outcome.order.cancelled_at !== null, expected[0] === 'voided');
    // A rejection leaves the figures on the line, but nothing of it is left.
    if (expected[0] === 'voided') assert.equal(outcome.order.current_total_price, '0.00');
  }
});

test('a status or a reason that is new becomes null, with a warning', () => {
  for (const change of [
    { status: 'CHANNEL_SPECIFIC' },
    { status: 'CLOSED', status_reason: 'RECALLED' },
  ]) {
    const outcome = unified({ ...AWAITING, ...change });
    assert.deepEqual(states(outcome), [null, null, null]);
    assert.equal(outcome.order.total_outstanding, null);
    assert.deepEqual(outcome.notes, [
      'unknown_status financial_status',
      'unknown_status fulfillment_status',
    ]);
  }
});

test('lines in different states make a part, whichever state the order has', () => {
  const [one, two] = CONNECT.order_lines;
  const native = {
    ...CONNECT,
    status: 'AWAITING_SHIPMENT',
    order_lines: [one, { ...two, status: 'AWAITING_SHIPMENT' }],
  };
  const { order } = unified(native);
  assert.equal(order.fulfillment_status, 'partial');
  assert.deepEqual(
    order.line_items.map((line) => [line.fulfillment_status, line.fulfillable_quantity]),
    [
      ['fulfilled', 0],
      [null, 1],
    ],
  );
  const rejected = { ...two, status: 'CLOSED', status_reason: 'CANCELED' };
  assert.equal(
    unified({ ...CONNECT, order_lines: [one, rejected] }).order.fulfillment_status,
    'fulfilled',
  );
});

test('a refund of everything is one, without the status saying so', () => {
  const [line] = AWAITING.order_lines;
  const back = {
    type: 'REFUND',
    quantity: 1,
    price: line.price,
    shipping_price: line.total_shipping_price,
  };
  const native = {
    ...AWAITING,
    status: 'DELIVERED',
    order_lines: [{ ...line, status: 'DELIVERED', adjustments: [back] }],
  };
  const { order } = unified(native);
  assert.equal(order.financial_status, 'refunded');
  assert.equal(order.current_total_price, '0.00');
  assert.equal(order.total_price, '29.40');
});

test('amounts are read as numbers and as text, with the decimals of the currency', () => {
  const [line] = AWAITING.order_lines;
  const inYen = (amount: string | number) => ({ amount, currency: 'JPY' });
  const native = {
    ...AWAITING,
    order_lines: [
      {
        ...line,
        quantity: 3,
        price: inYen(1000),
        total_shipping_price: inYen('500'),
        taxes: [{ code: 'T', amount: inYen('150') }],
      },
    ],
  };
  const { order } = unified(native);
  assert.deepEqual(
    [order.currency, order.total_price, order.line_items[0]?.price, order.taxes_included],
    ['JPY', '1650', '333.3', false],
  );
  assert.equal(difference(order), undefined);
});

test('a buyer who was removed leaves nothing behind', () => {
  const { order } = unified({
    ...AWAITING,
    shipping_info: { address: { last_name: '', street: '', city: '' }, method: 'Standard' },
    billing_info: {},
  });
  assert.equal(order.shipping_address, null);
  assert.equal(order.billing_address, null);
  assert.equal(order.customer?.default_address, null);
  assert.equal(order.email, null);
});

test('a partner’s fulfilment is named, and a cancelation’s reason wins', () => {
  const { order } = unified({
    ...CONNECT,
    fulfillment: { type: 'FULFILLED_BY_PARTNER', code: 'FBM' },
  });
  assert.equal(order.line_items[0]?.fulfillment_service, 'FBM');
  const [line] = CANCELLED.order_lines;
  const adjustments = [{ ...line.adjustments[0], reason: 'OUT_OF_STOCK' }];
  const native = { ...CANCELLED, order_lines: [{ ...line, adjustments }] };
  assert.equal(unified(native).order.cancel_reason, 'inventory');
});

test('each state of a marketplace has its meaning', () => {
  for (const [order_state, ...expected] of [
    ['STAGING', 'pending', null, null],
    ['WAITING_ACCEPTANCE', 'pending', null, null],
    ['WAITING_DEBIT', 'pending', null, null],
    ['WAITING_DEBIT_PAYMENT', 'pending', null, null],
    ['SHIPPING', 'paid', null, null],
    ['SHIPPED', 'paid', 'fulfilled', null],
    ['TO_COLLECT', 'paid', 'fulfilled', null],
    ['RECEIVED', 'paid', 'fulfilled', null],
    ['CLOSED', 'paid', 'fulfilled', null],
    ['REFUSED', 'voided', null, 'other'],
    ['CANCELED', 'voided', null, 'other'],
  ] as const) {
    const order_lines = MARKET.order_lines.map((line: object) => ({
      ...line,
      order_line_state: order_state,
      refunds: [],
    }));
    const outcome = unified({ ...MARKET, order_state, order_lines });
    assert.deepEqual(states(outcome), expected, order_state);
    assert.deepEqual(outcome.notes, []);
    assert.equal(difference(outcome.order), undefined);
  }
});

test('states and tax modes that are new become null, with a warning', () => {
  const order_lines = [{ ...MARKET.order_lines[0], order_line_state: 'TELEPORTED' }];
  const outcome = unified({
    ...MARKET,
    order_state: 'TELEPORTED',
    order_tax_mode: 'SOME',
    order_lines,
  });
  assert.deepEqual(states(outcome), [null, null, null]);
  assert.equal(outcome.order.taxes_included, null);
  assert.equal(outcome.order.line_items[0]?.fulfillable_quantity, null);
  assert.deepEqual(outcome.notes.sort(), [
    'unknown_status financial_status',
    'unknown_status fulfillment_status',
    'unknown_status line_items.fulfillment_status',
    'unknown_tax_mode taxes_included',
  ]);
});

test('who pays later has not paid until the debit is dated', () => {
  const later = { ...EXCLUDED, payment_workflow: 'PAY_ON_DELIVERY' };
  assert.equal(unified(later).order.financial_status, 'pending');
  const debited = { ...later, customer_debited_date: '2026-09-20T00:00:00Z' };
  assert.equal(unified(debited).order.financial_status, 'paid');
  assert.equal(unified(debited).order.processed_at, '2026-09-20T00:00:00+00:00');
});

test('only refunds that were paid out count, for the status and for the amounts', () => {
  const [one, two] = MARKET.order_lines;
  const waiting = { ...two, refunds: [{ ...two.refunds[0], refund_state: 'WAITING_REFUND' }] };
  const { order } = unified({ ...MARKET, order_lines: [one, waiting] });
  assert.equal(order.financial_status, 'paid');
  assert.equal(order.current_total_price, '122.10');
  assert.equal(unified(MARKET).order.current_total_price, '112.10');
  assert.equal(unified({ ...MARKET, fully_refunded: true }).order.financial_status, 'refunded');
});

test('a refund that waits for its tax to be confirmed waits, as does its line', () => {
  const word = 'WAITING_REFUND_TAX_CONFIRMATION';
  const [one, two] = MARKET.order_lines;
  const refunds = [{ ...two.refunds[0], refund_state: word }];
  const native = { ...MARKET, order_lines: [one, { ...two, order_line_state: word, refunds }] };
  const { order, notes } = unified(native);
  assert.equal(order.financial_status, 'paid');
  const seen: string[] = [];
  const back = refundsOf(native as MarketplaceOrder, {
    ...{ account: {}, now: 0, note: ({ code }) => seen.push(code) },
  });
  assert.deepEqual([back.map(({ status }) => status), notes, seen], [['pending'], [], []]);
});

test('all refunded before anything was sent does not count as sent', () => {
  const order_lines = MARKET.order_lines.map((line: object) => ({
    ...line,
    order_line_state: 'REFUNDED',
    shipped_date: null,
  }));
  const outcome = unified({ ...MARKET, order_state: 'CLOSED', fully_refunded: true, order_lines });
  assert.deepEqual(states(outcome), ['refunded', null, null]);
});

test('taxes of the order stand in for those of the lines', () => {
  const order_lines = EXCLUDED.order_lines.map((line: object) => ({
    ...line,
    taxes: [],
    shipping_taxes: [],
  }));
  const { order } = unified({
    ...EXCLUDED,
    order_lines,
    order_taxes: [{ code: 'TVA', rate: 20, total_amount: '45.7' }],
    order_refunds: [{ order_refund_id: 'r', taxes: [{ code: 'TVA', total_amount: '5.2' }] }],
  });
  assert.equal(order.total_tax, '45.70');
  assert.equal(order.total_price, '275.70');
  // Less what the order's list of refunds and the line's cancelation took back: 5.20 and 11.50.
  assert.equal(order.current_total_tax, '29.00');
});

test('a line that costs more than its parts is taken at its own price', () => {
  const [line] = MARKET.order_lines;
  const dear = { ...line, origin_unit_price: 20, price: 81, promotions: [], refunds: [] };
  const { order } = unified({ ...MARKET, order_lines: [dear], price: 81, total_price: 87 });
  assert.deepEqual(
    [order.line_items[0]?.price, order.line_items[0]?.total_discount, order.total_line_items_price],
    ['27.00', '0.00', '81.00'],
  );
  assert.equal(difference(order), undefined);
});

test('the account gives what an order does not say: the host, and the shop', () => {
  const account = { baseUrl: 'https://sample.mirakl.net', shop_id: '2044' };
  const { order } = unified(EXCLUDED, account);
  assert.equal(order.source_name, 'sample.mirakl.net');
  assert.equal(order.location_id, '2044');
});

test('a cancelation by the buyer is known by its label, in several languages', () => {
  for (const [label, reason] of [
    ['Annulé par le client', 'customer'],
    ['Vom Kunden storniert', 'customer'],
    ['Geannuleerd door klant', 'customer'],
    ['Out of stock', 'other'],
    [null, 'other'],
  ] as const) {
    const native = { ...MARKET, order_state: 'CANCELED', order_state_reason_label: label };
    assert.equal(unified(native).order.cancel_reason, reason, String(label));
  }
});

test('a price of one piece, times the pieces, is the line’s price in every currency', () => {
  const [line] = AWAITING.order_lines;
  for (const [currency, amount, quantity, unit, total] of [
    ['EUR', '10.00', 3, '3.333', '10.00'],
    ['HUF', '1234.56', 1, '1234.56', '1234.56'],
    ['COP', '19999.99', 2, '9999.995', '19999.99'],
    ['IQD', '1250.125', 1, '1250.125', '1250.125'],
    ['MGA', '4500.25', 1, '4500.25', '4500.25'],
  ] as const) {
    const native = {
      ...AWAITING,
      order_lines: [
        {
          ...line,
          quantity,
          price: { amount, currency },
          total_shipping_price: { amount: 0, currency },
          taxes: [],
          shipping_taxes: [],
        },
      ],
    };
    const { order } = unified(native);
    assert.deepEqual([order.line_items[0]?.price, order.total_price], [unit, total], currency);
    assert.equal(difference(order), undefined);
  }
});

test('nothing that is left of an order of Connect is below nothing', () => {
  const [line] = AWAITING.order_lines;
  const back = { type: 'REFUND', quantity: 1, price: { amount: 900, currency: 'EUR' } };
  for (const change of [{ status: 'DELIVERED' }, { status: 'CLOSED', status_reason: 'CANCELED' }]) {
    const native = { ...AWAITING, ...change, order_lines: [{ ...line, adjustments: [back] }] };
    const { order } = unified(native);
    assert.deepEqual(
      [order.current_total_price, order.current_subtotal_price, order.current_total_tax],
      ['0.00', '0.00', '0.00'],
    );
  }
});

test('an adjustment of Connect may have the older id alone; one without any is named by its place', () => {
  const [line] = AWAITING.order_lines;
  const ids = (...adjustments: object[]) =>
    refundsOf({ ...AWAITING, order_lines: [line, { ...line, adjustments }] } as ConnectOrder, {
      account: {},
      now: 0,
      note: () => {},
    }).map(({ id }) => id);
  const back = { type: 'REFUND', quantity: 1, price: { amount: 9, currency: 'EUR' } };
  assert.deepEqual(ids({ ...back, id: '7' }, { ...back, adjustment_id: '8', id: '9' }), ['7', '8']);
  assert.throws(() => ids({ ...back, id: '7' }, back), {
    code: 'channel_invalid_response',
    record: AWAITING.id,
    message: /the id of an entry in order_lines\.1\.adjustments is not/,
  });
});

test('lines name the offer, as products do: not the operator’s product', () => {
  const { order } = unified(MARKET);
  const offers = MARKET.order_lines.map(({ offer_id }: { offer_id: number }) => String(offer_id));
  assert.deepEqual(
    order.line_items.map(({ product_id, variant_id }) => [product_id, variant_id]),
    offers.map((id: string) => [id, id]),
  );
  const [line] = MARKET.order_lines;
  const gone = unified({ ...MARKET, order_lines: [{ ...line, offer_id: null }] }).order;
  assert.deepEqual(
    [gone.line_items[0]?.product_id, gone.line_items[0]?.variant_id, gone.line_items[0]?.sku],
    [null, null, line.offer_sku],
  );
});

test('what Mirakl does not say is null, not no', () => {
  for (const native of [AWAITING, MARKET]) {
    const { order } = unified(native);
    const [line] = order.line_items;
    assert.deepEqual(
      [
        order.tax_exempt,
        order.buyer_accepts_marketing,
        order.test,
        order.estimated_taxes,
        order.customer?.tax_exempt,
        order.customer?.verified_email,
        order.customer?.email_marketing_consent,
        line?.requires_shipping,
        line?.gift_card,
        line?.product_exists,
      ],
      Array(10).fill(null),
    );
  }
  const [line] = MARKET.order_lines;
  const taxable = (taxes: unknown) =>
    unified({ ...MARKET, order_lines: [{ ...line, taxes }] }).order.line_items[0]?.taxable;
  assert.deepEqual(
    [taxable([]), taxable([{ amount: 0 }]), taxable([{ amount: 1 }])],
    [null, false, true],
  );
});

test('an odd amount or list is refused by its place: others would be made without it', () => {
  const [line, other] = MARKET.order_lines;
  const having = (parts: object) =>
    unified({ ...MARKET, order_lines: [{ ...line, ...parts }, other] });
  assert.throws(() => having({ taxes: [{ amount: 'a lot' }] }), /order_lines\.0\.taxes\.0\.amount/);
  assert.throws(() => having({ refunds: 'odd' }), /order_lines\.0\.refunds is not/);
  assert.deepEqual(having({ refunds: {} }).notes, []);
  assert.throws(() => unified({ ...MARKET, order_lines: 'odd' }), TypeError);
  const [bare] = AWAITING.order_lines;
  assert.throws(() => unified({ ...AWAITING, order_lines: [{ ...bare, price: null }] }), TypeError);
});
