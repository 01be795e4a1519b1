// What a reply says of the time to wait: in all its forms, never without bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../model/faults.ts';
import { plain, readRetryAfter, sentence, settled } from './reply.ts';

const NOW = Date.UTC(2026, 9, 1, 12);
const HOUR = 3600_000;
const read = (value: string) => readRetryAfter({ 'retry-after': value }, NOW);

test('seconds, fractions and dates are read', () => {
  assert.equal(read('2'), 2000);
  assert.equal(read('0.25'), 250);
  assert.equal(read('Thu, 01 Oct 2026 12:00:30 GMT'), 30_000);
  assert.equal(read('2026-10-01T12:01:00Z'), 60_000);
  assert.equal(read('Thu, 01 Oct 2026 11:00:00 GMT'), 0);
  assert.equal(read('soon'), undefined);
});

test('no answer asks for more than a day, nor a shop for more than an hour', () => {
  for (const value of ['9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT', '86401'])
    assert.equal(read(value), 24 * HOUR, value);
  const reply = { status: 429, headers: { 'retry-after': '9'.repeat(400) }, text: '', body: {} };
  const fault = plain(reply, new URL('https://shop.nl'), NOW);
  assert.ok(fault);
  assert.equal(settled(fault, reply, NOW).retryAfter, HOUR);
});

test('what a channel refuses for good is not tried again, no matter who explained it', () => {
  const at = (status: number) =>
    settled(
      new Fault('channel_failed', 'm', { status }),
      { status, headers: {}, text: '', body: {} },
      NOW,
    ).retryable;
  assert.deepEqual([404, 400, 410, 501].map(at), [false, false, false, false]);
  assert.deepEqual([408, 423, 425, 500, 503].map(at), [true, true, true, true, true]);
});

test('a fault without a pause of its own has that of the answer; one with its own keeps it', () => {
  const reply = { status: 503, headers: { 'retry-after': '7' }, text: '', body: {} };
  const own = (retryAfter?: number) =>
    settled(new Fault('channel_failed', 'm', { status: 503, retryAfter }), reply, NOW);
  assert.deepEqual([own().retryAfter, own(2000).retryAfter], [7000, 2000]);
  assert.deepEqual([own().message, own().status, own().retryable], ['m', 503, true]);
});

test('the channel’s own words are cut between their letters', () => {
  for (const letters of [295, 296, 297]) {
    const text = `${'a'.repeat(letters)}\u{1f600}${'b'.repeat(20)}`;
    const said = sentence({ status: 400, headers: {}, text, body: {} }) ?? '';
    assert.ok(said.isWellFormed() && said.endsWith('...') && said.length <= 300, said);
  }
});
