// Answers with every place spoiled in every way: read as far as they go, or refused as unreadable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutations } from '../../../test/mutations.ts';
import { Fault } from '../../model/faults.ts';
import { createJournal } from '../../unified/report.ts';
import { transform } from '../../unified/transform.ts';
import type { Task } from '../../unified/validate.ts';
import type { Resource } from '../channel.ts';
import { discountedOrder, fakeStore, NOW, nativeOrder, simpleProduct } from './fake-store.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const { brand_name: _, store: __, variants, ...product } = simpleProduct;
const { line_records, coupon_records, customer_record, store, catalog_records, ...order } =
  discountedOrder;

/** What the store answers at each path. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'v2/orders': [nativeOrder({ id: 2041, customer_id: 58 }), { ...order, items_total: 99 }],
  'v2/orders/2042/products': line_records,
  'v2/orders/2042/coupons': coupon_records,
  'v2/store': { currency: 'USD', weight_units: 'KGS', secure_url: 'https://x.example' },
  'v3/orders/payment_actions/refunds': {
    data: [
      {
        id: 73,
        order_id: 2041,
        total_amount: '19.44',
        total_tax: '1.44',
        items: [{ item_type: 'PRODUCT', item_id: 311, quantity: 1, requested_amount: null }],
        payments: [{ id: 88, is_declined: false }],
      },
    ],
  },
  'v3/customers': { data: [{ id: 58, date_created: '2025-08-14T11:20:00Z', notes: 'x' }] },
  'v3/catalog/variants': { data: catalog_records },
  'v3/catalog/products': { data: [{ ...product, brand_id: 9, variants: null }] },
  [`v3/catalog/products/${product.id}/variants`]: { data: variants },
  'v3/catalog/brands': { data: [{ id: 9, name: 'Fernhill' }] },
};

type Native = Resource<{ readonly limit: number }, never, never, unknown, unknown>;

/** Fetches and transforms, reading on; the sentence of anything but records and faults of them. */
async function oddIn(
  operation: 'orders' | 'products',
  answers: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const resource = (operation === 'orders' ? orders : products) as unknown as Native;
  const faults: Fault[] = [];
  const leaveOut = (fault: Fault) => faults.push(fault);
  try {
    const { reading } = fakeStore(({ path }) => answers[path]);
    const { items } = await resource.fetch({ limit: 10 }, undefined, { ...reading, leaveOut });
    const task = { operation, name: 'bigcommerce', resource } as unknown as Task;
    await transform(items, task, {}, NOW, createJournal('0'.repeat(32)), leaveOut);
  } catch (error) {
    if (!(error instanceof Fault)) return String(error);
    faults.push(error);
  }
  const other = faults.find(({ code }) => code !== 'channel_invalid_response');
  return other && `${other.code}: ${other.message}`;
}

for (const operation of ['orders', 'products'] as const)
  test(`spoiled answers about ${operation} are read or refused`, async () => {
    const wrong: string[] = [];
    const own = operation === 'orders' ? /^v2|refunds|customers|v3\/catalog\/variants/ : /^v3\/catalog\/(products|brands)|store/; // biome-ignore format: one choice
    for (const [at, answer] of Object.entries(ANSWERS)) {
      if (!own.test(at)) continue;
      for (const { path, into, value } of mutations({ body: answer })) {
        const { body } = value as { readonly body: unknown };
        const odd = await oddIn(operation, { ...ANSWERS, [at]: body });
        if (odd !== undefined) wrong.push(`${at} ${path} as ${into}: ${odd}`);
      }
    }
    assert.deepEqual(wrong.slice(0, 20), [], String(wrong.length));
  });

test('an order that cannot be read is left out where one asks to read on, and the walk goes past it', async () => {
  const link = { url: 'x', resource: 'y' };
  const rows = [1, 2, 3].map((id) =>
    nativeOrder({ id, ...(id === 2 && { consignments: link as object }) }),
  );
  const faults: Fault[] = [];
  const { reading } = fakeStore(({ path, query }) => {
    if (path === 'v2/orders')
      return rows.filter(({ id }) => id >= Number(query.min_id)).slice(0, Number(query.limit));
    return path.startsWith('v3/') ? { data: [] } : {};
  });
  await assert.rejects(orders.fetch({ limit: 2 }, undefined, reading), {
    code: 'channel_invalid_response',
    record: '2',
    retryable: false,
    message: /2 .*consignments/,
  });
  const lenient = { ...reading, leaveOut: (fault: Fault) => faults.push(fault) };
  const { items, next } = await orders.fetch({ limit: 2 }, undefined, lenient);
  assert.deepEqual(
    [items.map(({ id }) => id), next, faults.map(({ record }) => record)],
    [[1], { after: 2 }, ['2']],
  );
});

test('an order without a date is not left out in silence where dates were asked for', async () => {
  const { reading } = fakeStore(({ path }) =>
    path === 'v2/orders' ? [nativeOrder({ id: 5, date_created: null })] : { data: [] },
  );
  await assert.rejects(orders.fetch({ limit: 2, created_at_min: 0 }, undefined, reading), {
    record: '5',
    message: /date_created/,
  });
});

test('a list that begins before where it was asked to is refused, never walked in a circle', async () => {
  const { reading } = fakeStore(({ path }) =>
    path === 'v2/orders' ? [1, 2, 3].map((id) => nativeOrder({ id })) : { data: [] },
  );
  await assert.rejects(orders.fetch({ limit: 2 }, { after: 2 }, reading), {
    code: 'channel_invalid_response',
    message: /after 2.*never end/,
  });
});

test('lines that come in the same page again and again are their order’s fault', async () => {
  const [line] = line_records ?? [];
  const { reading } = fakeStore(({ path }) =>
    path === 'v2/orders'
      ? [nativeOrder({ id: 7, items_total: 900 })]
      : path.endsWith('/products')
        ? Array.from({ length: 250 }, () => line)
        : { data: [] },
  );
  await assert.rejects(orders.fetch({ limit: 2 }, undefined, reading), {
    code: 'channel_invalid_response',
    record: '7',
    message: /list of lines/,
  });
});
