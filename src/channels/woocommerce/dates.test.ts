// Date bounds: both included, to the second, whatever fraction the caller wrote.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readInstant } from '../../model/time.ts';
import { boundPairs, isWithin } from './dates.ts';

const at = (text: string) => readInstant(text) ?? Number.NaN;

test('bounds are exclusive in the shop, so they are sent one second wider', () => {
  const noon = at('2026-10-01T12:00:00Z');
  assert.deepEqual(boundPairs({ created_at_min: noon, created_at_max: noon }), [
    ['dates_are_gmt', 'true'],
    ['after', '2026-10-01T11:59:59'],
    ['before', '2026-10-01T12:00:01'],
  ]);
  assert.deepEqual(boundPairs({ updated_at_min: noon, updated_at_max: noon }), [
    ['dates_are_gmt', 'true'],
    ['modified_after', '2026-10-01T11:59:59'],
    ['modified_before', '2026-10-01T12:00:01'],
  ]);
  assert.deepEqual(boundPairs({}), []);
});

test('a bound with a fraction leaves out the second it lies in, or keeps it', () => {
  const half = at('2026-10-01T12:00:00.500Z');
  assert.deepEqual(boundPairs({ created_at_min: half, created_at_max: half }).slice(1), [
    ['after', '2026-10-01T12:00:00'],
    ['before', '2026-10-01T12:00:01'],
  ]);
});

test('a bound with an offset is the same instant in UTC', () => {
  assert.deepEqual(boundPairs({ created_at_min: at('2026-10-01T14:00:00+02:00') })[1], [
    'after',
    '2026-10-01T11:59:59',
  ]);
});

test('what the shop is asked for is what lies within', () => {
  const base = at('2026-10-01T12:00:00Z');
  const near = fc.integer({ min: -3000, max: 3000 });
  fc.assert(
    fc.property(near, near, fc.integer({ min: -4, max: 4 }), (min, max, second) => {
      const bounds = { created_at_min: base + min, created_at_max: base + max };
      const record = {
        date_created_gmt: new Date(base + second * 1000).toISOString().slice(0, 19),
        date_modified_gmt: null,
      };
      const sent = new Map(boundPairs(bounds));
      const native =
        record.date_created_gmt > (sent.get('after') ?? '') &&
        record.date_created_gmt < (sent.get('before') ?? '');
      assert.equal(native, isWithin(bounds, record));
    }),
  );
});

test('a record without a date lies within no bound', () => {
  const undated = { date_created_gmt: null, date_modified_gmt: null };
  assert.equal(isWithin({}, undated), true);
  assert.equal(isWithin({ created_at_max: 0 }, undated), false);
});
