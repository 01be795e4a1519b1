// Tests of token answers: what is one, and what only looks like one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endingTokenIn, grantEndOf, granted, tokenIn } from './token-answer.ts';

test('a token is read with its end and what renews it, where they are said', () => {
  assert.deepEqual(
    tokenIn({ access_token: 'a.b|c', token_type: 'Bearer', expires_in: 60, refresh_token: 'r' }),
    { accessToken: 'a.b|c', seconds: 60, refreshToken: 'r', refreshSeconds: undefined },
  );
  assert.deepEqual(endingTokenIn({ access_token: 'a', expires_in: '299' })?.seconds, 299);
  const bare = {
    accessToken: 'a',
    seconds: undefined,
    refreshToken: undefined,
    refreshSeconds: undefined,
  };
  assert.deepEqual(tokenIn({ access_token: 'a', expires_in: null }), bare);
  assert.equal(endingTokenIn({ access_token: 'a' }), undefined);
  const spans = { expires_in: 60, refresh_token: 'r', refresh_token_expires_in: '90' };
  assert.equal(tokenIn({ access_token: 'a', ...spans })?.refreshSeconds, 90);
});

test('what was granted ends with a new refresh token, and where none came it is as before', () => {
  const before = { account: {}, secrets: { refreshToken: 'r', grantEndsAt: '5' } };
  const token = { accessToken: 'a', seconds: 1, refreshToken: 's', refreshSeconds: 9 };
  const grant = granted(before, token, 1000);
  assert.deepEqual([grant.grantEndsAt, grantEndOf(grant)], [10_000, 10_000]);
  const same = granted(before, { ...token, refreshToken: undefined }, 1000);
  assert.deepEqual([same.grantEndsAt, grantEndOf(same)], [undefined, 5]);
  assert.equal(grantEndOf({ account: {}, secrets: {} }), undefined);
});

test('what is no token, cannot be sent, or ends in no time is none', () => {
  for (const body of [undefined, null, 'hi', 42, [], {}, ['access_token'], { data: {} }])
    assert.equal(tokenIn(body), undefined, JSON.stringify(body));
  for (const token of ['', ' ', 'a b', 'a\r\nx: y', 'ü', 1, null, {}])
    assert.equal(tokenIn({ access_token: token, expires_in: 60 }), undefined, String(token));
  for (const end of [0, -1, 'soon', true, {}, [60], Number.POSITIVE_INFINITY, ''])
    assert.equal(tokenIn({ access_token: 'a', expires_in: end }), undefined, String(end));
  assert.equal(tokenIn({ access_token: 'a', token_type: 'mac' }), undefined);
});
