// Every answer of bol's with every place spoiled: what remains is read, or the record at fault is named.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { mutations } from '../../../test/mutations.ts';
import type { Ask } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { Order } from '../../model/order.ts';
import { completeOrder } from '../../model/order-draft.ts';
import { completeProduct, Product } from '../../model/product.ts';
import { readingOf } from './fake-vendor.ts';
import type { NativeOffer, NativeOrder } from './native.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${name}.native.json`, import.meta.url), 'utf8'));
const context = { account: {}, now: 0, note: () => {} };

/** Answers by the operation that they are for. */
type Answers = Readonly<Record<string, unknown>>;

/** Reads one page; with `lenient` records that cannot be read are left out. */
type Read = (answers: Answers, lenient: boolean) => Promise<readonly { readonly id: string }[]>;

const readingFrom = (answers: Answers, lenient: boolean) => {
  const reading = readingOf((ask) => answerTo(ask, answers));
  const leaveOut = (fault: Fault) => {
    if (!lenient) throw fault;
  };
  return { ...reading, leaveOut };
};

function answerTo({ operation = '', url }: Ask, answers: Answers) {
  if (operation !== 'order') return { body: answers[operation] };
  const own = answers[url.split('/').at(-1) ?? ''];
  return own === undefined ? { status: 404 } : { body: own };
}

const readOrders: Read = async (answers, lenient) => {
  const reading = readingFrom(answers, lenient);
  const { items } = await orders.fetch({ limit: 10, status: 'open' }, undefined, reading);
  return items.map((item) => {
    const record = completeOrder(orders.transform(item, context), 'bol');
    assert.ok(isOrder.Check(record), JSON.stringify(isOrder.Errors(record)[0]));
    return record;
  });
};
const isOrder = Compile(Order);

const readProducts: Read = async (answers, lenient) => {
  const { items } = await products.fetch({ limit: 10 }, undefined, readingFrom(answers, lenient));
  return items.map((item) => {
    const record = completeProduct(products.transform(item, context), 'bol');
    assert.ok(isProduct.Check(record), JSON.stringify(isProduct.Errors(record)[0]));
    return record;
  });
};
const isProduct = Compile(Product);

/** Spoils one answer; `other` is a record that lies beside the spoiled places and must stay. */
function spoil(read: Read, answers: Answers, name: string, other?: string) {
  test(`${name} with every place spoiled`, async () => {
    const ids = (await read(answers, false)).map(({ id }) => id);
    assert.ok(ids.length > 0);
    for (const { path, into, value } of mutations(answers[name])) {
      const spoiled = { ...answers, [name]: value };
      const what = `${name}: ${path} as ${into}`;
      try {
        await read(spoiled, false);
      } catch (error) {
        assert.ok(error instanceof Fault, `${what}: ${error}`);
        assert.ok(error.code === 'channel_invalid_response' || error.record, `${what}: ${error}`);
      }
      // The list as a whole is another thing than one of its records.
      if (other === undefined || !path.includes('.')) continue;
      const left = (await read(spoiled, true)).map(({ id }) => id);
      assert.ok(left.includes(other), `${what}: ${other} was lost`);
    }
  });
}

describe('orders', () => {
  const first: NativeOrder = sample('order-company-pickup-partly-shipped');
  const second: NativeOrder = sample('order-open');
  const rowOf = ({ orderId, orderPlacedDateTime, orderItems }: NativeOrder) => ({
    orderId,
    orderPlacedDateTime,
    orderItems: orderItems.map((item) => ({
      orderItemId: item.orderItemId,
      quantity: item.quantity,
      quantityShipped: item.quantityShipped,
      quantityCancelled: item.quantityCancelled,
      latestChangedDateTime: item.latestChangedDateTime,
    })),
  });
  const answers = {
    // The second row is not spoiled where the first one is, and the other way round.
    orders: { orders: [rowOf(first)] },
    [first.orderId]: first,
    [second.orderId]: second,
  };
  const both = { ...answers, orders: { orders: [rowOf(second), rowOf(first)] } };
  spoil(readOrders, answers, 'orders');
  spoil(readOrders, both, first.orderId, second.orderId);
  spoil(readOrders, both, second.orderId, first.orderId);

  test('one row of a list, whatever is wrong with it, leaves the others', async () => {
    for (const { path, into, value } of mutations({ row: rowOf(first) })) {
      const { row } = value as { row?: unknown };
      const spoiled = { ...both, orders: { orders: [row, rowOf(second)] } };
      const left = await readOrders(spoiled, true);
      assert.ok(left.some(({ id }) => id === second.orderId), `${path} as ${into}`); // biome-ignore format: one thought
    }
  });
});

describe('products', () => {
  const { content, assets, ...own }: NativeOffer = sample('product-own-stock');
  const {
    content: _content,
    warehouse: _pieces,
    ...stored
  }: NativeOffer = sample('product-fulfilled-by-bol');
  const answers = {
    offers: { offers: [own], page: { pageSize: 25, nextCursor: null } },
    content,
    products: { assets },
    inventory: { inventory: [{ ean: stored.ean, regularStock: 12 }] },
  };
  const both = { ...answers, offers: { offers: [own, stored], page: { pageSize: 25 } } };
  spoil(readProducts, answers, 'offers');
  spoil(readProducts, both, 'content', own.offerId);
  spoil(readProducts, both, 'products', own.offerId);
  spoil(readProducts, both, 'inventory', own.offerId);

  test('what is read beside offers, whatever is wrong with it, never stops them', async () => {
    for (const name of ['content', 'products', 'inventory'])
      for (const body of [null, '', [], {}, 0, 'odd', true, { assets: 1 }, { inventory: 'x' }])
        assert.equal((await readProducts({ ...both, [name]: body }, false)).length, 2, name);
  });
});
