// Lines of orders and products join by SKU: the lines name the product that the listings make of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Ask } from '../../model/exchange.ts';
import { ACCOUNT, DE, failure, fakeVendor, ORDERS_ONLY, pathOf, queryOf } from './fake-vendor.ts';
import type { NativeOrder } from './native.ts';
import { orders } from './orders.ts';

const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.native.json`, import.meta.url), 'utf8'));
const { productsBySku: _, ...shipped }: NativeOrder = sample('order-business-promotions');
const NL = 'A1805IZSGTT6HS';

/** The seller's shelf: a rack in two lengths under one parent, and hooks by themselves. */
const SHELF: Readonly<Record<string, readonly string[]>> = {
  'RACK-OAK': [],
  'RACK-OAK-80': ['RACK-OAK'],
  'HOOK-BR-4': [],
};
const listing = (sku: string, parentSkus: readonly string[]) => ({
  sku,
  relationships: [
    {
      marketplaceId: DE,
      relationships: parentSkus.length > 0 ? [{ type: 'VARIATION', parentSkus }] : [],
    },
  ],
});
const shelf =
  (listed: Readonly<Record<string, readonly string[]>> = SHELF) =>
  (ask: Ask) => {
    const wanted = queryOf(ask).identifiers?.split(',') ?? [];
    return {
      numberOfResults: wanted.length,
      items: wanted.flatMap((sku) => (listed[sku] ? [listing(sku, listed[sku])] : [])),
    };
  };
const isListings = (ask: Ask) => pathOf(ask).startsWith('/listings/');

const selling = (items: readonly object[]): NativeOrder => ({
  ...shipped,
  orderItems: items as NativeOrder['orderItems'],
});
const sold = (...skus: readonly string[]) =>
  selling(skus.map((sellerSku, at) => ({ orderItemId: String(at), product: { sellerSku } })));

/** The lines of one order, read and transformed. */
async function linesOf(
  order: NativeOrder,
  listings: (ask: Ask) => object = shelf(),
  account = ACCOUNT,
) {
  const seller = fakeVendor((ask) => (isListings(ask) ? listings(ask) : { orders: [order] }), {
    account,
  });
  const { items } = await orders.fetch({ limit: 10, status: 'any' }, undefined, seller.reading);
  const context = { account, now: 0, note: () => {} };
  const lines = items.flatMap((native) => orders.transform(native, context).line_items ?? []);
  const ids = lines.map(({ product_id, variant_id, product_exists }) => [
    product_id ?? null,
    variant_id ?? null,
    product_exists ?? null,
  ]);
  return { ids, seller, asked: seller.asks.filter(isListings) };
}

describe('a line', () => {
  test('names the parent of a variation, and a single listing by itself', async () => {
    const { ids, asked } = await linesOf(sold('RACK-OAK-80', 'HOOK-BR-4'));
    assert.deepEqual(ids, [
      ['RACK-OAK', 'RACK-OAK-80', true],
      ['HOOK-BR-4', 'HOOK-BR-4', true],
    ]);
    assert.deepEqual(
      asked.map((ask) => [queryOf(ask).identifiers, queryOf(ask).identifiersType]),
      [
        ['RACK-OAK-80,HOOK-BR-4', 'SKU'],
        ['RACK-OAK', 'SKU'],
      ],
    );
    assert.equal(queryOf(asked[0]).includedData, 'relationships');
  });

  test('names a variation by itself where its parent is not among the listings', async () => {
    const { 'RACK-OAK': _r, ...orphans } = SHELF;
    const { ids } = await linesOf(sold('RACK-OAK-80'), shelf(orphans));
    assert.deepEqual(ids, [['RACK-OAK-80', 'RACK-OAK-80', true]]);
  });

  test('names nothing that is not listed; gone it is where listings are read from', async () => {
    assert.deepEqual((await linesOf(sold('GONE'))).ids, [[null, null, false]]);
    const elsewhere = { ...sold('GONE'), salesChannel: { marketplaceId: NL } };
    assert.deepEqual((await linesOf(elsewhere)).ids, [[null, null, null]]);
  });

  test('keeps its SKU where it cannot be looked up: without merchant token, with a comma, unnamed', async () => {
    const blind = await linesOf(sold('HOOK-BR-4'), shelf(), ORDERS_ONLY);
    assert.deepEqual([blind.ids, blind.asked], [[[null, 'HOOK-BR-4', null]], []]);
    assert.deepEqual((await linesOf(sold('A,B'))).ids, [[null, 'A,B', null]]);
    assert.deepEqual((await linesOf(selling([{ orderItemId: '1' }]))).ids, [[null, null, null]]);
    assert.deepEqual((await linesOf(sold('constructor'), () => ({ items: [{}] }))).ids, [
      [null, 'constructor', null],
    ]);
  });

  test('is read all the same where the listings refuse or fail, which is said', async () => {
    for (const answer of [failure(403, 'Unauthorized'), failure(500, 'InternalFailure'), {}]) {
      const { ids, seller } = await linesOf(sold('HOOK-BR-4'), () => answer);
      assert.deepEqual(ids, [[null, 'HOOK-BR-4', null]]);
      assert.deepEqual(
        seller.warnings.map(({ code, field }) => [code, field]),
        [['field_withheld', 'line_items.product_id']],
      );
    }
  });
});

describe('looking up', () => {
  test('asks for twenty SKUs a call, each once, and remembers them', async () => {
    const skus = Array.from({ length: 45 }, (_s, i) => `S-${i}`);
    const order = sold(...skus, ...skus);
    const listed = Object.fromEntries(skus.map((sku) => [sku, []]));
    const seller = fakeVendor((ask) =>
      isListings(ask) ? shelf(listed)(ask) : { orders: [order] },
    );
    const query = { limit: 10, status: 'any' };
    await orders.fetch(query, undefined, seller.reading);
    const asked = () =>
      seller.asks.filter(isListings).map((ask) => queryOf(ask).identifiers?.split(',').length);
    assert.deepEqual(asked(), [20, 20, 5]);
    await orders.fetch(query, undefined, seller.reading);
    assert.equal(asked().length, 3);
  });

  test('asks for parents in the order of the lines, whichever answer comes first', async () => {
    const skus = Array.from({ length: 45 }, (_s, i) => `S-${i}`);
    const listed = Object.fromEntries(
      skus.flatMap((sku, i) => [
        [sku, [`P-${i}`]],
        [`P-${i}`, []],
      ]),
    );
    const seller = fakeVendor((ask) =>
      isListings(ask) ? shelf(listed)(ask) : { orders: [sold(...skus)] },
    );
    const call: typeof seller.reading.call = async (ask) => {
      const reply = await seller.reading.call(ask);
      // The first list of SKUs is answered last.
      if (queryOf(ask).identifiers?.startsWith('S-0,')) await turns(5);
      return reply;
    };
    await orders.fetch({ limit: 10, status: 'any' }, undefined, { ...seller.reading, call });
    const asked = seller.asks.filter(isListings).flatMap((ask) => queryOf(ask).identifiers ?? []);
    assert.deepEqual(
      asked.slice(3).flatMap((list) => list.split(',')),
      skus.map((_s, i) => `P-${i}`),
    );
  });
});

async function turns(count: number) {
  for (let n = 0; n < count; n++) await setImmediate();
}
