// Webhooks of a shop: which are there, however they are listed, and what is made or removed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HintSubscription } from '../hook.ts';
import { ok, shopThat } from './fake-vendor.ts';
import { hints } from './hooks.ts';

const ADDRESS = 'https://manifold.example/hooks/lightspeed_c/h1';
const TOPICS = ['orders/created', 'orders/updated'];

const webhook = (id: number, itemAction: string, address = ADDRESS) => ({
  ...{ id, isActive: true, itemGroup: 'orders', itemAction, format: 'json', address },
});
const ours = [webhook(1, 'created'), webhook(2, 'updated')];
const theirs = (count: number) =>
  Array.from({ length: count }, (_, at) => webhook(1000 + at, 'created', 'https://other.example/'));

/** Keeps the subscriptions of a shop that has these webhooks, and says what it was asked. */
async function kept(
  list: (page: number, limit: number) => unknown,
  how: (subscription: HintSubscription) => Promise<unknown> = hints.keep,
) {
  const { reading, asked } = shopThat((_, { method = 'GET', query }) => {
    const numberOf = (name: string) => Number(new Map(query).get(name));
    if (method === 'GET') return ok({ webhooks: list(numberOf('page') || 1, numberOf('limit')) });
    return ok({});
  });
  const { account, call, version } = reading;
  const subscription: HintSubscription = {
    ...{ account, call, version, address: ADDRESS, shared: false, secret: 's', topics: TOPICS },
  };
  await how(subscription);
  return asked.filter((path) => !path.includes('?'));
}

const paged =
  (all: readonly object[], most = 250) =>
  (page: number, limit: number) => {
    const size = Math.min(limit, most);
    return all.slice((page - 1) * size, page * size);
  };

describe('the webhooks of a Lightspeed shop', () => {
  it('that are there are not made again, however the shop lists them', async () => {
    assert.deepEqual(await kept(paged(ours)), []);
    assert.deepEqual(await kept(() => Object.fromEntries(ours.map((one) => [one.id, one]))), []);
  });

  it('that are missing are made, also where an empty list is no list', async () => {
    for (const none of [[], false, null])
      assert.deepEqual(await kept(() => none), ['webhooks', 'webhooks'], JSON.stringify(none));
  });

  it('are found on later pages, and removed from there', async () => {
    const full = (page: number) => (page === 1 ? [null, ...theirs(249)] : ours);
    for (const list of [paged([...theirs(250), ...ours]), full]) {
      assert.deepEqual(await kept(list), []);
      assert.deepEqual(await kept(list, hints.end), ['webhooks/1', 'webhooks/2']);
    }
  });

  it('are looked for on where a shop gives pages of its own size', async () => {
    const list = paged([...theirs(50), ...ours], 50);
    assert.deepEqual(await kept(list), []);
  });
});
