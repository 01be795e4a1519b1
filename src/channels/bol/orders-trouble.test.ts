// What bol does wrong: orders that vanish, lists that cannot be read or never move on, limits.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import { fakeSeller, NOW, type OrderPlan, orderOf, readingOf } from './fake-vendor.ts';
import { orders } from './orders.ts';

const HOUR = 3_600_000;
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

describe('trouble', () => {
  test('with one order fails the call and names the order, or leaves it out where that is asked for', async () => {
    const gone = open('VANISH', NOW - DAY);
    const answer = (ask: Parameters<Parameters<typeof readingOf>[0]>[0]) => {
      if (ask.operation === 'orders')
        return { body: { orders: [orderOf(open('AAAAAA', NOW)), orderOf(gone)] } };
      return ask.url.endsWith('VANISH') ? { status: 404 } : { body: orderOf(open('AAAAAA', NOW)) };
    };
    await assert.rejects(orders.fetch(query(), undefined, readingOf(answer)), {
      code: 'channel_failed',
      message: /VANISH/,
      status: 404,
      record: 'VANISH',
    });
    const left: (string | undefined)[] = [];
    const lenient = { ...readingOf(answer), leaveOut: ({ record }: Fault) => left.push(record) };
    const { items, next } = await orders.fetch(query(), undefined, lenient);
    assert.deepEqual([items.map(({ orderId }) => orderId), next, left], [['AAAAAA'], undefined, ['VANISH']]); // biome-ignore format: one outcome
  });

  test('with the date of an order is named where it is asked for', async () => {
    const odd = { ...orderOf(open('AAAAAA', NOW)), orderPlacedDateTime: 'soon' };
    const reading = readingOf((ask) => ({
      body: ask.operation === 'orders' ? { orders: [{ orderId: 'AAAAAA' }] } : odd,
    }));
    const asked = { status: 'any', created_at_min: NOW - DAY, ids: ['AAAAAA'] };
    await assert.rejects(orders.fetch(query(asked), undefined, reading), {
      code: 'channel_invalid_response',
      record: 'AAAAAA',
      message: /orderPlacedDateTime/,
    });
    const left: (string | undefined)[] = [];
    const lenient = { ...reading, leaveOut: ({ record }: Fault) => left.push(record) };
    assert.deepEqual(await orders.fetch(query(asked), undefined, lenient), { items: [] });
    assert.deepEqual(left, ['AAAAAA']);
    const { items } = await orders.fetch(
      query({ ids: ['AAAAAA'], status: 'any' }),
      undefined,
      reading,
    );
    assert.equal(items.length, 1);
  });

  test('with a list ends the call, and rows need nothing but their number', async () => {
    const listed = orderOf(open('AAAAAA', NOW));
    const reading = (body: unknown) =>
      readingOf((ask) => ({ body: ask.operation === 'order' ? listed : body }));
    for (const body of [{ orders: {} }, { orders: 'none' }, [], 'odd', { orders: [{}] }])
      await assert.rejects(orders.fetch(query(), undefined, reading(body)), {
        code: 'channel_invalid_response',
      });
    for (const row of [
      { ...listed, orderItems: null },
      { ...listed, orderItems: [{ orderItemId: '6042823871', ean: '8717418510749', quantity: 3 }] },
      { ...listed, orderPlacedDateTime: null },
      { ...listed, orderPlacedDateTime: 'soon' },
      { orderId: 'AAAAAA' },
    ]) {
      const { items } = await orders.fetch(query(), undefined, reading({ orders: [row] }));
      assert.equal(items.length, 1, JSON.stringify(row));
    }
    for (const body of [{}, { orders: null }, { orders: [] }])
      assert.deepEqual(await orders.fetch(query(), undefined, reading(body)), { items: [] });
  });

  test('with pages that are always the first one is noticed', async () => {
    const plans = Array.from({ length: 60 }, (_, i) => open(`ORDER${100 + i}`, NOW - i * HOUR));
    const seller = fakeSeller(plans);
    const stuck = () => {
      const reading = seller.reading();
      const call: typeof reading.call = (ask) =>
        reading.call({ ...ask, ...(ask.query && { query: ask.query.map(([name, value]) => [name, name === 'page' ? '1' : value] as const) }) }); // biome-ignore format: one thought
      return { ...reading, call };
    };
    const { items, next } = await orders.fetch(query({ limit: 50 }), undefined, stuck());
    assert.equal(items.length, 50);
    await assert.rejects(orders.fetch(query({ limit: 50 }), next, stuck()), {
      code: 'channel_invalid_response',
      message: /answered before/,
    });
    // Where the order that was looked at last has left the list, it is looked for on other pages.
    seller.orders = plans.map((plan) => ({
      ...plan,
      id: `${plan.id}B`,
      placed: plan.placed + DAY,
    }));
    await assert.rejects(orders.fetch(query({ limit: 50 }), next, stuck()), {
      code: 'channel_invalid_response',
    });
  });

  test('with the limit keeps what was read, and fails only where that is nothing', async () => {
    let lists = 0;
    const full = (ask: Parameters<Parameters<typeof readingOf>[0]>[0]) => {
      if (ask.operation === 'orders' && ++lists > 3)
        throw new Fault('channel_rate_limited', 'Enough.', { retryAfter: 9000 });
      return { body: {} };
    };
    const asked = query({ status: 'closed', updated_at_min: NOW - 20 * DAY });
    const { items, next } = await orders.fetch(asked, undefined, readingOf(full));
    assert.deepEqual(items, []);
    assert.deepEqual(next, { stage: 'days', day: '2026-10-15' });
    await assert.rejects(orders.fetch(asked, next, readingOf(full)), {
      code: 'channel_rate_limited',
    });
  });
});
