// Search terms: quoting, bounds that only widen, identifiers of any length.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readInstant } from '../../model/time.ts';
import type { Warning } from '../channel.ts';
import { isSince, noteOutside, quoted, sinceTerm, timeTerms, withinTimes } from './search.ts';

const at = (text: string) => readInstant(text) ?? Number.NaN;

test('a value stands in quotes, its special characters escaped', () => {
  assert.equal(quoted('Velo Nord'), "'Velo Nord'");
  assert.equal(quoted(`O'Neil "X": (a\\b)`), `'O\\'Neil \\"X\\"\\: \\(a\\\\b\\)'`);
});

test('no value can leave its quotes', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const inner = quoted(value).slice(1, -1);
      assert.equal(inner.replace(/\\(.)/gs, '$1'), value);
      assert.doesNotMatch(inner.replace(/\\./gs, ''), /[\\'":()]/);
    }),
  );
});

test('bounds are whole seconds in UTC, in quotes, moved outwards', () => {
  assert.deepEqual(
    timeTerms({
      created_at_min: at('2026-10-01T02:00:00+02:00'),
      created_at_max: at('2026-10-02T00:00:00Z'),
      updated_at_min: at('2026-10-01T00:00:00.500Z'),
      processed_at_max: at('2026-10-01T00:00:00.001Z'),
    }),
    [
      "created_at:>='2026-10-01T00:00:00Z'",
      "created_at:<='2026-10-02T00:00:00Z'",
      "updated_at:>='2026-10-01T00:00:00Z'",
      "processed_at:<='2026-10-01T00:00:01Z'",
    ],
  );
});

test('a record is held against the bounds to the millisecond, both ends included', () => {
  const record = { createdAt: '2026-10-01T00:00:00Z' };
  const noon = at('2026-10-01T00:00:00Z');
  assert.equal(withinTimes(record, { created_at_min: noon, created_at_max: noon }), true);
  assert.equal(withinTimes(record, { created_at_min: noon + 1 }), false);
  assert.equal(withinTimes(record, { created_at_max: noon - 1 }), false);
  assert.equal(withinTimes({ publishedAt: null }, { published_at_min: 0 }), false);
  assert.equal(withinTimes({ publishedAt: null }, {}), true);
});

test('only what lies outside the bounds as sent is worth a warning', () => {
  const warnings: Warning[] = [];
  const note = (warning: Warning) => warnings.push(warning);
  const record = { createdAt: '2026-10-01T00:00:00Z' };
  noteOutside(record, { created_at_min: at('2026-10-01T00:00:00.500Z') }, note);
  assert.deepEqual(warnings, []);
  noteOutside(record, { created_at_min: at('2026-10-01T00:00:01Z') }, note);
  assert.deepEqual(
    warnings.map(({ code, field }) => [code, field]),
    [['record_out_of_bounds', 'created_at']],
  );
});

test('identifiers are exact at any length', () => {
  assert.equal(sinceTerm('9007199254740993'), 'id:>=9007199254740994');
  assert.equal(isSince('9007199254740993', '9007199254740992'), true);
  assert.equal(isSince('9007199254740992', '9007199254740992'), false);
  assert.equal(isSince('10', '9'), true);
  assert.equal(isSince('1', undefined), true);
});
