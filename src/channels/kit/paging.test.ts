// Walking a vendor's pages: to the end, until full, and never in a circle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { collect, pick, type Stretch, walk } from './paging.ts';

const pages: Readonly<Record<string, Stretch<number, string>>> = {
  start: { rows: [1, 2], next: 'a' },
  a: { rows: [3, 4], next: 'b' },
  b: { rows: [5] },
};
const read = async (cursor = 'start') => pages[cursor] ?? { rows: [] };

test('a list is read to its end', async () => {
  assert.deepEqual(await collect('lines', read), [1, 2, 3, 4, 5]);
});

test('a cursor or a page that comes again is refused', async () => {
  const same = async () => ({ rows: [], next: 'a' });
  await assert.rejects(collect('lines', same), /cursor that it had given before.*lines/);
  let at = 0;
  const fresh = async () => ({ rows: [1, 2], next: `${++at}` });
  await assert.rejects(collect('lines', fresh), /page that it had answered before/);
  assert.equal(at, 2);
});

test('a page is named once there is another', async () => {
  let named = 0;
  const nameOf = (row: number) => {
    named++;
    return String(row);
  };
  await collect('lines', async () => ({ rows: [1, 2] }), nameOf);
  assert.equal(named, 0);
  await collect('lines', read, nameOf);
  assert.equal(named, 5);
});

test('rows are known by their identifier, else by all they hold', async () => {
  let at = 0;
  const changing = async () => ({ rows: [{ id: 7, at: ++at }], next: at });
  await assert.rejects(collect('lines', changing), /page that it had answered before/);
  assert.equal(at, 2);
  at = 0;
  const nameless = async () => ({ rows: [{ at: ++at }], next: at < 3 ? at : undefined });
  assert.equal((await collect('lines', nameless)).length, 3);
});

const strict = {
  leaveOut: (fault: Fault): never => {
    throw fault;
  },
};

const plan = {
  what: 'orders',
  limit: 3,
  from: 'start',
  most: 5,
  read: (cursor: string, wanted: number) =>
    read(cursor).then(({ rows, next }) => ({ rows: rows.slice(0, wanted), next })),
  keep: () => true,
  nameOf: String,
};

test('a page of ours is filled from several of theirs, never beyond its limit', async () => {
  assert.deepEqual(await walk({ ...plan, limit: 2 }, strict), { items: [1, 2], next: 'a' });
  assert.deepEqual(await walk({ ...plan, limit: 9 }, strict), { items: [1, 2, 3, 4, 5] });
  assert.deepEqual(await walk({ ...plan, limit: 9, keep: (one) => one % 2 === 0 }, strict), {
    items: [2, 4],
  });
});

test('a page that keeps little costs a bounded number of theirs', async () => {
  assert.deepEqual(await walk({ ...plan, most: 1, keep: () => false }, strict), {
    items: [],
    next: 'a',
  });
});

test('a row that cannot be judged fails the walk, or is left out where one reads on', async () => {
  const keep = (one: number) => {
    if (one === 4) throw unreadableRecord(one, 'date');
    return true;
  };
  await assert.rejects(walk({ ...plan, limit: 9, keep }, strict), { record: '4' });
  const left: unknown[] = [];
  const lenient = { leaveOut: ({ record }: Fault) => left.push(record) };
  assert.deepEqual(await walk({ ...plan, limit: 9, keep }, lenient), { items: [1, 2, 3, 5] });
  assert.deepEqual(left, ['4']);
});

test('a walk that stands still is refused', async () => {
  const stuck = { ...plan, limit: 9, read: async () => ({ rows: [1, 2], next: 'start' }) };
  await assert.rejects(walk(stuck, strict), /cursor that it had given before/);
  let at = 0;
  const same = { ...plan, limit: 9, read: async () => ({ rows: [1, 2], next: `${++at}` }) };
  await assert.rejects(walk(same, strict), /page that it had answered before/);
});

test('named records are asked for until the page is full; what is not there is passed over', async () => {
  const asked: string[] = [];
  const named = {
    ids: ['1', '2', '3', '4', '5'],
    from: 0,
    limit: 2,
    read: async (id: string) => {
      asked.push(id);
      return id === '2' ? undefined : Number(id);
    },
    keep: (one: number) => one !== 3,
  };
  assert.deepEqual(await pick(named, { leaveOut: assert.fail }), { items: [1, 4], next: 4 });
  assert.deepEqual(asked, ['1', '2', '3', '4']);
  assert.deepEqual(await pick({ ...named, from: 4 }, { leaveOut: assert.fail }), { items: [5] });
});

test('a named record that cannot be judged is left out where one asks to read on', async () => {
  const named = {
    ids: ['1', '2'],
    from: 0,
    limit: 2,
    read: async (id: string) => id,
    keep: (id: string) => {
      if (id === '1') throw unreadableRecord(id, 'a date');
      return true;
    },
  };
  const left: (string | undefined)[] = [];
  const lenience = { leaveOut: ({ record }: { record?: string | undefined }) => left.push(record) };
  assert.deepEqual([await pick(named, lenience), left], [{ items: ['2'] }, ['1']]);
});
