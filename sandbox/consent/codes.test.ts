// A code works once, in time, for what was granted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCodes } from './codes.ts';

test('a code gives what was granted once, and nothing when it is unknown or too old', () => {
  let clock = 0;
  const codes = openCodes<string>(() => clock, 600);
  const [first, second, third] = [codes.mint('a'), codes.mint('b'), codes.mint('c')];
  assert.equal(codes.redeem(first), 'a');
  assert.equal(codes.redeem(first), null);
  assert.equal(codes.redeem('nonsense'), null);
  clock = 600_000;
  assert.equal(codes.redeem(second), 'b');
  clock += 1;
  assert.equal(codes.redeem(third), null);
});

test('a vendor may write its codes in its own form', () => {
  const codes = openCodes<string>(Date.now, 60, (bytes) => `ANxt${bytes.toString('hex')}`);
  assert.match(codes.mint('a'), /^ANxt[0-9a-f]{32}$/);
});
