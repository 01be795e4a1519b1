// Both nights in which the Dutch clocks change: every bound finds exactly its orders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderQuery } from '../../model/query.ts';
import { fakeSeller, type OrderPlan } from './fake-vendor.ts';
import { orders } from './orders.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** At 01:00 UTC clocks go from 02:00 to 03:00 in spring, and from 03:00 to 02:00 in autumn. */
const NIGHTS = { spring: Date.UTC(2026, 2, 29, 1), autumn: Date.UTC(2026, 9, 25, 1) };

/** An order every quarter of an hour, from before midnight until two hours after the change. */
const placedAround = (change: number): OrderPlan[] =>
  Array.from({ length: 23 }, (_, index) => {
    const at = change + (index - 14) * 15 * MINUTE;
    return { id: `ORDER${100 + index}`, placed: at, items: [{ changed: at, shipped: 1 }] };
  });

async function found(plans: readonly OrderPlan[], asked: Partial<OrderQuery>, now: number) {
  const seller = fakeSeller(plans, now);
  const ids: string[] = [];
  let page: Parameters<typeof orders.fetch>[1];
  do {
    const query = { limit: 100, status: 'any', ...asked } as const;
    const { items, next } = await orders.fetch(query, page, seller.reading());
    ids.push(...items.map(({ orderId }) => orderId));
    page = next;
  } while (page);
  return ids.toSorted();
}

for (const [season, change] of Object.entries(NIGHTS)) {
  const plans = placedAround(change);
  const idsOf = (keep: (placed: number) => boolean) =>
    plans.filter(({ placed }) => keep(placed)).map(({ id }) => id);

  test(`in the night of ${season} a bound at any quarter of an hour, and a moment after it, is exact`, async () => {
    for (const { placed } of plans)
      for (const bound of [placed, placed + 1]) {
        const later = idsOf((at) => at >= bound);
        const earlier = idsOf((at) => at <= bound);
        const now = change + 2 * DAY;
        const since = change - DAY;
        assert.deepEqual(await found(plans, { updated_at_min: bound }, now), later);
        assert.deepEqual(await found(plans, { created_at_min: bound }, now), later);
        const until = { updated_at_min: since, updated_at_max: bound };
        assert.deepEqual(await found(plans, until, now), earlier);
        const before = { updated_at_min: since, created_at_max: bound };
        assert.deepEqual(await found(plans, before, now), earlier);
      }
  });

  test(`in the night of ${season} those who ask every half hour miss nothing`, async () => {
    for (const { placed: now } of plans.slice(4)) {
      const bound = now - 30 * MINUTE;
      const expected = idsOf((at) => at >= bound && at <= now);
      const known = plans.filter(({ placed }) => placed <= now);
      assert.deepEqual(await found(known, { updated_at_min: bound }, now), expected);
    }
  });
}
