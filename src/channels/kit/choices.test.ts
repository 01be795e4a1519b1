// Options and the variants that are made of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeProduct } from '../../model/product.ts';
import { chosen, NO_CHOICE, NO_OPTIONS } from './choices.ts';

test('a variant is called by its values, or by another title where it has none', () => {
  assert.deepEqual(chosen(['Oak', null, 'XL']), {
    title: 'Oak / XL',
    option1: 'Oak',
    option2: null,
    option3: 'XL',
  });
  assert.equal(chosen([null], 'A chair').title, 'A chair');
  assert.equal(chosen([]).title, 'Default Title');
});

test('a product without options has one, whose only value its only variant has', () => {
  const product = completeProduct(
    { id: '1', options: NO_OPTIONS, variants: [{ id: '1', ...NO_CHOICE }] },
    'a',
  );
  const [option] = product.options;
  const [variant] = product.variants;
  assert.deepEqual(option, { id: null, name: 'Title', position: 1, values: ['Default Title'] });
  assert.deepEqual([variant?.title, variant?.option1], ['Default Title', 'Default Title']);
});
