// Chores of several instances on one store: taken by one, given back, put off, and never stuck.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachDatabase } from './databases.ts';

const HOUR = 3_600_000;
const LEASE = 60_000;

eachDatabase((database) => {
  it('a chore is taken by one of many at once, and by another when its holder is silent', async (t) => {
    const { store, clock } = await database.store(t);
    const take = (holder: string) => store.chores.begin({ name: 'sweep', holder }, LEASE, HOUR);
    const taken = await Promise.all(Array.from({ length: 20 }, (_, at) => take(`i${at}`)));
    assert.equal(taken.filter(Boolean).length, 1);
    const chore = { name: 'sweep', holder: `i${taken.indexOf(true)}` };
    clock.forward(LEASE - 1);
    assert.equal(await store.chores.hold(chore, LEASE), true);
    clock.forward(LEASE - 1);
    assert.equal(await take('other'), false);
    clock.forward(1);
    assert.equal(await take('other'), true);
    assert.equal(await store.chores.hold(chore, LEASE), false, 'it is another’s now');
    assert.equal(await store.chores.end(chore, HOUR), false);
  });

  it('one that is done is due again after its pause, also when the clock was set back', async (t) => {
    const { store, clock } = await database.store(t);
    const chore = { name: "o'clock", holder: 'one' };
    const take = () => store.chores.begin({ ...chore, holder: 'two' }, LEASE, HOUR);
    assert.equal(await store.chores.begin(chore, LEASE, HOUR), true);
    assert.equal(await store.chores.end(chore, 0.9 * HOUR + 2 / 3), true);
    clock.forward(0.9 * HOUR);
    assert.equal(await take(), false);
    clock.forward(1);
    assert.equal(await take(), true);
    await store.chores.end({ ...chore, holder: 'two' }, HOUR);
    clock.forward(-HOUR);
    assert.equal(await store.chores.begin(chore, LEASE, HOUR), true);
  });
});
