// Slots at one host: who gets how many, beside whom.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHostSlots, type HostSlots, slotsFor } from './host-slots.ts';

const never = new AbortController().signal;
const works = (client: string) => ({ client, proven: true });
const untried = (client: string) => ({ client, proven: false });
const HOUR = 3600_000;

function setUp(concurrency = 2, open = true) {
  let time = 0;
  const slots = createHostSlots({ concurrency, open, clock: () => time });
  const forward = (ms: number) => {
    time += ms;
  };
  return { slots, forward };
}

/** Asks for so many slots in one go; returns what leaves those that were had by now. */
async function ask(slots: HostSlots, caller: { client: string; proven: boolean }, count: number) {
  const had: (() => void)[] = [];
  for (let i = 0; i < count; i++)
    void Promise.resolve(slots.enter(caller, never)).then((leave) => had.push(leave));
  await settled();
  return had;
}
const settled = () => new Promise((done) => setImmediate(done));

describe('slots at a host', () => {
  it('are all for a client that is alone', async () => {
    const { slots } = setUp(2);
    assert.equal((await ask(slots, works('one'), 5)).length, 2);
  });

  it('are left for another who works there, for an hour', async () => {
    const { slots } = setUp(2);
    for (const leave of await ask(slots, works('other'), 1)) leave();
    const one = await ask(slots, works('one'), 5);
    assert.equal(one.length, 1);
    const other = await ask(slots, works('other'), 5);
    assert.equal(other.length, 1);
    other.shift()?.();
    await settled();
    assert.deepEqual([one.length, other.length], [1, 1], 'each goes on in its own slot');
    const later = setUp(2);
    for (const leave of await ask(later.slots, works('other'), 1)) leave();
    later.forward(HOUR + 1);
    assert.equal((await ask(later.slots, works('one'), 5)).length, 2);
  });

  it('go to the newcomer first when one who was alone gives one back', async () => {
    const { slots } = setUp(2);
    const one = await ask(slots, works('one'), 10);
    const newcomer = await ask(slots, works('newcomer'), 1);
    assert.equal(newcomer.length, 0);
    one[0]?.();
    await settled();
    assert.deepEqual([one.length, newcomer.length], [2, 1]);
  });

  it('are half at most for keys never seen to work, no matter who sends them', async () => {
    const { slots } = setUp(2);
    const wrong = await ask(slots, untried('hostile'), 50);
    const more = await ask(slots, untried('another'), 50);
    assert.equal(wrong.length + more.length, 1);
    assert.equal((await ask(slots, works('victim'), 1)).length, 1);
    const ten = setUp(10).slots;
    let held = 0;
    for (let i = 0; i < 20; i++) held += (await ask(ten, untried(`hostile ${i}`), 5)).length;
    assert.equal(held, 5);
    assert.equal((await ask(ten, works('victim'), 3)).length, 3);
  });

  it('are not taken from a client by another’s wrong keys', async () => {
    const { slots } = setUp(2);
    for (const leave of await ask(slots, untried('hostile'), 1)) leave();
    assert.equal((await ask(slots, works('victim'), 2)).length, 2);
  });

  it('take clients in turn, also those with new keys', async () => {
    const { slots } = setUp(2);
    const one = await ask(slots, works('one'), 10);
    const fresh = await ask(slots, untried('another'), 1);
    one[0]?.();
    one[1]?.();
    await settled();
    assert.equal(fresh.length, 1);
  });

  it('get fewer for who sees the host strained, and for no one else', async () => {
    const { slots, forward } = setUp(2);
    slots.strain('hostile', 1000);
    const victim = await ask(slots, works('victim'), 2);
    assert.equal(victim.length, 2);
    for (const leave of victim) leave();
    slots.strain('victim', 1000);
    const [left] = await ask(slots, works('victim'), 1);
    assert.equal((await ask(slots, works('victim'), 1)).length, 0);
    forward(2000);
    left?.();
    assert.equal((await ask(slots, works('victim'), 1)).length, 1);
  });

  it('know no untried keys where the slot is a credential’s own', async () => {
    const { slots } = setUp(2, false);
    assert.equal((await ask(slots, untried('one'), 2)).length, 2);
  });

  it('are given back by who leaves the line', async () => {
    const { slots } = setUp(2);
    const gone = new AbortController();
    const [first] = await ask(slots, untried('one'), 1);
    const second = slots.enter(untried('one'), gone.signal);
    gone.abort(new Error('gone'));
    await assert.rejects(async () => second, /gone/);
    first?.();
    assert.equal((await ask(slots, untried('one'), 1)).length, 1);
  });

  it('have numbers of which untried keys know only half', () => {
    assert.deepEqual([slotsFor(2, true), slotsFor(2, false)], [[0], [1, 0]]);
    assert.deepEqual(slotsFor(1, true), [0]);
    assert.deepEqual(slotsFor(5, true), [0, 1]);
  });
});
