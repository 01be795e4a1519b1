// Products: what the odd ones become; the usual ones are in samples/.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readJson } from '../../model/json.ts';
import { completeProduct } from '../../model/product.ts';
import type { Warning } from '../channel.ts';
import type { NativeProduct, NativeVariation } from './native.ts';
import { transformProduct } from './products-transform.ts';

const sample = (name: string): NativeProduct =>
  JSON.parse(readFileSync(new URL(`samples/product-${name}.native.json`, import.meta.url), 'utf8'));
const SIMPLE = sample('simple');
const VARIABLE = sample('variable');
const [BLUE, CREAM] = VARIABLE.variation_records ?? [];
assert.ok(BLUE && CREAM);

function read(product: NativeProduct) {
  const notes: Warning[] = [];
  const context = { account: {}, now: 0, note: (warning: Warning) => notes.push(warning) };
  return { product: completeProduct(transformProduct(product, context), 'woocommerce'), notes };
}

test('names are plain text', () => {
  const { product } = read({
    ...SIMPLE,
    name: 'Tea &amp; Biscuits &#8211; 1&frac12; &#x20AC;5 &amp;amp; &unknown; &#0;',
    categories: [{ id: 1, name: 'Cups &amp; Saucers' }],
    tags: [{ id: 2, name: 'Gifts &lt; 10' }],
  });
  assert.deepEqual(
    [product.title, product.product_type, product.tags],
    ['Tea & Biscuits – 1&frac12; €5 &amp; &unknown; &#0;', 'Cups & Saucers', ['Gifts < 10']],
  );
});

test('statuses, and the one the shop made up', () => {
  const cases = {
    publish: 'active',
    private: 'active',
    draft: 'draft',
    pending: 'draft',
    future: 'draft',
    trash: 'archived',
  };
  for (const [status, expected] of Object.entries(cases)) {
    const { product, notes } = read({ ...SIMPLE, status });
    assert.equal(product.status, expected);
    assert.equal(product.published_at === null, status !== 'publish');
    assert.deepEqual(notes, []);
  }
  const { product, notes } = read({ ...SIMPLE, status: 'wc-discontinued' });
  assert.deepEqual([product.status, notes[0]?.code], [null, 'unknown_status']);
});

const variantOf = (change: Partial<NativeVariation>) =>
  read({ ...VARIABLE, variation_records: [{ ...BLUE, ...change }] }).product.variants[0];

test('stock: its own, its parent’s, none, and parts of a piece', () => {
  const stock = (change: Partial<NativeVariation>) => {
    const variant = variantOf(change);
    return [variant?.inventory_quantity, variant?.inventory_management, variant?.inventory_policy];
  };
  assert.deepEqual(stock({}), [6, 'woocommerce', 'deny']);
  assert.deepEqual(stock({ manage_stock: 'parent', stock_quantity: 12 }), [
    12,
    'woocommerce',
    'deny',
  ]);
  assert.deepEqual(stock({ manage_stock: false, stock_quantity: null }), [null, null, 'deny']);
  assert.deepEqual(stock({ backorders: 'notify', stock_quantity: -2 }), [
    -2,
    'woocommerce',
    'continue',
  ]);
  assert.deepEqual(stock({ stock_quantity: '1.5' }), [1, 'woocommerce', 'deny']);
});

test('prices: none, reduced, and typed in any way', () => {
  const price = (change: Partial<NativeVariation>) => {
    const variant = variantOf(change);
    return [variant?.price, variant?.compare_at_price];
  };
  assert.deepEqual(price({ price: '', regular_price: '' }), [null, null]);
  assert.deepEqual(price({ price: '45', regular_price: '45' }), ['45.00', null]);
  assert.deepEqual(price({ price: '39', regular_price: '45.0', on_sale: true }), [
    '39.00',
    '45.00',
  ]);
  assert.deepEqual(price({ price: '45', regular_price: '45.00', on_sale: true }), ['45.00', null]);
  assert.deepEqual(price({ price: '0.1234' }), ['0.1234', null]);
});

test('prices that a plugin writes as JSON numbers are read to the last digit', () => {
  const read = (text: string) => {
    const change = readJson(text, { exact: true }) as Partial<NativeVariation>;
    const variant = variantOf(change);
    return [variant?.price, variant?.compare_at_price];
  };
  assert.deepEqual(read('{"price":19.99,"regular_price":24.95,"on_sale":true}'), [
    '19.99',
    '24.95',
  ]);
  assert.deepEqual(read('{"price":45,"regular_price":45}'), ['45.00', null]);
  assert.deepEqual(read('{"price":19.989999999999998}'), ['19.99', null]);
  assert.deepEqual(read('{"price":1.25e1}'), ['12.50', null]);
});

test('truth values are read in every form that plugins write', () => {
  const wordsWith = (change: Partial<NativeVariation>) => {
    const variant = variantOf({ regular_price: '50', price: '45', ...change });
    return [variant?.compare_at_price, variant?.requires_shipping, variant?.inventory_quantity];
  };
  assert.deepEqual(wordsWith({ on_sale: '0', virtual: '0', manage_stock: '0' }), [
    null,
    true,
    null,
  ]);
  assert.deepEqual(wordsWith({ on_sale: '1', virtual: 'yes', manage_stock: 'yes' }), [
    '50.00',
    false,
    6,
  ]);
  assert.deepEqual(wordsWith({ on_sale: 'no', virtual: 'no', manage_stock: 'no' }), [
    null,
    true,
    null,
  ]);
});

test('what a product does not say is null', () => {
  const { virtual, tax_status, backorders, ...silent } = BLUE;
  assert.ok(virtual !== undefined && tax_status && backorders);
  const { product } = read({ ...VARIABLE, variation_records: [silent as NativeVariation] });
  const [variant] = product.variants;
  assert.deepEqual(
    [variant?.requires_shipping, variant?.taxable, variant?.inventory_policy],
    [null, null, null],
  );
});

test('a list that PHP wrote as an object is a list', () => {
  const { product } = read({ ...SIMPLE, tags: { 1: { id: 2, name: 'Gifts' } } as never });
  assert.deepEqual(product.tags, ['Gifts']);
});

test('barcodes: the field, else what plugins kept', () => {
  const kept = {
    meta_data: [
      { key: '_ean', value: '871' },
      { key: '_gtin', value: '' },
    ],
  };
  assert.equal(variantOf({ global_unique_id: '123', ...kept })?.barcode, '123');
  assert.equal(variantOf({ global_unique_id: '', ...kept })?.barcode, '871');
  assert.equal(variantOf({ global_unique_id: '' })?.barcode, null);
});

test('options by position; an attribute that a variation leaves out means any', () => {
  const [colour] = VARIABLE.attributes;
  assert.ok(colour);
  const size = { id: 0, name: 'Size', position: 0, variation: true, options: ['S', 'L'] };
  const { product } = read({
    ...VARIABLE,
    attributes: [{ ...colour, position: 1 }, size],
    variation_records: [
      { ...BLUE, attributes: [...BLUE.attributes, { id: 0, name: 'Size', option: 'L' }] },
      CREAM,
      { ...CREAM, id: 207, attributes: [] },
    ],
  });
  assert.deepEqual(
    product.options.map(({ id, name, position }) => [id, name, position]),
    [
      [null, 'Size', 1],
      ['1', 'Colour', 2],
    ],
  );
  assert.deepEqual(
    product.variants.map(({ title, option1, option2, option3 }) => [
      title,
      option1,
      option2,
      option3,
    ]),
    [
      ['L / Blue', 'L', 'Blue', null],
      ['Cream', null, 'Cream', null],
      ['Default Title', null, null, null],
    ],
  );
});

test('a variable product without variations has one variant', () => {
  const { product } = read({ ...VARIABLE, variations: [], variation_records: [] });
  assert.deepEqual(
    product.variants.map(({ id, product_id, title, option1 }) => [id, product_id, title, option1]),
    [['198', '198', 'Default Title', null]],
  );
});

test('images that only a variation has come after the product’s own', () => {
  const image = { id: '400', src: 'https://shop.nl/c.jpg', alt: '' };
  const { product } = read({ ...VARIABLE, variation_records: [BLUE, { ...CREAM, image }] });
  assert.deepEqual(
    product.images.map(({ id, position, variant_ids }) => [id, position, variant_ids]),
    [
      ['297', 1, []],
      ['298', 2, ['205']],
      ['400', 3, ['206']],
    ],
  );
  assert.equal(variantOf({ image: { id: '', src: '' } })?.image_id, null);
  assert.deepEqual(
    read({ ...SIMPLE, images: [{ id: 0, src: 'placeholder.png' }] }).product.image,
    null,
  );
});

test('a brand may be an attribute', () => {
  const brand = { id: 3, name: 'Brand', position: 0, variation: false, options: ['Acme &amp; Co'] };
  assert.equal(read({ ...SIMPLE, brands: [], attributes: [brand] }).product.vendor, 'Acme & Co');
});
