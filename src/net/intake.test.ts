import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fault } from '../model/faults.ts';
import { createIntake } from './intake.ts';

const MIB = 1024 * 1024;
const patient = new AbortController().signal;
const open = (promise: Promise<void> | undefined) => promise !== undefined;
const isOpen = async (promise: Promise<void> | undefined) =>
  promise !== undefined &&
  (await Promise.race([promise.then(() => false), new Promise((go) => setImmediate(go, true))]));

describe('what answers may take in memory', () => {
  it('small ones go on at once; what they held comes back', () => {
    const intake = createIntake(8 * MIB);
    for (let i = 0; i < 100; i++) {
      const taking = intake.open('a');
      assert.ok(!open(taking.add(MIB / 2, patient)));
      taking.close();
    }
  });

  it('large ones wait for one another, and a second client does not wait for the first', async () => {
    const intake = createIntake(512 * MIB);
    const large = () => {
      const taking = intake.open('greedy');
      return { taking, room: taking.add(4 * MIB, patient) };
    };
    const all = Array.from({ length: 20 }, large);
    const waiting = (await Promise.all(all.map(({ room }) => isOpen(room)))).filter(Boolean);
    assert.ok(waiting.length >= 10, `${waiting.length} of 20 wait`);
    const other = intake.open('other');
    assert.ok(!(await isOpen(other.add(4 * MIB, patient))));
    for (const { taking, room } of all) {
      await room;
      taking.close();
    }
    assert.ok(!(await isOpen(intake.open('greedy').add(4 * MIB, patient))));
  });

  it('one that goes on growing while all wait gets on in the end', async () => {
    const intake = createIntake(512 * MIB);
    const done = Array.from({ length: 12 }, async (_, i) => {
      const taking = intake.open(`client ${i % 3}`);
      for (let piece = 0; piece < 60; piece++) await taking.add(MIB, patient);
      taking.close();
    });
    await Promise.all(done);
  });

  it('calls of one execution that bring more at the same time grow once', async () => {
    const intake = createIntake(512 * MIB);
    const taking = intake.open('a');
    await Promise.all(Array.from({ length: 80 }, () => taking.add(MIB, patient)));
    taking.close();
    const other = intake.open('b');
    await Promise.all(Array.from({ length: 80 }, () => other.add(MIB, patient)));
  });

  it('no execution takes in more than all others together need', () => {
    const taking = createIntake(512 * MIB).open('a');
    assert.throws(() => taking.add(129 * MIB, patient), { code: 'channel_invalid_response' });
  });

  it('who waits until the deadline hears why; who left hears nothing else', async () => {
    const intake = createIntake(64 * MIB);
    const first = intake.open('a');
    await first.add(4 * MIB, patient);
    for (const [reason, expected] of [
      [new Fault('channel_timeout', 'slow'), { code: 'unavailable', retryAfter: 2000 }],
      [new Fault('unavailable', 'gone'), { message: 'gone' }],
    ] as const) {
      const end = new AbortController();
      const room = intake.open('a').add(4 * MIB, end.signal);
      end.abort(reason);
      await assert.rejects(Promise.resolve(room), expected);
    }
  });
});
