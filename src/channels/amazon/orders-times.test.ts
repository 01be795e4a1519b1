// Reading orders by time: bounds as they are sent, sifted, and reported.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { OrderQuery } from '../../model/query.ts';
import { NOW, ORDERS_ONLY, fakeVendor as openVendor, queryOf } from './fake-vendor.ts';
import type { NativeOrder } from './native.ts';
import { orders } from './orders.ts';

const fakeVendor: typeof openVendor = (answers, options) =>
  openVendor(answers, { account: ORDERS_ONLY, ...options });
const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.native.json`, import.meta.url), 'utf8'));
const shipped: NativeOrder = sample('order-business-promotions');
const MINUTE = 60_000;
const at = (text: string) => Date.parse(text);

const page = (list: readonly NativeOrder[], nextToken?: string, more: object = {}) => ({
  orders: list,
  pagination: nextToken ? { nextToken } : {},
  ...more,
});
const query = (more: Partial<OrderQuery> = {}): OrderQuery => ({
  limit: 10,
  status: 'any',
  ...more,
});
const timed = (id: string, createdTime: string, lastUpdatedTime = createdTime): NativeOrder => ({
  ...shipped,
  orderId: id,
  createdTime,
  lastUpdatedTime,
});

describe('times', () => {
  const asked = async (more: Partial<OrderQuery>, reach = '2026-09-14T09:30:00Z') => {
    const seller = fakeVendor([
      page([], undefined, { createdBefore: reach, lastUpdatedBefore: reach }),
    ]);
    await orders.fetch(query(more), undefined, seller.reading);
    const {
      marketplaceIds: _m,
      includedData: _d,
      maxResultsPerPage: _p,
      ...times
    } = queryOf(seller.asks[0]);
    return { times, seller };
  };

  test('bounds are sent as they are, to the millisecond where there is one', async () => {
    const { times, seller } = await asked({
      created_at_min: at('2026-09-01T00:00:00Z'),
      created_at_max: at('2026-09-02T00:00:00.250Z'),
    });
    assert.deepEqual(times, {
      createdAfter: '2026-09-01T00:00:00Z',
      createdBefore: '2026-09-02T00:00:00.250Z',
    });
    assert.deepEqual([seller.assumed, seller.warnings], [[], []]);
  });

  test('an upper bound within the last two minutes is not sent, and its reach is said', async () => {
    const max = NOW - 119_000;
    const { times, seller } = await asked({
      created_at_min: at('2026-09-14T00:00:00Z'),
      created_at_max: max,
    });
    assert.deepEqual(times, { createdAfter: '2026-09-14T00:00:00Z' });
    assert.deepEqual(
      seller.warnings.map(({ code, field }) => [code, field]),
      [['orders_window', 'created_at_max']],
    );
    assert.match(seller.warnings[0]?.message ?? '', /up to 2026-09-14T09:30:00\+00:00/);
  });

  test('orders beyond such a bound are left out all the same', async () => {
    const bound = NOW - 60_000;
    const seller = fakeVendor([
      page([timed('1', '2026-09-14T09:31:00.000Z'), timed('2', '2026-09-14T09:31:00.001Z')]),
    ]);
    const { items } = await orders.fetch(
      query({ created_at_max: bound, created_at_min: 0 }),
      undefined,
      seller.reading,
    );
    assert.deepEqual(
      items.map((order) => (order as NativeOrder).orderId),
      ['1'],
    );
  });

  test('only an upper bound: from as far back as Amazon keeps orders, which is said', async () => {
    const { times, seller } = await asked({ created_at_max: at('2026-09-01T00:00:00Z') });
    assert.deepEqual(times, {
      createdAfter: '2024-09-14T09:32:00Z',
      createdBefore: '2026-09-01T00:00:00Z',
    });
    assert.deepEqual(seller.assumed, [['created_at_min', '2024-09-14T09:32:00+00:00']]);
  });

  test('a lower bound before that is sent, with a warning', async () => {
    const { times, seller } = await asked({ created_at_min: at('2020-01-01T00:00:00Z') });
    assert.equal(times.createdAfter, '2020-01-01T00:00:00Z');
    assert.deepEqual(
      seller.warnings.map(({ code }) => code),
      ['orders_window'],
    );
  });

  test('both families: changes are asked for, creation is the service’s, and neither is lost', async () => {
    const day = '2026-09-10T00:00:00Z';
    const seller = fakeVendor([
      page(
        [
          timed('early', '2026-09-01T00:00:00Z', '2026-09-11T00:00:00Z'),
          timed('fits', '2026-09-10T00:00:00Z', '2026-09-11T00:00:00Z'),
        ],
        'next',
      ),
      page([timed('late', '2026-09-10T00:00:00Z', '2026-09-12T00:00:00.001Z')]),
    ]);
    const { items, next } = await orders.fetch(
      query({
        created_at_min: at(day),
        updated_at_min: at('2026-09-05T00:00:00Z'),
        updated_at_max: at('2026-09-12T00:00:00Z'),
      }),
      undefined,
      seller.reading,
    );
    assert.deepEqual(
      items.map((order) => (order as NativeOrder).orderId),
      ['fits'],
    );
    assert.equal(next, undefined);
    const { lastUpdatedAfter, lastUpdatedBefore, createdAfter, maxResultsPerPage } = queryOf(
      seller.asks[0],
    );
    // Nothing changes before it is placed, so the later lower bound holds for both.
    assert.deepEqual(
      [lastUpdatedAfter, lastUpdatedBefore, createdAfter, maxResultsPerPage],
      [day, '2026-09-12T00:00:00Z', undefined, '10'],
    );
    assert.equal(queryOf(seller.asks[1]).maxResultsPerPage, '9');
  });

  test('a lower bound within the last two minutes is asked for from further back, and sifted', async () => {
    for (const family of ['created', 'updated'] as const) {
      const bound = NOW - MINUTE;
      const seller = fakeVendor([
        page([timed('early', '2026-09-14T09:29:50Z'), timed('fits', '2026-09-14T09:31:00Z')]),
      ]);
      const { items } = await orders.fetch(
        query({ [`${family}_at_min`]: bound }),
        undefined,
        seller.reading,
      );
      assert.deepEqual(
        items.map((order) => (order as NativeOrder).orderId),
        ['fits'],
      );
      const name = family === 'created' ? 'createdAfter' : 'lastUpdatedAfter';
      assert.equal(queryOf(seller.asks[0])[name], '2026-09-14T09:29:55Z');
    }
  });

  test('a bound up to two minutes ago is sent as it is', async () => {
    const { times } = await asked({ updated_at_min: NOW - 126_000 });
    assert.deepEqual(times, { lastUpdatedAfter: '2026-09-14T09:29:54Z' });
  });

  test('in both nights in which clocks change a bound stays the moment that it names', async () => {
    const nights = [
      // The hour that does not exist in Berlin, and the one that comes twice.
      ['2026-03-29T01:15:00Z', '2026-03-29T02:15:00+01:00'],
      ['2025-10-26T00:30:00Z', '2025-10-26T02:30:00+02:00'],
      ['2025-10-26T01:30:00Z', '2025-10-26T02:30:00+01:00'],
    ] as const;
    for (const [moment, spelt] of nights)
      for (const family of ['created', 'updated'] as const) {
        const seller = fakeVendor([
          page([
            timed('before', new Date(at(moment) - 1000).toISOString()),
            timed('at', spelt),
            timed('after', new Date(at(moment) + 1000).toISOString()),
          ]),
        ]);
        const bounds = { [`${family}_at_min`]: at(moment), [`${family}_at_max`]: at(moment) };
        const { items } = await orders.fetch(query(bounds), undefined, seller.reading);
        assert.deepEqual(
          items.map((order) => (order as NativeOrder).orderId),
          ['at'],
        );
        const sent = queryOf(seller.asks[0]);
        const names =
          family === 'created'
            ? [sent.createdAfter, sent.createdBefore]
            : [sent.lastUpdatedAfter, sent.lastUpdatedBefore];
        assert.deepEqual(names, [moment, moment]);
      }
  });

  test('bounds that nothing can lie between need no call', async () => {
    for (const more of [
      { created_at_min: NOW + MINUTE },
      { created_at_min: at('2026-09-10T00:00:00Z'), updated_at_max: at('2026-09-01T00:00:00Z') },
    ]) {
      const seller = fakeVendor([]);
      assert.deepEqual(await orders.fetch(query(more), undefined, seller.reading), { items: [] });
    }
  });
});
