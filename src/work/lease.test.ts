// Tests of doing a piece of work alone: who waits, for how long, and what ends the waiting.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../model/faults.ts';
import { alone, type Leases } from './lease.ts';

const late = () => new Fault('write_in_progress', 'Another is at it.');

/** Places of which some are another's. */
function places(taken: readonly string[]) {
  const held: string[] = [];
  const all: Pick<Leases, 'take' | 'leave' | 'keepAll'> = {
    async take({ key }) {
      if (taken.includes(key)) return undefined;
      held.push(key);
      return 0;
    },
    async leave({ key }) {
      held.splice(held.indexOf(key), 1);
    },
    async keepAll() {},
  };
  return { held, all: all as Leases };
}

test('the work is done with all of its places, and they are given back', async () => {
  const { held, all } = places([]);
  const done = await alone(all, ['b', 'a', 'b'], { patience: 1000, late }, async () => [...held]);
  assert.deepEqual([done, held], [['a', 'b'], []]);
});

test('one who waits for another ends with what ended it, or with its patience', async () => {
  const { held, all } = places(['b']);
  const never = async () => assert.fail('another is at it');
  const left = new AbortController();
  const waiting = alone(all, ['a', 'b'], { patience: 60_000, late, signal: left.signal }, never);
  setImmediate(() => left.abort(new Fault('unavailable', 'The client went away.')));
  await assert.rejects(waiting, { code: 'unavailable', message: 'The client went away.' });
  await assert.rejects(alone(all, ['a', 'b'], { patience: 0, late }, never), {
    code: 'write_in_progress',
  });
  assert.deepEqual(held, []);
});
