// Reading orders: what is asked, in which pages, and what is fetched beside them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, fakeStore, isFault, nativeOrder, refusal } from './fake-vendor.ts';
import type { Cursor } from './listing.ts';
import type { NativeOrder } from './native.ts';
import { orders } from './orders.ts';

const STORE = { currency: 'USD', weight_units: 'KGS', secure_url: 'https://x.example' };

/** A store over a list of orders, as the API filters it. */
const storeOf = (rows: readonly NativeOrder[], more: (asked: Asked) => unknown = () => undefined) =>
  fakeStore((asked) => {
    const { path, query } = asked;
    const own = more(asked);
    if (own !== undefined) return own;
    if (path === 'v2/store') return STORE;
    if (path === 'v2/orders') {
      const found = rows
        .filter(({ id }) => id >= Number(query.min_id))
        .filter(({ status_id }) => !query.status_id || String(status_id) === query.status_id)
        .slice(0, Number(query.limit));
      return found.length > 0 ? found : undefined;
    }
    const one = /^v2\/orders\/(\d+)$/.exec(path)?.[1];
    if (one) return rows.find(({ id }) => String(id) === one) ?? refusal(404);
    if (path.startsWith('v3/')) return { data: [] };
    return undefined;
  });

const many = (
  from: number,
  to: number,
  changes: (id: number) => Partial<NativeOrder> = () => ({}),
) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const id = from + index;
    return nativeOrder({ id, ...changes(id) });
  });

async function walk(
  store: ReturnType<typeof fakeStore>,
  query: Parameters<typeof orders.fetch>[0],
) {
  const pages: number[][] = [];
  let page: Cursor | undefined;
  do {
    const { items, next } = await orders.fetch(query, page, store.reading);
    pages.push(items.map(({ id }) => id));
    page = next && (JSON.parse(JSON.stringify(next)) as Cursor);
    assert.ok(pages.length < 50, 'the walk does not end');
  } while (page);
  return pages;
}

const lists = (log: readonly string[]) => log.filter((line) => line.startsWith('v2/orders '));

test('pages follow the identifier, and one row more shows whether there is another', async () => {
  const store = storeOf(many(1, 5));
  assert.deepEqual(await walk(store, { limit: 2 }), [[1, 2], [3, 4], [5]]);
  const rest = 'include=consignments.line_items,fees consignment_structure=object';
  assert.deepEqual(lists(store.log), [
    `v2/orders min_id=1 sort=id:asc limit=3 ${rest}`,
    `v2/orders min_id=3 sort=id:asc limit=3 ${rest}`,
    `v2/orders min_id=5 sort=id:asc limit=3 ${rest}`,
  ]);
  assert.deepEqual(store.asks[0]?.headers, { accept: 'application/json' });
});

test('a full page that is also the last has no next; an empty list is 204 without a body', async () => {
  assert.deepEqual(await walk(storeOf(many(1, 4)), { limit: 2 }), [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(await walk(storeOf([]), { limit: 2 }), [[]]);
});

test('orders that were never completed, or are archived, are not shown, and pages stay full', async () => {
  const rows = many(1, 9, (id) =>
    id % 2 === 0 ? { status_id: 0 } : id === 7 ? { is_deleted: true } : {},
  );
  assert.deepEqual(await walk(storeOf(rows), { limit: 2 }), [
    [1, 3],
    [5, 9],
  ]);
});

test('bounds are sent wider and kept exactly', async () => {
  const second = (n: number) => `Tue, 03 Mar 2026 16:20:${n} +0000`;
  const rows = many(10, 14, (id) => ({ date_created: second(id), date_modified: second(id + 10) }));
  const store = storeOf(rows);
  const at = (n: number) => Date.UTC(2026, 2, 3, 16, 20, n);
  const query = { limit: 10, created_at_min: at(11), created_at_max: at(13) + 500 };
  assert.deepEqual(await walk(store, query), [[11, 12, 13]]);
  assert.deepEqual(await walk(store, { limit: 10, updated_at_min: at(23) + 1 }), [[14]]);
  assert.match(
    store.log[0] ?? '',
    /min_date_created=2026-03-03T16:20:10Z max_date_created=2026-03-03T16:20:15Z min_id=1 /,
  );
});

test('since_id begins behind it', async () => {
  const store = storeOf(many(1, 5));
  assert.deepEqual(await walk(store, { limit: 10, since_id: '3' }), [[4, 5]]);
});

test('statuses are asked for one by one and merged in order', async () => {
  const rows = many(1, 12, (id) => ({ status_id: [2, 4, 10, 11][id % 4] ?? 11 }));
  const store = storeOf(rows);
  assert.deepEqual(await walk(store, { limit: 4, status: 'closed' }), [
    [1, 2, 4, 5],
    [6, 8, 9, 10],
    [12],
  ]);
  assert.deepEqual(
    lists(store.log)
      .slice(0, 3)
      .map((line) => line.split(' ')[1]),
    ['status_id=2', 'status_id=4', 'status_id=10'],
  );
  assert.deepEqual(await walk(store, { limit: 100, status: 'any' }), [rows.map(({ id }) => id)]);
});

test('named orders are read one by one, and held against the other filters', async () => {
  const store = storeOf(many(1, 6, (id) => ({ status_id: id === 3 ? 5 : id === 4 ? 0 : 11 })));
  const ids = ['6', '2', '3', '99', '4', '2'];
  assert.deepEqual(await walk(store, { limit: 1, ids, status: 'open' }), [[2], [6], []]);
  // Whether 99 is there shows only when it is asked for.
  assert.deepEqual(await walk(store, { limit: 10, ids, since_id: '2' }), [[3, 6]]);
  assert.ok(!store.log.some((line) => line.startsWith('v2/orders min_id')));
});

test('when none of the named orders is there, the store itself is looked for', async () => {
  const gone = fakeStore(() => refusal(404));
  await assert.rejects(
    orders.fetch({ limit: 10, ids: ['7'] }, undefined, gone.reading),
    isFault('channel_failed', /store hash/),
  );
});

test('one sales channel is asked for and kept', async () => {
  const rows = many(1, 4, (id) => ({ channel_id: id % 2 }));
  const store = storeOf(rows);
  const reading = { ...store.reading, account: { ...store.reading.account, channelId: '1' } };
  const { items } = await orders.fetch({ limit: 10 }, undefined, reading);
  assert.deepEqual(
    items.map(({ id }) => id),
    [1, 3],
  );
  assert.match(store.log[0] ?? '', /^v2\/orders channel_id=1 /);
});

test('a page that is too much is asked for again, by half', async () => {
  const rows = many(1, 30);
  const store = storeOf(rows, ({ path, query }) =>
    path === 'v2/orders' && Number(query.limit) > 20 ? refusal(504) : undefined,
  );
  assert.deepEqual(
    (await walk(store, { limit: 25 })).flat(),
    rows.map(({ id }) => id),
  );
});

test('lines that were left out are read to their end', async () => {
  const [line] = linesOf(nativeOrder({ id: 1 }));
  assert.ok(line);
  const cut = nativeOrder({ id: 1, items_total: 300 });
  const whole = nativeOrder({ id: 2 });
  const all = Array.from({ length: 300 }, (_, index) => ({
    ...line,
    id: 1000 + index,
    quantity: 1,
  }));
  const store = storeOf([cut, whole], ({ path, query }) =>
    path === 'v2/orders/1/products'
      ? all.slice((Number(query.page) - 1) * 250, Number(query.page) * 250)
      : undefined,
  );
  const { items } = await orders.fetch({ limit: 10 }, undefined, store.reading);
  assert.deepEqual(
    items[0]?.line_records?.map(({ id }) => id),
    all.map(({ id }) => id),
  );
  assert.equal(items[1]?.line_records?.length, 1);
  assert.deepEqual(
    store.log.filter((entry) => entry.includes('/products')),
    ['v2/orders/1/products page=1 limit=250', 'v2/orders/1/products page=2 limit=250'],
  );
});

const linesOf = (order: NativeOrder) => {
  const { shipping } = order.consignments as Extract<NativeOrder['consignments'], { shipping?: unknown }>; // biome-ignore format: one thought
  return shipping?.flatMap(({ line_items }) => line_items ?? []) ?? [];
};

test('a warning in a consignment is enough to ask for the lines', async () => {
  const order = nativeOrder({ id: 1 });
  const consignments = order.consignments as { shipping: object[] };
  const warned = {
    ...order,
    consignments: [
      { ...consignments, shipping: [{ ...consignments.shipping[0], __warning__: {} }] },
    ],
  } as unknown as NativeOrder;
  const store = storeOf([warned], ({ path }) =>
    path.endsWith('/products') ? linesOf(order) : undefined,
  );
  await orders.fetch({ limit: 10 }, undefined, store.reading);
  assert.ok(store.log.includes('v2/orders/1/products page=1 limit=250'));
});

test('lines that cannot be read fail the whole', async () => {
  const store = storeOf([nativeOrder({ id: 1, items_total: 99 })], ({ path }) =>
    path.endsWith('/products') ? refusal(500) : undefined,
  );
  await assert.rejects(
    orders.fetch({ limit: 10 }, undefined, store.reading),
    isFault('channel_failed'),
  );
});

test('coupons are asked for where one took something off, refunds for the whole page in one go', async () => {
  const refund = { id: 1, order_id: 2, total_amount: '5.00', total_tax: '0', items: [] };
  const declined = { ...refund, id: 2, payments: [{ is_declined: true }] };
  const store = storeOf(
    many(1, 3, (id) => ({ coupon_discount: id === 2 ? '5.0000' : '0.0000' })),
    ({ path }) =>
      path.endsWith('/coupons')
        ? [{ id: 1, coupon_id: 7, code: 'X', amount: '5.0000', type: 2, discount: 5 }]
        : path.endsWith('/refunds')
          ? { data: [refund, declined] }
          : undefined,
  );
  const { items } = await orders.fetch({ limit: 10 }, undefined, store.reading);
  assert.deepEqual(
    items.map(({ coupon_records, refund_records }) => [
      coupon_records?.length,
      refund_records?.length,
    ]),
    [
      [0, 0],
      [1, 1],
      [0, 0],
    ],
  );
  assert.deepEqual(
    store.log.filter((line) => /coupons|refunds/.test(line)),
    [
      'v2/orders/2/coupons page=1 limit=250',
      'v3/orders/payment_actions/refunds order_id:in=1,2,3 page=1 limit=250',
    ],
  );
});

test('buyers are read together; without the scope a warning says so, and it is not tried again', async () => {
  const rows = many(1, 3, (id) => ({ customer_id: id < 3 ? 58 : 0 }));
  const able = storeOf(rows, ({ path, query }) =>
    path === 'v3/customers' && query['id:in']
      ? { data: [{ id: 58, date_created: '2025-08-14T11:20:00Z' }] }
      : undefined,
  );
  const { items } = await orders.fetch({ limit: 10 }, undefined, able.reading);
  assert.deepEqual(
    items.map((order) => order.customer_record?.id),
    [58, 58, undefined],
  );
  assert.ok(able.log.includes('v3/customers id:in=58 page=1 limit=250'));

  const unable = storeOf(rows, ({ path }) => (path === 'v3/customers' ? refusal(403) : undefined));
  await walk(unable, { limit: 1 });
  assert.equal(unable.log.filter((line) => line.startsWith('v3/customers')).length, 1);
  assert.deepEqual(new Set(unable.warnings.map(({ code, field }) => `${code} ${field}`)), new Set(['permission_missing customer'])); // biome-ignore format: one set
});

test('a buyer that cannot be read just now costs only a warning', async () => {
  const store = storeOf(
    many(1, 1, () => ({ customer_id: 58 })),
    ({ path }) => (path === 'v3/customers' ? refusal(500) : undefined),
  );
  const { items } = await orders.fetch({ limit: 10 }, undefined, store.reading);
  assert.equal(items.length, 1);
  assert.deepEqual(
    store.warnings.map(({ code }) => code),
    ['customers_unreadable'],
  );
});

test('without the scope for settings lines come without weight, and a warning says so', async () => {
  const store = storeOf(many(1, 1), ({ path }) => (path === 'v2/store' ? refusal(403) : undefined));
  const { items } = await orders.fetch({ limit: 10 }, undefined, store.reading);
  assert.equal(items[0]?.store?.weight_units, null);
  assert.match(store.warnings[0]?.message ?? '', /Information & Settings.*without weight/);
});

test('an answer that is not a list is broken, and so is an order of which only links came', async () => {
  for (const body of [{ data: 7 }, ['x']])
    await assert.rejects(
      orders.fetch({ limit: 10 }, undefined, fakeStore(() => body).reading),
      isFault('channel_invalid_response'),
    );
  const linkOnly = { ...nativeOrder({ id: 1 }), consignments: { url: 'x', resource: 'y' } };
  const { reading } = storeOf([linkOnly as NativeOrder]);
  await assert.rejects(
    orders.fetch({ limit: 10 }, undefined, reading),
    isFault('channel_invalid_response', /The record 1 .*consignments/),
  );
});

test('an order that is picked up has no shipping at all, and lists in it may be null', async () => {
  const [line] = linesOf(nativeOrder({ id: 1 }));
  assert.ok(line);
  const pickup = {
    id: 501,
    pickup_method_display_name: 'Pickup in store',
    location: { id: 3, name: 'Mill Street', city: 'Austin', country_alpha2: 'US' },
    line_items: [line],
  };
  const rows = [
    nativeOrder({ id: 1, consignments: { pickups: [pickup] } }),
    nativeOrder({
      id: 2,
      consignments: {
        pickups: [pickup],
        shipping: null,
        downloads: null,
        email: { gift_certificates: null },
      },
      fees: null as never,
    }),
    nativeOrder({
      id: 3,
      consignments: { downloads: [{ line_items: [{ ...line, applied_discounts: null }] }], email: null }, // biome-ignore format: one thing
    }),
  ];
  const store = storeOf(rows, ({ path }) =>
    path.endsWith('/refunds')
      ? {
          data: [
            { id: 9, order_id: 1, total_amount: 1, total_tax: 0, items: null, payments: null },
          ],
        }
      : undefined,
  );
  const { items } = await orders.fetch({ limit: 10 }, undefined, store.reading);
  const transformed = items.map((order) =>
    orders.transform(order, { account: {}, now: 0, note: () => {} }),
  );
  assert.deepEqual(
    transformed.map(({ id, location_id, shipping_address, shipping_lines, line_items }) => [
      id,
      location_id,
      shipping_address?.city,
      shipping_lines?.map(({ title, price }) => `${title} ${price}`),
      line_items?.length,
    ]),
    [
      ['1', '3', 'Austin', ['Pickup in store 0.00'], 1],
      ['2', '3', 'Austin', ['Pickup in store 0.00'], 1],
      ['3', null, undefined, [], 1],
    ],
  );
  assert.equal(transformed[0]?.current_total_price, '44.36');
  assert.ok(!store.log.some((entry) => entry.endsWith('/products')), 'the lines were all there');
});

test('products of lines that were deleted since are looked for in the catalogue, all in one ask', async () => {
  const rows = many(1, 2);
  const catalog = { data: [{ id: 77, product_id: 112 }] };
  const lineOf = async (answer: unknown) => {
    const store = storeOf(rows, ({ path }) =>
      path === 'v3/catalog/variants' ? answer : undefined,
    );
    const { items } = await orders.fetch({ limit: 10 }, undefined, store.reading);
    const [order] = items;
    assert.ok(order);
    const { line_items } = orders.transform(order, { account: {}, now: 0, note: () => {} });
    const [line] = line_items ?? [];
    const asked = store.log.filter((entry) => entry.includes('catalog'));
    return { asked, line: [line?.product_id, line?.variant_id, line?.product_exists], store };
  };
  const there = await lineOf(catalog);
  assert.deepEqual(there.line, ['112', '77', true]);
  assert.deepEqual(there.asked, [
    'v3/catalog/variants product_id:in=112 include_fields=product_id page=1 limit=250',
  ]);
  const otherVariant = await lineOf({ data: [{ id: 90, product_id: 112 }] });
  assert.deepEqual(otherVariant.line, ['112', null, true]);
  const gone = await lineOf({ data: [] });
  assert.deepEqual(gone.line, [undefined, undefined, false]);
  const unable = await lineOf(refusal(403));
  assert.deepEqual(unable.line, ['112', '77', undefined]);
  assert.deepEqual(
    unable.store.warnings.map(({ code, field }) => [code, field]),
    [['permission_missing', 'line_items.product_exists']],
  );
});
