// Each change that no date shows: the vendor's date stays, the journal says so, and the record is changed or gone.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Order, Product } from '../catalogue/types.ts';
import { type Sandbox, startSandbox } from '../server.ts';
import type { StoreShop } from '../store.ts';
import { SILENT } from './silent.ts';

const anchor = Date.UTC(2026, 10, 15);
let clock = anchor + 12 * 3_600_000;
/** Orders of so many days show every trait; with repetitions there are years of them. */
const days = process.env.TEST_ALL === '1' ? undefined : 60;
let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox({ port: 0, anchor, now: () => clock, relaxed: true, days });
});
afterEach(() => sandbox.changes.reset());
after(() => sandbox.close());

function shopOf(channel: string, name: string) {
  const store = sandbox.stores.find((one) => one.channel === channel);
  const shop = store?.shops.find((one) => one.name === name);
  assert.ok(store && shop, `${channel} ${name}`);
  return { store, shop };
}

/** The records that the shop lists, by the vendor's own identifier. */
function listed(channel: string, name: string): ReadonlyMap<string, Order | Product> {
  const { store, shop } = shopOf(channel, name);
  const isShown = ({ orphaned }: Order) => !orphaned || name === 'legacy';
  return new Map<string, Order | Product>([
    ...shop.orders.filter(isShown).map((order) => [`orders ${store.orderId(order)}`, order] as const),
    ...shop.products.map((product) => [`products ${store.productId(product)}`, product] as const),
  ]); // biome-ignore format: one kind a line
}

const post = (path: string, body: object = {}): number | undefined => {
  const call = { method: 'POST', path: `/_sandbox/${path}`, query: [], body: JSON.stringify(body) };
  return sandbox.changes.reply(call)?.status;
};

const dateOf = ({ undated, updatedAt }: Order | Product) => (undated ? null : updatedAt);
/** A record without what notes its history and its dates. */
const contentOf = ({ changes: _, updatedAt: __, ...record }: Order | Product) =>
  JSON.stringify(record, (key, value) => (key === 'updatedAt' ? undefined : value));

for (const { name, channel, shop, resource, what } of SILENT)
  test(`${name}: no date of ${shop} shows it`, () => {
    // The shop of posts holds few orders, and none of them can still be edited.
    if (shop === 'legacy') post('orders', { paid: false });
    clock += 3_600_000;
    const was = listed(channel, shop);
    const entries = sandbox.changes.silently(name).filter((entry) => entry.resource === resource);
    const is = listed(channel, shop);
    assert.ok(entries.length > 0, 'the journal has it');
    for (const { id, moves, change, at } of entries) {
      assert.deepEqual([moves, at], [false, clock]);
      const [old, now] = [was.get(`${resource} ${id}`), is.get(`${resource} ${id}`)];
      // The shop may show fewer records than the vendor could.
      if (!old) continue;
      assert.equal(now === undefined, change === 'deleted', id);
      if (!now) continue;
      assert.notEqual(contentOf(now), contentOf(old), id);
      assert.ok(now.undated || dateOf(now) === dateOf(old), id);
    }
    const leaves = ['deletion', 'statuses'].includes(what) || name === 'magento: not visible';
    assert.equal(entries[0]?.change, leaves ? 'deleted' : 'updated');
    assert.ok(
      entries.some(({ id }) => was.has(`${resource} ${id}`)),
      'of a record that was there',
    );
  });

test('with tables of their own the same edits of orders move the date', () => {
  clock += 3_600_000;
  const [{ id = '' } = {}] = sandbox.changes.silently(
    'woocommerce: an address of an order that is a post',
  );
  const [last] = sandbox.changes.journal('woocommerce', 'demo').slice(-1);
  assert.deepEqual([last?.id, last?.moves, last?.what], [id, true, ['phone']]);
  const { shop } = shopOf('woocommerce', 'demo');
  assert.equal(newest(shop), clock);
});

const newest = ({ orders }: StoreShop) => Math.max(...orders.map(({ updatedAt }) => updatedAt));

test('a journal has what one vendor knows, and ends with a reset', () => {
  const { changes } = sandbox;
  changes.silently('woocommerce: a status that no plugin registers');
  changes.silently('magento: not visible');
  const acts = (channel: string) => changes.journal(channel).map(({ act }) => act);
  assert.deepEqual(acts('woocommerce'), ['orphan']);
  assert.deepEqual(acts('magento'), ['hide']);
  assert.deepEqual(acts('shopify'), []);
  changes.random(20, 3);
  const seqs = changes.journal('shopify').map(({ seq }) => seq);
  assert.ok(seqs.length >= 20 && seqs.every((seq, at) => at === 0 || seq >= (seqs[at - 1] ?? 0)));
  assert.ok(changes.journal('shopify').every(({ moves, change, what }) => moves || change === 'deleted' || what.includes('products'))); // biome-ignore format: one line
  changes.reset();
  assert.deepEqual(acts('shopify'), []);
});

test('what was taken away can be given back, and is dated by the next edit', () => {
  const { changes } = sandbox;
  const [status] = changes.silently('woocommerce: a status that no plugin registers');
  assert.equal(post(`orders/woocommerce:${status?.id}/adopt`), 200);
  assert.equal(post(`orders/woocommerce:${status?.id}/adopt`), 409);
  const [hidden] = changes.silently('magento: not visible');
  const name = `magento:${hidden?.id}`;
  assert.equal(post(`products/${name}/show`), 200);
  const shown = changes.journal('magento').at(-1);
  assert.deepEqual([shown?.change, shown?.moves], ['created', true]);
  const [undated] = changes.silently('woocommerce: a product without a date');
  clock += 60_000;
  assert.equal(post(`products/woocommerce:${undated?.id}/edit`, { title: 'Dated' }), 200);
  const { shop } = shopOf('woocommerce', 'demo');
  const dated = shop.products.find(({ title }) => title === 'Dated');
  assert.deepEqual([dated?.undated, dated?.updatedAt], [undefined, clock]);
  assert.equal(post('orders/3000/edit', { note: 'x', by: 'magic' }), 400);
});

test('the same edit moves the dates of some vendors, by how it was made', () => {
  const { changes } = sandbox;
  const moved = () =>
    sandbox.stores
      .filter(({ channel }) => changes.journal(channel).at(-1)?.moves)
      .map(({ channel }) => channel);
  const wide = `magento:${changes.recordFor('magento: a child’s stock by source items')}`;
  post(`products/${wide}/edit`, { price: '12.34' });
  assert.deepEqual(moved(), ['magento', 'shopify', 'woocommerce']);
  post(`products/${wide}/edit`, { price: '12.35', by: 'import' });
  assert.deepEqual(moved(), ['shopify']);
  post(`products/${wide}/edit`, { stock: 3, by: 'sale' });
  assert.deepEqual(moved(), ['shopify', 'woocommerce']);
});
