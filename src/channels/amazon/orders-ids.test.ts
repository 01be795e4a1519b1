// Reading orders by number: one by one, whatever Amazon makes of each.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { OrderQuery } from '../../model/query.ts';
import { failure, ORDERS_ONLY, fakeVendor as openVendor, pathOf, queryOf } from './fake-vendor.ts';
import type { NativeOrder } from './native.ts';
import { orders } from './orders.ts';

const fakeVendor: typeof openVendor = (answers, options) =>
  openVendor(answers, { account: ORDERS_ONLY, ...options });
const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.native.json`, import.meta.url), 'utf8'));
const shipped: NativeOrder = sample('order-business-promotions');
const unshipped: NativeOrder = sample('order-unshipped-prime');
const EVERYTHING =
  'BUYER,RECIPIENT,PROCEEDS,PROMOTION,CANCELLATION,FULFILLMENT,PACKAGES,TAX,PAYMENT';

const query = (more: Partial<OrderQuery> = {}): OrderQuery => ({
  limit: 10,
  status: 'any',
  ...more,
});

describe('identifiers', () => {
  const ids = (count: number) =>
    Array.from({ length: count }, (_, i) => `305-0000000-${String(i).padStart(7, '0')}`);
  const answer = (ask: { url: string }) => ({
    order: { ...shipped, orderId: new URL(ask.url).pathname.split('/').at(-1) },
  });

  test('each is read by itself, unknown ones are left out', async () => {
    const seller = fakeVendor([answer, failure(404, 'NotFound'), answer]);
    const { items, next } = await orders.fetch(query({ ids: ids(3) }), undefined, seller.reading);
    assert.deepEqual(
      items.map((order) => (order as NativeOrder).orderId),
      [ids(3)[0], ids(3)[2]],
    );
    assert.equal(next, undefined);
    assert.equal(pathOf(seller.asks[0]), `/orders/2026-01-01/orders/${ids(1)[0]}`);
    assert.deepEqual(queryOf(seller.asks[0]), { includedData: EVERYTHING });
    assert.equal(seller.asks[0]?.operation, 'getOrder');
    // What is too old answers as what never was.
    assert.deepEqual(
      seller.assumed.map(([filter]) => filter),
      ['created_at_min'],
    );
    assert.deepEqual(
      seller.warnings.map(({ code }) => code),
      ['orders_window'],
    );
    const whole = fakeVendor([answer]);
    await orders.fetch(query({ ids: ids(1) }), undefined, whole.reading);
    assert.deepEqual([whole.assumed, whole.warnings], [[], []]);
  });

  test('no more than is missing to the limit, and no more than the quota allows in one go', async () => {
    const few = fakeVendor([answer, answer]);
    const first = await orders.fetch(query({ ids: ids(5), limit: 2 }), undefined, few.reading);
    assert.deepEqual([first.items.length, first.next], [2, { at: 2 }]);
    const many = fakeVendor(Array.from({ length: 30 }, () => answer));
    const whole = await orders.fetch(query({ ids: ids(70), limit: 100 }), undefined, many.reading);
    assert.deepEqual([whole.items.length, whole.next], [30, { at: 30 }]);
    const rest = fakeVendor(Array.from({ length: 10 }, () => answer));
    const last = await orders.fetch(query({ ids: ids(70), limit: 100 }), { at: 60 }, rest.reading);
    assert.deepEqual([last.items.length, last.next], [10, undefined]);
  });

  test('all other filters hold for them too', async () => {
    const foreign = { ...shipped, salesChannel: { marketplaceId: 'A1805IZSGTT6HS' } };
    const seller = fakeVendor([{ order: unshipped }, { order: shipped }, { order: foreign }]);
    const { items } = await orders.fetch(
      query({ ids: ids(3), status: 'closed' }),
      undefined,
      seller.reading,
    );
    assert.deepEqual(items, [shipped]);
    assert.deepEqual(
      seller.warnings.map(({ code, id }) => [code, id]),
      [['record_not_shown', foreign.orderId]],
    );
  });

  test('one that Amazon does not take is left out and named, and the others are given', async () => {
    const refused = failure(400, 'InvalidInput', 'Invalid orderId.', 'Invalid Input');
    const each = (ask: { url: string }) => (ask.url.endsWith('0000001') ? refused : answer(ask));
    const seller = fakeVendor(each);
    const { items } = await orders.fetch(query({ ids: ids(3) }), undefined, seller.reading);
    assert.deepEqual(
      items.map((order) => (order as NativeOrder).orderId),
      [ids(3)[0], ids(3)[2]],
    );
    assert.deepEqual(
      seller.warnings.map(({ code, field, id }) => [code, field, id]),
      [['id_refused', 'ids', ids(3)[1]]],
    );
    assert.match(seller.warnings[0]?.message ?? '', /Invalid orderId/);
  });

  test('parts that are refused for every order are not taken for a wrong number', async () => {
    const refused = failure(400, 'InvalidInput', 'Invalid value for includedData: BUYER.');
    const seller = fakeVendor(() => refused);
    await assert.rejects(orders.fetch(query({ ids: ids(1) }), undefined, seller.reading), {
      reason: 'invalid_input',
    });
  });

  test('one that cannot be read is named by its number', async () => {
    const each = (ask: { url: string }) => (ask.url.endsWith('0000001') ? {} : answer(ask));
    await assert.rejects(
      orders.fetch(query({ ids: ids(2) }), undefined, fakeVendor(each).reading),
      { code: 'channel_invalid_response', record: ids(2)[1] },
    );
    const lenient = fakeVendor(each, { lenient: true });
    const { items } = await orders.fetch(query({ ids: ids(3) }), undefined, lenient.reading);
    assert.deepEqual([items.length, lenient.leftOut], [2, [ids(2)[1]]]);
  });

  test('a role that is missing is said as such', async () => {
    const seller = fakeVendor([
      failure(
        400,
        'InvalidInput',
        '',
        'Application does not have access to one or more requested data elements: [buyerInfo]',
      ),
    ]);
    await assert.rejects(orders.fetch(query({ ids: ids(1) }), undefined, seller.reading), {
      code: 'permission_missing',
      reason: 'role_missing',
    });
    assert.equal(seller.asks.length, 1);
  });

  test('one that fails fails the call', async () => {
    const seller = fakeVendor([answer, failure(500, 'InternalFailure')]);
    await assert.rejects(orders.fetch(query({ ids: ids(2) }), undefined, seller.reading), {
      code: 'channel_failed',
    });
  });
});
