// Orders and products of one channel join: a line names the product and the variant by their own ids.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import type { Order } from '../../src/model/order.ts';
import type { Product } from '../../src/model/product.ts';
import { type Service, startService } from '../service.ts';
import { everything } from './expected.ts';

/** Of the lines whose product is still for sale, so many must find it. */
const JOINED_AT_LEAST = 0.95;

/** Shops beside the demo shop whose orders come another way. */
const OTHER_SHOPS: Readonly<Record<string, readonly string[]>> = { mirakl: ['marketplace'] };

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

for (const [name, channel] of Object.entries(channels)) {
  if (!channel.orders || !channel.products) continue;
  describe(name, () => {
    for (const shop of ['demo', ...(OTHER_SHOPS[name] ?? [])])
      test(`lines of the ${shop} shop name their product and variant`, async () => {
        const user = shop === 'demo' ? shop : await service.link(name, shop);
        const body = { ...everything(service, name), limit: 100, fields: 'id,line_items' };
        const orders = (await service.walk('orders', name, body, { user })).items as Order[];
        const products = (await service.walk('products', name, { limit: 100 }, { user }))
          .items as Product[];
        const variants = new Map(products.map(({ id, variants: list }) => [id, list]));
        const owners = new Map(
          products.flatMap(({ id, variants: list }) => list.map((one) => [one.id, id] as const)),
        );
        const skus = new Set(products.flatMap(({ variants: list }) => list.map(({ sku }) => sku)));

        let sold = 0;
        let joined = 0;
        for (const { id, line_items } of orders)
          for (const line of line_items) {
            const { product_id, variant_id, sku } = line;
            const at = `order ${id}, line ${line.id}: ${product_id} / ${variant_id}`;
            if (variant_id !== null && owners.has(variant_id) && product_id !== null)
              assert.equal(owners.get(variant_id), product_id, `${at} is of another product`);
            if (sku === null || !skus.has(sku)) continue;
            // The product is in the list: whatever the line names must be found there.
            sold++;
            if (product_id !== null) assert.ok(variants.has(product_id), `${at}: no such product`);
            if (variant_id !== null) assert.ok(owners.has(variant_id), `${at}: no such variant`);
            if (variant_id !== null || product_id !== null) joined++;
          }
        assert.ok(sold > 10, `only ${sold} lines have a product that is in the list`);
        assert.ok(
          joined >= sold * JOINED_AT_LEAST,
          `${joined} of ${sold} lines find their product`,
        );
      });
  });
}
