// Chores of several instances on one store: taken by one, given back, put off, and never stuck.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachDatabase } from './databases.ts';

const HOUR = 3_600_000;
const LEASE = 60_000;

eachDatabase((database) => {
  it('a chore is taken by one of many that ask at the same time, and by another when its holder is silent', async (t) => {
    const { store, clock } = await database.store(t);
    const take = async (holder: string) =>
      (await store.chores.take({ key: 'chore/sweep', holder, lease: LEASE, longest: HOUR })) === 0;
    const taken = await Promise.all(Array.from({ length: 20 }, (_, at) => take(`i${at}`)));
    assert.equal(taken.filter(Boolean).length, 1);
    const chore = { key: 'chore/sweep', holder: `i${taken.indexOf(true)}` };
    clock.forward(LEASE - 1);
    assert.equal(await store.chores.keep(chore, LEASE), true);
    clock.forward(LEASE - 1);
    assert.equal(await take('other'), false);
    clock.forward(1);
    assert.equal(await take('other'), true);
    assert.equal(await store.chores.keep(chore, LEASE), false, 'it is another’s now');
    assert.equal(await store.chores.keep(chore, HOUR), false);
  });

  it('one that is done is due again after its pause, also when the clock was set back', async (t) => {
    const { store, clock } = await database.store(t);
    const chore = { key: "chore/o'clock", holder: 'one' };
    const take = async (holder = 'two') =>
      (await store.chores.take({ ...chore, holder, lease: LEASE, longest: HOUR })) === 0;
    assert.equal(await take('one'), true);
    assert.equal(await store.chores.keep(chore, 0.9 * HOUR + 2 / 3), true);
    clock.forward(0.9 * HOUR);
    assert.equal(await take(), false);
    clock.forward(1);
    assert.equal(await take(), true);
    await store.chores.keep({ ...chore, holder: 'two' }, HOUR);
    clock.forward(-HOUR);
    assert.equal(await take('one'), true);
  });
});
