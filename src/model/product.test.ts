// What follows from a product's own lists need not be said by a channel.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeProduct } from './product.ts';

test('places, the variant’s product, its title and the first image follow', () => {
  const product = completeProduct(
    {
      id: '7',
      options: [{ name: 'Size' }, { name: 'Colour', position: 5 }],
      variants: [{ id: '8', price: '1.00' }],
      images: [{ src: 'https://a/1.jpg' }, { src: 'https://a/2.jpg' }],
    },
    'test',
  );
  assert.deepEqual(
    product.options.map(({ position }) => position),
    [1, 5],
  );
  const [variant] = product.variants;
  assert.deepEqual([variant?.product_id, variant?.position, variant?.title], ['7', 1, 'Default Title']); // biome-ignore format: one row
  assert.equal(product.image?.src, 'https://a/1.jpg');
  assert.equal(product.images[1]?.position, 2);
});

test('what a channel says wins, and one of several variants has no made-up title', () => {
  const product = completeProduct(
    {
      id: '7',
      variants: [
        { id: '8', product_id: '9', position: 4 },
        { id: '10', title: 'Red' },
      ],
      images: [{ src: 'https://a/1.jpg' }],
      image: { src: 'https://a/2.jpg' },
    },
    'test',
  );
  const [first, second] = product.variants;
  assert.deepEqual([first?.product_id, first?.position, first?.title], ['9', 4, null]);
  assert.deepEqual([second?.product_id, second?.position, second?.title], ['7', 2, 'Red']);
  assert.equal(product.image?.src, 'https://a/2.jpg');
});
