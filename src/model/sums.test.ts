// Whether orders add up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneySet } from './money-sets.ts';
import { completeOrder } from './order-draft.ts';
import { completeRefund, type RefundDraft } from './refund.ts';
import { difference, settleRefund, sumsOff } from './sums.ts';

const order = (more = {}) =>
  completeOrder(
    {
      id: '1',
      line_items: [{ price: '100.00', quantity: 1 }],
      total_line_items_price: '100.00',
      total_discounts: '10.00',
      total_tax: '18.90',
      total_tip_received: '1.00',
      total_shipping_price_set: moneySet('5.00', 'EUR'),
      taxes_included: false,
      total_price: '114.90',
      ...more,
    },
    'shop',
  );

test('line items less discounts, plus shipping, tax and tips make the total', () => {
  assert.equal(difference(order()), undefined);
  assert.equal(difference(order({ taxes_included: true, total_price: '96.00' })), undefined);
  assert.equal(
    difference(
      order({ original_total_additional_fees_set: moneySet('2.50', 'EUR'), total_price: '117.40' }),
    ),
    undefined,
  );
  assert.equal(difference(order({ total_price: '114.91' })), '0.01');
  assert.equal(difference(order({ total_price: '114.9' })), undefined);
});

test('where the channel gives too little, nothing is claimed', () => {
  assert.equal(difference(order({ total_line_items_price: null })), undefined);
  assert.equal(difference(order({ taxes_included: null })), undefined);
  assert.equal(difference(order({ total_tax: null })), undefined);
});

test('duties that the prices include, and cash that was rounded, do not count as a difference', () => {
  const duties = { original_total_duties_set: moneySet('7.00', 'EUR') };
  assert.equal(difference(order(duties)), '-7.00');
  assert.equal(difference(order(duties), { dutiesIncluded: true }), undefined);
  assert.equal(difference(order({ ...duties, total_price: '121.90' })), undefined);
  assert.equal(difference(order({ total_price: '114.88' }), { rounding: '-0.02' }), undefined);
  assert.equal(difference(order(), { rounding: '-0.02' }), undefined);
  assert.equal(difference(order({ total_price: '114.88' }), { rounding: '0.02' }), '-0.02');
});

test('what serves the check of a sum is no part of the record', () => {
  assert.equal('sumFacts' in order({ sumFacts: { dutiesIncluded: true } }), false);
});

test('what is left is its subtotal, tax, duties and fees, and no more than shipping and tips', () => {
  const left = (more: object, facts = {}) => {
    const one = order({ current_subtotal_price: '50.00', current_total_tax: '10.50', ...more });
    return sumsOff(one, facts);
  };
  const off = (by: string) => [{ field: 'current_total_price', by }];
  assert.deepEqual(left({ current_total_price: '60.50' }), []);
  assert.deepEqual(left({ current_total_price: '66.50' }), [], 'with shipping and the tip');
  assert.deepEqual(left({ current_total_price: '66.51' }), off('0.01'));
  assert.deepEqual(left({ current_total_price: '60.49' }), off('-0.01'));
  assert.deepEqual(
    left({ current_total_price: '50.00', taxes_included: true, total_price: '96.00' }),
    [],
  );
  const duties = { current_total_duties_set: moneySet('3.00', 'EUR') };
  assert.deepEqual(left({ ...duties, current_total_price: '63.50' }, { currentShipping: '0' }), []);
  const shipped = { currentShipping: '2.50' };
  assert.deepEqual(left({ current_total_price: '63.00' }, shipped), []);
  assert.deepEqual(left({ current_total_price: '65.00' }, shipped), off('1.00'), 'the tip is 1.00');
  assert.deepEqual(left({ current_total_price: null }), []);
  const given = { givenBeside: '4.00' };
  assert.deepEqual(left({ current_total_price: '56.50' }, given), [], 'an amount was given back');
  assert.deepEqual(left({ current_total_price: '56.49' }, given), off('-0.01'));
});

test('the lines make the price of all lines', () => {
  const of = (quantity: number | null, price = '33.3333') =>
    sumsOff(order({ line_items: [{ price, quantity }] }));
  assert.deepEqual(of(3), []);
  assert.deepEqual(of(4), [{ field: 'total_line_items_price', by: '-33.33' }]);
  assert.deepEqual(of(null), []);
  const thirds = Array.from({ length: 3 }, () => ({ price: '3.333', quantity: 3 }));
  assert.deepEqual(
    sumsOff(order({ line_items: [...thirds, { price: '70.00', quantity: 1 }] })),
    [],
    'each line is rounded',
  );
});

/** The refund with its sums settled, and what was found. */
function refunded(draft: Omit<RefundDraft, 'id'>, more = {}) {
  const paid = order({ currency: 'EUR', presentment_currency: 'EUR', ...more });
  const refund = completeRefund({ id: '7', shipping_amount: '0.00', ...draft });
  const rest = settleRefund(refund, paid);
  assert.deepEqual(sumsOff({ ...paid, refunds: [refund] }), [], 'the law holds once it is settled');
  return { rest, refund, adjustment: refund.adjustment_amount };
}
const line = { line_item_id: '1', quantity: 1, subtotal: '10.00', total_tax: '2.10' };

test('a refund is its lines, their tax where prices do not include it, shipping and an adjustment', () => {
  const of = (draft: Omit<RefundDraft, 'id'>, more?: object) => {
    const { rest, adjustment } = refunded(draft, more);
    return [adjustment, rest];
  };
  const lines = { line_items: [line] };
  assert.deepEqual(of({ ...lines, amount: '12.10' }), ['0.00', undefined]);
  const included = { taxes_included: true, total_price: '96.00' };
  assert.deepEqual(of({ ...lines, amount: '10.00' }, included), ['0.00', undefined]);
  assert.deepEqual(of({ ...lines, shipping_amount: '6.05', amount: '18.15' }), ['0.00', undefined]);
  const named = { ...lines, adjustment_amount: '-4.00' };
  assert.deepEqual(of({ ...named, amount: '8.10' }), ['-4.00', undefined], 'the vendor names it');
  assert.deepEqual(of({ ...named, amount: '8.00' }), ['-4.10', '-0.10'], 'and it is not all');
  assert.deepEqual(of({ ...lines, amount: '12.11' }), ['0.01', '0.01']);
  assert.deepEqual(of({ amount: '25.00' }), ['25.00', undefined], 'for the order as a whole');
  const none = { amount: '25.00', adjustment_amount: '0.00' };
  assert.deepEqual(of(none), ['25.00', '25.00'], 'the vendor would have named it');
  assert.deepEqual(of({ ...lines, amount: '0.00' }), ['-12.10', undefined], 'no money went back');
  assert.deepEqual(of({ ...named, amount: '0.00' }), ['-12.10', '-8.10'], 'and -4.00 is not why');
});

test('of a refund of which a part is not known nothing is claimed', () => {
  const lines = { line_items: [{ ...line, subtotal: null }], amount: '12.10' };
  assert.equal(refunded(lines).adjustment, null);
  assert.equal(refunded({ line_items: [line] }).adjustment, null);
  const untaxed = { line_items: [{ ...line, total_tax: null }], tax_amount: '2.10' };
  assert.equal(refunded({ ...untaxed, amount: '12.10' }).adjustment, '0.00', 'the tax as a whole');
  const both = { ...untaxed, tax_amount: '3.15', shipping_amount: '6.05', amount: '18.15' };
  assert.equal(refunded(both).adjustment, null, 'nothing says whose tax is which');
});

test('a refund adds up in both currencies', () => {
  const sides = (shop: string, presentment: string) => ({
    shop_money: { currency_code: 'EUR', amount: shop },
    presentment_money: { currency_code: 'JPY', amount: presentment },
  });
  const draft = {
    line_items: [
      { ...line, subtotal_set: sides('10.00', '1600'), total_tax_set: sides('2.10', '336') },
    ],
    amount: '10.10',
    amount_set: sides('10.10', '1616'),
    shipping_amount_set: sides('0.00', '0'),
  };
  const { refund, rest } = refunded(draft, { presentment_currency: 'JPY' });
  assert.equal(rest, '-2.00');
  assert.deepEqual(refund.adjustment_amount_set, sides('-2.00', '-320'));
  const same = refunded({ amount: '5.00' }).refund;
  assert.deepEqual(same.amount_set, moneySet('5.00', 'EUR'));
  assert.deepEqual(same.adjustment_amount_set, moneySet('5.00', 'EUR'));
});
