// One record that cannot be read fails the call, or is left out where the caller asked for that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { readable, readEach } from './records.ts';

const strict = {
  leaveOut: (fault: Fault) => {
    throw fault;
  },
};
function lenient() {
  const left: (string | undefined)[] = [];
  return { left, leaveOut: (fault: Fault) => void left.push(fault.record) };
}
const even = (row: unknown) => {
  if (typeof row !== 'number' || row % 2) throw unreadableRecord(row, 'its number');
  return row;
};

test('rows are read, or the first that cannot be fails by its name and place', async () => {
  assert.deepEqual(readable([2, 4], even, strict), [2, 4]);
  assert.throws(() => readable([2, 3, 4], even, strict), /record 3 cannot be read: its number/);
  await assert.rejects(
    readEach([2, 3], async (row) => even(row), strict),
    /record 3/,
  );
});

test('anyone who reads on gets the rest, in order, and the names of what was left out', async () => {
  const one = lenient();
  assert.deepEqual(readable([2, 3, null, 4], even, one), [2, 4]);
  assert.deepEqual(one.left, ['3', 'without an identifier']);
  const two = lenient();
  assert.deepEqual(await readEach([1, 2, 3, 4], async (row) => even(row), two), [2, 4]);
  assert.deepEqual(two.left, ['1', '3']);
});

test('what is not about one record fails no matter who asks', () => {
  const whole = () => {
    throw new Fault('channel_failed', 'down');
  };
  assert.throws(() => readable([1], whole, lenient()), /down/);
});
