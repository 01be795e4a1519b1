// A page of listings with every place spoiled: what remains is read, or the listing at fault is named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { mutations } from '../../../test/mutations.ts';
import { Fault } from '../../model/faults.ts';
import { completeProduct, Product } from '../../model/product.ts';
import type { Reading } from '../channel.ts';
import { products } from './products.ts';

const isProduct = Compile(Product);
const FIRST = '3c8f1a90-6d7e-4f52-a1b3-0c9d8e7f6a11';
const OTHER = '3c8f1a90-6d7e-4f52-a1b3-0c9d8e7f6a12';
const SELLER = '5a1b2c3d-0000-4000-8000-000000000001';
const IMAGE = 'a1f0c3d4-1111-4a2b-8c3d-000000000001';
const STOCK = 'b2f0c3d4-1111-4a2b-8c3d-000000000001';

const listing = (id: string, createdAt: string) => ({
  id,
  type: 'listing',
  attributes: {
    title: 'Vintage desk lamp',
    description: 'Brass lamp from the 1960s.',
    createdAt,
    price: { amount: 4500, currency: 'EUR' },
    publicData: { listingType: 'sell-new-products', categoryLevel1: 'home', sku: 'LAMP-60' },
    state: 'published',
    deleted: false,
  },
  relationships: {
    author: { data: { id: SELLER, type: 'user' } },
    images: { data: [{ id: IMAGE, type: 'image' }] },
    currentStock: { data: { id: STOCK, type: 'stock' } },
  },
});

const answer = {
  data: [listing(FIRST, '2026-03-05T09:12:44.120Z'), listing(OTHER, '2026-03-05T09:12:43.120Z')],
  included: [
    { id: SELLER, type: 'user', attributes: { profile: { displayName: 'Iida K' } } },
    { id: IMAGE, type: 'image', attributes: { variants: { default: { url: 'https://a/b', width: 7, height: 5 } } } }, // biome-ignore format: one record
    { id: STOCK, type: 'stock', attributes: { quantity: 4 } },
  ],
  meta: { totalItems: 2, totalPages: 1, page: 1, perPage: 10 },
};

async function read(body: unknown, lenient: boolean) {
  const reading: Reading = {
    account: { marketplaceUrl: 'https://shop.fi' },
    version: 'v1',
    now: Date.UTC(2026, 10, 1),
    call: () => Promise.resolve({ status: 200, headers: {}, text: '', body }),
    note: () => {},
    leaveOut: (fault) => {
      if (!lenient) throw fault;
    },
    assume: () => {},
    remember: (_key, _seconds, make) => make(),
  };
  const { items } = await products.fetch({ limit: 10 }, undefined, reading);
  return items.map((item) => {
    const record = completeProduct(products.transform(item, reading), 'sharetribe');
    assert.ok(isProduct.Check(record), JSON.stringify(isProduct.Errors(record)[0]));
    return record;
  });
}

test('no place of an answer, whatever stands there, is a fault of our own', async () => {
  assert.equal((await read(answer, false)).length, 2);
  for (const { path, into, value } of mutations(answer)) {
    try {
      await read(value, false);
    } catch (error) {
      assert.ok(error instanceof Fault, `${path} as ${into}: ${error}`);
      assert.equal(error.code, 'channel_invalid_response', `${path} as ${into}`);
    }
  }
});

test('a listing that is spoiled leaves the other as it is', async () => {
  const [, whole] = await read(answer, false);
  for (const { path, into, value } of mutations(answer)) {
    if (!path.startsWith('data.0')) continue;
    const other = (await read(value, true)).find(({ id }) => id === OTHER);
    assert.deepEqual(other, whole, `${path} as ${into}`);
  }
});

test('what is included may be missing, null or odd: the listings are read without it', async () => {
  for (const included of [undefined, null, {}, 'odd', [null], [{ id: 7 }], [{ type: 'image' }]]) {
    const [record] = await read({ ...answer, included }, false);
    assert.equal(record?.title, 'Vintage desk lamp');
    assert.deepEqual([record?.vendor, record?.images], [null, []]);
    assert.equal(record?.variants[0]?.inventory_quantity, null);
  }
  for (const relationships of [null, {}, { images: null, author: null, currentStock: null }]) {
    const data = answer.data.map((one) => ({ ...one, relationships }));
    assert.equal((await read({ ...answer, data }, false)).length, 2);
  }
});
