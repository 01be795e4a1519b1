// Whether orders add up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneySet } from './money-sets.ts';
import { completeOrder } from './order-draft.ts';
import { difference } from './sums.ts';

const order = (more = {}) =>
  completeOrder(
    {
      id: '1',
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
