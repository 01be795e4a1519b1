// Answers with every place spoiled in every way: read as far as they go, or refused as unreadable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mustReadOrRefuse } from '../../../test/spoiling.ts';
import type { Fault } from '../../model/faults.ts';
import { discountedOrder, fakeStore, nativeOrder, simpleProduct } from './fake-vendor.ts';
import { bigcommerce } from './index.ts';
import { orders } from './orders.ts';

const { brand_name: _, store: __, variants, ...product } = simpleProduct;
const {
  line_records,
  coupon_records,
  customer_record,
  shipment_records,
  store,
  catalog_records,
  ...order
} = discountedOrder;

/** What the store answers at each path. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'v2/orders': [nativeOrder({ id: 2041, customer_id: 58 }), { ...order, items_total: 99 }],
  'v2/orders/2042/products': line_records,
  'v2/orders/2042/coupons': coupon_records,
  'v2/orders/2041/shipments': [],
  'v2/orders/2042/shipments': shipment_records,
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

const OWN = {
  orders: /^v2|refunds|customers|v3\/catalog\/variants/,
  products: /^v3\/catalog\/(products|brands)|store/,
} as const;

for (const operation of ['orders', 'products'] as const)
  test(`spoiled answers about ${operation} are read or refused`, () =>
    mustReadOrRefuse({
      name: 'bigcommerce',
      channel: bigcommerce,
      operation,
      answers: ANSWERS,
      spoiled: OWN[operation],
      readingOf: (answers) => fakeStore(({ path }) => answers[path]).reading,
    }));

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
