// The sequence of events: begins with now, names the listings of stock, goes on by its numbers alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSharetribe } from '../../../sandbox/stores/sharetribe/index.ts';
import { openLivingShop } from '../../../test/living-shop.ts';
import { events } from './events.ts';
import { sharetribe } from './index.ts';

const openShop = (name?: string) => openLivingShop(sharetribe, openSharetribe, name);

/** A product that is listed, counted and for sale. */
function counted(shop: Awaited<ReturnType<typeof openShop>>, at = 0) {
  const product = shop.shop.products.filter(
    ({ status, variants: [one] }) => status === 'active' && one?.stock.tracked === true,
  )[at];
  assert.ok(product);
  return { product, id: shop.store.productId(product) };
}

test('it begins with now, and says nothing where nothing happened', async () => {
  const shop = await openShop();
  const first = await events(undefined, shop.reading());
  assert.deepEqual(first.events, []);
  assert.equal(first.more, false);
  shop.clock.now += 60_000;
  const second = await events(first.next, shop.reading());
  assert.deepEqual(second, { events: [], next: first.next, more: false });
});

test('a new listing, an edit, a deletion and a stock each name their listing, in their order', async () => {
  const shop = await openShop();
  const begun = await events(undefined, shop.reading());
  const { product, id } = counted(shop);
  const { product: sold, id: soldId } = counted(shop, 1);
  const { id: goneId, product: gone } = counted(shop, 2);
  shop.clock.now += 60_000;
  const made = shop.change('POST', 'products', { title: 'A new one' });
  shop.change('POST', `products/${product.id}/edit`, { title: 'Another title' });
  shop.clock.now += 1000;
  shop.change('POST', `products/${sold.id}/edit`, { stock: 7 });
  shop.change('DELETE', `products/${gone.id}`);
  const newId = made.shown.find(({ channel }: { channel: string }) => channel === 'sharetribe').id;
  const found = await events(begun.next, shop.reading());
  const at = shop.clock.now;
  assert.deepEqual(found.events, [
    { id: newId, gone: false, at: at - 1000 },
    // Its stock.
    { id: newId, gone: false, at: at - 1000 },
    { id, gone: false, at: at - 1000 },
    { id: soldId, gone: false, at },
    { id: goneId, gone: true, at },
  ]);
  const again = await events(found.next, shop.reading());
  assert.deepEqual(again, { events: [], next: found.next, more: false });
});

test('a hundred come at a time, and none is lost or met twice between them', async () => {
  const shop = await openShop();
  let place = (await events(undefined, shop.reading())).next;
  const { product } = counted(shop);
  for (let at = 0; at < 250; at++) shop.change('POST', `products/${product.id}/edit`, { title: `Title ${at}` }); // biome-ignore format: one line
  const pages: number[] = [];
  for (let more = true; more; ) {
    const page = await events(place, shop.reading());
    pages.push(page.events.length);
    ({ next: place, more } = page);
  }
  assert.deepEqual(pages, [100, 100, 50]);
});

test('a clock that is ahead of Sharetribe’s by minutes loses no event', async () => {
  const shop = await openShop();
  shop.clock.now += 600_000;
  const ahead = shop.reading();
  shop.clock.now -= 600_000;
  const begun = await events(undefined, ahead);
  const { product, id } = counted(shop);
  shop.change('POST', `products/${product.id}/edit`, { title: 'Another title' });
  const found = await events(begun.next, shop.reading());
  assert.deepEqual(found.events.map((one) => one.id), [id]); // biome-ignore format: one line
});

test('one query of events is one call', async () => {
  const shop = await openShop();
  shop.counted();
  await events(undefined, shop.reading());
  assert.equal(shop.counted(), 1);
});

test('a vendor that sends earlier events again is refused, and one event that is none as well', async () => {
  const shop = await openShop();
  const begun = await events(undefined, shop.reading());
  shop.change('POST', `products/${counted(shop).product.id}/edit`, { title: 'Another title' });
  const { next } = await events(begun.next, shop.reading());
  const answering = (data: readonly unknown[]) => ({
    ...shop.reading(),
    call: () => Promise.resolve({ status: 200, headers: {}, text: '', body: { data } }),
  });
  const event = { createdAt: '2026-11-15T12:00:00.000Z', sequenceId: 1, eventType: 'listing/updated', resourceId: 'x' }; // biome-ignore format: one line
  await assert.rejects(events(next, answering([{ attributes: event }])), /never end/);
  await assert.rejects(events(begun.next, answering([{ attributes: {} }])), { code: 'channel_invalid_response' }); // biome-ignore format: one line
});

test('an event that names no listing is passed over, and its number is gone on from', async () => {
  const shop = await openShop();
  const event = { createdAt: '2026-11-15T12:00:00.000Z', sequenceId: 7, eventType: 'stockAdjustment/deleted', resourceId: 'x', resource: null, previousValues: { relationships: { listing: { data: { id: { uuid: 'of stock' } } } } } }; // biome-ignore format: one line
  const other = { ...event, sequenceId: 8, eventType: 'unheard/of', previousValues: {} };
  const data = [{ attributes: event }, { attributes: other }];
  const call = () => Promise.resolve({ status: 200, headers: {}, text: '', body: { data } });
  const found = await events(undefined, { ...shop.reading(), call });
  const at = Date.parse('2026-11-15T12:00:00.000Z');
  assert.deepEqual(found, {
    events: [{ id: 'of stock', gone: false, at }],
    next: { after: 8 },
    more: false,
  });
});
