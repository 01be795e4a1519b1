// What is done for those who cannot be asked: again and again, and at last as the vendor said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel } from '../channels/channel.ts';
import { shopify } from '../channels/shopify/index.ts';
import { Fault } from '../model/faults.ts';
import { type Store, StoreUnavailableError } from '../store/index.ts';
import { type Acting, createAct } from './act.ts';

const AT = Date.UTC(2026, 10, 15);

/** Three users of as many clients; the second's shop gives no answer. */
function house(failure: () => Error) {
  const removed: string[] = [];
  const steps: string[] = [];
  const holders = ['a', 'b', 'c'].map((userId) => ({
    ...{ userId, channel: 'shop', clientId: `client-${userId}`, tpUserId: userId },
    ...{ linkedAt: AT - 3_600_000, way: userId === 'b' ? null : 'shopify' },
  }));
  const store = {
    accounts: {
      unnamed: async () => [],
      holders: async () => holders.filter(({ userId }) => !removed.includes(userId)),
      formerClients: async () => [],
      forgetFormer: async () => {},
      eraseResults: async ({ userId }: { userId: string }) => steps.push(`results ${userId}`),
    },
    credentials: {
      find: async () => ({ account: {}, secrets: {}, linkedAt: AT - 3_600_000, version: 1 }),
      remove: async ({ userId }: { userId: string }) => {
        steps.push(`link ${userId}`);
        return removed.push(userId) > 0;
      },
    },
    renewals: { of: () => undefined },
  } as unknown as Store;
  const channel: Channel = {
    ...shopify,
    check: async () => {
      throw failure();
    },
  };
  const act = createAct({
    channels: { shop: channel },
    store,
    connect: (() => ({})) as never,
    announce: async () => {},
    now: () => AT,
  });
  const acting = (changes: Partial<Acting> = {}): Acting => ({
    name: 'shop',
    message: { kind: 'uninstalled', account: 'https://x.myshopify.com', at: AT },
    once: 'm',
    receivedAt: AT,
    last: false,
    signal: new AbortController().signal,
    ...changes,
  });
  return { act, acting, removed, steps };
}

const down = () => new Fault('channel_failed', 'The channel is down.');

test('one who cannot be asked holds up no other, and is asked again', async () => {
  const { act, acting, removed } = house(down);
  await assert.rejects(act(acting()), { code: 'channel_failed' });
  assert.deepEqual(removed, ['a', 'c']);
  await assert.rejects(act(acting()));
  assert.deepEqual(removed, ['a', 'c']);
});

test('at last the vendor’s word counts, even where no key opens the credential', async () => {
  for (const failure of [down, () => new Error('no key of the ring opens it')]) {
    const { act, acting, removed } = house(failure);
    const { unlinked } = await act(acting({ last: true }));
    assert.deepEqual([unlinked, removed], [3, ['a', 'b', 'c']]);
  }
});

test('neither the end of this process nor a trouble of the database is an answer', async () => {
  const stopped = new AbortController();
  stopped.abort();
  const { act, acting, removed } = house(down);
  await assert.rejects(act(acting({ last: true, signal: stopped.signal })));
  assert.ok(!removed.includes('b'));
  const store = house(() => new StoreUnavailableError(new Error('x')));
  await assert.rejects(store.act(store.acting({ last: true })), StoreUnavailableError);
  assert.ok(!store.removed.includes('b'));
});

test('an operator’s app that is not set says nothing of a link', async () => {
  const { act, acting, removed } = house(
    () => new Fault('app_refused', 'Not set.', { reason: 'app_not_set' }),
  );
  await assert.rejects(act(acting()));
  assert.ok(!removed.includes('b'));
});

test('what is kept of a user is erased before the link by which it is found', async () => {
  const { act, acting, steps } = house(() => new Fault('credential_refused', 'No.'));
  const message = { kind: 'shop_redact', account: 'https://x.myshopify.com', at: AT } as const;
  await act(acting({ message }));
  assert.deepEqual(
    steps,
    ['a', 'b', 'c'].flatMap((user) => [`results ${user}`, `link ${user}`]),
  );
});
