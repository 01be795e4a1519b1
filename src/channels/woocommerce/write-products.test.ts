// How a shop is asked for stock and prices, and which product a variant belongs to.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { completeProduct } from '../../model/product.ts';
import type { PriceItem, Refusal } from '../../model/writes.ts';
import type { PriceWrite, StockWrite } from '../writing.ts';
import { codeIn, NOW, sample, sentBy, shopWith } from './fake-writes.ts';
import type { NativeProduct } from './native.ts';
import { transformProduct } from './products-transform.ts';
import { writes } from './writes.ts';

const { stock, prices } = writes;
const SIMPLE: NativeProduct = sample('product-simple');
const VARIABLE: NativeProduct = sample('product-variable');

const variantOf = (native: NativeProduct, id?: string) => {
  const context = { account: {}, now: NOW, note: () => {} };
  const product = completeProduct(transformProduct(native, context), 'woocommerce');
  const variant = product.variants.find((one) => id === undefined || one.id === id);
  assert.ok(variant);
  return { product, variant, native };
};
const VARIATIONS = VARIABLE.variation_records ?? [];
const [FIRST, SECOND] = VARIATIONS;
assert.ok(FIRST && SECOND);

const toSet = (native: NativeProduct, available: number, at: number, id?: string): StockWrite => {
  const of = variantOf(native, id);
  return { ...of, at, item: { variant_id: of.variant.id ?? '', available }, locationId: undefined };
};

describe('stock', () => {
  test('is set in batches, of products and of the variations of each', async () => {
    const own = {
      ...VARIABLE,
      variation_records: VARIATIONS.map((one) => ({ ...one, manage_stock: true })),
    };
    const made = await stock.plan(
      [
        toSet(SIMPLE, 4, 0),
        toSet(own, 5, 1, String(FIRST.id)),
        toSet(own, 6, 2, String(SECOND.id)),
      ],
      shopWith().reading,
    );
    assert.deepEqual(sentBy(made), [
      ['POST wc/v3/products/batch', { update: [{ id: SIMPLE.id, stock_quantity: 4 }] }],
      [
        `POST wc/v3/products/${VARIABLE.id}/variations/batch`,
        {
          update: [
            { id: FIRST.id, stock_quantity: 5 },
            { id: SECOND.id, stock_quantity: 6 },
          ],
        },
      ],
    ]);
    const [, step] = made.steps;
    const said = (update: unknown) =>
      step
        ?.read?.({ status: 200, headers: {}, text: '', body: { update } })
        .map((one) => (one as Refusal | undefined)?.code);
    const error = { code: 'woocommerce_rest_product_variation_invalid_id', message: 'Invalid ID.' };
    assert.deepEqual(said([{ id: SECOND.id }, { id: FIRST.id }]), [undefined, undefined]);
    assert.deepEqual(said([{ id: FIRST.id, error }, { id: SECOND.id }]), [
      ...['record_not_found', undefined],
    ]);
    assert.deepEqual(
      said([{ id: FIRST.id }, { id: SECOND.id, error: { code: 'rest_invalid_param' } }]),
      [undefined, 'refused_by_channel'],
    );
    assert.throws(() => said([{ id: FIRST.id }]), { code: 'channel_invalid_response' });
  });

  test('that the product counts for all its variations is refused', async () => {
    const shared = { ...VARIABLE, variation_records: [{ ...FIRST, manage_stock: 'parent' }] };
    const made = await stock.plan([toSet(shared, 5, 1)], shopWith().reading);
    assert.equal(codeIn(made), 'stock_not_set');
  });
});

test('prices are such that the shop shows what was asked for, or refused', async () => {
  const tomorrow = '2026-11-02T00:00:00';
  const plain = { regular_price: '20', sale_price: '', on_sale: false, price: '20' };
  const reduced = { regular_price: '20', sale_price: '15', on_sale: true, price: '15' };
  const planned = { ...plain, sale_price: '15', date_on_sale_from_gmt: tomorrow };
  const cases: [Omit<PriceItem, 'variant_id'>, Partial<NativeProduct>, object | undefined][] = [
    [{ price: '12.50' }, plain, { regular_price: '12.50' }],
    [{ price: '12.50' }, reduced, { sale_price: '12.50' }],
    [{ price: '20.00' }, reduced, undefined],
    [
      { price: '12.50', compare_at_price: null },
      reduced,
      { regular_price: '12.50', sale_price: '' },
    ],
    [{ price: '9', compare_at_price: '12' }, plain, { regular_price: '12', sale_price: '9' }],
    [{ price: '9', compare_at_price: '12' }, reduced, { regular_price: '12', sale_price: '9' }],
    [{ price: '9', compare_at_price: '12' }, planned, undefined],
    [{ price: '18' }, planned, { regular_price: '18' }],
    [{ price: '12' }, planned, undefined],
    [{ price: '9' }, { ...plain, type: 'grouped' }, undefined],
  ];
  for (const [item, native, wanted] of cases) {
    const of = variantOf({ ...SIMPLE, ...native });
    const write: PriceWrite = { ...of, at: 0, item: { variant_id: String(SIMPLE.id), ...item } };
    const made = await prices.plan([write], shopWith().reading);
    const what = `${JSON.stringify(item)} ${JSON.stringify(native)}`;
    assert.equal(codeIn(made), wanted ? undefined : 'price_not_set', what);
    const update = [{ id: SIMPLE.id, ...wanted }];
    if (wanted) assert.deepEqual(sentBy(made), [['POST wc/v3/products/batch', { update }]], what);
  }
});

test('the product of a variant is itself, or the one that its variation names', async () => {
  const { reading, asks } = shopWith({
    'wc/v3/products': [{ id: 5 }],
    'wc/v3/variations': [{ id: 31, parent_id: 6 }],
  });
  const found = await writes.productsOf(['5', '31', '32', '../1'], reading);
  assert.deepEqual(Object.fromEntries(found), { 5: '5', 31: '6' });
  assert.ok(asks.every(({ method = 'GET' }) => method === 'GET'));
  // Before WooCommerce 10.3 a variation is asked for as a product.
  const old = shopWith({ 'wc/v3/products': [], 'wc/v3/products/31': { id: 31, parent_id: 6 } });
  const named = await writes.productsOf(['31', '32'], old.reading);
  assert.deepEqual(Object.fromEntries(named), { 31: '6' });
  assert.equal((await writes.productsOf(['x'], shopWith().reading)).size, 0);
});
