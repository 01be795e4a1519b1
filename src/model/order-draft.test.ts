// An amount is said once: its set, a country's name and a whole name follow from what is known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneySet } from './money-sets.ts';
import { completeOrder } from './order-draft.ts';

const EURO = { currency: 'EUR', presentment_currency: 'EUR' };

test('sets follow from amounts where shop and buyer have the same currency', () => {
  const order = completeOrder(
    {
      id: '1',
      ...EURO,
      total_price: '12.10',
      total_shipping_price: '4.95',
      original_total_duties: '1.00',
      line_items: [{ price: '3.00', total_discount: '0.50' }],
      shipping_lines: [
        { price: '4.95', discounted_price: '4.00', discount_allocations: [{ amount: '0.95' }] },
      ],
    },
    'test',
  );
  assert.deepEqual(order.total_price_set, moneySet('12.10', 'EUR'));
  assert.deepEqual(order.total_shipping_price_set, moneySet('4.95', 'EUR'));
  assert.deepEqual(order.original_total_duties_set, moneySet('1.00', 'EUR'));
  assert.deepEqual(order.line_items[0]?.price_set, moneySet('3.00', 'EUR'));
  assert.deepEqual(order.line_items[0]?.total_discount_set, moneySet('0.50', 'EUR'));
  const [shipping] = order.shipping_lines;
  assert.deepEqual(shipping?.discounted_price_set, moneySet('4.00', 'EUR'));
  assert.deepEqual(shipping?.discount_allocations[0]?.amount_set, moneySet('0.95', 'EUR'));
  assert.equal('total_shipping_price' in order, false);
});

test('what no one said has no set, and what may be empty stays empty', () => {
  const order = completeOrder({ id: '1', ...EURO }, 'test');
  assert.equal(order.total_tax_set, null);
  assert.deepEqual(order.current_total_duties_set, {});
});

test('a set that the channel gave is kept, and none is made up in two currencies', () => {
  const given = {
    shop_money: { currency_code: 'EUR', amount: '10.00' },
    presentment_money: { currency_code: 'USD', amount: '11.00' },
  };
  const order = completeOrder(
    {
      id: '1',
      currency: 'EUR',
      presentment_currency: 'USD',
      total_price: '10.00',
      total_price_set: given,
      total_tax: '1.00',
      line_items: [{ price: '3.00' }],
    },
    'test',
  );
  assert.deepEqual(order.total_price_set, given);
  assert.equal(order.total_tax_set, null);
  assert.equal(order.line_items[0]?.price_set, null);
});

test('addresses are completed, and what the channel says wins', () => {
  const person = { first_name: 'Ada', last_name: 'Jansen', country_code: 'NL' };
  const order = completeOrder(
    {
      id: '1',
      shipping_address: person,
      billing_address: { ...person, name: 'A. Jansen', country: 'Holland' },
      customer: { default_address: person },
    },
    'test',
  );
  assert.equal(order.shipping_address?.name, 'Ada Jansen');
  assert.equal(order.shipping_address?.country, 'Netherlands');
  assert.equal(order.billing_address?.name, 'A. Jansen');
  assert.equal(order.billing_address?.country, 'Holland');
  assert.equal(order.billing_address?.channel_name, 'test');
  assert.equal(order.customer?.default_address?.country_name, 'Netherlands');
  assert.equal(order.customer?.default_address?.default, true);
});
