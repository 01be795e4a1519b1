// Orders of Mirakl Connect: what is asked, and which orders are given.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../../model/exchange.ts';
import type { OrderQuery } from '../../model/query.ts';
import { type ConnectOrderCursor, fetchConnectOrders } from './connect-orders.ts';
import { miraklThat, ok, sample } from './fake-vendor.ts';
import type { ConnectOrder } from './native.ts';

const ORDER: ConnectOrder = sample('order-connect-awaiting-acceptance');
const CANCELLED: ConnectOrder = sample('order-connect-cancelled');
const REFUNDED: ConnectOrder = sample('order-connect-partly-cancelled-and-refunded');

const read = (
  query: Partial<OrderQuery>,
  mirakl: ReturnType<typeof miraklThat>,
  page?: ConnectOrderCursor,
) => fetchConnectOrders({ limit: 10, ...query }, page, mirakl.reading);

test('without a bound the last 30 days are asked for, reported, and kept for the next pages', async () => {
  const first = miraklThat([ok({ data: [ORDER], next_page_token: 'two' })]);
  const { items, next } = await read({ limit: 1 }, first);
  assert.deepEqual(items, [ORDER]);
  assert.deepEqual(first.sent(), [
    '/api/v2/orders?updated_from=2026-10-02T12:00:00Z&sort=created_at,DESC&limit=1',
  ]);
  assert.deepEqual(first.assumed, [['updated_at_min', '2026-10-02T12:00:00Z']]);

  const later = miraklThat([ok({ data: [CANCELLED] })]);
  const second = await fetchConnectOrders({ limit: 1 }, next, {
    ...later.reading,
    now: later.reading.now + 3_600_000,
  });
  assert.deepEqual(second, { items: [CANCELLED] });
  assert.deepEqual(later.sent(), [
    '/api/v2/orders?updated_from=2026-10-02T12:00:00Z&sort=created_at,DESC&limit=1&page_token=two',
  ]);
  assert.deepEqual(later.assumed, [['updated_at_min', '2026-10-02T12:00:00Z']]);
});

test('changes since a moment are asked of Connect itself', async () => {
  const mirakl = miraklThat([ok({ data: [] })]);
  await read({ updated_at_min: Date.UTC(2026, 8, 1, 10), status: 'open' }, mirakl);
  assert.deepEqual(mirakl.sent(), [
    '/api/v2/orders?statuses=AWAITING_FRAUD_CHECK&statuses=AWAITING_ACCEPTANCE&statuses=AWAITING_PAYMENT&statuses=AWAITING_SHIPMENT&updated_from=2026-09-01T10:00:00Z&sort=created_at,DESC&limit=10',
  ]);
  assert.deepEqual(mirakl.assumed, []);
});

test('identifiers are repeated, and no window hides them', async () => {
  const mirakl = miraklThat([ok({ data: [ORDER, CANCELLED] })]);
  const { items } = await read({ ids: [ORDER.id, CANCELLED.id], status: 'any' }, mirakl);
  assert.equal(items.length, 2);
  assert.deepEqual(mirakl.sent(), [
    '/api/v2/orders?order_ids=0107_CM-558120-A&order_ids=0107_CM-557300-A&sort=created_at,DESC&limit=10',
  ]);
});

test('when all identifiers were found, nothing more is asked', async () => {
  const mirakl = miraklThat([ok({ data: [ORDER], next_page_token: 'two' })]);
  assert.deepEqual(await read({ ids: [ORDER.id], limit: 1 }, mirakl), { items: [ORDER] });
});

test('cancelled and closed differ by the reason', async () => {
  const page = () => ok({ data: [ORDER, CANCELLED, REFUNDED] });
  const cancelled = miraklThat([page()]);
  assert.deepEqual((await read({ status: 'cancelled' }, cancelled)).items, [CANCELLED]);
  assert.match(cancelled.sent()[0] ?? '', /\?statuses=CLOSED&updated_from/);
  const closed = miraklThat([ok({ data: [CANCELLED, REFUNDED] })]);
  assert.deepEqual((await read({ status: 'closed' }, closed)).items, [REFUNDED]);
  assert.match(
    closed.sent()[0] ?? '',
    /\?statuses=SHIPPED&statuses=DELIVERED&statuses=CLOSED&updated_from/,
  );
});

/** A seller with one order an hour, which Connect pages through like the real one. */
function seller(count: number, begin = Date.UTC(2026, 9, 1)) {
  const orders = Array.from({ length: count }, (_, hour) => {
    const at = new Date(begin + hour * 3_600_000).toISOString();
    return {
      ...ORDER,
      id: `0107_${String(hour).padStart(4, '0')}`,
      created_at: at,
      updated_at: at,
    };
  });
  return (ask: Ask) => {
    const value = (name: string) => ask.query?.find(([key]) => key === name)?.[1];
    const from = Date.parse(value('updated_from') ?? '');
    const sorted = orders
      .filter(({ updated_at }) => Date.parse(updated_at) >= from)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    if (value('sort') === 'created_at,DESC') sorted.reverse();
    const start = Number(value('page_token') ?? 0);
    const end = start + Number(value('limit'));
    return ok({
      data: sorted.slice(start, end),
      ...(end < sorted.length && { next_page_token: String(end) }),
    });
  };
}

async function walk(query: Partial<OrderQuery>, answer: (ask: Ask) => ReturnType<typeof ok>) {
  const ids: string[] = [];
  let calls = 0;
  let page: ConnectOrderCursor | undefined;
  do {
    const mirakl = miraklThat(answer);
    const { items, next } = await read(query, mirakl, page);
    assert.ok(items.length <= (query.limit ?? 10));
    ids.push(...items.map(({ id }) => id));
    calls += mirakl.asks.length;
    page = next;
  } while (page);
  return { ids, calls };
}

const idsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => `0107_${String(first + i).padStart(4, '0')}`);
const hour = (count: number) => Date.UTC(2026, 9, 1) + count * 3_600_000;

test('a window of creation is read from its beginning, and no further than its end', async () => {
  const { ids, calls } = await walk(
    { created_at_min: hour(200), created_at_max: hour(210), limit: 4 },
    seller(500),
  );
  assert.deepEqual(ids, idsFrom(200, 210));
  assert.equal(calls, 3);
});

test('an upper bound alone has no lower one put beside it', async () => {
  const { ids } = await walk({ created_at_max: hour(30), limit: 7 }, seller(300));
  assert.deepEqual(ids, idsFrom(0, 30));
  const updated = await walk({ updated_at_max: hour(12), limit: 5 }, seller(300));
  assert.deepEqual(updated.ids, idsFrom(0, 12));
});

test('bounds hold to the second, and a fraction of one counts', async () => {
  const answer = seller(40);
  const bounds = { created_at_max: hour(20) };
  assert.deepEqual((await walk({ created_at_min: hour(20), ...bounds }, answer)).ids, [
    '0107_0020',
  ]);
  assert.deepEqual((await walk({ created_at_min: hour(20) + 500, ...bounds }, answer)).ids, []);
  assert.deepEqual(
    (await walk({ created_at_min: hour(19) + 1000, created_at_max: hour(21) - 1000 }, answer)).ids,
    ['0107_0020'],
  );
});

test('creation since a moment is read newest first and ends there', async () => {
  const { ids } = await walk({ created_at_min: hour(290), limit: 3 }, seller(300));
  assert.deepEqual(ids, idsFrom(290, 299).reverse());
});

test('many native pages without a match end in an empty page that goes on', async () => {
  const mirakl = miraklThat(seller(3000));
  const { items, next } = await read({ status: 'cancelled', updated_at_min: hour(0) }, mirakl);
  assert.deepEqual(items, []);
  assert.equal(mirakl.asks.length, 10);
  assert.deepEqual(next, { place: { token: '1000' } });
});

test('an order that leaves the list while it is read again makes none be lost', async () => {
  let gone = false;
  const whole = seller(30);
  const answer = (ask: Ask) => {
    const { body } = whole(ask) as { body: { data: ConnectOrder[]; next_page_token?: string } };
    return ok({ ...body, data: body.data.filter(({ id }) => !gone || id !== '0107_0001') });
  };
  const first = await read({ created_at_max: hour(20), limit: 5 }, miraklThat(answer));
  gone = true;
  const second = await read({ created_at_max: hour(20), limit: 5 }, miraklThat(answer), first.next);
  assert.deepEqual(
    second.items.map(({ id }) => id),
    idsFrom(5, 9),
  );
});

test('a page token or a page that comes again ends the walk with a fault', async () => {
  const same = () => ok({ data: [ORDER], next_page_token: 'two' });
  const first = await read({ limit: 1 }, miraklThat([same()]));
  await assert.rejects(read({ limit: 1 }, miraklThat([same()]), first.next), {
    code: 'channel_invalid_response',
    message: /page token that it was asked with/,
  });
  let count = 0;
  const turning = () => ok({ data: [ORDER], next_page_token: `t${++count}` });
  await assert.rejects(read({ limit: 10 }, miraklThat(turning)), {
    code: 'channel_invalid_response',
    message: /answered before/,
  });
  count = 0;
  const circling = () => ok({ data: [], next_page_token: ['a', 'b'][count++ % 2] });
  await assert.rejects(read({ limit: 10 }, miraklThat(circling)), { message: /given before/ });
});

test('an answer without orders, or with a page token that is none, is refused', async () => {
  for (const body of [
    null,
    undefined,
    {},
    { data: {} },
    { data: null },
    { data: [], next_page_token: 7 },
  ])
    await assert.rejects(read({}, miraklThat([ok(body)])), { code: 'channel_invalid_response' });
});

test('an order without its number, or without a date that is bounded, is refused by name', async () => {
  const undated = { ...ORDER, created_at: 'yesterday', updated_at: null };
  assert.equal((await read({}, miraklThat([ok({ data: [undated] })]))).items.length, 1);
  for (const [query, row, message] of [
    [{}, { ...ORDER, id: null }, /data\.0\.id/],
    [{}, 'odd', /data\.0 is/],
    [{ created_at_min: 0 }, undated, /0107_CM-558120-A .*created_at/],
    [{ updated_at_min: 0 }, undated, /0107_CM-558120-A .*updated_at/],
  ] as const)
    await assert.rejects(read(query, miraklThat([ok({ data: [row] })])), {
      code: 'channel_invalid_response',
      message,
    });
  const lenient = miraklThat([ok({ data: [null, undated, ORDER] })], {}, true);
  const { items } = await read({ created_at_min: 0 }, lenient);
  assert.deepEqual(items, [ORDER]);
  assert.deepEqual(lenient.leftOut, ['without an identifier', ORDER.id]);
});
