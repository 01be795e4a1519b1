// Reading what a vendor may leave out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, integer, isRecord, listIn, part, parts } from './loose.ts';

test('of a list the records are kept; anything else is an empty list', () => {
  const list = [{ id: 1 }, null, { id: 2 }];
  assert.deepEqual(parts(list), [{ id: 1 }, { id: 2 }]);
  for (const odd of [null, undefined, {}, 'odd', 7, true])
    assert.deepEqual(parts(odd as never), []);
  assert.deepEqual(parts([[], 'odd', 7] as never), []);
});

test('a record is one with named members', () => {
  assert.deepEqual(part({ id: 1 }), { id: 1 });
  for (const odd of [null, undefined, [], 'odd', 0])
    assert.equal(part(odd as never), undefined, JSON.stringify(odd));
  assert.equal(isRecord({}), true);
});

test('a count is a whole number from zero', () => {
  assert.deepEqual([0, 7, 10 ** 15].map(count), [0, 7, 10 ** 15]);
  for (const odd of [-1, 1.5, null, undefined, Number.NaN, 2 ** 60])
    assert.equal(count(odd), undefined);
});

test('a whole number may be written as text, exactly', () => {
  assert.deepEqual(['0', '7', '007'].map(count), [0, 7, 7]);
  assert.deepEqual([integer('-3'), integer('12')], [-3, 12]);
  for (const odd of ['', ' 7', '7 ', '1.5', '7.0', '1e3', '+7', '0x7', 'seven', '1234567890123456'])
    assert.deepEqual([count(odd), integer(odd)], [undefined, null], odd);
  assert.equal(count('-1'), undefined);
});

test('an answer without its list has an empty one; something else in its place is no list', () => {
  assert.deepEqual(listIn({ rows: [null, 1] }, 'rows'), [null, 1]);
  for (const none of [{}, { rows: null }, { rows: [] }]) assert.deepEqual(listIn(none, 'rows'), []);
  for (const odd of [null, undefined, [], 'odd', { rows: {} }, { rows: 'odd' }])
    assert.equal(listIn(odd, 'rows'), undefined);
});
