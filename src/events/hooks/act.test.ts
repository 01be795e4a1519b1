// What is done for those who cannot be asked: again and again, and at last as the vendor said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccounts } from '../../accounts/index.ts';
import type { Channel } from '../../channels/channel.ts';
import { shopify } from '../../channels/shopify/index.ts';
import { Fault } from '../../model/faults.ts';
import { type Store, StoreUnavailableError } from '../../store/index.ts';
import { type Acting, createAct } from './act.ts';

const AT = Date.UTC(2026, 10, 15);

const refused = () => new Fault('credential_refused', 'No.', { status: 401 });
const down = () => new Fault('channel_failed', 'The channel is down.');

/** Three users of as many clients; `failures` says what each one's shop answers, if it is no yes. */
function house(failures: Readonly<Record<string, () => Error>>) {
  const removed: string[] = [];
  const steps: string[] = [];
  const events: string[] = [];
  const holders = ['a', 'b', 'c'].map((userId) => ({
    ...{ userId, channel: 'shop', clientId: `client-${userId}`, tpUserId: userId },
    ...{ linkedAt: AT - 3_600_000, way: userId === 'b' ? null : 'shopify' },
  }));
  const store = {
    accounts: {
      holders: async () => holders.filter(({ userId }) => !removed.includes(userId)),
      formerClients: async () => removed.map((userId) => `client-${userId}`),
      forgetFormer: async () => {},
      eraseResults: async ({ userId }: { userId: string }) => steps.push(`results ${userId}`),
    },
    credentials: {
      find: async ({ userId }: { userId: string }) => ({
        ...{ userId, channel: 'shop', account: { userId }, secrets: {} },
        ...{ linkedAt: AT - 3_600_000, version: 1 },
      }),
      remove: async ({ userId }: { userId: string }) => {
        steps.push(`link ${userId}`);
        return removed.push(userId) > 0;
      },
    },
    renewals: { of: () => undefined },
  } as unknown as Store;
  const channel: Channel = {
    ...shopify,
    check: async ({ userId = '' }) => {
      const failure = failures[userId];
      if (failure) throw failure();
      return {};
    },
  };
  const channels = { shop: channel };
  const connect = (() => ({})) as never;
  const act = createAct({
    ...{ channels, store },
    accounts: createAccounts({ channels, store, connect, now: () => AT }),
    announce: async (client) => events.push(client),
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
  return { act, acting, removed, steps, events };
}

const ENDS = ['uninstalled', 'shop_redact'] as const;
const saying = (kind: (typeof ENDS)[number], at: number | undefined) => ({
  message: { kind, account: 'https://x.myshopify.com', at },
});

test('whatever a message says of itself, only what the shop refuses is ended', async () => {
  for (const kind of ENDS)
    for (const at of [undefined, 0, AT - 1, AT, AT + 365 * 86_400_000]) {
      const { act, acting, removed, steps, events } = house({ b: refused });
      const { unlinked, kept } = await act(acting(saying(kind, at)));
      assert.deepEqual([removed, unlinked, kept], [['b'], 1, 2]);
      assert.ok(!steps.some((step) => !step.endsWith(' b')), 'nothing of the others was erased');
      assert.deepEqual(events, kind === 'shop_redact' ? ['client-b'] : []);
    }
});

test('a refusal that is not the vendor’s own answer ends nothing', async () => {
  const from = new Fault('credential_refused', 'Refused so often that it is not sent.');
  const { act, acting, removed } = house({ a: () => from });
  await assert.rejects(act(acting()), from);
  assert.deepEqual(removed, []);
});

test('one who cannot be asked holds up no other, and is asked again', async () => {
  const { act, acting, removed } = house({ a: refused, b: down, c: refused });
  await assert.rejects(act(acting()), { code: 'channel_failed' });
  assert.deepEqual(removed, ['a', 'c']);
  await assert.rejects(act(acting()));
  assert.deepEqual(removed, ['a', 'c']);
});

test('at last the link stays where the shop never answered, and no one hears that it is gone', async () => {
  for (const failure of [down, () => new Error('no key of the ring opens it')])
    for (const kind of ENDS) {
      const { act, acting, removed, steps, events } = house({ a: refused, b: failure, c: failure });
      const acted = await act(acting({ ...saying(kind, AT), last: true }));
      assert.deepEqual([acted.unlinked, acted.unanswered, removed], [1, 2, ['a']]);
      assert.ok(!steps.some((step) => !step.endsWith(' a')));
      assert.deepEqual(events, kind === 'shop_redact' ? ['client-a'] : []);
    }
});

test('neither the end of this process nor a trouble of the database is an answer', async () => {
  const stopped = new AbortController();
  stopped.abort();
  const { act, acting, removed } = house({ b: down });
  await assert.rejects(act(acting({ last: true, signal: stopped.signal })));
  assert.ok(!removed.includes('b'));
  const store = house({ b: () => new StoreUnavailableError(new Error('x')) });
  await assert.rejects(store.act(store.acting({ last: true })), StoreUnavailableError);
  assert.ok(!store.removed.includes('b'));
});

test('an operator’s app that is not set says nothing of a link', async () => {
  const { act, acting, removed } = house({
    b: () => new Fault('app_refused', 'Not set.', { reason: 'app_not_set' }),
  });
  await assert.rejects(act(acting()));
  assert.ok(!removed.includes('b'));
});

test('what is kept of a user is erased before the link by which it is found', async () => {
  const { act, acting, steps } = house({ a: refused, b: refused, c: refused });
  const message = { kind: 'shop_redact', account: 'https://x.myshopify.com', at: AT } as const;
  await act(acting({ message }));
  assert.deepEqual(
    steps,
    ['a', 'b', 'c'].flatMap((user) => [`results ${user}`, `link ${user}`]),
  );
});
