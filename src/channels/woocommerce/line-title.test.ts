// A line's title stays as the order wrote it, whatever becomes of the product.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineTitleOf } from './line-title.ts';
import type { NativeLineItem } from './native.ts';

const meta_data = [
  { key: 'pa_colour', value: 'blue', display_key: 'Colour', display_value: 'Blue' },
  { key: 'pa_size', value: 'm', display_key: 'Size', display_value: 'M' },
];
const sold = { id: 1, name: 'Hoodie - Blue, M', variation_id: 7, meta_data };
const line = (more: object): NativeLineItem => ({ ...sold, ...more }) as unknown as NativeLineItem;

test('the title is the same before and after a product is renamed or deleted', () => {
  const titles = [
    { parent_name: 'Hoodie' },
    { parent_name: 'Hoodie of the year' },
    { parent_name: null, variation_id: 0 },
    { parent_name: null, product_id: 0, variation_id: 0 },
  ].map((more) => lineTitleOf(line(more)));
  assert.deepEqual(titles, ['Hoodie', 'Hoodie', 'Hoodie', 'Hoodie']);
});

test('what is no attribute stays in the title', () => {
  assert.equal(lineTitleOf(line({ name: 'Tea - Blue', meta_data: [] })), 'Tea - Blue');
  assert.equal(lineTitleOf(line({ name: 'Tea', parent_name: null, meta_data: [] })), 'Tea');
  assert.equal(lineTitleOf(line({ name: ' - Blue, M', parent_name: null })), '- Blue, M');
  assert.equal(lineTitleOf(line({ name: null, parent_name: 'Hoodie' })), 'Hoodie');
});
