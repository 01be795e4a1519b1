// Times as people type them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UsageError } from './declare.ts';
import { momentOf } from './moments.ts';

const NOW = Date.parse('2026-11-15T12:34:56Z');
const read = (text: string) => Date.parse(momentOf(text, '--created-at-min', NOW));

it('words are turned into instants, ISO times pass as they are', () => {
  assert.equal(momentOf('now', '', NOW), '2026-11-15T12:34:56+00:00');
  for (const [text, ago] of [
    ['30m', 1_800_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
    ['2w', 1_209_600_000],
  ] as const)
    assert.equal(read(text), NOW - ago, text);
  for (const text of ['2026-10-01', '2026-10-01T12:00:00+02:00'])
    assert.equal(momentOf(text, '', NOW), text);
  const today = new Date(read('today'));
  assert.deepEqual([today.getHours(), today.getMinutes(), today.getSeconds()], [0, 0, 0]);
  assert.ok(today.getTime() <= NOW && NOW - today.getTime() < 25 * 3_600_000);
  const yesterday = new Date(read('Yesterday'));
  assert.equal(yesterday.getHours(), 0);
  assert.notEqual(yesterday.getDate(), today.getDate());
});

it('anything else is refused with what may be written', () => {
  for (const text of ['tomorrow', '7x', '-7d', '2026-02-30', '', '99999999d'])
    assert.throws(
      () => momentOf(text, '--created-at-min', NOW),
      (error) => error instanceof UsageError && /--created-at-min.*7d/.test(error.message),
      text,
    );
});
