// Orders: what is asked, and how lines come to them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import { type FakeShop, failure, NOW, ok, SHOP, shopThat } from './fake-vendor.ts';
import type { NativeOrder } from './native.ts';
import { orders } from './orders.ts';

const sample = (name: string): NativeOrder =>
  JSON.parse(readFileSync(new URL(`samples/order-${name}.native.json`, import.meta.url), 'utf8'));
const row = (order: NativeOrder) => {
  const { orderProducts, shop, ...rest } = order;
  return rest;
};
const [PAID, REFUNDED, CANCELLED] = [sample('paid'), sample('refunded'), sample('cancelled-guest')];
const ALL = [CANCELLED, REFUNDED, PAID];
const ALONE = sample('by-itself');

type Answers = Parameters<typeof shopThat>[0];

/** A shop with three orders, newest first. */
const three: Answers = (path) => {
  if (path === 'shop') return SHOP;
  if (path.startsWith('orders?')) return ok({ orders: ALL.map(row) });
  const lines = ALL.find(({ id }) => path === `orders/${id}/products?limit=250`);
  if (lines) return ok({ orderProducts: lines.orderProducts });
  return path === `orders/${ALONE.id}` ? ok({ order: row(ALONE) }) : undefined;
};

const read = (query: Partial<OrderQuery>, shop: FakeShop, page?: object) =>
  orders.fetch({ limit: 10, ...query }, page, shop.reading);
const ids = (items: readonly NativeOrder[]) => items.map(({ id }) => id);

test('a page is the list, then the lines of each order; the shop is asked once', async () => {
  const shop = shopThat(three);
  const { items, next } = await read({}, shop);
  assert.deepEqual(items, ALL);
  assert.equal(next, undefined);
  // The moment that later pages hold on to: now and a minute, by the clock furthest ahead.
  assert.deepEqual(shop.asked, [
    'shop',
    'orders?created_at_max=2026-11-01 14:01:01&limit=11&page=1',
    `orders/${CANCELLED.id}/products?limit=250`,
    `orders/${REFUNDED.id}/products?limit=250`,
    `orders/${PAID.id}/products?limit=250`,
  ]);
  await read({}, shop);
  assert.equal(shop.asked.filter((path) => path === 'shop').length, 1);
});

test('all bounds go along, widened, and rows outside the exact ones are dropped unread', async () => {
  const shop = shopThat(three);
  const at = Date.parse(String(PAID.createdAt));
  const { items } = await read(
    { created_at_min: at, created_at_max: at, updated_at_min: at, since_id: '315967000' },
    shop,
  );
  assert.deepEqual(ids(items), [PAID.id]);
  assert.deepEqual(shop.asked.slice(1), [
    'orders?created_at_min=2026-03-03 09:20:10&created_at_max=2026-03-03 11:20:12&updated_at_min=2026-03-03 09:20:10&since_id=315967000&limit=26&page=1',
    `orders/${PAID.id}/products?limit=250`,
  ]);
});

test('since_id, status and fulfillment_status are held by the service too', async () => {
  const shop = shopThat(three);
  const found = async (query: Partial<OrderQuery>) => ids((await read(query, shop)).items);
  assert.deepEqual(await found({ since_id: String(REFUNDED.id) }), [CANCELLED.id]);
  assert.deepEqual(await found({ status: 'open' }), [PAID.id]);
  assert.deepEqual(await found({ status: 'closed' }), [REFUNDED.id]);
  assert.deepEqual(await found({ status: 'cancelled' }), [CANCELLED.id]);
  assert.deepEqual(await found({ status: 'any' }), ids(ALL));
  assert.deepEqual(await found({ fulfillment_status: 'shipped' }), [REFUNDED.id]);
  assert.deepEqual(await found({ fulfillment_status: 'partial' }), []);
  assert.deepEqual(await found({ fulfillment_status: 'unshipped' }), [CANCELLED.id, PAID.id]);
  assert.deepEqual(await found({ fulfillment_status: 'unfulfilled' }), [CANCELLED.id, PAID.id]);
});

test('an order in a state that is not known is left out by a state filter, and said to be', async () => {
  const odd = { ...row(PAID), status: 'sleeping', shipmentStatus: 'flying' };
  const shop = shopThat((path, ask) =>
    path.startsWith('orders?') ? ok({ orders: [odd] }) : three(path, ask),
  );
  assert.deepEqual((await read({ status: 'open' }, shop)).items, []);
  assert.deepEqual((await read({ fulfillment_status: 'unshipped' }, shop)).items, []);
  assert.deepEqual(
    shop.notes.map(({ code, field }) => [code, field]),
    [
      ['unknown_status', 'status'],
      ['unknown_status', 'fulfillment_status'],
    ],
  );
});

test('later pages keep the moment of the first', async () => {
  const shop = shopThat(three);
  const first = await read({ limit: 1 }, shop);
  assert.deepEqual(ids(first.items), [CANCELLED.id]);
  assert.deepEqual(first.next, { at: 1, tail: [CANCELLED.id], until: NOW + 60_000 });
  const later = { ...shop, reading: { ...shop.reading, now: NOW + 3_600_000 } };
  const second = await read({ limit: 1 }, later, first.next);
  assert.deepEqual(ids(second.items), [REFUNDED.id]);
  assert.match(shop.asked.at(-2) ?? '', /created_at_max=2026-11-01 14:01:01/);
});

test('named orders are asked for one by one, newest first, and bring their lines along', async () => {
  const shop = shopThat(three);
  const query = { ids: ['12', String(ALONE.id), '99'], limit: 2 };
  const first = await read(query, shop);
  assert.deepEqual(ids(first.items), [ALONE.id]);
  assert.deepEqual(first.items[0], ALONE);
  assert.deepEqual(shop.asked, ['shop', `orders/${ALONE.id}`, 'orders/99', 'orders/12']);
  assert.equal(first.next, undefined);
  const paged = await read({ ids: ['12', String(ALONE.id)], limit: 1 }, shop);
  assert.deepEqual(paged.next, { from: 1 });
  const last = await read({ ids: ['12', String(ALONE.id)], limit: 1 }, shop, paged.next);
  assert.deepEqual(last, { items: [] });
  const sifted = await read({ ids: [String(ALONE.id)], status: 'closed' }, shop);
  assert.deepEqual(sifted.items, []);
});

test('lines that are not there for a moment are asked for again, after the others', async () => {
  const missed = new Set<string>();
  const shop = shopThat((path, ask) => {
    const first = path.includes('/products') && !missed.has(path);
    missed.add(path);
    return first ? failure(404, 'Order not found.') : three(path, ask);
  });
  assert.deepEqual((await read({}, shop)).items, ALL);
  assert.equal(shop.asked.length, 8);
});

test('lines that never come fail the page, with the cause', async () => {
  const shop = shopThat((path, ask) =>
    path === `orders/${REFUNDED.id}/products?limit=250` ? undefined : three(path, ask),
  );
  await assert.rejects(read({}, shop), (fault: Fault) => {
    assert.equal(fault.code, 'channel_failed');
    assert.match(fault.message, new RegExp(`order ${REFUNDED.id}`));
    assert.equal(fault.native, 'Resource not found.');
    return true;
  });
  const broken = shopThat((path, ask) =>
    path.includes('/products') ? ok({ orderProducts: 7 }) : three(path, ask),
  );
  await assert.rejects(read({}, broken), {
    code: 'channel_invalid_response',
    record: String(CANCELLED.id),
    message: /list of lines/,
  });
});

test('an order that cannot be read is left out where one asks to read on', async () => {
  const shop = shopThat((path, ask) =>
    path === `orders/${REFUNDED.id}/products?limit=250`
      ? undefined
      : path === `orders/${PAID.id}/products?limit=250`
        ? ok({ orderProducts: 'x' })
        : three(path, ask),
  );
  const left: (string | undefined)[] = [];
  const leaveOut = ({ record }: Fault) => left.push(record);
  const { items } = await read({}, { ...shop, reading: { ...shop.reading, leaveOut } });
  assert.deepEqual(ids(items), [CANCELLED.id]);
  assert.deepEqual(left.sort(), [String(PAID.id), String(REFUNDED.id)].sort());
});

test('an order without a date is not left out in silence where dates were asked for', async () => {
  const shop = shopThat(
    (path, ask) =>
    path.startsWith('orders?') ? ok({ orders: [{ ...row(PAID), updatedAt: false }] }) : three(path, ask), // biome-ignore format: one choice
  );
  await assert.rejects(read({ updated_at_min: 0 }, shop), {
    record: String(PAID.id),
    message: /updatedAt/,
  });
});

test('lines may come as an object by identifier; null stands for none', async () => {
  const [line] = PAID.orderProducts;
  const shop = shopThat((path, ask) => {
    if (path === `orders/${PAID.id}/products?limit=250`)
      return ok({ orderProducts: { 701001: line } });
    return path.includes('/products') ? ok({ orderProducts: null }) : three(path, ask);
  });
  const { items } = await read({}, shop);
  assert.deepEqual(
    items.map(({ orderProducts }) => orderProducts),
    [[], [], [line]],
  );
});

test('a shipment that has gone while it was read costs another look at the list', async () => {
  const partly = { ...row(PAID), shipmentStatus: 'partially_shipped' };
  let looks = 0;
  const shop = shopThat((path, ask) => {
    if (path.startsWith('orders?')) return ok({ orders: [partly] });
    if (path === `shipments?order=${PAID.id}&limit=250`) {
      const gone = looks++ === 0 ? { 5: { id: 5, status: 'shipped' } } : {};
      return ok({ shipments: { ...gone, 6: { id: 6, status: 'shipped' } } });
    }
    if (path === 'shipments/6/products?limit=250') return ok({ shipmentProducts: [{ id: 1 }] });
    return path.startsWith('shipments') ? undefined : three(path, ask);
  });
  const { items } = await read({}, shop);
  assert.deepEqual([items[0]?.shippedProducts, looks], [[{ id: 1 }], 2]);
});

test('of an order that was shipped in part the shipments are asked for, and the goods of those that left', async () => {
  const partly = { ...row(PAID), shipmentStatus: 'partially_shipped' };
  const goods = { id: 1, quantity: 1, articleCode: 'A', ean: '', sku: '', variant: 'Blauw' };
  const answers: Answers = (path, ask) => {
    if (path.startsWith('orders?')) return ok({ orders: [partly, row(REFUNDED)] });
    if (path === `shipments?order=${PAID.id}&limit=250`)
      return ok({ shipments: { 5: { id: 5, status: 'shipped' }, 6: { id: 6, status: 'not_shipped' } } }); // biome-ignore format: one line
    return path === 'shipments/5/products?limit=250'
      ? ok({ shipmentProducts: [goods] })
      : three(path, ask);
  };
  const shop = shopThat(answers);
  const { items } = await read({}, shop);
  assert.deepEqual(items[0]?.shippedProducts, [goods]);
  assert.equal(items[1]?.shippedProducts, undefined);
  assert.equal(shop.asked.filter((path) => path.startsWith('shipments')).length, 2);

  const unable = shopThat((path, ask) =>
    path.startsWith('shipments') ? failure(403, 'Forbidden.') : answers(path, ask),
  );
  assert.equal((await read({}, unable)).items[0]?.shippedProducts, undefined);
  assert.deepEqual(
    unable.notes.map(({ code, field }) => [code, field]),
    [['permission_missing', 'line_items.fulfillment_status']],
  );
});

test('an order that was completed as shipped is found as shipped, whatever its shipment says', async () => {
  const odd = { ...row(REFUNDED), status: 'completed_shipped', shipmentStatus: 'not_shipped' };
  const shop = shopThat((path, ask) =>
    path.startsWith('orders?') ? ok({ orders: [odd] }) : three(path, ask),
  );
  assert.deepEqual(ids((await read({ fulfillment_status: 'shipped' }, shop)).items), [odd.id]);
  assert.deepEqual((await read({ fulfillment_status: 'unshipped' }, shop)).items, []);
});

test('an order with hundreds of lines is read in pages of lines', async () => {
  const [line] = PAID.orderProducts;
  const lines = Array.from({ length: 262 }, (_, i) => ({ ...line, id: i + 1 }));
  const shop = shopThat((path, ask) => {
    if (path.startsWith('orders?')) return ok({ orders: [row(PAID)] });
    if (path === `orders/${PAID.id}/products?limit=250`)
      return ok({ orderProducts: lines.slice(0, 250) });
    if (path === `orders/${PAID.id}/products?limit=250&page=2`)
      return ok({ orderProducts: lines.slice(250) });
    return three(path, ask);
  });
  const { items } = await read({}, shop);
  assert.equal(items[0]?.orderProducts.length, 262);
});

test('a page that the quota cannot pay for is refused before any lines are asked for', async () => {
  const shop = shopThat((path, ask) =>
    path.startsWith('orders?')
      ? ok(
          { orders: ALL.map(row) },
          {
            'x-ratelimit-limit': '300/3000/12000',
            'x-ratelimit-remaining': '290/2/9000',
            'x-ratelimit-reset': '200/900/40000',
          },
        )
      : three(path, ask),
  );
  await assert.rejects(read({}, shop), { code: 'channel_rate_limited', retryAfter: 900_000 });
  assert.equal(shop.asked.length, 2);
});

test('a shop without a currency is not guessed at', async () => {
  const shop = shopThat((path, ask) =>
    path === 'shop' ? ok({ shop: { currency: false } }) : three(path, ask),
  );
  await assert.rejects(read({}, shop), { code: 'channel_invalid_response' });
});

test('the shop is remembered for an hour, lest amounts keep a currency that was changed', async () => {
  const shop = shopThat(three);
  const kept = new Map<string, number>();
  const remember: typeof shop.reading.remember = (key, seconds, make) => {
    kept.set(key, seconds);
    return make();
  };
  await read({}, { ...shop, reading: { ...shop.reading, remember } });
  assert.equal(kept.get('shop'), 3600);
});

test('a server that was not named whole is found once and remembered', async () => {
  const answer: Answers = (path, ask) => {
    if (ask.url.startsWith('https://api.webshopapp.com')) return failure(401, 'Access denied.');
    return path === 'languages'
      ? ok({ languages: [{ code: 'en', isDefault: true }, { code: 'fr' }] })
      : three(path, ask);
  };
  const shop = shopThat(answer, { language: 'fr' });
  assert.deepEqual((await read({}, shop)).items, ALL);
  await read({}, shop);
  assert.equal(shop.asked.filter((path) => path === 'languages').length, 2);
});
