// Answers of a shop spoiled at every place: a record, or a refusal that names it, and nothing else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Mutation, mutations } from '../../../test/mutations.ts';
import type { Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { completeOrder } from '../../model/order-draft.ts';
import { completeProduct } from '../../model/product.ts';
import type { Reading } from '../channel.ts';
import type { NativeOrder, NativeProduct } from './native.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`samples/${name}.native.json`, import.meta.url), 'utf8'));
const ORDER = sample('order-coupon-fee-variation-partial-refund') as NativeOrder;
const PRODUCT = sample('product-variable') as NativeProduct;
const { customer, refund_records, shop_decimals, ...order } = ORDER;
const { variation_records, shop, ...product } = PRODUCT;
assert.ok(shop_decimals && shop);

/** What a shop answers to each path. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'orders/statuses': [{ slug: 'pending' }, { slug: 'completed' }, { slug: 'packed' }],
  orders: [order],
  'orders/4799': order,
  refunds: refund_records,
  system_status: { settings: { HPOS_enabled: true } },
  customers: [customer],
  'settings/general/woocommerce_price_num_decimals': { value: '2' },
  products: [product],
  variations: variation_records,
  'data/currencies/current': { code: 'EUR' },
  'settings/products/woocommerce_weight_unit': { value: 'kg' },
};

/** A shop whose answer to one path is spoiled. */
function readingOf(path: string, spoiled: unknown): Reading {
  const call: Call = (ask) => {
    const asked = ask.url.replace('https://shop.nl/wp-json/wc/v3/', '');
    assert.ok(asked in ANSWERS, `no one plays ${asked}`);
    const body = asked === path ? spoiled : ANSWERS[asked];
    return Promise.resolve<Reply>({
      status: 200,
      headers: { 'x-wp-total': '1' },
      text: '',
      body: structuredClone(body),
    });
  };
  return {
    account: { baseUrl: 'https://shop.nl', authMode: 'header' },
    version: 'wc/v3',
    now: 0,
    call,
    note: () => {},
    leaveOut: (fault) => {
      throw fault;
    },
    assume: () => {},
    remember: (_key, _seconds, make) => make(),
  };
}

/** How many records came of it, each turned into ours. */
async function read(kind: 'orders' | 'products', reading: Reading): Promise<number> {
  const query = { limit: 10, updated_at_min: Date.UTC(2020, 0, 1) };
  if (kind === 'products') {
    const { items } = await products.fetch(query, undefined, reading);
    return items.map((item) => completeProduct(products.transform(item, reading), 'woocommerce'))
      .length;
  }
  const { items } = await orders.fetch({ ...query, status: 'closed' }, undefined, reading);
  return items.map((item) => completeOrder(orders.transform(item, reading), 'woocommerce')).length;
}

for (const path of Object.keys(ANSWERS))
  test(`${path}, spoiled`, async () => {
    const kind = /products|variations|currencies/.test(path) ? 'products' : 'orders';
    assert.equal(await read(kind, readingOf(path, ANSWERS[path])), 1);
    const whole: Mutation[] = [undefined, null, '', 0, {}, [null], 'odd', [[]]].map((value) => ({
      path: 'the whole',
      into: JSON.stringify(value),
      value,
    }));
    function* all() {
      yield* whole;
      yield* mutations(structuredClone(ANSWERS[path]));
    }
    const wrong: string[] = [];
    for (const { path: place, into, value } of all())
      try {
        await read(kind, readingOf(path, value));
      } catch (error) {
        if (!(error instanceof Fault) || error.code !== 'channel_invalid_response')
          wrong.push(`${place} as ${into}: ${String(error)}`);
      }
    assert.deepEqual(wrong.slice(0, 10), []);
  });
