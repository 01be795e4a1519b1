// Notices: written with the change of state that they report, once, for those who want them.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { notice } from '../../src/model/notices.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { MOST_WAITING } from '../../src/store/notices.ts';
import {
  type Database,
  eachDatabase,
  type Opened,
  openRaw,
  SOME_CLIENT,
  START,
  testSeal,
} from './databases.ts';

const CLIENT = SOME_CLIENT.id;
const DAY = 24 * 60 * 60 * 1000;
const REASON = { code: 'consent_ended', message: 'The vendor says canary-message.' } as const;
const ACCOUNT = { baseUrl: 'canary-account.example' };
const SECRETS = { token: 'canary-token' };

/** A user of a client, and an address that wants everything. */
async function withAddress(database: Database, t: TestContext, types: readonly string[] = ['*']) {
  const opened = await database.store(t);
  const { store } = opened;
  await store.clients.create(SOME_CLIENT);
  return { ...opened, ...(await addUser(store, CLIENT)), address: await addAddress(store, types) };
}

async function addUser(store: Store, clientId: string, tpUserId = 'u') {
  const user = await store.users.ensure(clientId, tpUserId);
  assert.ok(user);
  const key = { userId: user.id, channel: 'stall' };
  return { key, fresh: { ...key, account: ACCOUNT, secrets: SECRETS, expiresAt: null } };
}

async function addAddress(store: Store, types: readonly string[], clientId: string = CLIENT) {
  const url = `https://hooks.example/${types.length}?token=canary`;
  const changed = await store.eventAddresses.change(clientId, (current) => [
    ...current,
    { url, types, paused: false, secret: 'whsec_AAAA' },
  ]);
  return changed?.addresses.at(-1) ?? assert.fail();
}

/** What a client was sent, in order. */
async function sent(store: Store, clientId: string = CLIENT) {
  const all = (await store.deliveries.list(clientId, {}, undefined, 1000)).rows;
  return all.map(({ body }) => JSON.parse(body)).reverse();
}
const typesOf = async (store: Store, clientId?: string) =>
  (await sent(store, clientId)).map(({ type }) => type);

/** A second instance; where one process alone may serve the database, it is the same one. */
async function another(database: Database, { store, place, clock }: Opened, t: TestContext) {
  if (database.name === 'sqlite') return store;
  const options = { ...place, role: 'service', seal: testSeal } as const;
  const other = await openStore({ ...options, now: clock.now, databaseClock: clock.now });
  t.after(() => other.close());
  return other;
}

eachDatabase((database) => {
  it('reports every change of a channel, with ids and states and nothing else', async (t) => {
    const { store, key, fresh, clock, address } = await withAddress(database, t);
    await store.credentials.save(fresh);
    for (const mark of ['attention', 'linked'] as const) {
      clock.forward(1000);
      assert.equal(
        await store.credentials.mark(key, mark, mark === 'linked' ? null : REASON),
        true,
      );
    }
    clock.forward(1000);
    assert.equal(await store.credentials.remove(key, 'by_user'), true);
    clock.forward(1000);
    await store.notices.add(
      CLIENT,
      notice('link.finished', clock.now(), { tpUserId: 'u', status: 'cancelled', linked: [] }),
    );
    const whose = { tpUserId: 'u', channel: 'stall' };
    const at = (second: number) => `2026-11-02T09:30:0${second}+00:00`;
    assert.deepEqual(await sent(store), [
      { type: 'channel.linked', timestamp: at(0), data: whose },
      {
        type: 'channel.needs_attention',
        timestamp: at(1),
        data: { ...whose, code: 'consent_ended' },
      },
      { type: 'channel.recovered', timestamp: at(2), data: whose },
      { type: 'channel.unlinked', timestamp: at(3), data: { ...whose, why: 'by_user' } },
      {
        type: 'link.finished',
        timestamp: at(4),
        data: { tpUserId: 'u', status: 'cancelled', linked: [] },
      },
    ]);
    const all = (await store.deliveries.list(CLIENT, {}, undefined, 10)).rows;
    assert.ok(all.every(({ addressId, url }) => addressId === address.id && url === address.url));
    assert.doesNotMatch(all.map(({ body }) => body).join(), /canary/);
  });

  it('reports a change once, no matter who else makes it at the same moment', async (t) => {
    const opened = await withAddress(database, t);
    const { store, key, fresh } = opened;
    const other = await another(database, opened, t);
    const both = [store, other, store, other, store, other];
    await store.credentials.save(fresh);
    const marked = await Promise.all(
      both.map((one) => one.credentials.mark(key, 'attention', REASON, 1)),
    );
    assert.equal(marked.filter(Boolean).length, 1);
    const well = await Promise.all(both.map((one) => one.credentials.mark(key, 'linked', null)));
    assert.equal(well.filter(Boolean).length, 1);
    const gone = await Promise.all(both.map((one) => one.credentials.remove(key, 'uninstalled')));
    assert.equal(gone.filter(Boolean).length, 1);
    assert.deepEqual(
      (await typesOf(store)).sort(),
      ['linked', 'needs_attention', 'recovered', 'unlinked'].map((name) => `channel.${name}`),
    );
  });

  it('says nothing of what did not change', async (t) => {
    const { store, key, fresh } = await withAddress(database, t);
    assert.equal(await store.credentials.mark(key, 'attention', REASON), false);
    assert.equal(await store.credentials.remove(key, 'by_user'), false);
    await store.credentials.save(fresh);
    assert.equal(await store.credentials.mark(key, 'linked', null), false);
    assert.equal(await store.credentials.mark(key, 'attention', REASON, 7), false);
    assert.equal(await store.credentials.replaceIf(1, fresh), true);
    assert.deepEqual(await typesOf(store), ['channel.linked']);
    assert.equal(await store.credentials.mark(key, 'attention', REASON, 2), true);
    const later = { code: 'revoked', message: 'Another sentence.' } as const;
    assert.equal(await store.credentials.mark(key, 'attention', later, 2), false);
    assert.equal((await store.credentials.find(key))?.stateCode, 'revoked');
    assert.equal(await store.credentials.replaceIf(1, fresh), false);
    // Whether renewed secrets work is seen when they are used.
    assert.equal(await store.credentials.replaceIf(2, fresh), true);
    assert.equal((await store.credentials.find(key))?.state, 'attention');
    assert.equal(await store.credentials.mark(key, 'linked', null, 3), true);
    assert.deepEqual(await typesOf(store), [
      'channel.linked',
      'channel.needs_attention',
      'channel.recovered',
    ]);
  });

  it('reports the channels of a deleted user, and reports a deleted client to no one', async (t) => {
    const { store, fresh } = await withAddress(database, t, ['channel.unlinked']);
    for (const channel of ['stall', 'booth']) await store.credentials.save({ ...fresh, channel });
    assert.equal((await store.users.remove(CLIENT, 'u'))?.credential, 2);
    assert.equal(await store.users.remove(CLIENT, 'u'), undefined);
    assert.deepEqual(
      (await sent(store)).map(({ data }) => `${data.tpUserId} ${data.channel} ${data.why}`).sort(),
      ['u booth by_client', 'u stall by_client'],
    );
    const { fresh: again } = await addUser(store, CLIENT, 'second');
    await store.credentials.save(again);
    await store.clients.remove(CLIENT);
    assert.deepEqual(await sent(store), []);
    assert.deepEqual(await store.eventAddresses.list(CLIENT), []);
    assert.equal(await store.credentials.mark(again, 'attention', REASON), false);
    assert.equal(
      await store.notices.add(
        CLIENT,
        notice('link.finished', START, { tpUserId: 'u', status: 'completed', linked: [] }),
      ),
      false,
    );
  });

  it('deletes and links at the same moment, and still reports all that goes', async (t) => {
    const opened = await withAddress(database, t);
    const other = await another(database, opened, t);
    const { store } = opened;
    const users = await Promise.all(
      Array.from({ length: 12 }, (_, n) => addUser(store, CLIENT, `u${n}`)),
    );
    const linked: string[] = [];
    const save = async (credential: (typeof users)[number]['fresh'], n: number) => {
      if (await store.credentials.save(credential)) linked.push(`u${n}${credential.channel}`);
    };
    await Promise.all(
      users.flatMap(({ key, fresh }, n) => [
        save(fresh, n),
        other.credentials.mark(key, 'attention', REASON),
        other.users.remove(CLIENT, `u${n}`),
        save({ ...fresh, channel: 'booth' }, n),
      ]),
    );
    for (const { key } of users) assert.deepEqual(await store.credentials.list(key.userId), []);
    // What was reported of them before goes with them; what went is reported, once.
    const seen = await sent(store);
    assert.deepEqual([...new Set(seen.map(({ type }) => type))], ['channel.unlinked']);
    const unlinked = seen.map(({ data }) => `${data.tpUserId}${data.channel}`);
    assert.deepEqual(unlinked.sort(), linked.sort());
  });

  it('changes what belongs to a client that is deleted at the same moment, without a deadlock', async (t) => {
    const opened = await withAddress(database, t);
    const other = await another(database, opened, t);
    const { store } = opened;
    for (let round = 0; round < 4; round++) {
      const id = `brief-${round}`;
      await store.clients.create({ ...SOME_CLIENT, id });
      await addAddress(store, ['*'], id);
      const users = await Promise.all(
        Array.from({ length: 4 }, (_, n) => addUser(store, id, `u${n}`)),
      );
      await Promise.all(users.map(({ fresh }) => store.credentials.save(fresh)));
      await Promise.all([
        ...users.map(({ key }) => store.credentials.mark(key, 'attention', REASON)),
        ...users.map(({ fresh }) => store.credentials.save(fresh)),
        other.clients.remove(id),
        ...users.map(({ key }) => store.credentials.remove(key, 'redacted')),
        store.users.remove(id, 'u1'),
      ]);
      assert.deepEqual(await sent(store, id), []);
    }
  });

  it('goes to the addresses that want it, of that client alone', async (t) => {
    const { store, fresh, address } = await withAddress(database, t, ['channel.linked']);
    await store.clients.create({ ...SOME_CLIENT, id: 'other' });
    const theirs = await addAddress(store, ['*'], 'other');
    const { fresh: fresher } = await addUser(store, 'other', 'u');
    const second = await addAddress(store, ['channel.unlinked', 'link.finished']);
    await store.credentials.save(fresh);
    await store.credentials.save(fresher);
    await store.credentials.remove(fresh, 'by_client');
    const list = async (clientId: string) =>
      (await store.deliveries.list(clientId, {}, undefined, 10)).rows
        .map(({ type, addressId }) => [type, addressId])
        .sort();
    assert.deepEqual(await list(CLIENT), [
      ['channel.linked', address.id],
      ['channel.unlinked', second.id],
    ]);
    assert.deepEqual(await list('other'), [['channel.linked', theirs.id]]);
    assert.equal(await store.eventAddresses.find('other', address.id), undefined);
    const filtered = (await store.deliveries.list(CLIENT, { addressId: theirs.id }, undefined, 10))
      .rows;
    assert.deepEqual(filtered, []);
  });

  it('is written with the change or not at all', async (t) => {
    const { store, key, fresh } = await withAddress(database, t);
    await store.credentials.save(fresh);
    const broken = store.notices.changeOf(key.userId, async (work, emit) => {
      await work.deleteFrom('credential').execute();
      emit(notice('channel.linked', START, { tpUserId: 'u', channel: 'never' }));
      throw new Error('killed in between');
    });
    await assert.rejects(broken, /killed/);
    assert.equal((await store.credentials.list(key.userId)).length, 1);
    assert.deepEqual(await typesOf(store), ['channel.linked']);
  });

  it('wakes the sender, once the rows are there', async (t) => {
    const place = await database.place(t);
    const seen: string[][] = [];
    let looking: Promise<unknown> = Promise.resolve();
    const store: Store = await openStore({
      ...place,
      role: 'service',
      now: () => START,
      seal: testSeal,
      onNotice: () => {
        looking = typesOf(store).then((types) => seen.push(types));
      },
    });
    t.after(() => store.close());
    await store.clients.create(SOME_CLIENT);
    const { fresh } = await addUser(store, CLIENT);
    await store.credentials.save(fresh);
    await addAddress(store, ['*']);
    await store.credentials.save(fresh);
    await looking;
    assert.deepEqual(seen, [['channel.linked']], 'not where no one wanted it');
  });

  it('lists addresses in the order in which they were wanted, made in one moment or not', async (t) => {
    const { store } = await withAddress(database, t);
    const urls = Array.from({ length: 12 }, (_, n) => `https://hooks.example/${n}`);
    await store.eventAddresses.change(CLIENT, () =>
      urls.map((url) => ({ url, types: ['*'], paused: false, secret: 'whsec_AAAA' })),
    );
    const listed = await store.eventAddresses.list(CLIENT);
    assert.deepEqual(
      listed.map(({ url }) => url),
      urls,
    );
  });

  it('writes nothing while an address is paused, and holds what waits until it is resumed', async (t) => {
    const { store, fresh, address, clock } = await withAddress(database, t);
    const pause = (paused: boolean) =>
      store.eventAddresses.change(CLIENT, (all) => all.map((one) => ({ ...one, paused })));
    await store.credentials.save(fresh);
    await pause(true);
    await store.credentials.save(fresh);
    assert.deepEqual(await typesOf(store), ['channel.linked']);
    const lane = `${CLIENT} ${address.id}`;
    const claim = (by: string) =>
      store.deliveries.claim({ lane, limit: 9, now: clock.now(), until: clock.now() + 10_000, by });
    const [held = assert.fail()] = await claim('a');
    await store.deliveries.hold(held);
    clock.forward(DAY);
    assert.deepEqual(await claim('b'), [], 'it is held');
    await pause(false);
    const [again = assert.fail()] = await claim('c');
    assert.deepEqual([again.id, again.attempts], [held.id, 1]);
  });

  it('holds nothing for an address that is resumed at the same moment', async (t) => {
    const { store, fresh, address, clock, place } = await withAddress(database, t);
    await store.credentials.save(fresh);
    const lane = `${CLIENT} ${address.id}`;
    const claim = async (by: string) => {
      const claiming = { lane, limit: 9, now: clock.now(), until: clock.now() + 10_000, by };
      return (await store.deliveries.claim(claiming))[0] ?? assert.fail('it is held');
    };
    // It was paused when the holder looked, and is resumed by now.
    await store.deliveries.hold(await claim('a'));
    const held = await claim('b');
    if (database.name === 'sqlite') return;
    await store.eventAddresses.change(CLIENT, (all) =>
      all.map((one) => ({ ...one, paused: true })),
    );
    const db = await openRaw(place, t);
    let holding: Promise<void> | undefined;
    await db.transaction().execute(async (work) => {
      await work.updateTable('event_address').set({ paused: 0 }).execute();
      holding = store.deliveries.hold(held);
      await wait(100);
    });
    await holding;
    await claim('c');
  });

  it('ends what waits for an address that is removed, and replays none of it', async (t) => {
    const { store, key, fresh, address, clock } = await withAddress(database, t);
    await store.credentials.save(fresh);
    await store.credentials.remove(key, 'by_client');
    const lane = `${CLIENT} ${address.id}`;
    const time = clock.now();
    const claiming = { lane, limit: 1, now: time, until: time + 10_000, by: 'a' };
    const [held = assert.fail()] = await store.deliveries.claim(claiming);
    const tried = { at: time, duration: 5, status: 500, error: 'status 500' };
    await store.deliveries.finishTry(held, { state: 'waiting', tried, nextTryAt: time + 5000 });
    const changed = await store.eventAddresses.change(CLIENT, () => []);
    assert.deepEqual(changed, { addresses: [], removed: [address.id] });
    assert.equal(await store.deliveries.endWaiting(CLIENT, address.id, 'gone', 10), 2);
    const all = (await store.deliveries.list(CLIENT, { state: 'failed' }, undefined, 10)).rows;
    assert.deepEqual(
      all.map(({ tries }) => tries.map(({ error }) => error)).sort((a, b) => a.length - b.length),
      [['gone'], ['status 500', 'gone']],
    );
    assert.ok(
      all.every(({ url }) => url === address.url),
      'where it went is still known',
    );
    assert.equal(await store.deliveries.replay(CLIENT, held.id, time + DAY), false);
    assert.equal((await store.deliveries.replayFailed(CLIENT, time + DAY, 10)).count, 0);
  });

  it('is kept within bounds where the receiver is dead', async (t) => {
    const { store, key, fresh, address, place } = await withAddress(database, t);
    await store.credentials.save(fresh);
    const raw = await openRaw(place, t);
    const row = await raw.selectFrom('delivery').selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: MOST_WAITING - 1 }, (_, n) => ({ ...row, id: `m${n}` }));
    for (let at = 0; at < rows.length; at += 1000)
      await raw
        .insertInto('delivery')
        .values(rows.slice(at, at + 1000))
        .execute();
    await store.credentials.remove(key, 'by_user');
    const filter = { type: 'channel.unlinked' };
    const [over = assert.fail()] = (await store.deliveries.list(CLIENT, filter, undefined, 10))
      .rows;
    assert.equal(over.state, 'failed');
    assert.match(over.tries[0]?.error ?? '', /^more than 10,000 deliveries wait/);
    // Another address has room, and the one over the bound can be replayed.
    const second = await addAddress(store, ['link.finished']);
    await store.notices.add(
      CLIENT,
      notice('link.finished', START, { tpUserId: 'u', status: 'completed', linked: ['stall'] }),
    );
    const finished = (await store.deliveries.list(CLIENT, { type: 'link.finished' }, undefined, 10))
      .rows;
    assert.deepEqual(finished.map(({ state, addressId }) => [state, addressId]).sort(), [
      ['failed', address.id],
      ['waiting', second.id],
    ]);
    assert.equal((await store.deliveries.replayFailed(CLIENT, START + DAY, 10)).count, 2);
  });

  it('reports each end of a grant once, ahead of time', async (t) => {
    const opened = await withAddress(database, t, ['channel.expiring']);
    const { store, key, fresh, clock } = opened;
    const other = await another(database, opened, t);
    const end = START + 40 * DAY;
    await store.credentials.save({ ...fresh, grantEndsAt: end });
    await store.credentials.save({ ...fresh, channel: 'booth' });
    const notify = () =>
      Promise.all([store, other].map((one) => one.expiring.notify(30 * DAY, 100)));
    await notify();
    assert.deepEqual(await sent(store), []);
    clock.forward(10 * DAY);
    await notify();
    await notify();
    // A renewal that says nothing of the end leaves it; one that does moves it.
    assert.equal(await store.credentials.replaceIf(1, fresh), true);
    await notify();
    assert.deepEqual(
      (await sent(store)).map(({ data }) => data),
      [{ tpUserId: 'u', channel: 'stall', what: 'grant', ends_at: '2026-12-12T09:30:00+00:00' }],
    );
    const again = async () => ({
      ...{ account: ACCOUNT, secrets: SECRETS },
      ...{ endsAt: clock.now() + DAY, grantEndsAt: end + 5 * DAY },
    });
    await store.renewals.renew(key, fresh, again, { ahead: true });
    await notify();
    assert.equal((await sent(store)).length, 1);
    clock.forward(5 * DAY);
    await notify();
    assert.equal((await sent(store)).at(-1).data.ends_at, '2026-12-17T09:30:00+00:00');
    // What is linked again is reported again; what needs attention is not.
    await store.credentials.save({ ...fresh, grantEndsAt: end });
    await store.credentials.mark(key, 'attention', REASON);
    await notify();
    assert.equal((await sent(store)).length, 2);
    await store.credentials.mark(key, 'linked', null);
    await notify();
    await notify();
    assert.equal((await sent(store)).length, 3);
  });

  it('changes addresses of a client one after another, and rotates the secret of one', async (t) => {
    const opened = await withAddress(database, t);
    const { store, address, clock } = opened;
    const other = await another(database, opened, t);
    const add = (one: Store, n: number) =>
      one.eventAddresses
        .change(CLIENT, (all) => {
          if (all.length >= 5) throw new RangeError('five');
          return [
            ...all,
            { url: `https://h.example/${n}`, types: ['*'], paused: false, secret: 'x' },
          ];
        })
        .then(
          () => 1,
          () => 0,
        );
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, n) => add(n % 2 ? store : other, n)),
    );
    assert.equal(added.filter(Boolean).length, 4);
    assert.equal((await store.eventAddresses.list(CLIENT)).length, 5);
    assert.equal(await store.eventAddresses.change('unknown', () => []), undefined);
    const seen = await store.addressSigning.find(address.id);
    assert.deepEqual(seen?.secrets, [{ secret: 'whsec_AAAA', createdAt: START, expiresAt: null }]);
    clock.forward(1);
    const secrets = [{ secret: 'whsec_BBBB', createdAt: START, expiresAt: null }];
    assert.equal(seen && (await store.addressSigning.replace(seen, secrets)), true);
    assert.equal(seen && (await other.addressSigning.replace(seen, secrets)), false);
    assert.equal(await store.addressSigning.find('ea_none'), undefined);
  });

  it('keeps address and secret sealed, and moves them to a new key with the rest', async (t) => {
    const [old, fresh] = [newKeyEntry('old'), newKeyEntry('new')];
    const opened = await database.store(t, createSeal(parseKeys(old)));
    await opened.store.clients.create(SOME_CLIENT);
    const address = await addAddress(opened.store, ['*']);
    const rows = () =>
      openRaw(opened.place, t).then((raw) => raw.selectFrom('event_address').selectAll().execute());
    const [row = assert.fail()] = await rows();
    assert.doesNotMatch(JSON.stringify(row), /canary|hooks|whsec/);
    const reopen = async (keys: string) => {
      const seal = createSeal(parseKeys(keys));
      const store = await openStore({ ...opened.place, role: 'tool', now: () => START, seal });
      t.after(() => store.close());
      return store;
    };
    const both = await reopen(`${fresh},${old}`);
    assert.deepEqual(await both.rewrap(), { rewrapped: 2, failed: 0, complete: true });
    const after = await reopen(fresh);
    assert.equal((await after.eventAddresses.find(CLIENT, address.id))?.url, address.url);
    assert.equal((await after.addressSigning.find(address.id))?.secrets[0]?.secret, 'whsec_AAAA');
    // Where no key opens it, nothing that changes fails because of it.
    const without = await reopen(old);
    const { fresh: credential } = await addUser(without, CLIENT);
    assert.ok(await without.credentials.save(credential));
    const [waiting = assert.fail()] = (await without.deliveries.list(CLIENT, {}, undefined, 10))
      .rows;
    assert.deepEqual([waiting.state, waiting.url], ['waiting', '']);
  });
});
