// Reading orders: searches, pages, times, identifiers, and what Amazon withholds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { OrderQuery } from '../../model/query.ts';
import { ACCOUNT, DE, failure, fakeSeller, NOW, pathOf, queryOf } from './fake-seller.ts';
import type { NativeOrder } from './native.ts';
import { orders } from './orders.ts';

const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.native.json`, import.meta.url), 'utf8'));
const shipped: NativeOrder = sample('order-business-promotions');
const unshipped: NativeOrder = sample('order-unshipped-prime');
const cancelled: NativeOrder = sample('order-cancelled');
const EVERYTHING =
  'BUYER,RECIPIENT,PROCEEDS,PROMOTION,CANCELLATION,FULFILLMENT,PACKAGES,TAX,PAYMENT';
const MOST_OF_IT = 'BUYER,RECIPIENT,PROCEEDS,PROMOTION,CANCELLATION,FULFILLMENT';
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

describe('a search', () => {
  test('reads the last 30 days, says so, and pages with the same parameters to the end', async () => {
    const seller = fakeSeller([
      page([unshipped], 'c2Ft+/==', { createdBefore: '2026-09-14T09:30:00Z' }),
      page([shipped], undefined, { createdBefore: '2026-09-14T09:30:00Z' }),
    ]);
    const first = await orders.fetch(query({ limit: 1 }), undefined, seller.reading);
    assert.deepEqual(first.items, [unshipped]);
    const window = { family: 'created', after: '2026-08-15T09:32:00Z' };
    assert.deepEqual(first.next, { token: 'c2Ft+/==', window });
    const later = { ...seller.reading, now: NOW + 90 * MINUTE };
    const second = await orders.fetch(query({ limit: 1 }), first.next, later);
    assert.deepEqual(second, { items: [shipped] });

    const [one, two] = seller.asks;
    assert.equal(one?.url, `${ACCOUNT.endpoint}/orders/2026-01-01/orders`);
    assert.equal(one?.operation, 'searchOrders');
    assert.deepEqual(queryOf(one), {
      createdAfter: '2026-08-15T09:32:00Z',
      marketplaceIds: DE,
      includedData: EVERYTHING,
      maxResultsPerPage: '1',
    });
    assert.deepEqual(queryOf(two), { ...queryOf(one), paginationToken: 'c2Ft+/==' });
    const told = [
      ['created_at_min', '2026-08-15T09:32:00+00:00'],
      ['created_at_max', '2026-09-14T09:30:00+00:00'],
    ];
    assert.deepEqual(seller.assumed, [...told, ...told]);
    assert.deepEqual(seller.warnings, []);
  });

  test('a status stands for Amazon’s states', async () => {
    const statesOf = async (status: string) => {
      const seller = fakeSeller([page([])]);
      await orders.fetch(query({ status }), undefined, seller.reading);
      return queryOf(seller.asks[0]).fulfillmentStatuses;
    };
    assert.equal(
      await statesOf('open'),
      'PENDING_AVAILABILITY,PENDING,UNSHIPPED,PARTIALLY_SHIPPED',
    );
    assert.equal(await statesOf('closed'), 'SHIPPED,UNFULFILLABLE');
    assert.equal(await statesOf('cancelled'), 'CANCELLED');
    assert.equal(await statesOf('any'), undefined);
  });

  test('without marketplaces it reads all of the region', async () => {
    const seller = fakeSeller([page([])], { account: { endpoint: ACCOUNT.endpoint ?? '' } });
    await orders.fetch(query(), undefined, seller.reading);
    assert.equal(queryOf(seller.asks[0]).marketplaceIds, undefined);
  });

  test('an answer that is no list of whole orders is refused', async () => {
    for (const body of [{}, { orders: [{ orderId: '1' }] }, { orders: 'none' }]) {
      const seller = fakeSeller([body]);
      await assert.rejects(orders.fetch(query(), undefined, seller.reading), {
        code: 'channel_invalid_response',
      });
    }
  });
});

describe('times', () => {
  const asked = async (more: Partial<OrderQuery>, reach = '2026-09-14T09:30:00Z') => {
    const seller = fakeSeller([
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

  test('an upper bound within the last two minutes is not sent, and its reach is told', async () => {
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
    const seller = fakeSeller([
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
    const seller = fakeSeller([
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

  test('bounds that nothing can lie between need no call', async () => {
    for (const more of [
      { created_at_min: NOW + MINUTE },
      { created_at_min: at('2026-09-10T00:00:00Z'), updated_at_max: at('2026-09-01T00:00:00Z') },
    ]) {
      const seller = fakeSeller([]);
      assert.deepEqual(await orders.fetch(query(more), undefined, seller.reading), { items: [] });
    }
  });
});

describe('identifiers', () => {
  const ids = (count: number) =>
    Array.from({ length: count }, (_, i) => `305-0000000-${String(i).padStart(7, '0')}`);
  const told = (ask: { url: string }) => ({
    order: { ...shipped, orderId: new URL(ask.url).pathname.split('/').at(-1) },
  });

  test('each is read by itself, unknown ones are left out', async () => {
    const seller = fakeSeller([told, failure(404, 'NotFound'), told]);
    const { items, next } = await orders.fetch(query({ ids: ids(3) }), undefined, seller.reading);
    assert.deepEqual(
      items.map((order) => (order as NativeOrder).orderId),
      [ids(3)[0], ids(3)[2]],
    );
    assert.equal(next, undefined);
    assert.equal(pathOf(seller.asks[0]), `/orders/2026-01-01/orders/${ids(1)[0]}`);
    assert.deepEqual(queryOf(seller.asks[0]), { includedData: EVERYTHING });
    assert.equal(seller.asks[0]?.operation, 'getOrder');
    assert.deepEqual(seller.assumed, []);
  });

  test('no more than is missing to the limit, and no more than the quota allows at once', async () => {
    const few = fakeSeller([told, told]);
    const first = await orders.fetch(query({ ids: ids(5), limit: 2 }), undefined, few.reading);
    assert.deepEqual([first.items.length, first.next], [2, { at: 2 }]);
    const many = fakeSeller(Array.from({ length: 30 }, () => told));
    const whole = await orders.fetch(query({ ids: ids(70), limit: 100 }), undefined, many.reading);
    assert.deepEqual([whole.items.length, whole.next], [30, { at: 30 }]);
    const rest = fakeSeller(Array.from({ length: 10 }, () => told));
    const last = await orders.fetch(query({ ids: ids(70), limit: 100 }), { at: 60 }, rest.reading);
    assert.deepEqual([last.items.length, last.next], [10, undefined]);
  });

  test('all other filters hold for them too', async () => {
    const foreign = { ...shipped, salesChannel: { marketplaceId: 'A1805IZSGTT6HS' } };
    const seller = fakeSeller([{ order: unshipped }, { order: shipped }, { order: foreign }]);
    const { items } = await orders.fetch(
      query({ ids: ids(3), status: 'closed' }),
      undefined,
      seller.reading,
    );
    assert.deepEqual(items, [shipped]);
  });

  test('one that fails fails the call', async () => {
    const seller = fakeSeller([told, failure(500, 'InternalFailure')]);
    await assert.rejects(orders.fetch(query({ ids: ids(2) }), undefined, seller.reading), {
      code: 'channel_failed',
    });
  });
});

describe('what Amazon does not tell', () => {
  test('parts that are refused are done without, on every page, and it is said', async () => {
    const refused = failure(400, 'InvalidInput', 'Invalid value for includedData: TAX.');
    const seller = fakeSeller([refused, page([shipped], 'two'), page([unshipped])]);
    const first = await orders.fetch(query({ limit: 1 }), undefined, seller.reading);
    await orders.fetch(query({ limit: 1 }), first.next, seller.reading);
    assert.deepEqual(
      seller.asks.map((ask) => queryOf(ask).includedData),
      [EVERYTHING, MOST_OF_IT, MOST_OF_IT],
    );
    assert.deepEqual(
      seller.warnings.map(({ code }) => code),
      ['field_withheld', 'field_withheld'],
    );
  });

  test('single orders are asked for without them as soon as one was refused', async () => {
    const refused = failure(400, 'InvalidInput', 'Invalid value for includedData: TAX.');
    const ids = Array.from({ length: 6 }, (_, i) => `305-0000000-000000${i}`);
    const each = (ask: { query?: readonly (readonly [string, string])[] }) =>
      ask.query?.[0]?.[1] === EVERYTHING ? refused : { order: shipped };
    const seller = fakeSeller(Array.from({ length: 11 }, () => each));
    const { items } = await orders.fetch(query({ ids }), undefined, seller.reading);
    assert.equal(items.length, 6);
    assert.deepEqual(queryOf(seller.asks.at(-1)), { includedData: MOST_OF_IT });
    assert.equal(seller.asks.length, 11, 'the first five at once, the sixth knows');
  });

  test('when it is another parameter that is refused, the first refusal is told', async () => {
    const seller = fakeSeller([
      failure(400, 'InvalidInput', 'first'),
      failure(400, 'InvalidInput', 'second'),
    ]);
    await assert.rejects(orders.fetch(query(), undefined, seller.reading), { native: 'first' });
  });

  test('buyers that are withheld are told of once', async () => {
    const anonymous: NativeOrder = sample('order-personal-data-withheld');
    const seller = fakeSeller([page([anonymous, anonymous, shipped])]);
    await orders.fetch(query(), undefined, seller.reading);
    assert.deepEqual(
      seller.warnings.map(({ code }) => code),
      ['personal_data_withheld'],
    );
    const natural = fakeSeller([page([cancelled, sample('order-pending')])]);
    await orders.fetch(query(), undefined, natural.reading);
    assert.deepEqual(natural.warnings, []);
  });

  test('a restricted data token is refused with a way out', async () => {
    const seller = fakeSeller([], { account: { ...ACCOUNT, tokenKind: 'restricted' } });
    await assert.rejects(orders.fetch(query(), undefined, seller.reading), {
      code: 'invalid_request',
      field: 'api_version',
    });
  });
});
