// Tests of secrets, tokens and their hashes.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  hashSecret,
  looksLikeAccessToken,
  newAccessToken,
  newClientSecret,
  sameHash,
} from './secret.ts';

it('makes secrets and tokens of 256 random bits with a prefix that distinguishes them', () => {
  assert.match(newClientSecret(), /^mfs_[A-Za-z0-9_-]{43}$/);
  assert.match(newAccessToken(), /^mfa_[A-Za-z0-9_-]{43}$/);
  assert.equal(new Set(Array.from({ length: 1000 }, newAccessToken)).size, 1000);
});

it('recognises an access token by its form alone', () => {
  const token = newAccessToken();
  assert.equal(looksLikeAccessToken(token), true);
  for (const odd of ['', 'mfa_', `${token}x`, token.slice(1), `${token}\n`, newClientSecret()]) {
    assert.equal(looksLikeAccessToken(odd), false);
  }
});

it('hashes with SHA-256 and compares hashes', () => {
  assert.equal(hashSecret('abc'), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  assert.equal(sameHash(hashSecret('a'), hashSecret('a')), true);
  assert.equal(sameHash(hashSecret('a'), hashSecret('b')), false);
  assert.equal(sameHash(hashSecret('a'), ''), false);
});
