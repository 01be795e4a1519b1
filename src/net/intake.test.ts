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
  it('small ones go on immediately; what they held comes back', () => {
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

  /** Room is taken for three times as much: 512 of them are what a client alone may have. */
  const PAGE = Math.floor(MIB / 24);

  async function withoutLargeSlots() {
    const intake = createIntake(512 * MIB);
    // Half of eight are what a client alone may have.
    for (let n = 0; n < 4; n++) await intake.open('a').add(4 * MIB, patient);
    const page = (signal = patient) => {
      const taking = intake.open('a');
      return { taking, room: taking.add(PAGE, signal) };
    };
    return { intake, page };
  }

  it('small ones that found no room get on as others end, without a slot among the large ones', async () => {
    const { intake, page } = await withoutLargeSlots();
    const first = Array.from({ length: 512 }, () => page());
    assert.ok(first.every(({ room }) => !open(room)));
    const later = Array.from({ length: 1500 }, () => page());
    assert.ok(await isOpen(later[0]?.room));
    assert.ok(!open(intake.open('b').add(PAGE, patient)), 'another client waits for no one');
    for (const { taking } of first) taking.close();
    await Promise.all(later.slice(0, 500).map(({ room }) => room));
    assert.ok(await isOpen(later.at(-1)?.room));
    for (const { taking, room } of later) {
      await room;
      taking.close();
    }
    assert.ok(!open(page().room));
  });

  it('many that each read a page, weigh it and read a little more do not wait for one another', async () => {
    const { intake } = await withoutLargeSlots();
    const read = async () => {
      const taking = intake.open('a');
      await taking.add(PAGE, patient);
      await new Promise(setImmediate);
      await taking.add(PAGE * 1.5, patient);
      await new Promise(setImmediate);
      await taking.add(300, patient);
      taking.close();
    };
    await Promise.all(Array.from({ length: 2000 }, read));
  });

  it('pieces that come while one waits for room are all counted, and all given back', async () => {
    const intake = createIntake(8 * MIB);
    const first = intake.open('a');
    assert.ok(!open(first.add(MIB, patient)));
    const large = intake.open('a');
    await large.add(2 * MIB, patient);
    const waiting = intake.open('a');
    const pieces = [waiting.add(MIB / 16, patient), waiting.add(MIB / 2, patient)];
    assert.ok(await isOpen(pieces[0]));
    first.close();
    await Promise.all(pieces);
    // One of two is held, and half of that would be no more than the first piece.
    const other = intake.open('a');
    const more = other.add(MIB / 3, patient);
    assert.ok(await isOpen(more));
    waiting.close();
    await more;
    for (const one of [other, large]) one.close();
    assert.ok(!open(intake.open('a').add(MIB, patient)));
  });

  it('who waits for room and leaves takes none along', async () => {
    const { page } = await withoutLargeSlots();
    const full = Array.from({ length: 512 }, () => page());
    for (const [reason, expected] of [
      [new Fault('channel_timeout', 'slow'), { code: 'unavailable', retryAfter: 2000 }],
      [new Fault('unavailable', 'gone'), { message: 'gone' }],
    ] as const) {
      const end = new AbortController();
      const left = Promise.resolve(page(end.signal).room);
      end.abort(reason);
      await assert.rejects(left, expected);
    }
    for (const { taking } of full) taking.close();
    const again = Array.from({ length: 512 }, () => page());
    assert.ok(again.every(({ room }) => !open(room)));
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
