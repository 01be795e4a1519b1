// Odd listings: bullet points, prices without an offer, several warehouses, other marketplaces.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { completeProduct } from '../../model/product.ts';
import type { NativeProduct } from './native.ts';
import { transformProduct } from './products-transform.ts';

const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.native.json`, import.meta.url), 'utf8'));
const single: NativeProduct = sample('product-single');
const family: NativeProduct = sample('product-variations');
const unified = (product: NativeProduct) => completeProduct(transformProduct(product), 'amazon');
const NL = 'A1805IZSGTT6HS';

test('bullet points stand in for a description, safely', () => {
  const { product_description: _, ...attributes } = single.attributes ?? {};
  const bullets = [{ value: 'a < b & c' }, { value: 'two' }];
  assert.equal(
    unified({ ...single, attributes: { ...attributes, bullet_point: bullets } }).body_html,
    '<ul><li>a &lt; b &amp; c</li><li>two</li></ul>',
  );
  assert.equal(unified({ ...single, attributes: {} }).body_html, null);
});

test('everything is sent, and whether it is taxed is not known', () => {
  for (const product of [single, family])
    for (const { requires_shipping, taxable } of unified(product).variants)
      assert.deepEqual([requires_shipping, taxable], [true, null]);
});

test('without a live offer the price is the one that the seller set', () => {
  const purchasable_offer = [
    {
      currency: 'EUR',
      our_price: [{ schedule: [{ value_with_tax: '19.9' }] }],
      marketplace_id: single.marketplaceId,
    },
  ];
  const product = {
    ...single,
    offers: [],
    attributes: { ...single.attributes, purchasable_offer },
  };
  const [variant] = unified(product).variants;
  assert.deepEqual(
    [variant?.price, variant?.currency, variant?.compare_at_price],
    ['19.90', 'EUR', '39.90'],
  );
  const [unpriced] = unified({ ...single, offers: [] }).variants;
  assert.deepEqual([unpriced?.price, unpriced?.currency], [null, null]);
});

test('a price for some buyers alone is not what everybody pays', () => {
  const marketplace_id = single.marketplaceId;
  const set = (audience: string | null, value_with_tax: string) => ({
    ...{ currency: 'EUR', marketplace_id, our_price: [{ schedule: [{ value_with_tax }] }] },
    ...(audience !== null && { audience }),
  });
  const priceOf = (offers: object[], purchasable_offer: object[]) => {
    const attributes = { ...single.attributes, purchasable_offer };
    return unified({ ...single, offers, attributes } as NativeProduct).variants[0]?.price;
  };
  for (const forAll of [set('ALL', '19.9'), set(null, '19.9')])
    assert.equal(priceOf([], [set('B2B', '15.5'), forAll]), '19.90');
  assert.equal(priceOf([], [set('B2B', '15.5')]), null);
  const live = (value: string, amount: string) => ({
    ...{ marketplaceId: marketplace_id, offerType: 'B2C', audience: { value } },
    price: { amount, currencyCode: 'EUR' },
  });
  assert.equal(priceOf([live('B2B', '15.5'), live('ALL', '18.5')], []), '18.50');
  assert.equal(priceOf([live('B2B', '15.5')], [set('ALL', '19.9')]), '19.90');
});

test('a list price that is not higher is no compare-at price', () => {
  const list_price = [{ value: '29.9', marketplace_id: single.marketplaceId }];
  const product = { ...single, attributes: { ...single.attributes, list_price } };
  assert.equal(unified(product).variants[0]?.compare_at_price, null);
});

test('attributes of the marketplace read win over others', () => {
  const item_name = [
    { value: 'Deutsch', marketplace_id: 'A1PA6795UKMFR9' },
    { value: 'Nederlands', marketplace_id: NL },
  ];
  const { summaries: _, ...bare } = single;
  const named = { ...bare, attributes: { item_name } };
  assert.equal(unified({ ...named, marketplaceId: NL }).title, 'Nederlands');
  assert.equal(unified({ ...named, marketplaceId: 'A28R8C7NBKEWEA' }).title, 'Deutsch');
});

test('what no one can buy is a draft, what no one sees is not published', () => {
  const withStatus = (status: readonly string[]) =>
    unified({ ...single, summaries: (single.summaries ?? []).map((one) => ({ ...one, status })) });
  assert.equal(withStatus(['DISCOVERABLE']).status, 'draft');
  assert.notEqual(withStatus(['DISCOVERABLE']).published_at, null);
  assert.deepEqual([withStatus([]).status, withStatus([]).published_at], ['draft', null]);
  assert.equal(unified(family).status, 'active');
  const sold = family.children.map((child) => ({ ...child, summaries: [] }));
  assert.equal(unified({ ...family, children: sold }).status, 'draft');
});

test('stock of several kinds is given by kind, and in sum only when all is known', () => {
  const fulfillmentAvailability = [
    { fulfillmentChannelCode: 'DEFAULT', quantity: 2 },
    { fulfillmentChannelCode: 'AMAZON_EU' },
  ];
  const product = { ...single, fulfillmentAvailability };
  const [known] = unified({ ...product, amazonStock: { [single.sku]: 5 } }).variants;
  assert.deepEqual(
    known?.inventory_levels.map(({ location_id, available }) => [location_id, available]),
    [
      ['DEFAULT', 2],
      ['AMAZON_EU', 5],
    ],
  );
  assert.equal(known?.inventory_quantity, 7);
  const [unknown] = unified({ ...product, amazonStock: { [single.sku]: null } }).variants;
  assert.equal(unknown?.inventory_quantity, null);
  assert.equal(unknown?.inventory_management, 'amazon');
  const [none] = unified({ ...single, fulfillmentAvailability: [] }).variants;
  assert.deepEqual([none?.inventory_quantity, none?.inventory_management], [null, null]);
});

test('an address needs a marketplace that is known and a number to buy by', () => {
  assert.equal(unified({ ...single, marketplaceId: 'A0000000000000' }).url, null);
});
