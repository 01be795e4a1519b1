// Sifting: what is wanted stays, what cannot be judged fails the call or is left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { sift } from './records.ts';

const rows = [{ id: 1, at: 5 }, { id: 2 }, { id: 3, at: 9 }];
const isLate = ({ id, at }: { id: number; at?: number }) => {
  if (at === undefined) throw unreadableRecord(id, 'at');
  return at > 7;
};

test('a row that cannot be judged is refused by its name, or left out where one reads on', () => {
  const strict = (fault: Fault) => {
    throw fault;
  };
  assert.throws(() => sift(rows, isLate, { leaveOut: strict }), { record: '2', message: /at/ });
  const left: (string | undefined)[] = [];
  const kept = sift(rows, isLate, { leaveOut: ({ record }) => left.push(record) });
  assert.deepEqual([kept, left], [[{ id: 3, at: 9 }], ['2']]);
});

test('rows that are lists themselves stay whole', () => {
  const lists = [[1], [2, 3]];
  assert.deepEqual(
    sift(lists, () => true, { leaveOut: assert.fail }),
    lists,
  );
});
