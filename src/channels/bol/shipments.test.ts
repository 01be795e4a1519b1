// Shipments: asked for only of what has left, by the method that sent it, each whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOW, orderOf, queryOf, readingOf } from './fake-vendor.ts';
import type { NativeOrder } from './native.ts';
import { fulfillmentsOf, withShipments } from './shipments.ts';

const changed = NOW - 86_400_000;
const waiting = orderOf({ id: 'C000000001', placed: changed, items: [{ changed }] });
const sent = orderOf({ id: 'C000000002', placed: changed, items: [{ changed, shipped: 1 }] });
const byBol: NativeOrder = {
  ...sent,
  orderItems: sent.orderItems.map((item) => ({ ...item, fulfilment: { method: 'FBB' } })),
};
const path = (url: string) => url.replace(/^.*retailer\//, '');

const vendor = (lists: Readonly<Record<string, readonly string[]>>) =>
  readingOf((ask) => {
    const { 'fulfilment-method': method = '', page = '1' } = queryOf(ask);
    if (path(ask.url) !== 'shipments') return { body: { shipmentId: path(ask.url).slice(10) } };
    const ids = (lists[method] ?? []).slice((Number(page) - 1) * 50, Number(page) * 50);
    return {
      body: ids.length === 0 ? {} : { shipments: ids.map((shipmentId) => ({ shipmentId })) },
    };
  });

test('an order of which nothing has left costs no call', async () => {
  const reading = vendor({});
  assert.deepEqual(await withShipments([waiting], reading), [{ ...waiting, shipments: [] }]);
  assert.deepEqual(reading.asks, []);
});

test('where the method is said it alone is asked for, and both where it is not', async () => {
  const lists = { FBB: ['7'], FBR: ['8'] };
  const own = vendor(lists);
  const [order] = await withShipments([byBol], own);
  assert.deepEqual(order?.shipments, [{ shipmentId: '7' }]);
  const any = vendor(lists);
  const [other] = await withShipments([sent], any);
  assert.deepEqual(
    other?.shipments?.map(({ shipmentId }) => shipmentId),
    ['8', '7'],
  );
  assert.deepEqual(
    any.asks.map(({ url, operation }) => `${operation} ${path(url)}`),
    ['shipments shipments', 'shipment shipments/8', 'shipments shipments', 'shipment shipments/7'],
  );
});

test('a list of shipments is read to its end', async () => {
  const ids = Array.from({ length: 51 }, (_, at) => String(at + 1));
  const [order] = await withShipments([byBol], vendor({ FBB: ids }));
  assert.equal(order?.shipments?.length, 51);
});

test('a shipment that has gone while it was read costs another look at the list', async () => {
  let looks = 0;
  const reading = readingOf((ask) => {
    if (path(ask.url) === 'shipments') {
      const ids = looks++ === 0 ? ['7', '8'] : ['8'];
      return { body: { shipments: ids.map((shipmentId) => ({ shipmentId })) } };
    }
    return path(ask.url) === 'shipments/7'
      ? { status: 404, body: { status: 404, title: 'Not Found' } }
      : { body: { shipmentId: '8' } };
  });
  const [order] = await withShipments([byBol], reading);
  assert.deepEqual([order?.shipments, looks], [[{ shipmentId: '8' }], 2]);
});

test('a shipment that cannot be read fails its order by name', async () => {
  const reading = readingOf(() => ({ body: { shipments: [{}] } }));
  await assert.rejects(withShipments([sent], reading), {
    code: 'channel_invalid_response',
    record: sent.orderId,
  });
});

test('what the carrier says last decides; a word that is not known is null, with a warning', () => {
  const warnings: string[] = [];
  const note = ({ field }: { readonly field?: string }) => void warnings.push(field ?? '');
  const states = [[], ['IN_TRANSIT'], ['DELIVERED_AT_CUSTOMER', 'IN_TRANSIT'], ['TELEPORTED']].map(
    (codes) => {
      const transportEvents = codes.map((eventCode, at) => ({
        eventCode,
        eventDateTime: new Date(changed - at * 1000).toISOString(),
      }));
      const order = { ...sent, shipments: [{ shipmentId: '7', transport: { transportEvents } }] };
      return fulfillmentsOf(order, { account: {}, now: NOW, note })[0]?.status;
    },
  );
  assert.deepEqual(states, ['shipped', 'shipped', 'delivered', null]);
  assert.deepEqual(warnings, ['fulfillments.status']);
});
