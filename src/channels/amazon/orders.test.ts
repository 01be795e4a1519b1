// Reading orders: searches, pages, rows that cannot be read, and what Amazon withholds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { OrderQuery } from '../../model/query.ts';
import {
  ACCOUNT,
  DE,
  failure,
  NOW,
  ORDERS_ONLY,
  fakeVendor as openVendor,
  queryOf,
} from './fake-vendor.ts';
import type { NativeOrder } from './native.ts';
import { orders } from './orders.ts';

const fakeVendor: typeof openVendor = (answers, options) =>
  openVendor(answers, { account: ORDERS_ONLY, ...options });
const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.native.json`, import.meta.url), 'utf8'));
const shipped: NativeOrder = sample('order-business-promotions');
const unshipped: NativeOrder = sample('order-unshipped-prime');
const cancelled: NativeOrder = sample('order-cancelled');
const EVERYTHING =
  'BUYER,RECIPIENT,PROCEEDS,PROMOTION,CANCELLATION,FULFILLMENT,PACKAGES,TAX,PAYMENT';
const MOST_OF_IT = 'BUYER,RECIPIENT,PROCEEDS,PROMOTION,CANCELLATION,FULFILLMENT';
const MINUTE = 60_000;

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

describe('a search', () => {
  test('reads the last 30 days, says so, and pages with the same parameters to the end', async () => {
    const seller = fakeVendor([
      page([unshipped], 'c2Ft+/==', { createdBefore: '2026-09-14T09:30:00Z' }),
      // Amazon's end moves on with the clock; what is said of the walk does not.
      page([shipped], undefined, { createdBefore: '2026-09-14T11:00:00Z' }),
    ]);
    const first = await orders.fetch(query({ limit: 1 }), undefined, seller.reading);
    assert.deepEqual(first.items, [unshipped]);
    const reach = '2026-09-14T09:30:00+00:00';
    const window = { family: 'created', after: '2026-08-15T09:32:00Z', reach };
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
    const assumed = [
      ['created_at_min', '2026-08-15T09:32:00+00:00'],
      ['created_at_max', reach],
    ];
    assert.deepEqual(seller.assumed, [...assumed, ...assumed]);
    assert.deepEqual(seller.warnings, []);
  });

  test('a status stands for Amazon’s states', async () => {
    const statesOf = async (status: string) => {
      const seller = fakeVendor([page([])]);
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
    const seller = fakeVendor([page([])], { account: { endpoint: ACCOUNT.endpoint ?? '' } });
    await orders.fetch(query(), undefined, seller.reading);
    assert.equal(queryOf(seller.asks[0]).marketplaceIds, undefined);
  });

  test('an answer that is no list of orders is refused', async () => {
    for (const body of [{}, { orders: 'none' }, { orders: null }, { orders: [{}] }]) {
      const seller = fakeVendor([body]);
      await assert.rejects(orders.fetch(query(), undefined, seller.reading), {
        code: 'channel_invalid_response',
      });
    }
  });

  test('a row that cannot be read stops the page, or is left out and the walk goes on behind it', async () => {
    const rows = [unshipped, null, shipped] as NativeOrder[];
    const strict = fakeVendor([page(rows, 'two')]);
    await assert.rejects(orders.fetch(query(), undefined, strict.reading), {
      code: 'channel_invalid_response',
      record: 'without an identifier',
      message: /orderId is not what it should be/,
    });
    const lenient = fakeVendor([page(rows, 'two')], { lenient: true });
    const { items, next } = await orders.fetch(query({ limit: 2 }), undefined, lenient.reading);
    assert.deepEqual(items, [unshipped, shipped]);
    assert.deepEqual(lenient.leftOut, ['without an identifier']);
    assert.equal((next as { token?: string }).token, 'two');
  });

  test('an order without a time is read, unless that time is asked for', async () => {
    const { createdTime: _, ...timeless } = shipped;
    const plain = fakeVendor([page([timeless])]);
    assert.equal((await orders.fetch(query(), undefined, plain.reading)).items.length, 1);
    const bound = fakeVendor([page([timeless])]);
    await assert.rejects(
      orders.fetch(query({ created_at_min: 0 }), undefined, bound.reading),
      new RegExp(`record ${shipped.orderId} cannot be read: createdTime`),
    );
  });

  test('Amazon’s choice by state is believed where an order does not say its state', async () => {
    const { fulfillment: _, ...stateless } = shipped;
    const seller = fakeVendor([page([stateless, unshipped])]);
    const { items } = await orders.fetch(query({ status: 'closed' }), undefined, seller.reading);
    assert.deepEqual(items, [stateless]);
  });

  test('a token or a page that comes again is refused', async () => {
    const none = { ...query(), created_at_min: NOW - MINUTE };
    let count = 0;
    const token = fakeVendor(() => page([{ ...shipped, orderId: `${++count}` }], 'same'));
    await assert.rejects(orders.fetch(none, undefined, token.reading), {
      code: 'channel_invalid_response',
      message: /cursor that it had given before/,
    });
    const again = fakeVendor(() => page([shipped], `t${++count}`));
    await assert.rejects(orders.fetch(none, undefined, again.reading), {
      code: 'channel_invalid_response',
      message: /page that it had answered before/,
    });
    assert.equal(again.asks.length, 2);
  });
});

describe('what Amazon does not give', () => {
  test('parts that are refused are done without, on every page, and it is said', async () => {
    const refused = failure(400, 'InvalidInput', 'Invalid value for includedData: TAX.');
    const seller = fakeVendor([refused, page([shipped], 'two'), page([unshipped])]);
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
    const seller = fakeVendor(Array.from({ length: 11 }, () => each));
    const { items } = await orders.fetch(query({ ids }), undefined, seller.reading);
    assert.equal(items.length, 6);
    assert.deepEqual(queryOf(seller.asks.at(-1)), { includedData: MOST_OF_IT });
    assert.equal(seller.asks.length, 11, 'the first five at the same time, the sixth knows');
  });

  test('when it is another parameter that is refused, the first refusal is given', async () => {
    const seller = fakeVendor([
      failure(400, 'InvalidInput', 'first'),
      failure(400, 'InvalidInput', 'second'),
    ]);
    await assert.rejects(orders.fetch(query(), undefined, seller.reading), { native: 'first' });
  });

  test('buyers that are withheld are named once, with the cause', async () => {
    const anonymous: NativeOrder = sample('order-personal-data-withheld');
    const byAmazon: NativeOrder = {
      ...anonymous,
      orderId: '1',
      fulfillment: { ...anonymous.fulfillment, fulfilledBy: 'AMAZON' },
    };
    const causes = async (list: readonly NativeOrder[]) => {
      const seller = fakeVendor([page(list)]);
      await orders.fetch(query(), undefined, seller.reading);
      return seller.warnings.map(({ code, message }) => [
        code,
        /ships .* itself/.test(message)
          ? 'ships'
          : /lacks the restricted role/.test(message) && 'role',
      ]);
    };
    const role = ['personal_data_withheld', 'role'];
    const ships = ['personal_data_withheld', 'ships'];
    assert.deepEqual(await causes([anonymous, { ...anonymous, orderId: '2' }, shipped]), [role]);
    const fulfillmentStatus = 'INVOICE_UNCONFIRMED';
    const invoiced = { ...anonymous, fulfillment: { ...anonymous.fulfillment, fulfillmentStatus } };
    assert.deepEqual(await causes([invoiced]), [role]);
    assert.deepEqual(await causes([byAmazon, shipped]), [ships]);
    assert.deepEqual(await causes([byAmazon, anonymous]), [ships, role]);
    assert.deepEqual(await causes([cancelled, sample('order-pending')]), []);
  });
});
