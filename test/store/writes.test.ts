// Intents of writes on both databases: bound to their key once, settled once, gone when their time is over.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { NewIntent, WriteContent } from '../../src/store/index.ts';
import { type Database, eachDatabase, openRaw, SOME_CLIENT, START } from './databases.ts';
import { DAY } from './person.ts';

const ASKED = { clientId: 'shop-app', key: 'canary-key', asked: 'canary-body' };
const UNTIL = START + 60_000;
const ADDRESS = { url: 'https://app.example/', types: ['*'], paused: false, secret: 'whsec_AAAA' };

async function house(database: Database, t: TestContext) {
  const opened = await database.store(t);
  const { store } = opened;
  await store.clients.create(SOME_CLIENT);
  await store.eventAddresses.change('shop-app', () => [ADDRESS]);
  const user = await store.users.ensure('shop-app', 'u');
  const content = (changes: Partial<WriteContent> = {}): WriteContent => ({
    ...{ item: { variant_id: 'canary-variant', available: 5 }, tpUserId: 'u', version: '1' },
    ...{ before: { location_id: null, available: 3 }, until: UNTIL, given: { token: 'canary' } },
    ...changes,
  });
  const intent = (place: number, changes: Partial<NewIntent> = {}): NewIntent => ({
    ...{ clientId: 'shop-app', userId: user?.id ?? '', executionId: 'e1', place },
    ...{ channel: 'stall', operation: 'stock', subject: `s${place}`, content: content() },
    ...changes,
  });
  const begin = async (intents: readonly NewIntent[], key = ASKED) =>
    (await store.writes.begin(intents, key, UNTIL)) ?? assert.fail('it lost');
  const events = async () =>
    (await store.deliveries.list('shop-app', {}, undefined, 100)).rows.filter(
      ({ type }) => type === 'write.settled',
    );
  const claim = (now = opened.clock.now()) =>
    store.writes.claim({
      ...{ lane: 'shop-app', limit: 10, now, until: now + 10_000, by: `claim at ${now}` },
    });
  return { ...opened, writes: store.writes, intent, content, begin, events, claim };
}

eachDatabase((database) => {
  it('a key is bound once, by one of many, and known with what it asked', async (t) => {
    const { writes, intent } = await house(database, t);
    assert.equal(await writes.known(ASKED), undefined);
    const begun = await Promise.all(
      ['e1', 'e2', 'e3'].map((executionId) =>
        writes.begin([intent(0, { executionId, subject: executionId })], ASKED, UNTIL),
      ),
    );
    const won = begun.flatMap((made) => made ?? []);
    assert.equal(won.length, 1);
    const executionId = won[0]?.executionId;
    assert.deepEqual(await writes.known(ASKED), { executionId, isSame: true });
    const another = await writes.known({ ...ASKED, asked: 'another' });
    assert.deepEqual(another, { executionId, isSame: false });
    assert.equal(await writes.known({ ...ASKED, clientId: 'other' }), undefined);
    const gone = { ...ASKED, clientId: 'other' };
    assert.equal(await writes.begin([intent(0, gone)], gone, UNTIL), undefined);
  });

  it('a subject has one write that is not settled', async (t) => {
    const { writes, intent, begin, content } = await house(database, t);
    const [first = assert.fail()] = await begin([intent(0)]);
    const next = intent(0, { executionId: 'e2' });
    const key = { ...ASKED, key: 'second' };
    assert.equal(await writes.begin([next], key, UNTIL), undefined);
    assert.equal(await writes.known(key), undefined, 'the key stays free');
    assert.deepEqual(
      (await writes.unsettled('shop-app', ['s0', 's1'])).map(({ id }) => id),
      [first.id],
    );
    assert.deepEqual(await writes.unsettled('other', ['s0']), [], 'another client’s');
    await writes.settle(first, { content: content(), outcome: 'confirmed', code: undefined });
    assert.deepEqual(await writes.unsettled('shop-app', ['s0']), []);
    await begin([next], key);
  });

  it('all of a call are there in their order, those answered from the beginning too', async (t) => {
    const { writes, intent, content, begin } = await house(database, t);
    const { item: _, ...rest } = content();
    const answer = { outcome: 'unchanged', id: 'v', before: null, after: null } as const;
    const made = await begin([
      intent(2),
      intent(0),
      intent(1, { content: { ...rest, item: { variant_id: 'v', available: 1 }, answer } }),
    ]);
    assert.deepEqual(
      made.map(({ place }) => place),
      [2, 0],
    );
    const all = await writes.ofExecution('shop-app', 'e1');
    assert.deepEqual(
      all.map(({ place, outcome, sent }) => [place, outcome, sent]),
      [
        [0, null, 'no'],
        [1, 'unchanged', 'no'],
        [2, null, 'no'],
      ],
    );
    assert.deepEqual(all[0]?.content, content());
    assert.deepEqual(await writes.ofExecution('other', 'e1'), [], 'another client sees none');
    assert.deepEqual(await writes.outcomes('other', 'e1'), []);
  });

  it('leaves, is answered and settled; the event comes once; nothing of it is readable', async (t) => {
    const { writes, intent, content, begin, events, place } = await house(database, t);
    const [one = assert.fail()] = await begin([intent(0)]);
    assert.equal(await writes.leaving([one.id]), true);
    assert.equal((await writes.ofExecution('shop-app', 'e1'))[0]?.sent, 'maybe');
    await writes.answered(one, content({ processes: ['p'] }));
    assert.equal(await writes.leaving([one.id]), true, 'its second step');
    const [answered] = await writes.ofExecution('shop-app', 'e1');
    assert.deepEqual([answered?.sent, answered?.content.processes], ['yes', ['p']]);
    const { given: _, ...bare } = content();
    const settling = {
      content: bare,
      outcome: 'confirmed',
      code: undefined,
      notify: true,
    } as const;
    await writes.settle(one, { ...settling, outcome: 'accepted', again: UNTIL });
    assert.deepEqual(await events(), [], 'it is not settled yet');
    await writes.settle(one, { ...settling, outcome: 'unknown', code: 'not_sent' });
    assert.equal(
      (await writes.unsettled('shop-app', ['s0'])).length,
      1,
      'what left is never called unsent',
    );
    await Promise.all([writes.settle(one, settling), writes.settle(one, settling)]);
    await writes.settle(one, { ...settling, outcome: 'refused' });
    assert.equal((await events()).length, 1);
    const [settled] = await writes.outcomes('shop-app', 'e1');
    assert.deepEqual([settled?.state, settled?.outcome], ['done', 'confirmed']);
    assert.equal(await writes.leaving([one.id]), false, 'what is settled does not leave');
    const db = await openRaw(place, t);
    const rows = [
      await db.selectFrom('write').selectAll().execute(),
      await db.selectFrom('write_key').selectAll().execute(),
    ];
    assert.ok(!JSON.stringify(rows).includes('canary'));
  });

  it('is claimed when its call is over, by one at a time, and again after a death', async (t) => {
    const { writes, intent, begin, claim, clock } = await house(database, t);
    const [one = assert.fail()] = await begin([intent(0)]);
    assert.deepEqual(await claim(), [], 'its call is under way');
    clock.forward(60_000);
    const [held] = await claim();
    assert.deepEqual([held?.id, held?.attempts, held?.deaths], [one.id, 1, 0]);
    assert.deepEqual(held?.intent?.content, one.content);
    assert.deepEqual(await claim(), []);
    clock.forward(10_000);
    const [taken] = await claim();
    assert.deepEqual([taken?.attempts, taken?.deaths], [2, 1]);
    await writes.abandon(one.id);
    assert.deepEqual(await writes.unsettled('shop-app', ['s0']), []);
  });

  it('goes with its user, and with time: keys after a day, what is settled after thirty', async (t) => {
    const { store, writes, intent, content, begin, clock } = await house(database, t);
    const [one = assert.fail()] = await begin([intent(0), intent(1)]);
    await writes.settle(one, { content: content(), outcome: 'confirmed', code: undefined });
    clock.forward(DAY - 1000);
    await store.sweep();
    assert.ok(await writes.known(ASKED));
    clock.forward(2000);
    await store.sweep();
    assert.equal(await writes.known(ASKED), undefined);
    assert.equal((await writes.ofExecution('shop-app', 'e1')).length, 2);
    clock.forward(29 * DAY);
    await store.sweep();
    const left = await writes.ofExecution('shop-app', 'e1');
    assert.deepEqual(
      left.map(({ place }) => place),
      [1],
      'what is not settled stays',
    );
    await store.users.remove('shop-app', 'u');
    assert.deepEqual(await writes.ofExecution('shop-app', 'e1'), []);
  });
});
