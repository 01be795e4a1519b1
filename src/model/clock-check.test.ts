// Tests of the word on a machine's clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockWarning } from './clock-check.ts';

test('a clock that is seconds off is said, either way; less is not', () => {
  assert.equal(clockWarning(0), undefined);
  assert.equal(clockWarning(2000), undefined);
  assert.equal(clockWarning(-2000), undefined);
  assert.match(clockWarning(600_000) ?? '', /600 seconds ahead of the database’s/);
  assert.match(clockWarning(-2600) ?? '', /3 seconds behind the database’s/);
});
