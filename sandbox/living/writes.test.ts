// Writes of a vendor's API: what they do to the catalogue, how they are counted, and what may go wrong with them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../catalogue/index.ts';
import type { OpenStore } from '../store.ts';
import { ANCHOR, counted, tryWrites, unshipped } from './trial.ts';
import { noWrites, type Writes } from './writes.ts';

const start = catalogueOf(ANCHOR);
const order = unshipped(start.orders, { pieces: 3 });
const { product, variant } = counted(start.products, (one) => one.variants.length > 1);
const lineId = order.lines[0]?.id ?? 0;
const host = 'vendor.example';
let writes: Writes = noWrites;

/** A vendor with a call that sends a piece, and one that does it a minute later. */
const vendor: OpenStore = ({ writesAs }) => {
  writes = writesAs?.('vendor') ?? noWrites;
  const tracking = [
    { number: 'A1', url: 'https://dhl.example/A1' },
    { number: 'A2', url: null },
  ];
  const send = () =>
    writes.ship(order.id, { lines: [{ lineId, quantity: 1 }], carrier: 'DHL', tracking });
  return {
    ...{ channel: 'vendor', title: 'Vendor', hosts: [host], limits: [] },
    shops: [{ name: 'demo', title: 'Demo', about: '', host, timeZone: 'UTC', credential: { account: {}, secrets: {} }, orders: [], products: [] }], // biome-ignore format: one shop
    handle({ method, path }) {
      if (method === 'GET') return { status: 200, headers: {}, body: 'read' };
      if (path === '/later') {
        writes.later(60_000, send);
        return { status: 202, headers: {}, body: '' };
      }
      return { status: 201, headers: {}, body: String(send().parcel.id) };
    },
    orderId: ({ id }) => `o${id}`,
    productId: ({ id }) => `p${id}`,
    variantId: (_, { id }) => `v${id}`,
  };
};

const { sandbox, clock, ask } = tryWrites(vendor);
const post = (path = '/', ms = 20_000) => ask('POST', path, { host, ms });
const parcels = () => sandbox.catalogue.orderById.get(order.id)?.fulfilments ?? [];
const written = () => sandbox.changes.written('vendor').map(({ id, act }) => `${id} ${act}`);

test('a write sends a parcel, once for each time that it is sent, and both are counted', async () => {
  sandbox.changes.reset();
  await post();
  assert.equal((await post()).status, 201);
  const [first] = parcels();
  assert.equal(parcels().length, 2);
  assert.deepEqual(
    [first?.carrier, first?.trackingNumber, first?.moreTracking, first?.by],
    ['DHL', 'A1', [{ number: 'A2', url: null }], 'vendor'],
  );
  assert.deepEqual(written(), [`o${order.id} ship`, `o${order.id} ship`]);
  writes.track(order.id, first?.id ?? 0, { carrier: 'UPS', tracking: [] });
  assert.deepEqual([parcels()[0]?.carrier, parcels()[0]?.trackingNumber], ['UPS', null]);
});

test('prices and stock of several variants are one step, at the place that is named', () => {
  sandbox.changes.reset();
  const other = product.variants[1]?.id ?? 0;
  writes.edit(product.id, [
    { variantId: variant.id, price: 1234, compareAtPrice: 2000 },
    { variantId: other, stock: 77, locationId: 3 },
  ]);
  const now = sandbox.catalogue.productById.get(product.id);
  assert.deepEqual([now?.variants[0]?.price, now?.variants[0]?.compareAtPrice], [1234, 2000]);
  assert.deepEqual(now?.variants[1]?.stock.levels.at(-1), { locationId: 3, available: 77 });
  assert.deepEqual(
    sandbox.changes.written('vendor').map(({ what }) => what),
    [['price', 'compareAtPrice', 'stock']],
  );
  writes.keepProduct(product.id, { note: 'mine' });
  assert.deepEqual(sandbox.catalogue.productById.get(product.id)?.own, {
    vendor: { note: 'mine' },
  });
});

test('a vendor that writes later has written when the time has come, unless all was reset', async () => {
  sandbox.changes.reset();
  await post('/later');
  await ask('GET', '/', { host });
  assert.equal(parcels().length, 0);
  clock.now += 60_000;
  await ask('GET', '/', { host });
  assert.equal(parcels().length, 1);
  await post('/later');
  sandbox.changes.reset();
  clock.now += 60_000;
  await ask('GET', '/', { host });
  assert.equal(parcels().length, 0);
});

test('the faults of writes answer something else than was done, and spare what only reads', async () => {
  sandbox.changes.reset();
  const plant = (
    kind: 'write-dropped' | 'write-then-500' | 'write-then-stall' | 'write-then-reset',
    skip = 0,
  ) => sandbox.faults.plant({ kind, channel: 'vendor', times: 1, skip });
  plant('write-dropped', 1);
  assert.equal((await ask('GET', '/', { host })).status, 200);
  await post();
  assert.deepEqual([(await post()).status, parcels().length], [201, 1]);
  plant('write-then-500');
  assert.equal((await ask('GET', '/', { host })).status, 200);
  assert.deepEqual([(await post()).status, parcels().length], [500, 2]);
  plant('write-then-stall');
  await assert.rejects(post('/', 300));
  assert.equal(parcels().length, 3);
  assert.equal(written().length, 3);
  sandbox.changes.reset();
  plant('write-then-reset');
  await assert.rejects(post());
  assert.equal(parcels().length, 1);
  plant('write-dropped');
  assert.equal((await post('/later')).status, 202);
  clock.now += 60_000;
  await ask('GET', '/', { host });
  assert.equal(parcels().length, 1);
  assert.ok(sandbox.faults.list().every(({ hits }) => hits === 1));
});
