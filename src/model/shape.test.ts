// What stands where something else should: the compiled way against the plain one, with anything anywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findMisplaced, type Shape, shape } from './shape.ts';

const SHAPE = shape({
  objects: ['a', 'list.*.a'],
  needed: ['b'],
  lists: ['list', 'b.list'],
  words: ['list.*.word', 'by.*.word'],
  numbers: ['b.number', 'b.list.*.number'],
  flags: ['flag', 'a.b.flag'],
});
const NAMES = ['a', 'b', 'list', 'by', 'word', 'number', 'flag', 'other'];

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNothing = (value: unknown) =>
  [null, undefined, false, 0].includes(value as null) ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  objects: isObject,
  needed: isObject,
  lists: (value) => Array.isArray(value) && value.every((one) => one === null || isObject(one)),
  words: (value) => typeof value === 'string' || typeof value === 'number',
  numbers: (value) =>
    typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)),
  flags: (value) => typeof value === 'boolean' || /^(true|false|0|1)$/i.test(String(value)),
};

function misplaced(value: unknown, { members }: Shape, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...members].flatMap(([name, level]) =>
    (name === '*' ? Object.keys(value) : [name]).flatMap((key) => {
      const member = (value as Record<string, unknown>)[key];
      const fits = level.kind === undefined || isNothing(member) || FITS[level.kind]?.(member);
      return fits ? misplaced(member, level, `${at}${key}.`) : [`${at}${key}`];
    }),
  );
}

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(null, false, true, 0, 3, '', ' ', 'x', '12.5', '-1'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

test('whatever a record holds, every place is found, and no other', () => {
  fc.assert(
    fc.property(value, (record) => {
      const found: string[] = [];
      findMisplaced(record, SHAPE, (place) => found.push(place));
      assert.deepEqual(found, misplaced(record, SHAPE, ''));
    }),
    { numRuns: 3000 },
  );
});
