// Webhooks of a shop: which are there, however long their list is and however it is cut into pages.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Call } from '../../model/exchange.ts';
import type { HintSubscription } from '../hook.ts';
import { hints } from './hooks.ts';

const ADDRESS = 'https://manifold.example/hooks/woocommerce/h1';
const TOPICS = ['order.created', 'order.updated'];

const webhook = (id: number, topic: string, delivery_url = ADDRESS) => ({
  ...{ id, topic, delivery_url, status: 'active' },
});
const ours = [webhook(1, 'order.created'), webhook(2, 'order.updated')];
const theirs = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    webhook(1000 + at, 'order.created', 'https://other.example/'),
  );

/**
 * Lists as WooCommerce does (`WC_REST_Webhooks_V1_Controller::get_items`): what a plugin makes of
 * `per_page` comes after the offset was reckoned from it. All were made in the same second, so by
 * their dates each page has an order of its own. Says what was made or removed.
 */
async function kept(
  all: readonly (object | null)[],
  { most = 100, header = true } = {},
  how: (subscription: HintSubscription) => Promise<unknown> = hints.keep,
) {
  const wrote: string[] = [];
  const call: Call = async ({ url, query, method = 'GET' }) => {
    const numberOf = (name: string) => Number(new Map(query).get(name));
    const [size, page] = [numberOf('per_page'), numberOf('page')];
    if (method !== 'GET') wrote.push(`${method} ${url.replace(/.*webhooks/, '')}`);
    else assert.ok(size >= 1 && size <= 100, String(size));
    const isStable = new Map(query).get('orderby') === 'id';
    const list = isStable || page === 1 ? all : all.toReversed();
    const rows = list.slice((page - 1) * size, (page - 1) * size + Math.min(size, most));
    const headers: Record<string, string> = header ? { 'x-wp-total': String(all.length) } : {};
    return { status: 200, headers, text: '', body: method === 'GET' ? rows : {} };
  };
  await how({
    ...{ account: { baseUrl: 'https://shop.nl' }, version: 'wc/v3', call },
    ...{ address: ADDRESS, shared: false, secret: 's', topics: TOPICS },
  });
  return wrote;
}

const hinted = (topic: string, body: unknown) =>
  hints.read({
    headers: { 'x-wc-webhook-topic': topic },
    ...{ query: {}, body: Buffer.from(JSON.stringify(body)) },
  });

describe('the webhooks of a WooCommerce shop', () => {
  it('that are there are not made again, and those that are missing are', async () => {
    assert.deepEqual(await kept(ours), []);
    assert.deepEqual(await kept([...theirs(3), ...ours.slice(1)]), ['POST ']);
    assert.deepEqual(await kept([]), ['POST ', 'POST ']);
  });

  it('are found on later pages, with the length of the list and without', async () => {
    for (const header of [true, false])
      for (const before of [theirs(100), [null, ...theirs(99)]]) {
        assert.deepEqual(await kept([...before, ...ours], { header }), []);
        const ended = await kept([...before, ...ours], { header }, hints.end);
        assert.deepEqual(ended, ['DELETE /1', 'DELETE /2']);
      }
  });

  it('are found where a plugin gives fewer at a time than are asked for', async () => {
    assert.deepEqual(await kept([...theirs(70), ...ours], { most: 20 }), []);
  });
});

describe('a message of a WooCommerce shop', () => {
  it('names a record by its number, a variation by its product', () => {
    const of = (record: string) => [{ resource: 'products', record }];
    assert.deepEqual(hinted('product.updated', { id: 12, parent_id: 0 }), of('12'));
    assert.deepEqual(hinted('product.updated', { id: 13, parent_id: 12 }), of('12'));
    assert.deepEqual(hinted('order.deleted', { id: 7 }), [{ resource: 'orders', record: '7' }]);
  });

  it('names what was deleted as WordPress did, which may be as text', () => {
    assert.deepEqual(hinted('product.deleted', { id: '12' }), [
      { resource: 'products', record: '12' },
    ]);
    for (const id of ['', '0', '-1', 'x', null, 1.5, {}])
      assert.deepEqual(hinted('product.deleted', { id }), [], JSON.stringify(id));
  });
});
