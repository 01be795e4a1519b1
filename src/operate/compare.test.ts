// Two answers to one request: equal ones differ in nothing, and each change is named by record and field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from './compare.ts';

const ORDER = { id: '1', total_price: '10.00', line_items: [{ id: 'a', quantity: 1 }] };

test('the same records in another order differ in nothing', () => {
  const other = { id: '2', total_price: '5.00' };
  assert.deepEqual(compare([ORDER, other], [other, structuredClone(ORDER)]), {
    ...{ records: 2, records_again: 2, differences: [], more: 0 },
  });
});

test('a number that is kept as its vendor wrote it is no other number', () => {
  const first = { id: '1', raw: { price: 1.5 } };
  const again = { id: '1', raw: { price: JSON.rawJSON('1.50') } };
  assert.deepEqual(compare([first], [again]).differences, []);
});

test('each field that differs is named, and records that came or went', () => {
  const changed = { id: '1', total_price: '12.00', line_items: [{ id: 'a' }], note: null };
  const gone = { id: '0' };
  const { differences } = compare([gone, ORDER], [changed, 'odd']);
  assert.deepEqual(differences, [
    { record: '0', field: '', first: gone, again: undefined },
    { record: '1', field: 'total_price', first: '10.00', again: '12.00' },
    { record: '1', field: 'line_items.0.quantity', first: 1, again: undefined },
    { record: '1', field: 'note', first: undefined, again: null },
    { record: '#2', field: '', first: undefined, again: 'odd' },
  ]);
});

test('more than can be read are counted', () => {
  const many = (from: number) => Array.from({ length: 400 }, (_, n) => ({ id: `${from + n}` }));
  const { differences, more } = compare(many(0), many(1000));
  assert.deepEqual([differences.length, more], [500, 300]);
});
