// The place at which a transform stumbled is named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf } from './place.ts';

interface Native {
  readonly id: number;
  readonly lines: readonly { readonly price: { readonly amount: string } }[];
}

const amounts = (native: unknown) => (native as Native).lines.map(({ price }) => price.amount);

test('it is the last thing that was read', () => {
  assert.equal(
    placeOf({ lines: [{ price: { amount: '1' } }, { price: null }] }, amounts),
    'lines.1.price',
  );
  assert.equal(placeOf({ id: 1, lines: null }, amounts), 'lines');
  assert.equal(placeOf({ id: 1 }, amounts), 'lines');
  assert.equal(placeOf({ lines: { 0: {} } }, amounts), 'lines');
});

test('parts taken out together do not hide which of them was nothing, or of another kind', () => {
  const both = (native: unknown) => {
    const { placed, cents } = native as { placed: string; cents: number };
    return `${placed.trim()} ${cents}`;
  };
  assert.equal(placeOf({ placed: null, cents: 1 }, both), 'placed');
  assert.equal(placeOf({ placed: { on: 'Tuesday' }, cents: 1 }, both), 'placed');
});

test('a transform that fails by what it reads, not by how, has a place too', () => {
  const strict = (native: unknown) => {
    for (const amount of amounts(native)) if (!/^\d+$/.test(amount)) throw new Error('no amount');
  };
  assert.equal(placeOf({ lines: [{ price: { amount: 'x' } }] }, strict), 'lines.0.price.amount');
});

test('what does not fail, or reads nothing, has none', () => {
  assert.equal(placeOf({ lines: [] }, amounts), undefined);
  assert.equal(placeOf(null, amounts), undefined);
});
