// Tests of paging: ties, both directions, cursors of another sort and page sizes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { connect, type PageArgs, sorted } from './connection.ts';

interface Row {
  readonly id: number;
  readonly at: number;
}

const list = (rows: readonly Row[], key = 'AT') =>
  sorted(
    rows,
    key,
    (row) => row.at,
    (row) => row.id,
  );

const page = (rows: readonly Row[], args: PageArgs, key = 'AT') => {
  const { nodes, pageInfo } = connect(list(rows, key), null, args);
  return { nodes: nodes.map((row) => row.id), pageInfo };
};

function walk(rows: readonly Row[], first: number, reverse: boolean): readonly number[] {
  const seen: number[] = [];
  let after: string | null = null;
  for (;;) {
    const { nodes, pageInfo } = page(rows, { first, after, reverse });
    seen.push(...nodes);
    if (!pageInfo.hasNextPage) return seen;
    after = pageInfo.endCursor;
  }
}

test('a walk over ties repeats and loses nothing, in both directions', () => {
  const rows = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 60 }), at: fc.integer({ min: 0, max: 4 }) }),
    {
      selector: (row) => row.id,
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 7 }), fc.boolean(), (all, first, reverse) => {
      const expected = all
        .toSorted((one, other) => one.at - other.at || one.id - other.id)
        .map((row) => row.id);
      assert.deepEqual(walk(all, first, reverse), reverse ? expected.toReversed() : expected);
    }),
  );
});

const rows: readonly Row[] = [
  { id: 1, at: 5 },
  { id: 2, at: 5 },
  { id: 3, at: 4 },
];

test('the last page says so and an empty one has no cursor', () => {
  const whole = page(rows, { first: 3 });
  assert.deepEqual(whole.nodes, [3, 1, 2]);
  assert.equal(whole.pageInfo.hasNextPage, false);
  assert.equal(whole.pageInfo.hasPreviousPage, false);
  assert.deepEqual(page([], { first: 3 }).pageInfo, {
    hasNextPage: false,
    hasPreviousPage: false,
    startCursor: null,
    endCursor: null,
  });
});

test('a record that was removed does not shift the page after its cursor', () => {
  const { endCursor } = page(rows, { first: 2 }).pageInfo;
  assert.deepEqual(page(rows.slice(1), { first: 2, after: endCursor }).nodes, [2]);
});

test('a cursor of another sort or of no sort is refused', () => {
  const { endCursor } = page(rows, { first: 1 }).pageInfo;
  assert.throws(
    () => page(rows, { first: 1, after: endCursor }, 'OTHER'),
    /current pagination sort/,
  );
  assert.throws(() => page(rows, { first: 1, after: 'nonsense' }), /Invalid cursor/);
});

test('a page needs one size between 0 and 250', () => {
  assert.throws(() => page(rows, {}), /one of first or last/);
  assert.throws(() => page(rows, { first: 251 }), /cannot exceed 250/);
  assert.throws(() => page(rows, { first: -1 }), /greater than or equal to 0/);
  assert.deepEqual(page(rows, { first: 0 }).nodes, []);
});
