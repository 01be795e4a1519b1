// What is known of a visit by its link, and how long a pass to a tab lasts, on both databases.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashToken } from '../../src/link/token.ts';
import { createVisits } from '../../src/link/visit.ts';
import { eachDatabase, SOME_CLIENT, testSeal } from './databases.ts';

const MINUTE = 60_000;

eachDatabase((database) => {
  it('follows a link from before its visit to after it, each its own', async (t) => {
    const { store, clock } = await database.store(t);
    const visits = createVisits({ store, seal: testSeal, now: clock.now });
    await store.clients.create(SOME_CLIENT);
    const user = await store.users.ensure(SOME_CLIENT.id, 'u');
    assert.ok(user);
    const path = hashToken('one');
    for (const token of ['one', 'two'])
      await store.links.add({
        ...{ hash: hashToken(token), clientId: SOME_CLIENT.id, userId: user.id },
        ...{ scopes: ['shopify'], redirectUrl: null, userName: null },
        ...{ createdAt: clock.now(), expiresAt: clock.now() + 30 * MINUTE },
      });
    const sessions = new Map<string, string>();
    const seen = async (token: string) => {
      const own = hashToken(token);
      const progress = await visits.progress(own, visits.watch(own), '');
      const { session = '', steps = [], ...rest } = progress ?? {};
      assert.equal(sessions.get(token) ?? session, session, 'one name for one visit');
      sessions.set(token, session);
      assert.deepEqual(
        steps.map(({ step }) => step),
        token === 'one' ? stepsOfOne : [],
      );
      return rest;
    };
    let stepsOfOne: string[] = [];
    const nothing = { linked: [], status: null, ended: false };
    assert.deepEqual(await seen('one'), nothing);
    const cookie = visits.newCookie(path);
    assert.equal((await visits.enter(path, 'one', cookie)).kind, 'entered');
    stepsOfOne = ['begun'];
    const arriving = await visits.find(path, cookie);
    assert.ok(arriving.kind === 'guest');
    await store.visits.addLinked(arriving.visit.id, 'shopify');
    assert.deepEqual(await seen('one'), { ...nothing, linked: ['shopify'] });
    assert.deepEqual(await seen('two'), nothing);
    assert.equal(await visits.progress(path, visits.watch(hashToken('two')), ''), undefined);

    const pass = visits.pass(arriving.visit, 'trip');
    clock.forward(14 * MINUTE);
    const passed = await visits.byPass(path, 'trip', pass);
    assert.equal(passed?.arriving.kind, 'guest');
    assert.equal((await visits.find(path, passed?.cookie)).kind, 'guest');
    assert.equal(await visits.byPass(path, 'another', pass), undefined);
    clock.forward(2 * MINUTE);
    assert.equal(await visits.byPass(path, 'trip', pass), undefined);

    clock.forward(20 * MINUTE);
    assert.deepEqual(await seen('two'), { ...nothing, status: 'over' }, 'never opened');
    await store.visits.finish(arriving.visit, 'completed');
    const ended = { ...nothing, linked: ['shopify'], status: 'completed' };
    assert.deepEqual(await seen('one'), ended);
    clock.forward(60 * MINUTE);
    assert.deepEqual(await seen('one'), { ...nothing, status: 'over' });
    assert.deepEqual(await seen('three'), { ...nothing, status: 'over' });
  });
});
