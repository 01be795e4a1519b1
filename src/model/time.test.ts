// Reading and writing instants.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { instant, readInstant, writeInstant, writeZulu } from './time.ts';

test('an instant without an offset is UTC', () => {
  const noon = Date.UTC(2026, 9, 1, 12);
  for (const text of [
    '2026-10-01T12:00:00Z',
    '2026-10-01T12:00:00',
    '2026-10-01 12:00',
    '2026-10-01T14:00:00+02:00',
    '2026-10-01T14:00:00+0200',
    '2026-10-01T07:30:00-04:30',
    '2026-10-01T12:00:00.000Z',
  ])
    assert.equal(readInstant(text), noon, text);
  assert.equal(readInstant('2026-10-01'), Date.UTC(2026, 9, 1));
  assert.equal(readInstant('2026-10-01T12:00:00.4567Z'), noon + 456);
});

test('what is no instant is not read', () => {
  for (const text of [
    '',
    'yesterday',
    '2026-13-01',
    '2026-02-29',
    '2026-10-01T24:00:00',
    '2026-10-01T12:60:00',
    '2026-10-01T12:00:61Z',
    '1969-12-31',
    '9999-01-01',
    '2026-10-01T12:00:00+15:00',
    '1790863940',
    '2026-10-01T12:00:00 Europe/Amsterdam',
    '+012026-10-01T12:00:00Z',
    '٢٠٢٦-10-01',
  ])
    assert.equal(readInstant(text), undefined, text);
});

test('instants go out with the offset they came with', () => {
  assert.equal(instant('2026-10-28T08:14:22Z'), '2026-10-28T08:14:22+00:00');
  assert.equal(instant('2026-10-02T10:06:17+02:00'), '2026-10-02T10:06:17+02:00');
  assert.equal(instant('2026-10-02T10:06:17.999-0700'), '2026-10-02T10:06:17-07:00');
  assert.equal(instant('2026-10-28T09:05:31'), '2026-10-28T09:05:31+00:00');
  assert.equal(instant('2026-10-28 09:05:31'), '2026-10-28T09:05:31+00:00');
  assert.equal(instant('2026-10-28', '+01:00'), '2026-10-28T00:00:00+01:00');
  assert.deepEqual(
    [instant(null), instant(''), instant('0000-00-00 00:00:00')],
    [null, null, null],
  );
});

test('every instant reads back as itself, whatever its offset', () => {
  const times = fc.integer({ min: 0, max: Date.UTC(9000, 0) / 1000 }).map((s) => s * 1000);
  const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
  fc.assert(
    fc.property(times, offsets, (time, offset) => {
      assert.equal(readInstant(writeInstant(time)), time);
      assert.equal(readInstant(writeZulu(time)), time);
      const wall = new Date(time + offset * 60_000).toISOString().slice(0, 19);
      const size = Math.abs(offset);
      const zone = `${offset < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
      if (wall < '1970' || wall > '9998') return;
      assert.equal(readInstant(`${wall}${zone}`), time);
      assert.equal(instant(`${wall}${zone}`), `${wall}${zone === '-00:00' ? '+00:00' : zone}`);
    }),
  );
});

test('an instant as most are written is read as any other', () => {
  // A space in front leaves it to the way that all forms take.
  const part = (most: number, length: number) =>
    fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(length, '0'));
  const text = fc
    .tuple(
      fc.oneof(part(9999, 4), fc.constant('2026')),
      part(13, 2),
      part(32, 2),
      fc.constantFrom('T', 'T', 'T', ' ', ' ', 't', 'x'),
      part(24, 2),
      part(60, 2),
      part(60, 2),
      fc.constantFrom(
        ...['', '', 'Z', 'Z', '+02:00', '-07:30', '-00:00', '+15:00', '+02:60', '.5Z', 'z'],
        ...['.000Z', '.123Z', '.999z', '.1234', ',120Z'],
      ),
    )
    .map(([y, m, d, t, hour, minute, second, end]) =>
      [`${y}-${m}-${d}`, t, `${hour}:${minute}:${second}`, end].join(''),
    );
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 0, max: 25 }),
      fc.constantFrom('', 'x', ' ', '.'),
      (whole, at, put) => {
        const spoiled = put === '' ? whole : `${whole.slice(0, at)}${put}${whole.slice(at + 1)}`;
        assert.equal(instant(spoiled), instant(` ${spoiled}`), spoiled);
        assert.equal(instant(spoiled, '+01:00'), instant(` ${spoiled}`, '+01:00'), spoiled);
        assert.equal(readInstant(spoiled), readInstant(` ${spoiled}`), spoiled);
      },
    ),
    { numRuns: 3000 },
  );
});
