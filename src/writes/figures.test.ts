// The figures that a write is held against: what has left, what is left, and whether it is as asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeOrder } from '../model/order-draft.ts';
import { compareFigures, hasParcel, isPriced, orderFigures, type ShippedOrder } from './figures.ts';

type Line = ShippedOrder['line_items'][number];
type Parcel = NonNullable<ShippedOrder['fulfillments']>[number];

const orderOf = (lines: readonly Partial<Line>[], parcels: readonly Parcel[]): ShippedOrder => ({
  ...completeOrder({ id: '1', line_items: lines }, 'any'),
  fulfillments: parcels,
});
const parcel = (number: string, quantity: number | null, status = 'success'): Parcel => ({
  ...{ status, tracking_numbers: [number] },
  line_items: quantity === null ? [] : [{ id: 'a', quantity }],
});
const lineOf = (order: ShippedOrder) => {
  const [first] = orderFigures(order).line_items;
  return [first?.fulfilled, first?.left];
};

test('what has left is in the parcels, without those that came to nothing', () => {
  const lines = [{ id: 'a', quantity: 5 }];
  const parcels = [parcel('1', 2), parcel('2', 1, 'cancelled'), parcel('3', 1, 'failed')];
  const order = orderOf(lines, parcels);
  assert.deepEqual(lineOf(order), [2, 3]);
  assert.deepEqual(orderFigures(order).tracking_numbers, ['1']);
});

test('what is left is what the channel says, less than was not sent where some was refunded', () => {
  const order = orderOf([{ id: 'a', quantity: 5, fulfillable_quantity: 1 }], [parcel('1', 2)]);
  assert.deepEqual(lineOf(order), [2, 1]);
});

test('where parcels do not name their lines, the line says what has left', () => {
  const line = (status: string, open: number | null) =>
    orderOf(
      [{ id: 'a', quantity: 3, fulfillment_status: status as never, fulfillable_quantity: open }],
      [parcel('1', null)],
    );
  assert.deepEqual(lineOf(line('fulfilled', null)), [3, 0]);
  assert.deepEqual(lineOf(line('partial', 1)), [2, 1]);
  assert.deepEqual(orderFigures(orderOf([{ id: 'a', quantity: 2 }], [])).line_items[0]?.left, 2);
});

test('more in parcels than was ordered is all of it', () => {
  assert.deepEqual(lineOf(orderOf([{ id: 'a', quantity: 1 }], [parcel('1', 2)])), [1, 0]);
});

test('a parcel is there if its numbers are, however they are spelled, with all its lines', () => {
  const order = orderOf(
    [{ id: 'a', quantity: 5 }],
    [parcel('3S AB-12', 2), parcel('9', 3, 'cancelled')],
  );
  const has = (numbers: string[], quantity: number) =>
    hasParcel(order, numbers, [{ id: 'a', quantity }]);
  assert.equal(has(['3sab12'], 2), true);
  assert.equal(has(['3SAB12'], 3), false, 'more than is in it');
  assert.equal(has(['3SAB12', 'X'], 2), false, 'a number that is not there');
  assert.equal(has(['9'], 3), false, 'a parcel that was cancelled');
  assert.equal(has([], 1), false, 'without a number no parcel is the same');
});

test('done is: so many more have left, and every number is there', () => {
  const figures = (parcels: readonly Parcel[]) =>
    orderFigures(orderOf([{ id: 'a', quantity: 5 }], parcels));
  const item = { order_id: '1', tracking_numbers: ['N2'] };
  const compared = (after: readonly Parcel[]) =>
    compareFigures('fulfillments', item, figures([parcel('N1', 1)]), figures(after), [
      { id: 'a', quantity: 2 },
    ]);
  const was = parcel('N1', 1);
  assert.equal(compared([was, parcel('n 2', 2)]), 'done');
  assert.equal(compared([was]), 'same');
  assert.equal(compared([was, parcel('N2', 1)]), 'other', 'fewer than asked');
  assert.equal(compared([was, parcel('N3', 2)]), 'other', 'by somebody else');
});

test('the same in another order is the same', () => {
  const lines = [
    { id: 'a', quantity: 1 },
    { id: 'b', quantity: 1 },
  ];
  const parcels = [
    parcel('1', 1),
    { ...parcel('2', null), line_items: [{ id: 'b', quantity: 1 }] },
  ];
  const [one, other] = [
    orderFigures(orderOf(lines, parcels)),
    orderFigures(orderOf(lines.toReversed(), parcels.toReversed())),
  ];
  const item = { order_id: '1', tracking_numbers: ['3'] };
  assert.equal(compareFigures('fulfillments', item, one, other), 'same');
});

test('a price is the same amount, however it is written, and a reduction only where it is asked for', () => {
  const figures = { price: '10.00', compare_at_price: '12.0', currency: 'EUR' };
  const item = { variant_id: '1', price: '10' };
  assert.equal(isPriced(item, figures), true);
  assert.equal(isPriced({ ...item, compare_at_price: '12.00' }, figures), true);
  assert.equal(isPriced({ ...item, compare_at_price: null }, figures), false);
  assert.equal(isPriced(item, { ...figures, price: null }), false);
  assert.equal(isPriced({ ...item, price: '10.01' }, figures), false);
});
