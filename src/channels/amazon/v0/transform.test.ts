// Odd orders of Orders v0: lines that are gone, prices that do not divide, what the version lacks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { times } from '../../../model/money.ts';
import { completeOrder } from '../../../model/order-draft.ts';
import { difference } from '../../../model/sums.ts';
import type { ItemV0, OrderV0 } from './native.ts';
import { transformV0 } from './transform.ts';

const sample = (file: string): OrderV0 =>
  JSON.parse(readFileSync(new URL(`../samples/${file}.native.json`, import.meta.url), 'utf8'));
const shipped = sample('order-v0-prices-with-tax');
const [ITEM] = shipped.OrderItems as [ItemV0];

const read = (native: OrderV0) =>
  completeOrder(transformV0(native, { account: {}, now: 0, note: () => {} }), 'amazon');
const euro = (Amount: string) => ({ CurrencyCode: 'EUR', Amount });

test('a cancelled line keeps no price, and its old one is in no sum', () => {
  const gone = { ...ITEM, OrderItemId: '2', QuantityOrdered: 0, ItemPrice: euro('29.90') };
  const order = read({ ...shipped, OrderItems: [ITEM, gone] });
  assert.deepEqual(
    order.line_items.map(({ quantity, price, total_discount, taxable }) => [
      quantity,
      price,
      total_discount,
      taxable,
    ]),
    [
      [1, '29.90', '0.00', null],
      [0, null, null, null],
    ],
  );
  assert.equal(order.total_line_items_price, '29.90');
  assert.equal(difference(order), undefined);
});

test('of an order that was cancelled whole nothing is left, though its lines have prices', () => {
  const order = read(sample('order-v0-cancelled'));
  assert.deepEqual(
    [order.line_items[0]?.price, order.total_line_items_price, order.total_price],
    [null, null, null],
  );
  assert.deepEqual(
    [order.current_total_price, order.current_total_tax, order.total_outstanding],
    ['0.00', '0.00', '0.00'],
  );
});

test('an amount that stands on a cancelled order without a total leaves nothing either', () => {
  const { OrderTotal: _, ...rest } = shipped;
  const order = read({ ...rest, OrderStatus: 'Canceled' });
  assert.deepEqual(
    [order.current_total_price, order.current_subtotal_price, order.total_outstanding],
    ['0.00', '0.00', '0.00'],
  );
});

test('a price that does not divide has the decimals that make the sum again', () => {
  const price = (Amount: string, QuantityOrdered: number, CurrencyCode = 'EUR') => {
    const item = { ...ITEM, QuantityOrdered, ItemPrice: { CurrencyCode, Amount } };
    const total = { CurrencyCode, Amount };
    return read({ ...shipped, OrderTotal: total, OrderItems: [item] }).line_items[0]?.price;
  };
  assert.equal(price('10.00', 2), '5.00');
  assert.equal(price('9.99', 2), '4.995');
  assert.equal(times(price('9.99', 2) ?? '', 2), '9.99');
  assert.equal(price('10.00', 3), '3.333');
  assert.equal(price('1000', 3, 'JPY'), '333.3');
  assert.equal(price('1234.56', 1, 'HUF'), '1234.56');
  assert.equal(price('1.2345', 1), '1.2345');
});

test('what is authorised is outstanding until it ships', () => {
  assert.deepEqual(
    ['Unshipped', 'PartiallyShipped', 'Shipped', 'Unfulfillable', 'Canceled'].map((OrderStatus) => {
      const { financial_status, total_outstanding } = read({ ...shipped, OrderStatus });
      return [financial_status, total_outstanding];
    }),
    [
      ['authorized', '29.90'],
      ['paid', '0.00'],
      ['paid', '0.00'],
      [null, null],
      ['voided', '0.00'],
    ],
  );
});

test('tips are unknown to this version', () => {
  assert.equal(read(shipped).total_tip_received, null);
});

test('a quantity that is missing is not known, and neither is the price of one', () => {
  const { QuantityOrdered: _, ...item } = ITEM;
  const [line] = read({ ...shipped, OrderItems: [item] }).line_items;
  assert.deepEqual(
    [line?.quantity, line?.price, line?.fulfillable_quantity, line?.fulfillment_status],
    [null, null, null, null],
  );
});

test('some states are spelt in another way', () => {
  const state = (OrderStatus: string) => read({ ...shipped, OrderStatus });
  assert.equal(state('Canceled').financial_status, 'voided');
  assert.equal(state('InvoiceUnconfirmed').fulfillment_status, 'fulfilled');
  assert.equal(state('PendingAvailability').confirmed, false);
});

test('an order without its items is refused', () => {
  for (const OrderItems of [undefined, null, {}, [null]])
    assert.throws(() => read({ ...shipped, OrderItems } as unknown as OrderV0), TypeError);
});
