// Date bounds: both included, to the second, whatever fraction the caller wrote.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readInstant } from '../../model/time.ts';
import { boundPairs, CLOCKS_CHANGE, isDatedWithin } from './dates.ts';

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

const format = (zone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
function offsetAt(zone: Intl.DateTimeFormat, instant: number): number {
  const name = zone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** What WordPress makes of a bare text: it is read on the site's clock, and written down again. */
function asWordPressReads(text: string, zone: Intl.DateTimeFormat): string {
  const wall = Date.parse(`${text}Z`);
  const before = offsetAt(zone, wall - 86_400_000);
  const gap = offsetAt(zone, wall - before) - before;
  const isMissing = gap > 0 && offsetAt(zone, wall - before - gap) === before;
  return new Date(wall + (isMissing ? gap : 0)).toISOString().slice(0, 19);
}

test('no record within the bounds is lost to a clock change, in any kind of zone', () => {
  const nights = {
    'Europe/Amsterdam': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
    'America/New_York': ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
    'America/St_Johns': ['2026-03-08T05:30:00Z', '2026-11-01T04:30:00Z'],
    'America/Santiago': ['2026-09-06T04:00:00Z', '2026-04-05T03:00:00Z'],
    'Australia/Lord_Howe': ['2026-10-03T15:30:00Z', '2026-04-04T15:00:00Z'],
    'Pacific/Chatham': ['2026-09-26T14:00:00Z', '2026-04-04T14:00:00Z'],
    'America/Nuuk': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
    'Asia/Kolkata': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
    UTC: ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  };
  const minutes = (of: string, spread: number) =>
    fc.integer({ min: -spread, max: spread }).map((by) => at(of) + by * 60_000);
  for (const [name, both] of Object.entries(nights)) {
    const zone = format(name);
    for (const night of both)
      fc.assert(
        fc.property(
          minutes(night, 900),
          minutes(night, 900),
          minutes(night, 960),
          (min, max, one) => {
            const date = new Date(one).toISOString().slice(0, 19);
            const record = { date_created_gmt: date, date_modified_gmt: date };
            for (const bounds of [
              { created_at_min: min, created_at_max: max },
              { updated_at_min: min, updated_at_max: max },
            ]) {
              if (!isDatedWithin(bounds, record)) continue;
              const [[, lower = ''] = [], [, upper = ''] = []] = boundPairs(bounds).slice(1);
              assert.ok(date > asWordPressReads(lower, zone), `${name}: ${date} is after ${lower}`);
              assert.ok(
                date < asWordPressReads(upper, zone),
                `${name}: ${date} is before ${upper}`,
              );
            }
          },
        ),
        { numRuns: 300 },
      );
  }
});

test('a time that no clock may miss is asked for as it is; at night the bound lies hours earlier', () => {
  const sent = (text: string) =>
    new Map(boundPairs({ updated_at_min: at(text) })).get('modified_after');
  assert.equal(sent('2026-03-29T12:00:00Z'), '2026-03-29T11:59:59');
  assert.equal(sent('2026-03-29T02:15:00Z'), '2026-03-28T23:14:59');
  assert.equal(sent('2026-03-29T22:30:00Z'), '2026-03-29T19:29:59');
});

test('every zone puts its clock forward at night, and by no more than is allowed for', () => {
  const week = 7 * 86_400_000;
  for (const name of Intl.supportedValuesOf('timeZone')) {
    const zone = format(name);
    let old = offsetAt(zone, Date.UTC(2025, 0, 1));
    for (let from = Date.UTC(2025, 0, 1); from < Date.UTC(2028, 0, 1); from += week) {
      const young = offsetAt(zone, from + week);
      if (young > old) {
        let [low, high] = [from, from + week];
        while (high - low > 60_000) {
          const middle = Math.floor((low + high) / 120_000) * 60_000;
          if (offsetAt(zone, middle) === old) low = middle;
          else high = middle;
        }
        const hour = new Date(high + old).getUTCHours();
        const end = new Date(high + young - 1).getUTCHours();
        for (const one of [hour, end])
          assert.ok(one >= CLOCKS_CHANGE.from || one < CLOCKS_CHANGE.until, `${name} at ${one}`);
        assert.ok(young - old <= CLOCKS_CHANGE.byHours * 3_600_000, name);
      }
      old = young;
    }
  }
});

test('what the shop is asked for by day is what lies within', () => {
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
      assert.equal(native, isDatedWithin(bounds, record));
    }),
  );
});

test('a record without a date lies within no bound', () => {
  const undated = { date_created_gmt: null, date_modified_gmt: null };
  assert.equal(isDatedWithin({}, undated), true);
  assert.equal(isDatedWithin({ created_at_max: 0 }, undated), false);
  for (const none of ['0000-00-00T00:00:00', '-0001-11-30T00:00:00', ''])
    assert.equal(isDatedWithin({ created_at_max: 0 }, { date_created_gmt: none }), false);
  const odd = { id: 7, date_created_gmt: 'soon' };
  assert.equal(isDatedWithin({ updated_at_max: undefined }, odd), true);
  assert.throws(() => isDatedWithin({ created_at_max: 0 }, odd), {
    record: '7',
    message: /date_created_gmt/,
  });
});
