// Values as people type them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UsageError } from './declare.ts';
import { momentOf, readAs } from './values.ts';

const NOW = Date.parse('2026-11-15T12:34:56Z');
const read = (text: string) => Date.parse(momentOf(text, NOW) ?? '');

it('words are turned into instants, ISO times pass as they are', () => {
  assert.equal(momentOf('now', NOW), '2026-11-15T12:34:56+00:00');
  for (const [text, ago] of [
    ['30m', 1_800_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
    ['2w', 1_209_600_000],
  ] as const)
    assert.equal(read(text), NOW - ago, text);
  for (const text of ['2026-10-01', '2026-10-01T12:00:00+02:00'])
    assert.equal(momentOf(text, NOW), text);
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
      () => readAs('time', text, '"--created-at-min"'),
      (error) => error instanceof UsageError && /--created-at-min.*7d/.test(error.message),
      text,
    );
});

it('a value is read as what stands for it says', () => {
  for (const [kind, text, value] of [
    ['number', '7', 7],
    ['number|all', 'all', Number.POSITIVE_INFINITY],
    ['1-100', '100', 100],
    ['days', '2', 2],
    ['yes|no', 'no', false],
    ['open|closed', 'open', 'open'],
    ['name,name', 'a, b,,c', ['a', 'b', 'c']],
    ['text;text', 'a; b', ['a', 'b']],
    ['text or none', 'none', null],
    ['id:quantity;id:quantity', 'a:b:2', [{ id: 'a:b', quantity: 2 }]],
    ['text', 'constructor', 'constructor'],
  ] as const)
    assert.deepEqual(readAs(kind, text, ''), value, kind);
  for (const [kind, text, must] of [
    ['number', '-1', /a whole number from 0, not "-1"/],
    ['number', '12345678901234567890', /a whole number from 0/],
    ['number|all', '0', /from 1, or all/],
    ['1-100', '101', /from 1 to 100/],
    ['days', '0', /days from 1/],
    ['yes|no', 'constructor', /yes or no/],
    ['open|closed', 'toString', /one of open, closed/],
    ['id:quantity;id:quantity', 'a:1;b', /written id:quantity/],
  ] as const)
    assert.throws(() => readAs(kind, text, '"--x"'), must, kind);
});
