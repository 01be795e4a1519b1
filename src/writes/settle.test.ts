// How an intent is judged by what is read back, in and after the time that its channel may take.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteContent } from '../store/index.ts';
import { contentAfter, judge, nextLook, type Settled } from './settle.ts';

const UNTIL = 100_000;
const content: WriteContent = {
  ...{ item: { variant_id: 'v', available: 5 }, tpUserId: 'u', version: '1', until: UNTIL },
  ...{ before: { location_id: null, available: 3 }, given: { token: 'canary' } },
};
const judged = (available: number | undefined, isTaken: boolean, now: number): Settled =>
  judge(
    { operation: 'stock', content },
    available === undefined ? undefined : { location_id: null, available },
    { isTaken, now, looks: 0 },
  );
const shown = ({ outcome, code, again }: Settled) => [outcome, code, again !== undefined];

test('an intent is confirmed by reading alone, and refused only once nothing more can come', () => {
  for (const isTaken of [true, false])
    for (const now of [0, UNTIL]) {
      const isOver = now === UNTIL;
      assert.deepEqual(shown(judged(5, isTaken, now)), ['confirmed', undefined, false]);
      const waits = isTaken ? ['accepted', undefined, true] : ['unknown', 'write_unproven', true];
      assert.deepEqual(
        shown(judged(3, isTaken, now)),
        isOver ? ['refused', 'write_dropped', false] : waits,
      );
      for (const other of [4, undefined])
        assert.deepEqual(
          shown(judged(other, isTaken, now)),
          !isOver && isTaken ? waits : ['unknown', 'write_differs', !isOver],
        );
    }
});

test('it is looked at again before its time is over, and ever more seldom', () => {
  assert.equal(judged(3, true, UNTIL - 10).again, 10);
  const waits = Array.from({ length: 20 }, (_, looks) => nextLook(looks));
  assert.deepEqual(
    waits,
    waits.toSorted((a, b) => a - b),
  );
});

test('a credential is kept until it is settled; an answer that was given stays', () => {
  const under = contentAfter(content, judged(3, true, 0), 'v');
  assert.deepEqual(under.given, content.given);
  assert.equal(under.answer?.outcome, 'accepted');
  const after = contentAfter(under, judged(5, true, 1), 'v');
  assert.equal('given' in after, false);
  assert.equal(after.answer?.outcome, 'accepted');
  assert.equal('again' in (after.answer ?? {}), false);
});

test('a client is answered as it was, and one that was not, as the last look found it', () => {
  const later = { outcome: 'confirmed', after: null } as const;
  const open = { outcome: 'unknown', code: 'write_unproven', after: null, again: 1 } as const;
  const given = contentAfter(contentAfter(content, open, 'v'), later, 'v', true);
  assert.equal(given.answer?.outcome, 'unknown');
  const looked = contentAfter(content, open, 'v', true);
  assert.equal(looked.answer?.outcome, 'unknown');
  const last = contentAfter(looked, later, 'v', true);
  assert.equal(last.answer?.outcome, 'confirmed');
});
