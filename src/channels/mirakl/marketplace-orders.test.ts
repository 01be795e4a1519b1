// Orders of one marketplace: what is asked, and that no change on the way loses or repeats any.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../../model/exchange.ts';
import type { OrderQuery } from '../../model/query.ts';
import { MARKETPLACE, miraklThat, ok, sample } from './fake-vendor.ts';
import { fetchMarketplaceOrders, type MarketplaceOrderCursor } from './marketplace-orders.ts';
import type { MarketplaceOrder } from './native.ts';

const ORDER: MarketplaceOrder = sample('order-marketplace-promotion-and-refund');

type Market = ReturnType<typeof miraklThat>;
const read = (query: Partial<OrderQuery>, market: Market, page?: MarketplaceOrderCursor) =>
  fetchMarketplaceOrders({ limit: 10, ...query }, page, market.reading);

test('without a bound the newest orders come first, and nothing is assumed', async () => {
  const market = miraklThat([ok({ orders: [ORDER], total_count: 1 })], MARKETPLACE);
  assert.deepEqual(await read({}, market), { items: [ORDER] });
  assert.deepEqual(market.sent(), ['/api/orders?sort=dateCreated&order=desc&max=10&offset=0']);
  assert.deepEqual(market.assumed, []);
});

test('lists are written with commas, and the shop is named on every ask', async () => {
  const market = miraklThat([ok({ orders: [], total_count: 0 })], {
    ...MARKETPLACE,
    shop_id: '2044',
  });
  await read({ ids: ['A-1', 'B-2'], status: 'open' }, market);
  assert.deepEqual(market.sent(), [
    '/api/orders?order_ids=A-1,B-2&order_state_codes=STAGING,WAITING_ACCEPTANCE,WAITING_DEBIT,WAITING_DEBIT_PAYMENT,SHIPPING&sort=dateCreated&order=desc&max=10&offset=0&shop_id=2044',
  ]);
});

test('closed, cancelled and any', async () => {
  for (const [status, sent] of [
    ['closed', 'order_state_codes=SHIPPED,TO_COLLECT,RECEIVED,CLOSED&'],
    ['cancelled', 'order_state_codes=REFUSED,CANCELED&'],
    ['any', ''],
  ] as const) {
    const market = miraklThat([ok({ orders: [], total_count: 0 })], MARKETPLACE);
    await read({ status }, market);
    assert.equal(
      market.sent()[0],
      `/api/orders?${sent}sort=dateCreated&order=desc&max=10&offset=0`,
    );
  }
});

test('bounds are sent a second wider, oldest first, and held to the second here', async () => {
  const at = Date.UTC(2026, 8, 12, 15, 12);
  const early = { ...ORDER, order_id: 'E', last_updated_date: '2026-09-12T15:11:30Z' };
  const market = miraklThat([ok({ orders: [early, ORDER], total_count: 2 })], MARKETPLACE);
  const { items } = await read(
    {
      updated_at_min: at,
      updated_at_max: at,
      created_at_min: Date.UTC(2026, 8, 10, 9),
      created_at_max: Date.UTC(2026, 8, 10, 9) + 500,
    },
    market,
  );
  assert.deepEqual(items, [ORDER]);
  assert.deepEqual(market.sent(), [
    '/api/orders?start_date=2026-09-10T08:59:59Z&end_date=2026-09-10T09:00:02Z&start_update_date=2026-09-12T15:11:59Z&end_update_date=2026-09-12T15:12:02Z&sort=dateCreated&order=asc&max=10&offset=0',
  ]);
});

/** Read once: each ask looks at all of them. */
const created = new WeakMap<MarketplaceOrder, number>();
function createdOf(order: MarketplaceOrder): number {
  const at = created.get(order) ?? Date.parse(order.created_date);
  created.set(order, at);
  return at;
}

/** A marketplace that filters and counts like the real one; `orders` may change between asks. */
function marketOf(orders: () => readonly MarketplaceOrder[]) {
  return (ask: Ask) => {
    const value = (name: string) => ask.query?.find(([key]) => key === name)?.[1];
    const time = (name: string) => Date.parse(value(name) ?? '');
    const [start, end] = [time('start_date'), time('end_date')];
    const states = value('order_state_codes')?.split(',');
    const rows = orders()
      .filter((order) => {
        const at = createdOf(order);
        return !(at < start) && !(at > end) && (states?.includes(order.order_state) ?? true);
      })
      .sort((a, b) => createdOf(a) - createdOf(b) || (a.order_id < b.order_id ? -1 : 1));
    if (value('order') === 'desc') rows.reverse();
    const offset = Number(value('offset'));
    return ok({
      orders: rows.slice(offset, offset + Number(value('max'))),
      total_count: rows.length,
    });
  };
}

/** Orders of which several share a second. */
const many = (count: number, together = 1): MarketplaceOrder[] =>
  Array.from({ length: count }, (_, index) => ({
    ...ORDER,
    order_id: `O-${String(index).padStart(4, '0')}`,
    order_state: 'SHIPPING',
    created_date: new Date(
      Date.UTC(2026, 8, 1) + Math.floor(index / together) * 60_000,
    ).toISOString(),
  }));

async function walk(
  query: Partial<OrderQuery>,
  orders: () => readonly MarketplaceOrder[],
  between: (page: number) => void = () => {},
) {
  const ids: string[] = [];
  let page: MarketplaceOrderCursor | undefined;
  let count = 0;
  do {
    const { items, next } = await read(query, miraklThat(marketOf(orders), MARKETPLACE), page);
    assert.ok(items.length <= (query.limit ?? 10));
    ids.push(...items.map(({ order_id }) => order_id));
    page = next;
    between(++count);
  } while (page);
  return ids;
}

test('every order comes once, whatever the page and however many share a second', async () => {
  for (const together of [1, 3, 130])
    for (const limit of [1, 7, 100])
      for (const bound of [{}, { created_at_min: 0 }]) {
        const orders = many(260, together);
        const ids = await walk({ limit, ...bound }, () => orders);
        assert.equal(ids.length, 260, `${together} together, ${limit} a page`);
        assert.equal(new Set(ids).size, 260);
      }
});

test('more orders in one second than are read for one page do not stop the walk', async () => {
  const orders = many(1300, 1300);
  const ids = await walk({ limit: 100 }, () => orders);
  assert.equal(ids.length, 1300);
  assert.equal(new Set(ids).size, 1300);
});

test('orders that leave the filter while it is walked take no other with them', async () => {
  for (const bound of [{}, { created_at_min: 0 }]) {
    const orders = many(40);
    const ids = await walk(
      { limit: 5, status: 'open', ...bound },
      () => orders,
      (page) => {
        // Three of those already given are sent between one page and the next.
        if (page === 2)
          for (const index of 'created_at_min' in bound ? [0, 3, 9] : [39, 36, 30])
            orders[index] = { ...orders[index], order_state: 'SHIPPED' } as MarketplaceOrder;
      },
    );
    assert.deepEqual(
      [...ids].sort(),
      many(40).map(({ order_id }) => order_id),
    );
  }
});

test('orders that come in while the newest are walked are not repeated ones', async () => {
  const orders = many(30);
  const ids = await walk(
    { limit: 5 },
    () => orders,
    (page) => {
      if (page === 1)
        orders.push({ ...ORDER, order_id: 'NEW', created_date: '2026-10-30T00:00:00Z' });
    },
  );
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(ids.filter((id) => id !== 'NEW').length, 30);
});

test('a marketplace that answers the same page whatever is asked for is found out', async () => {
  const stuck = () => ok({ orders: many(5).reverse(), total_count: 40 });
  const first = await read({ limit: 5 }, miraklThat(stuck, MARKETPLACE));
  assert.equal(first.items.length, 5);
  await assert.rejects(read({ limit: 5 }, miraklThat(stuck, MARKETPLACE), first.next), {
    code: 'channel_invalid_response',
    message: /answered before/,
  });
  await assert.rejects(read({ limit: 10 }, miraklThat(stuck, MARKETPLACE)), {
    message: /answered before/,
  });
});

test('without a total the walk ends with a page that is not full', async () => {
  const orders = many(25);
  const answer = (ask: Ask) => {
    const { total_count: _, ...body } = marketOf(() => orders)(ask).body as Record<string, unknown>;
    return ok(body);
  };
  const ids: string[] = [];
  let page: MarketplaceOrderCursor | undefined;
  do {
    const { items, next } = await read({ limit: 10 }, miraklThat(answer, MARKETPLACE), page);
    ids.push(...items.map(({ order_id }) => order_id));
    page = next;
  } while (page);
  assert.equal(new Set(ids).size, 25);
  assert.equal(ids.length, 25);
});

test('an answer without orders, or with a total that is none, is refused', async () => {
  for (const body of [
    undefined,
    null,
    [],
    {},
    { orders: {}, total_count: 1 },
    { orders: null, total_count: 1 },
    { orders: [ORDER], total_count: 'many' },
  ])
    await assert.rejects(read({}, miraklThat([ok(body)], MARKETPLACE)), {
      code: 'channel_invalid_response',
      record: undefined,
    });
});

test('an order without a number or a place in the walk is refused by name and place', async () => {
  for (const [row, message] of [
    [null, /without an identifier .*orders\.0 is/],
    [{ ...ORDER, order_id: '' }, /without an identifier .*orders\.0\.order_id/],
    [{ ...ORDER, created_date: 'yesterday' }, /CM-557911-A .*created_date/],
  ] as const) {
    const answer = [ok({ orders: [row], total_count: 1 })];
    await assert.rejects(read({}, miraklThat(answer, MARKETPLACE)), {
      code: 'channel_invalid_response',
      message,
    });
  }
  const undated = { ...ORDER, last_updated_date: null };
  const page = () => [ok({ orders: [undated], total_count: 1 })];
  assert.equal((await read({}, miraklThat(page(), MARKETPLACE))).items.length, 1);
  await assert.rejects(read({ updated_at_min: 0 }, miraklThat(page(), MARKETPLACE)), {
    record: 'CM-557911-A',
    message: /last_updated_date/,
  });
});

test('who reads on gets the others, and the walk goes past what cannot be read', async () => {
  const orders = many(30).map((order, index) =>
    index % 10 === 3 ? ({ ...order, created_date: null } as unknown as MarketplaceOrder) : order,
  );
  const answer = (ask: Ask) => {
    const value = (name: string) => ask.query?.find(([key]) => key === name)?.[1];
    const [offset, max] = [Number(value('offset')), Number(value('max'))];
    const end = Date.parse(value('end_date') ?? '');
    const rows = orders.toReversed().filter((row) => !(Date.parse(row.created_date) > end));
    return ok({ orders: rows.slice(offset, offset + max), total_count: rows.length });
  };
  const ids: string[] = [];
  const leftOut = new Set<string>();
  let page: MarketplaceOrderCursor | undefined;
  do {
    const market = miraklThat(answer, MARKETPLACE, true);
    const { items, next } = await read({ limit: 4 }, market, page);
    ids.push(...items.map(({ order_id }) => order_id));
    for (const id of market.leftOut) leftOut.add(id);
    page = next;
  } while (page);
  assert.equal(ids.length, 27);
  assert.equal(new Set(ids).size, 27);
  assert.deepEqual([...leftOut].sort(), ['O-0003', 'O-0013', 'O-0023']);
});
