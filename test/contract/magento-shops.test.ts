// The shops of the sandbox, read through the whole service: stock, websites, odd SKUs, bundles, rights.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Product } from '../../src/model/product.ts';
import { type Service, startService } from '../service.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

async function read(shop: string, body: object = {}) {
  const user = await service.link('magento', shop);
  const answer = await service.products('magento', { limit: 100, ...body }, { user });
  return {
    answer,
    products: answer.body.Output.result as unknown as Product[],
    warnings: answer.body.Report.Warnings ?? [],
    truth: service.shop('magento', shop).products,
  };
}

const stockOf = (products: readonly Product[]) =>
  products.flatMap(({ variants }) => variants.map(({ sku, inventory_quantity }) => [sku, inventory_quantity])); // biome-ignore format: one line

test('SKUs with / , + & ; % = have their stock in a shop that signs decoded paths', async () => {
  const { products, truth, warnings } = await read('odd');
  const [, ...plain] = truth.flatMap(({ variants }) => variants);
  const [, ...seen] = stockOf(products);
  assert.deepEqual(
    seen,
    plain.map(({ sku, stock }) => [
      sku,
      stock.tracked ? stock.levels.reduce((sum, { available }) => sum + available, 0) : null,
    ]),
  );
  assert.deepEqual(warnings, []);
  const policies = products.slice(1).flatMap(({ variants }) => variants[0]?.inventory_policy);
  assert.ok(!policies.includes(null), 'each of them was asked for by its path');
});

test('a bundle at 75% of 200 costs 150, and seventeen digits are the six that are stored', async () => {
  const { products, truth } = await read('odd');
  const [bundle] = products[0]?.variants ?? [];
  assert.equal(products[0]?.product_type, 'bundle');
  assert.deepEqual([bundle?.price, bundle?.compare_at_price], ['150.00', '200.00']);
  for (const [at, { variants }] of products.entries())
    assert.equal(variants[0]?.price, ((truth[at]?.variants[0]?.price ?? 0) / 100).toFixed(2));
});

test('without a store view the default website’s currency and unit are read with its prices', async () => {
  const { products, truth } = await read('websites');
  const cents = (at: number) => truth[at]?.variants[0]?.price ?? 0;
  for (const [at, { id, variants, url }] of products.entries()) {
    const [variant] = variants;
    assert.equal(variant?.currency, 'USD');
    assert.equal(variant?.price, (Math.round((cents(at) * 6) / 5) / 100).toFixed(2), id);
    assert.ok(variant.weight_unit === null || variant.weight_unit === 'lb');
    // Every third product is in the other website alone.
    if ((Number(id) - 1000) % 3 === 0) assert.equal(url, null, id);
  }
  assert.ok(products.some(({ url }) => url !== null));
});

test('a named store view has its own', async () => {
  const { account, secrets } = service.shop('magento', 'websites').credential;
  const params = (storeCode: string) => ({
    params: {
      magento: Object.entries({ ...account, ...secrets, storeCode }).map(([key, value]) => ({
        key,
        value,
      })),
    },
  });
  const { products } = await read('websites', params('nl'));
  assert.equal(products[0]?.variants[0]?.currency, 'EUR');
  const { answer } = await read('websites', params('nowhere'));
  assert.equal(answer.status, 424);
  assert.ok('code' in answer.body.Errors);
  assert.equal(answer.body.Errors.code, 'credential_refused');
  assert.match(answer.body.Errors.message, /no store view with the code "nowhere"/);
  assert.equal(answer.body.Errors.retryable, false);
});

test('a shop that counts no stock has no numbers, and sells on', async () => {
  const { products, warnings } = await read('endless');
  for (const { variants } of products)
    for (const { inventory_quantity, inventory_policy } of variants)
      assert.deepEqual([inventory_quantity, inventory_policy], [null, 'continue']);
  assert.deepEqual(warnings, []);
});

test('without the right to read sources there are no numbers, and a warning', async () => {
  const { products, warnings } = await read('no-sources');
  assert.ok(products.length > 0);
  for (const [sku, number] of stockOf(products)) assert.equal(number, null, String(sku));
  assert.deepEqual(
    warnings.map(({ code, field }) => [code, field]),
    [['permission_missing', 'variants.inventory_quantity']],
  );
});
