// Shipments: asked for only of what has left, by the order alone, each whole; pieces as far as bol says them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOW, orderOf, queryOf, readingOf } from './fake-vendor.ts';
import type { NativeOrder } from './native.ts';
import { fulfillmentsOf, withShipments } from './shipments.ts';

const changed = NOW - 86_400_000;
const waiting = orderOf({ id: 'C000000001', placed: changed, items: [{ changed }] });
const sent = orderOf({ id: 'C000000002', placed: changed, items: [{ changed, shipped: 1 }] });
const path = (url: string) => url.replace(/^.*retailer\//, '');

const vendor = (ids: readonly string[]) =>
  readingOf((ask) => {
    if (path(ask.url) !== 'shipments') return { body: { shipmentId: path(ask.url).slice(10) } };
    const { page = '1' } = queryOf(ask);
    const rows = ids.slice((Number(page) - 1) * 50, Number(page) * 50);
    return {
      body: rows.length === 0 ? {} : { shipments: rows.map((shipmentId) => ({ shipmentId })) },
    };
  });

test('an order of which nothing has left costs no call', async () => {
  const reading = vendor([]);
  assert.deepEqual(await withShipments([waiting], reading), [{ ...waiting, shipments: [] }]);
  assert.deepEqual(reading.asks, []);
});

test('one list by the order alone: bol takes no fulfilment method beside it', async () => {
  const reading = vendor(['8', '7']);
  const [order] = await withShipments([sent], reading);
  assert.deepEqual(order?.shipments, [{ shipmentId: '8' }, { shipmentId: '7' }]);
  assert.deepEqual(
    reading.asks.map(({ url, operation }) => `${operation} ${path(url)}`),
    ['shipments shipments', 'shipment shipments/8', 'shipment shipments/7'],
  );
  assert.deepEqual(queryOf(reading.asks[0]), { 'order-id': sent.orderId, page: '1' });
});

test('a list of shipments is read to its end', async () => {
  const ids = Array.from({ length: 51 }, (_, at) => String(at + 1));
  const [order] = await withShipments([sent], vendor(ids));
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
  const [order] = await withShipments([sent], reading);
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
      const shipmentItems = sent.orderItems.map(({ orderItemId }) => ({ orderItemId }));
      const shipment = { shipmentId: '7', shipmentItems, transport: { transportEvents } };
      const order = { ...sent, shipments: [shipment] };
      return fulfillmentsOf(order, { account: {}, now: NOW, note })[0]?.status;
    },
  );
  assert.deepEqual(states, ['shipped', 'shipped', 'delivered', null]);
  assert.deepEqual(warnings, ['fulfillments.status']);
});

/** A line of `ordered` pieces of which `left` have left, in parcels that say so many each, or nothing. */
function piecesOf(ordered: number, left: number | null, said: readonly (number | null)[]) {
  const warnings: string[] = [];
  const [item] = sent.orderItems;
  assert.ok(item);
  const order: NativeOrder = {
    ...sent,
    orderItems: [{ ...item, quantity: ordered, quantityShipped: left }],
    shipments: said.map((quantityShipped, at) => ({
      shipmentId: String(at + 1),
      shipmentItems: [{ orderItemId: item.orderItemId, quantity: ordered, quantityShipped }],
    })),
  };
  const note = ({ code }: { readonly code: string }) => void warnings.push(code);
  const found = fulfillmentsOf(order, { account: {}, now: NOW, note });
  return [found.map(({ line_items }) => line_items?.[0]?.quantity), warnings];
}

test('what was ordered is never taken for what a parcel holds', () => {
  assert.deepEqual(piecesOf(3, 3, [2, 1]), [[2, 1], []]);
  assert.deepEqual(piecesOf(3, 2, [null]), [[2], []]);
  assert.deepEqual(piecesOf(3, 3, [null, null]), [[null, null], []]);
  assert.deepEqual(piecesOf(3, 3, [3, 3]), [[null, null], []]);
  assert.deepEqual(piecesOf(3, null, [null]), [[null], []]);
});

test('goods that have left in no shipment of the list are said', () => {
  assert.deepEqual(piecesOf(3, 3, []), [[], ['fulfillments_unknown']]);
  assert.deepEqual(piecesOf(3, 0, []), [[], []]);
  assert.deepEqual(piecesOf(3, null, []), [[], []]);
});
