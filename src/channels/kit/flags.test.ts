// Yes, no, and all that is neither.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagIn, mailConsentIn } from './flags.ts';

test('only a plain yes or no is one', () => {
  assert.deepEqual([flagIn(true), flagIn(false)], [true, false]);
  for (const odd of ['true', 1, 0, null, undefined, {}]) assert.equal(flagIn(odd), null);
});

test('a consent has a state, or there is none', () => {
  assert.equal(mailConsentIn(true)?.state, 'subscribed');
  assert.equal(mailConsentIn(false)?.state, 'not_subscribed');
  assert.equal(mailConsentIn('yes'), null);
});
