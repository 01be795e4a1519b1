// Local times around clock changes and half-hour zones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantOf, localText, offsetText } from './zone.ts';

const amsterdam = 'Europe/Amsterdam';

test('local time follows the clock change to the second', () => {
  const change = Date.parse('2026-10-25T01:00:00Z');
  assert.equal(localText(amsterdam, change - 1000), '2026-10-25T02:59:59');
  assert.equal(localText(amsterdam, change), '2026-10-25T02:00:00');
  assert.equal(offsetText(amsterdam, change - 1000), '2026-10-25T02:59:59+02:00');
  assert.equal(offsetText(amsterdam, change), '2026-10-25T02:00:00+01:00');
});

test('zones with half hours keep their minutes', () => {
  assert.equal(
    offsetText('America/St_Johns', Date.parse('2026-01-15T12:00:00Z')),
    '2026-01-15T08:30:00-03:30',
  );
  assert.equal(offsetText('UTC', 0), '1970-01-01T00:00:00+00:00');
});

test('a local time leads back to its instant, the earlier one in the repeated hour', () => {
  assert.equal(instantOf(amsterdam, '2026-07-01T12:00:00'), Date.parse('2026-07-01T10:00:00Z'));
  assert.equal(instantOf(amsterdam, '2026-12-01T12:00:00'), Date.parse('2026-12-01T11:00:00Z'));
  assert.equal(instantOf(amsterdam, '2026-10-25T02:30:00'), Date.parse('2026-10-25T00:30:00Z'));
});
