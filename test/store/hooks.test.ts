// Vendors' messages on both databases: each once, held by one, done by another; and whose shop it is.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Connect } from '../../src/accounts/connect.ts';
import { createAccounts } from '../../src/accounts/index.ts';
import { shopify } from '../../src/channels/shopify/index.ts';
import { createHooks } from '../../src/events/hooks/index.ts';
import { Fault } from '../../src/model/faults.ts';
import type { Notice } from '../../src/model/notices.ts';
import type { Store } from '../../src/store/index.ts';
import { until } from '../until.ts';
import { type Database, eachDatabase, openRaw, SOME_CLIENT, START } from './databases.ts';

const HOUR = 3_600_000;
const SHOP = 'https://one.myshopify.com';
const APPS = { shop: { clientId: 'x', clientSecret: 'hush' } };
const request = (about: object) => ({ method: 'POST', headers: {}, query: {}, body: body(about) });
const body = (about: object) => Buffer.from(JSON.stringify(about));

/** A house with two tenants; its channel believes every message that says it is signed. */
async function house(t: TestContext, database: Database) {
  // What is said first to be done after a test is done first: rooms end before their store does.
  const rooms: ReturnType<typeof createHooks>[] = [];
  t.after(() => Promise.all(rooms.map((room) => room.stop())));
  const { store, place, clock } = await database.store(t);
  const events: [string, Extract<Notice, { type: 'privacy.request' }>][] = [];
  const asked: string[] = [];
  const aside: [string, string][] = [];
  // The app was removed: the shop no longer takes what it gave.
  let answer: () => void = () => {
    throw new Fault('credential_refused', 'No.', { status: 401 });
  };
  const channel = {
    ...shopify,
    hooks: {
      method: 'POST' as const,
      needs: ['clientSecret'],
      verify: () => true,
      read: ({ body }: { body: Uint8Array }) => JSON.parse(String(body)),
    },
    check: async (account: Readonly<Record<string, string>>) => {
      asked.push(account.baseUrl ?? '');
      answer();
      return {};
    },
  };
  const channels = { shop: channel };
  const connect = (() => ({ call: async () => assert.fail() })) as unknown as Connect;
  for (const id of ['one', 'two']) await store.clients.create({ ...SOME_CLIENT, id });
  return {
    ...{ store, place, clock, events, asked, aside },
    answers: (with_: () => void) => {
      answer = with_;
    },
    open(on: Store = store) {
      const room = createHooks({
        ...{ channels, apps: APPS, store: on, now: clock.now },
        accounts: createAccounts({ channels, store: on, connect, now: clock.now }),
        random: () => 0.5,
        announce: async (client, event) => {
          assert.ok(event.type === 'privacy.request');
          events.push([client, event]);
        },
        log: () => {},
        onHint: async () => {},
        onSetAside: (kind, { id }) => aside.push([kind, id]),
        onTrouble: (error) => {
          if (!(error instanceof Fault)) throw error;
        },
      });
      rooms.push(room);
      return room;
    },
    async link(client: string, tpUserId: string, given: { way?: string; shop?: string } = {}) {
      const user = await store.users.ensure(client, tpUserId);
      const { shop = SHOP, way = 'shopify' } = given;
      const key = { userId: user?.id ?? '', channel: 'shop' };
      const account = { baseUrl: shop };
      const named = { accountKey: shop, way: way === '' ? undefined : way };
      await store.credentials.save({ ...key, account, secrets: { token: 'x' }, expiresAt: null, ...named }); // biome-ignore format: one credential
      return key;
    },
    has: async (key: { userId: string; channel: string }) =>
      (await store.credentials.find(key)) !== undefined,
  };
}

const settled = async (store: Store, now: number) => {
  const without = { clients: [], lanes: new Set<string>() };
  await until(
    async () => (await store.hooks.lanes(now + 100 * 24 * HOUR, without)).lanes,
    'that the messages are dealt with',
    (lanes) => lanes.length === 0,
  );
};

eachDatabase((database) => {
  it('takes twenty of the same, sent together, for one, over two instances, and works once', async (t) => {
    const { open, link, has, events, store, clock } = await house(t, database);
    const mine = await link('one', 'a');
    const theirs = await link('two', 'a');
    const other = await link('two', 'b', { shop: 'https://two.myshopify.com' });
    clock.forward(HOUR);
    const rooms = [open(), open()];
    const about = { id: 'm1', kind: 'shop_redact', account: SHOP, at: START + 100 * HOUR };
    clock.forward(200 * HOUR);
    for (const room of rooms) await room.start();
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) => rooms[n % 2]?.receive('shop', request(about))),
    );
    assert.deepEqual(new Set(taken), new Set([true]));
    await settled(store, clock.now());
    assert.deepEqual([await has(mine), await has(theirs), await has(other)], [false, false, true]);
    assert.deepEqual(events.map(([client]) => client).sort(), ['one', 'two']);
    await rooms[0]?.receive('shop', request(about));
    await settled(store, clock.now());
    assert.equal(events.length, 2);
  });

  it('sets aside what two processes died with, says so, and takes it up hours later', async (t) => {
    const { open, link, has, store, clock, aside } = await house(t, database);
    const key = await link('one', 'a');
    clock.forward(HOUR);
    const room = open();
    await room.receive('shop', request({ id: 'm', kind: 'uninstalled', account: SHOP, at: clock.now() })); // biome-ignore format: one message
    const die = async () => {
      const held = { limit: 9, now: clock.now(), until: clock.now() + 10_000, by: 'dead' };
      const [taken = assert.fail()] = await store.hooks.claim({ lane: `shop ${SHOP}`, ...held });
      clock.forward(11_000);
      return taken.id;
    };
    const id = await die();
    await die();
    await room.start();
    await until(() => aside.length > 0, 'what is set aside');
    assert.deepEqual(aside, [['hook', id]]);
    assert.ok(await has(key), 'what may be the cause is not begun');
    await room.stop();
    clock.forward(7 * HOUR);
    await open().start();
    await settled(store, clock.now());
    assert.equal(await has(key), false, 'what was acknowledged is done all the same');
  });

  it('does what a process that died had acknowledged', async (t) => {
    const { open, link, has, store, clock, place } = await house(t, database);
    const key = await link('one', 'a');
    clock.forward(HOUR);
    // Received, taken up, and then nothing more was heard of it.
    const dead = open();
    await dead.receive('shop', request({ id: 'm', kind: 'uninstalled', account: SHOP, at: clock.now() })); // biome-ignore format: one message
    const held = { limit: 9, now: clock.now(), until: clock.now() + 10_000, by: 'dead' };
    const [taken] = await store.hooks.claim({ lane: `shop ${SHOP}`, ...held });
    assert.ok(taken);
    assert.ok(await has(key));
    clock.forward(11_000);
    await open().start();
    await settled(store, clock.now());
    assert.equal(await has(key), false);
    assert.equal(await store.hooks.finish(taken), false, 'its lease is over');
    const row = await (await openRaw(place, t)).selectFrom('hook_message').selectAll().executeTakeFirstOrThrow(); // biome-ignore format: one question
    assert.deepEqual([row.state, row.content], ['done', null]);
  });

  it('gives back what it has in hand when it ends: another takes it up in the same moment', async (t) => {
    const { open, link, has, store, clock, answers } = await house(t, database);
    const key = await link('one', 'a', { way: '' });
    clock.forward(HOUR);
    const first = open();
    let ended: Promise<void> | undefined;
    answers(() => {
      ended ??= first.handOver();
      throw new Fault('unavailable', 'The service is shutting down.');
    });
    await first.start();
    await first.receive('shop', request({ id: 'm', kind: 'uninstalled', account: SHOP, at: clock.now() })); // biome-ignore format: one message
    await until(() => ended !== undefined, 'the end');
    await ended;
    assert.ok(await has(key));
    answers(() => {
      throw new Fault('credential_refused', 'It is refused.', { status: 401 });
    });
    // The clock stands still: a lease that was not given back would never end.
    await open().start();
    await settled(store, clock.now());
    assert.equal(await has(key), false);
  });

  it('leaves a shop that was linked again, however late the message of its end', async (t) => {
    const { open, link, has, store, clock, answers, asked } = await house(t, database);
    answers(() => {});
    const at = clock.now();
    clock.forward(HOUR);
    const again = await link('one', 'a');
    const pasted = await link('two', 'b', { way: 'token' });
    const room = open();
    await room.start();
    await room.receive('shop', request({ id: 'late', kind: 'uninstalled', account: SHOP, at }));
    await settled(store, clock.now());
    await room.receive('shop', request({ id: 'now', kind: 'uninstalled', account: SHOP, at: at + 9 * HOUR })); // biome-ignore format: one message
    await settled(store, clock.now());
    // Whatever time a message names, the shop is asked; keys of the merchant's own are not.
    assert.deepEqual([await has(again), await has(pasted), asked], [true, true, [SHOP, SHOP]]);
  });

  it('asks the shop where no one noted how it was linked, and again until it says', async (t) => {
    const { open, link, has, store, clock, answers, asked } = await house(t, database);
    const [dead, alive] = [
      await link('one', 'a', { way: '' }),
      await link('two', 'b', { way: '', shop: 'https://two.myshopify.com' }),
    ];
    clock.forward(HOUR);
    const room = open();
    const send = (id: string, account: string) =>
      room.receive('shop', request({ id, kind: 'uninstalled', account, at: clock.now() }));
    await room.start();
    answers(() => {
      throw new Fault('channel_failed', 'The channel is down.');
    });
    await send('1', SHOP);
    await until(() => asked.length > 0, 'the question');
    assert.ok(await has(dead));
    answers(() => {
      throw new Fault('credential_refused', 'No.', { status: 401 });
    });
    // It waits for its next try, and is not held any more.
    await until(async () => {
      const { lanes } = await store.hooks.lanes(clock.now() + 9999, {
        clients: [],
        lanes: new Set(),
      });
      return lanes.length > 0;
    }, 'the end of the first try');
    clock.forward(10_000);
    await settled(store, clock.now());
    assert.equal(await has(dead), false);
    answers(() => {});
    await send('2', 'https://two.myshopify.com');
    await settled(store, clock.now());
    assert.ok(await has(alive));
  });

  it('notifies clients that had the shop before, and forgets them with the shop', async (t) => {
    const { open, link, store, clock, events } = await house(t, database);
    await store.credentials.remove(await link('one', 'a'), 'by_client');
    await link('two', 'b');
    await store.users.remove('two', 'b');
    const moved = await link('two', 'c', { shop: 'https://two.myshopify.com' });
    await link('two', 'c');
    assert.ok(moved);
    const room = open();
    await room.start();
    const about = { kind: 'data_request', account: SHOP, at: clock.now(), reference: '9999' };
    await room.receive('shop', request({ ...about, id: '1', customer: '7', orders: ['1', '2'] }));
    await settled(store, clock.now());
    assert.deepEqual(events.map(([client]) => client).sort(), ['one', 'two']);
    assert.deepEqual(events[0]?.[1].data, {
      kind: 'data_request',
      channel: 'shop',
      shop: SHOP,
      reference: '9999',
      customer_id: '7',
      order_ids: ['1', '2'],
      order_count: 2,
    });
    events.length = 0;
    const two = 'https://two.myshopify.com';
    for (const id of ['2', '3']) {
      await room.receive('shop', request({ id, kind: 'shop_redact', account: two, at: clock.now() })); // biome-ignore format: one message
      await settled(store, clock.now());
    }
    assert.deepEqual(
      events.map(([client, { data }]) => [client, data.kind]),
      [['two', 'shop_redact']],
    );
  });

  it('a credential that was linked again is not removed for what ended the old one', async (t) => {
    const { link, store, clock, has } = await house(t, database);
    const key = await link('one', 'a');
    clock.forward(1);
    await link('one', 'a');
    assert.equal(await store.credentials.remove(key, 'uninstalled', START), false);
    assert.deepEqual(await store.accounts.formerClients('shop', SHOP), []);
    assert.equal(await store.credentials.remove(key, 'uninstalled', START + 1), true);
    assert.deepEqual(await store.accounts.formerClients('shop', SHOP), ['one']);
    assert.equal(await has(key), false);
  });

  it('messages dealt with are swept after two weeks, clients of old shops after months', async (t) => {
    const { link, store, clock } = await house(t, database);
    await store.credentials.remove(await link('one', 'a'), 'by_client');
    for (const id of ['1', '2'])
      await store.hooks.add({ channel: 'shop', id, about: id, content: '{}' });
    const lane = { lane: 'shop 1', limit: 1, now: clock.now(), until: clock.now() + 1, by: 'x' };
    const [held] = await store.hooks.claim(lane);
    assert.ok(held && (await store.hooks.finish(held)));
    clock.forward(14 * 24 * HOUR);
    assert.deepEqual([(await store.sweep()).hooks, (await store.sweep()).formerAccounts], [1, 0]);
    assert.equal(await store.hooks.add({ channel: 'shop', id: '2', about: '2', content: '' }), false); // biome-ignore format: one message
    clock.forward(200 * 24 * HOUR);
    assert.equal((await store.sweep()).formerAccounts, 1);
  });
});
