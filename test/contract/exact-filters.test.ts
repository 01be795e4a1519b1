// Each declared filter of orders filters exactly, at the second, held against the catalogue.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Order } from '../../sandbox/catalogue/types.ts';
import { channels } from '../../src/channels/index.ts';
import { ORDER_FILTERS } from '../../src/model/query.ts';
import { isAll, isDeep, isFull, shownOn } from '../all.ts';
import { type Service, startService } from '../service.ts';
import { bucketOf, everything, expectedIds, idsOf, lately } from './expected.ts';
import { iso } from './instants.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const SAMPLE: Readonly<Record<string, string>> = {
  ids: '1',
  since_id: '1',
  status: 'open',
  attribution_app_id: 'current',
  financial_status: 'paid',
  fulfillment_status: 'shipped',
};

/** Filters by state, and which of the catalogue's orders each value stands for. */
const STATES: Readonly<Record<string, Record<string, (order: Order) => boolean>>> = {
  financial_status: {
    paid: (order) => order.financialStatus === 'paid',
    pending: (order) => order.financialStatus === 'pending',
    authorized: (order) => order.financialStatus === 'authorized',
    partially_paid: (order) => order.financialStatus === 'partially_paid',
    partially_refunded: (order) => order.financialStatus === 'partially_refunded',
    refunded: (order) => order.financialStatus === 'refunded',
    voided: (order) => order.financialStatus === 'voided',
    unpaid: (order) => ['authorized', 'partially_paid'].includes(order.financialStatus),
  },
  fulfillment_status: {
    shipped: (order) => order.fulfilmentStatus === 'fulfilled',
    partial: (order) => order.fulfilmentStatus === 'partial',
    unshipped: (order) => order.fulfilmentStatus === null,
    unfulfilled: (order) => order.fulfilmentStatus !== 'fulfilled',
  },
};

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

type Family = 'created_at' | 'updated_at' | 'processed_at';
const MOMENTS: Readonly<Record<Family, (order: Order) => number>> = {
  created_at: (order) => order.createdAt,
  updated_at: (order) => order.updatedAt,
  processed_at: (order) => order.processedAt,
};

/** Windows that hold few orders, at every kind of edge there is. */
function windows(family: Family): { min: number; max: number }[] {
  const { bound, midnight, updatedTogether, clockChanges, anchor } =
    service.sandbox.catalogue.moments;
  const edges = family === 'updated_at' ? [updatedTogether, bound] : [bound, midnight];
  return [
    ...edges.flatMap((at) => [
      { min: at, max: at },
      { min: at - SECOND, max: at - SECOND },
      { min: at + SECOND, max: at + 2 * SECOND },
      { min: at - HOUR, max: at },
      { min: at, max: at + HOUR },
      // Between two seconds: anyone who rounds a fraction shows it here.
      { min: at + 500, max: at + HOUR },
      { min: at - HOUR, max: at + 500 },
    ]),
    ...clockChanges.flatMap(({ at }) => [
      { min: at - 2 * HOUR, max: at - SECOND },
      { min: at, max: at + 2 * HOUR },
      { min: at - HOUR, max: at + HOUR },
    ]),
    { min: anchor - 3 * DAY, max: anchor },
  ];
}

/** The same instant written in several ways. */
const SPELLINGS: ((at: number) => string)[] = [
  iso,
  (at) => iso(at).replace('Z', ''),
  (at) => iso(at + 2 * HOUR).replace('Z', '+02:00'),
  (at) => iso(at - 5.5 * HOUR).replace('Z', '-05:30'),
];

/** Without repetitions each channel is asked for one window in so many, and no two for the same ones. */
const EACH = isDeep ? 1 : isAll ? 2 : 5;
/** The same of states. */
const HALF = 2;

for (const [place, [name, channel]] of shownOn(channels, 2).entries()) {
  const { orders } = channel;
  if (!orders) continue;
  const has = (filter: string) => orders.filters[filter as keyof typeof orders.filters];

  describe(name, () => {
    for (const family of ['created_at', 'updated_at', 'processed_at'] as const) {
      const [min, max] = [`${family}_min`, `${family}_max`];
      if (!has(min) && !has(max)) continue;
      test(`${family} is exact at every edge, however it is written`, async () => {
        const momentOf = MOMENTS[family];
        for (const [i, window] of windows(family).entries()) {
          if ((i + place) % EACH > 0) continue;
          const write = SPELLINGS[(i >> 1) % SPELLINGS.length] ?? iso;
          const bounds = {
            ...(has(min) && { [min]: write(window.min) }),
            ...(has(max) && { [max]: write(window.max) }),
          };
          const { items } = await service.walk('orders', name, {
            ...any(name),
            ...bounds,
            limit: 100,
          });
          const expected = expectedIds(
            service,
            name,
            (order) =>
              (!has(min) || momentOf(order) >= window.min) &&
              (!has(max) || momentOf(order) <= window.max),
          );
          assert.deepEqual(idsOf(items), expected, JSON.stringify(bounds));
        }
      });
    }

    if (has('status'))
      test('status gives exactly its orders, and open is the default', async () => {
        const { body: since, isMeant } = lately(service, name);
        const base = { ...everything(service, name), ...since };
        for (const status of ['open', 'closed', 'cancelled'] as const) {
          const { items } = await service.walk('orders', name, { ...base, status, limit: 100 });
          const expected = expectedIds(
            service,
            name,
            (order) => isMeant(order) && bucketOf(service, name, order) === status,
          );
          assert.ok(expected.length > 0, status);
          assert.deepEqual(idsOf(items), expected, status);
        }
        if (!orders.defaults?.status) return;
        const { status: _, ...unasked } = base as { status?: string };
        const { items } = await service.walk('orders', name, { ...unasked, limit: 100 });
        assert.deepEqual(
          idsOf(items),
          expectedIds(
            service,
            name,
            (order) => isMeant(order) && bucketOf(service, name, order) === 'open',
          ),
        );
        const { body } = await service.orders(name, { ...unasked, limit: 1 });
        assert.deepEqual(
          body.Report.Filters.find((filter) => filter.name === 'status'),
          { name: 'status', value: 'open', by: 'default' },
        );
      });

    if (has('ids'))
      test('ids give these and no others, with unknown ones left out', async () => {
        const all = service.shop(name).orders;
        const store = service.store(name);
        const chosen = [all.at(-1), all.at(-40), all.at(-300)].filter(
          (order) => order !== undefined,
        );
        const ids = chosen.map((order) => store.orderId(order));
        const unknown = store.orderId(all[0] as Order).replaceAll(/\d/g, '9');
        const { items } = await service.walk('orders', name, {
          ...any(name),
          ids: [...ids, unknown, ids[0]].join(' , '),
        });
        assert.deepEqual(idsOf(items), [...ids].sort());
        const paged = await service.walk('orders', name, {
          ...any(name),
          ids: ids.join(),
          limit: 1,
        });
        assert.deepEqual(idsOf(paged.items), [...ids].sort());
        if (!orders.defaults?.status) return;
        const open = await service.walk('orders', name, { ids: ids.join() });
        assert.deepEqual(
          idsOf(open.items),
          chosen
            .filter((order) => bucketOf(service, name, order) === 'open')
            .map((order) => store.orderId(order))
            .sort(),
        );
      });

    if (has('since_id'))
      test('since_id gives what comes after it, in every combination of page and edge', async () => {
        const store = service.store(name);
        const ids = service
          .shop(name)
          .orders.map((order) => BigInt(store.orderId(order)))
          .sort((a, b) => (a < b ? -1 : 1));
        for (const from of [ids.at(-1), ids.at(-2), ids.at(-31), (ids.at(-8) ?? 0n) - 1n]) {
          const { items } = await service.walk('orders', name, {
            ...any(name),
            since_id: String(from),
            limit: 10,
          });
          const expected = ids
            .filter((id) => id > (from ?? 0n))
            .map(String)
            .sort();
          assert.deepEqual(idsOf(items), expected, `since ${from}`);
        }
      });

    for (const [filter, rules] of Object.entries(STATES)) {
      if (!has(filter)) continue;
      test(`${filter} gives exactly its orders`, async () => {
        const { body: since, isMeant } = lately(service, name);
        const base = { ...everything(service, name), ...since };
        for (const [at, [value, keep]] of Object.entries(rules).entries()) {
          if ((at + place) % HALF > 0 && !isFull(name)) continue;
          const { items } = await service.walk('orders', name, {
            ...base,
            [filter]: value,
            limit: 100,
            fields: 'id',
          });
          const isKept = (order: Order) => isMeant(order) && keep(order);
          assert.deepEqual(idsOf(items), expectedIds(service, name, isKept), value);
        }
      });
    }

    test('filters combine', async () => {
      if (!has('status') || !has('created_at_min')) return;
      const { anchor } = service.sandbox.catalogue.moments;
      const min = anchor - (isAll ? 20 : 12) * DAY;
      const { items } = await service.walk('orders', name, {
        status: 'closed',
        created_at_min: iso(min),
        limit: 7,
      });
      assert.deepEqual(
        idsOf(items),
        expectedIds(
          service,
          name,
          (order) => order.createdAt >= min && bucketOf(service, name, order) === 'closed',
        ),
      );
    });

    test('a filter that restricts nothing is accepted, whether the channel has it or not', async () => {
      const nothing = { financial_status: 'any', fulfillment_status: 'any', status: 'any' };
      const base = everything(service, name);
      const plain = await service.orders(name, { ...base, limit: 5, fields: 'id' });
      const asked = await service.orders(name, { ...base, ...nothing, limit: 5, fields: 'id' });
      assert.equal(asked.status, 200, asked.text.slice(0, 300));
      assert.deepEqual(asked.body.Output.result, plain.body.Output.result);
      const nulls = await service.orders(name, {
        financial_status: null,
        fulfillment_status: null,
        ids: null,
        since_id: null,
        limit: 1,
      });
      assert.equal(nulls.status, 200, nulls.text.slice(0, 300));
      const { next_page_token } = plain.body.Output;
      if (next_page_token === undefined) return;
      const later = await service.orders(name, { next_page_token, ...nothing });
      assert.equal(later.status, 200, later.text.slice(0, 300));
    });

    test('a filter that is not declared is refused, naming the channels that can', async () => {
      for (const filter of ORDER_FILTERS) {
        if (has(filter)) continue;
        const { status, body } = await service.orders(name, {
          [filter]: SAMPLE[filter] ?? '2026-10-01T00:00:00Z',
        });
        assert.equal(status, 400, filter);
        assert.ok('code' in body.Errors && body.Errors.code === 'unsupported_filter', filter);
        assert.equal(body.Output.schemaValidationErrors?.[0]?.field, filter);
      }
    });
  });

  function any(channelName: string): object {
    return channels[channelName]?.orders?.filters.status ? { status: 'any' } : {};
  }
}
