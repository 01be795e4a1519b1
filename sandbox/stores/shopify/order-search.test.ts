// Tests of the order search against the catalogue: times, zones, states and ignored terms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../../catalogue/types.ts';
import { numberOf } from './ids.ts';
import { displayedFulfilment } from './order-fulfilment.ts';
import { searchOrders } from './order-search.ts';
import { printTime } from './time.ts';
import { catalogue } from './trial.ts';
import { type World, worldOf } from './world.ts';

const { orders, products, moments } = catalogue();

function worldIn(timeZone: string): World {
  const input = { host: 'x.myshopify.com', number: 1, timeZone };
  return worldOf({ ...input, catalogue: catalogue(), orders, products });
}

const amsterdam = worldIn('Europe/Amsterdam');

function found(text: string, world = amsterdam): readonly Order[] {
  const { test: matches, warnings } = searchOrders(text, world);
  assert.deepEqual(warnings, [], text);
  return orders.filter((order) => matches === null || matches(order));
}

const bound = printTime(moments.bound);

test('quoted times keep their second: >= and <= include it, > and < do not', () => {
  const at = orders.filter((order) => order.createdAt === moments.bound);
  assert.equal(at.length >= 3, true);
  assert.deepEqual(
    found(`created_at:>='${bound}'`),
    orders.filter((order) => order.createdAt >= moments.bound),
  );
  assert.deepEqual(
    found(`created_at:<='${bound}'`),
    orders.filter((order) => order.createdAt <= moments.bound),
  );
  assert.deepEqual(found(`created_at:>='${bound}' created_at:<='${bound}'`), at);
  assert.deepEqual(
    found(`created_at:>'${bound}'`),
    orders.filter((order) => order.createdAt > moments.bound),
  );
  assert.deepEqual(
    found(`created_at:<'${bound}'`),
    orders.filter((order) => order.createdAt < moments.bound),
  );
});

test('a quoted time with an offset is the same instant', () => {
  const local = printTime(moments.bound + 7_200_000).replace('Z', '+02:00');
  assert.deepEqual(found(`created_at:'${local}'`), found(`created_at:'${bound}'`));
});

test('a date is a whole day in the zone of the shop', () => {
  const day = printTime(moments.midnight).slice(0, 10);
  const inAmsterdam = found(`created_at:>='${day}'`);
  const inNewYork = found(`created_at:>='${day}'`, worldIn('America/New_York'));
  assert.equal(inAmsterdam.length > inNewYork.length, true);
  const atMidnight = orders.filter((order) => order.createdAt === moments.midnight);
  assert.equal(atMidnight.length > 0, true);
  for (const order of atMidnight) {
    assert.equal(inAmsterdam.includes(order), true);
    assert.equal(inNewYork.includes(order), false);
  }
});

test('an unquoted time loses its time of day and zone, and the answer says so', () => {
  const day = bound.slice(0, 10);
  const { test: matches, warnings } = searchOrders(`created_at:>=${bound}`, amsterdam);
  assert.deepEqual(
    warnings.map(({ field, code }) => [field, code]),
    [
      ['00', 'invalid_field'],
      ['created_at', 'unquoted_time'],
    ],
  );
  assert.deepEqual(
    orders.filter((order) => matches?.(order)),
    found(`created_at:>='${day}'`),
  );
});

test('states, payment and shipping are distinguished', () => {
  assert.deepEqual(
    found('status:open'),
    orders.filter(({ state }) => state === 'open'),
  );
  assert.deepEqual(
    found('status:cancelled,closed'),
    orders.filter(({ state }) => state !== 'open'),
  );
  assert.deepEqual(
    found('-status:open'),
    orders.filter(({ state }) => state !== 'open'),
  );
  assert.deepEqual(
    found('(financial_status:authorized OR financial_status:partially_paid) status:open'),
    orders.filter(
      ({ state, financialStatus }) =>
        state === 'open' && ['authorized', 'partially_paid'].includes(financialStatus),
    ),
  );
  // What is on hold, scheduled or in progress is neither unshipped nor partial to the search.
  assert.deepEqual(
    found('-fulfillment_status:shipped'),
    orders.filter(({ fulfilmentStatus }) => fulfilmentStatus !== 'fulfilled'),
  );
  assert.deepEqual(
    found('(fulfillment_status:unshipped OR fulfillment_status:partial)'),
    orders.filter((order) =>
      ['UNFULFILLED', 'PARTIALLY_FULFILLED'].includes(displayedFulfilment(order)),
    ),
  );
  assert.deepEqual(
    found('fulfillment_status:shipped'),
    orders.filter(({ fulfilmentStatus }) => fulfilmentStatus === 'fulfilled'),
  );
});

test('without a term every status is found', () => {
  assert.equal(found('').length, orders.length);
});

test('numbers are found by comparison and by list', () => {
  const [first, second] = [orders[10], orders[20]].map((order) =>
    numberOf('Order', order?.id ?? 0),
  );
  assert.deepEqual(
    found(`id:${first},${second}`).map(({ id }) => id),
    [orders[10]?.id, orders[20]?.id],
  );
  assert.deepEqual(
    found(`id:${first} OR id:${second}`).map(({ id }) => id),
    [orders[10]?.id, orders[20]?.id],
  );
  assert.deepEqual(
    found(`id:>=${(first ?? 0) + 1}`),
    orders.filter(({ id }) => id > (orders[10]?.id ?? 0)),
  );
});

test('names and mail addresses are found whole', () => {
  const order = orders.find(({ email }) => email !== null);
  assert.ok(order);
  assert.deepEqual(found(`name:#${order.number}`), [order]);
  assert.equal(found(`email:${order.email}`).includes(order), true);
});

test('unknown fields and values are ignored, and each is reported', () => {
  for (const [text, field, code] of [
    ['createdat:5', 'createdat', 'invalid_field'],
    ['status:opened', 'status', 'invalid_value'],
    ["created_at:>='yesterday'", 'created_at', 'invalid_value'],
    ["created_at:>='2026-13-45'", 'created_at', 'invalid_value'],
    ["created_at:>='2026-13-45T99:99:99'", 'created_at', 'invalid_value'],
    ["created_at:>='2026-10-01T25:00:00Z'", 'created_at', 'invalid_value'],
    ['id:abc', 'id', 'invalid_value'],
    ['status:>open', 'status', 'invalid_value'],
  ]) {
    const { test: matches, warnings } = searchOrders(text ?? '', amsterdam);
    assert.equal(matches, null, text);
    assert.deepEqual(
      warnings.map((warning) => [warning.field, warning.code]),
      [[field, code]],
    );
  }
});
