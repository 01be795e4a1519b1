// Every channel's samples: native records beside what they must become.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { Order } from '../model/order.ts';
import { completeOrder } from '../model/order-draft.ts';
import { completeProduct, Product } from '../model/product.ts';
import { channels } from './index.ts';

const NOW = Date.UTC(2026, 10, 1, 12);
const order = Compile(Order);
const product = Compile(Product);

for (const [name, channel] of Object.entries(channels)) {
  const folder = new URL(`./${name}/samples/`, import.meta.url);
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

  describe(`samples of ${name}`, () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.native.json'));
    test('there are some of each kind', () => {
      assert.ok(!channel.orders || files.some((file) => file.startsWith('order-')));
      assert.ok(!channel.products || files.some((file) => file.startsWith('product-')));
    });

    for (const file of files)
      test(file, () => {
        const account = {};
        const context = { account, now: NOW, note: () => {} };
        const native = read(file);
        const expected = read(file.replace('.native.', '.unified.'));
        if (file.startsWith('order-')) {
          assert.ok(channel.orders, 'a sample of orders needs orders');
          const unified = completeOrder(channel.orders.transform(native, context), name);
          assert.deepEqual(JSON.parse(JSON.stringify(unified)), expected);
          assert.ok(order.Check(unified), JSON.stringify(order.Errors(unified)[0]));
        } else {
          assert.ok(channel.products, 'a sample of products needs products');
          const unified = completeProduct(channel.products.transform(native, context), name);
          assert.deepEqual(JSON.parse(JSON.stringify(unified)), expected);
          assert.ok(product.Check(unified), JSON.stringify(product.Errors(unified)[0]));
        }
      });
  });
}
