// Finding orders: the lists that are asked for, what is said of them, and walks that lose nothing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { OrderQuery } from '../../model/query.ts';
import { fakeSeller, NOW, type OrderPlan, readingOf, type Seller } from './fake-vendor.ts';
import { orders } from './orders.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const query = (more: Partial<OrderQuery> = {}): OrderQuery => ({
  limit: 10,
  status: 'open',
  ...more,
});
const open = (id: string, placed: number): OrderPlan => ({
  id,
  placed,
  items: [{ changed: placed }],
});
const shipped = (id: string, placed: number, changed: number): OrderPlan => ({
  id,
  placed,
  items: [{ changed, shipped: 1 }],
});

type Page = Parameters<typeof orders.fetch>[1];

/** All pages, one after another; `between` may change the shop before each next one. */
async function walk(seller: Seller, asked: OrderQuery, between = () => {}) {
  const ids: string[] = [];
  let page: Page;
  for (let count = 0; count < 400; count++) {
    const { items, next } = await orders.fetch(asked, page, seller.reading());
    assert.ok(items.length <= asked.limit);
    ids.push(...items.map(({ orderId }) => orderId));
    if (next === undefined) return ids;
    page = JSON.parse(JSON.stringify(next));
    between();
  }
  throw new Error('the walk does not end');
}

describe('open orders', () => {
  test('are one list, each read whole', async () => {
    const seller = fakeSeller([
      open('AAAAAA', NOW - 400 * DAY),
      open('BBBBBB', NOW - DAY),
      shipped('CCCCCC', NOW - 3 * DAY, NOW - DAY),
    ]);
    const reading = seller.reading();
    const { items, next } = await orders.fetch(query(), undefined, reading);
    assert.deepEqual(
      items.map(({ orderId }) => orderId),
      ['BBBBBB', 'AAAAAA'],
    );
    assert.equal(next, undefined);
    assert.deepEqual(seller.lists, [{ page: '1', 'fulfilment-method': 'ALL', status: 'OPEN' }]);
    const [list, order] = reading.asks;
    assert.equal(list?.url, 'https://api.bol.com/retailer/orders');
    assert.deepEqual(list?.headers, { accept: 'application/vnd.retailer.v10+json' });
    assert.equal(list?.operation, 'orders');
    assert.equal(order?.url, 'https://api.bol.com/retailer/orders/BBBBBB');
    assert.equal(order?.operation, 'order');
    assert.deepEqual([reading.warnings, reading.assumed], [[], []]);
  });

  test('are found by a change of an item that the list does not show', async () => {
    const partly: OrderPlan = {
      id: 'PARTLY',
      placed: NOW - 30 * DAY,
      items: [{ changed: NOW - 30 * DAY }, { changed: NOW - 2 * DAY, shipped: 1 }],
    };
    const seller = fakeSeller([partly, open('OLDEST', NOW - 31 * DAY)]);
    const since = query({ updated_at_min: NOW - 3 * DAY });
    assert.deepEqual(await walk(seller, since), ['PARTLY']);
    const until = query({ updated_at_max: NOW - 3 * DAY });
    assert.deepEqual(await walk(seller, until), ['OLDEST']);
  });

  test('come in pages that go on where the last one ended', async () => {
    const plans = Array.from({ length: 120 }, (_, i) => open(`ORDER${100 + i}`, NOW - i * HOUR));
    const seller = fakeSeller(plans);
    assert.deepEqual(
      await walk(seller, query({ limit: 50 })),
      plans.map(({ id }) => id),
    );
    assert.deepEqual(
      seller.lists.map(({ page }) => page),
      ['1', '1', '2', '2', '3'],
    );
    assert.equal(seller.read.length, 120);
  });

  test('that leave or enter the list meanwhile shift no other one out of it', async () => {
    const plans = Array.from({ length: 120 }, (_, i) => open(`ORDER${100 + i}`, NOW - i * HOUR));
    for (const limit of [7, 25, 50]) {
      const seller = fakeSeller(plans);
      let gone = 0;
      const given = await walk(seller, query({ limit }), () => {
        // Those given first are shipped, the very last one given among them, and new ones come in.
        seller.orders = [
          ...seller.orders.slice(limit),
          open(`NEWER${gone++}0`, NOW + gone * MINUTE),
        ];
      });
      assert.deepEqual(
        given,
        plans.map(({ id }) => id),
        `limit ${limit}`,
      );
    }
  });
});

describe('changes', () => {
  test('of the last hour are asked for by the minute', async () => {
    const at = NOW - 20 * MINUTE;
    const seller = fakeSeller([
      shipped('EARLIE', NOW - 5 * DAY, at - 1000),
      shipped('AT_IT1', NOW - 4 * DAY, at),
      open('LATER1', at + 1000),
    ]);
    const given = await walk(seller, query({ status: 'any', updated_at_min: at }));
    assert.deepEqual(given, ['LATER1', 'AT_IT1']);
    assert.deepEqual(seller.lists, [
      { page: '1', 'fulfilment-method': 'ALL', status: 'ALL', 'change-interval-minute': '21' },
    ]);
    assert.deepEqual(seller.read, ['LATER1', 'AT_IT1']);
  });

  test('that are older are walked by the day, from the first to today', async () => {
    const at = Date.UTC(2026, 9, 24, 23, 30); // 01:30 on 25 October, the night of 25 hours
    const seller = fakeSeller([
      shipped('BEFORE', at - 9 * DAY, at - 1000),
      shipped('ATBOUND', at - 8 * DAY, at),
      shipped('EVENING', at - 7 * DAY, Date.UTC(2026, 9, 25, 22, 59, 59)),
      shipped('NEXTDAY', at - 6 * DAY, Date.UTC(2026, 9, 25, 23)),
      shipped('TODAY1', at - 5 * DAY, NOW - 2 * HOUR),
    ]);
    const given = await walk(seller, query({ status: 'any', updated_at_min: at }));
    assert.deepEqual(given, ['EVENING', 'ATBOUND', 'NEXTDAY', 'TODAY1']);
    assert.deepEqual(
      seller.lists.map((list) => list['latest-change-date']),
      ['25', '26', '27', '28', '29', '30', '31']
        .map((day) => `2026-10-${day}`)
        .concat('2026-11-01'),
    );
    assert.ok(seller.lists.every(({ status }) => status === 'ALL'));
    assert.ok(!seller.read.includes('BEFORE'));
  });

  test('of several items give an order once, on the day of the newest', async () => {
    const twice: OrderPlan = {
      id: 'TWICE1',
      placed: NOW - 9 * DAY,
      items: [
        { changed: NOW - 8 * DAY, shipped: 1 },
        { changed: NOW - 5 * DAY, cancelled: 1 },
        { changed: NOW - 3 * DAY, shipped: 1 },
      ],
    };
    for (const whole of [false, true]) {
      const seller = fakeSeller([twice]);
      seller.whole = whole;
      const asked = { status: 'closed', updated_at_min: NOW - 9 * DAY } as const;
      assert.deepEqual(await walk(seller, query(asked)), ['TWICE1']);
      assert.deepEqual(await walk(seller, query({ ...asked, updated_at_max: NOW - 4 * DAY })), []);
    }
  });

  test('go on by the day when the minutes run out between two pages', async () => {
    const at = NOW - 50 * MINUTE;
    const plans = Array.from({ length: 6 }, (_, i) =>
      shipped(`ORDER${i}0`, NOW - (i + 1) * DAY, NOW - (10 + i) * MINUTE),
    );
    const seller = fakeSeller(plans);
    const given = await walk(seller, query({ status: 'any', updated_at_min: at, limit: 4 }), () => {
      seller.now += 30 * MINUTE;
    });
    assert.deepEqual(
      given,
      plans.map(({ id }) => id),
    );
    assert.equal(seller.lists.at(-1)?.['latest-change-date'], '2026-11-01');
  });
});

describe('what bol no longer shows', () => {
  test('is said, not kept quiet: done orders end three months after their last change', async () => {
    for (const asked of [
      { status: 'any' },
      { status: 'closed' },
      { status: 'cancelled', updated_at_min: Date.UTC(2026, 6, 31) },
    ]) {
      const reading = fakeSeller([]).reading();
      const { items, next } = await orders.fetch(query(asked), undefined, reading);
      assert.deepEqual(items, []);
      assert.ok(next, 'there is more to read than one request may');
      assert.deepEqual(reading.assumed, [['updated_at_min', '2026-07-31T22:00:00+00:00']]);
      assert.deepEqual(
        reading.warnings.map(({ code }) => code),
        ['orders_window'],
      );
    }
  });

  test('is not worth a word where nothing of it was asked for', async () => {
    for (const asked of [
      { status: 'open', updated_at_min: 0 },
      { status: 'any', updated_at_min: Date.UTC(2026, 6, 31, 22) },
      { status: 'any', created_at_min: NOW - DAY },
    ]) {
      const reading = fakeSeller([]).reading();
      await orders.fetch(query(asked), undefined, reading);
      assert.deepEqual([reading.assumed, reading.warnings], [[], []]);
    }
  });

  test('does not hide open orders, which come first and once', async () => {
    const seller = fakeSeller([
      open('ANCIENT', NOW - 300 * DAY),
      open('RECENT', NOW - 2 * DAY),
      shipped('CLOSED', NOW - 60 * DAY, NOW - 59 * DAY),
    ]);
    const given = await walk(seller, query({ status: 'any' }));
    assert.deepEqual(given, ['RECENT', 'ANCIENT', 'CLOSED']);
    assert.equal(seller.lists.length, 1 + 93, 'open orders, and each day since 1 August');
  });

  test('may begin a day later at bol than here', async () => {
    const problem = {
      status: 400,
      violations: [{ name: 'latest-change-date', reason: 'more than 3 months in the past' }],
    };
    const refusing = (until: string) =>
      readingOf(({ query: pairs }) => {
        const day = new Map(pairs ?? []).get('latest-change-date') ?? '';
        return day <= until ? { status: 400, body: problem } : { body: {} };
      });
    const asked = query({ status: 'closed' });
    const { next } = await orders.fetch(asked, undefined, refusing('2026-08-03'));
    assert.deepEqual(next, { stage: 'days', day: '2026-08-13' });
    await assert.rejects(orders.fetch(asked, undefined, refusing('2026-08-09')), {
      code: 'channel_failed',
      native: 'latest-change-date: more than 3 months in the past',
    });
  });
});

describe('ids', () => {
  test('are read one by one, held against the other filters, without those that are gone', async () => {
    const seller = fakeSeller([
      open('AAAAAA', NOW - DAY),
      shipped('BBBBBB', NOW - DAY, NOW),
      open('CCCCCC', NOW - DAY),
    ]);
    const ids = ['CCCCCC', 'ABSENT', 'BBBBBB', 'AAAAAA'];
    assert.deepEqual(await walk(seller, query({ ids })), ['CCCCCC', 'AAAAAA']);
    assert.deepEqual(await walk(seller, query({ ids, status: 'any', limit: 1 })), [
      'CCCCCC',
      'BBBBBB',
      'AAAAAA',
    ]);
    assert.deepEqual(seller.lists, []);
  });
});

/** Orders within four months, so that some lie beyond what bol shows. */
const anyItem = fc.record({
  changed: fc.integer({ min: 0, max: 120 * 24 * 60 }).map((minutes) => NOW - minutes * MINUTE),
  quantity: fc.constant(2),
  state: fc.constantFrom([0, 0], [1, 0], [2, 0], [0, 2], [1, 1], [0, 1]),
});
const anyOrders = fc
  .array(fc.array(anyItem, { minLength: 1, maxLength: 4 }), { maxLength: 70 })
  .map((all) =>
    all.map(
      (items, index): OrderPlan => ({
        id: `ORDER${1000 + index}`,
        placed: Math.min(...items.map(({ changed }) => changed)) - (index % 7) * MINUTE,
        items: items.map(({ state: [out = 0, off = 0], ...item }) => ({
          ...item,
          shipped: out,
          cancelled: off,
        })),
      }),
    ),
  );

const stateOf = ({ items }: OrderPlan): string => {
  if (items.every((item) => (item.cancelled ?? 0) >= 2)) return 'cancelled';
  return items.every((item) => (item.shipped ?? 0) + (item.cancelled ?? 0) >= 2)
    ? 'closed'
    : 'open';
};

test('any filter gives exactly its orders once, whatever the limit and whatever lists hold back', async () => {
  const bound = fc.option(
    fc.integer({ min: 1, max: 130 * 24 * 60 }).map((minutes) => NOW - minutes * MINUTE),
    { nil: undefined },
  );
  await fc.assert(
    fc.asyncProperty(
      anyOrders,
      fc.constantFrom('open', 'closed', 'cancelled', 'any'),
      fc.record({
        updated_at_min: bound,
        updated_at_max: bound,
        created_at_min: bound,
        created_at_max: bound,
      }),
      fc.constantFrom(1, 3, 10, 100),
      fc.boolean(),
      async (plans, status, bounds, limit, whole) => {
        const seller = fakeSeller(plans);
        seller.whole = whole;
        const given = Object.fromEntries(
          Object.entries(bounds).filter(([, value]) => value !== undefined),
        );
        const found = await walk(seller, query({ status, limit, ...given }));
        const expected = plans.filter((plan) => {
          const changed = Math.max(...plan.items.map((item) => item.changed));
          const state = stateOf(plan);
          // 1 August in Amsterdam: what was done before then is not shown any more.
          return (
            (status === 'any' || state === status) &&
            (state === 'open' || changed >= Date.UTC(2026, 6, 31, 22)) &&
            changed >= (bounds.updated_at_min ?? changed) &&
            changed <= (bounds.updated_at_max ?? changed) &&
            plan.placed >= (bounds.created_at_min ?? plan.placed) &&
            plan.placed <= (bounds.created_at_max ?? plan.placed)
          );
        });
        assert.deepEqual([...found].sort(), expected.map(({ id }) => id).sort());
      },
    ),
    { numRuns: 60 },
  );
});
