// Tests of tokens: expiry by the clock, rotation, and what survives a restart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTokens, refreshSeconds } from './tokens.ts';

const start = Date.UTC(2026, 10, 15, 9);

function open() {
  const clock = { now: start };
  return { clock, tokens: openTokens(() => clock.now) };
}

test('an access token opens its shop for an hour with the scopes it was given', () => {
  const { clock, tokens } = open();
  const { token, expiresAt } = tokens.issuePair(3, ['read_orders', 'read_products']);
  assert.match(token, /^shpat_[0-9a-f]{32}$/);
  assert.equal(expiresAt, start + 3_600_000);
  assert.deepEqual(tokens.open(token), {
    shop: 3,
    kind: 'expiring',
    scopes: ['read_orders', 'read_products'],
    expiresAt,
  });
  clock.now = expiresAt - 1;
  assert.notEqual(tokens.open(token), null);
  clock.now = expiresAt;
  assert.equal(tokens.open(token), null);
});

test('a pasted token never expires, and a changed one opens nothing', () => {
  const { clock, tokens } = open();
  const token = tokens.issue(2, 'custom', ['read_orders']);
  clock.now += 10 * 365 * 86_400_000;
  assert.equal(tokens.open(token)?.shop, 2);
  const last = token.endsWith('0') ? '1' : '0';
  assert.equal(tokens.open(token.slice(0, -1) + last), null);
  assert.equal(tokens.open(''), null);
});

test('a refresh gives a new pair, and the old refresh token lives until the new one is used', () => {
  const { tokens } = open();
  const first = tokens.issuePair(0, ['read_orders']);
  const second = tokens.refresh(first.refreshToken, 0)?.pair;
  assert.ok(second);
  assert.notEqual(second.refreshToken, first.refreshToken);
  const again = tokens.refresh(first.refreshToken, 0)?.pair;
  assert.ok(again, 'a lost answer can be asked for again');
  const third = tokens.refresh(again.refreshToken, 0);
  assert.ok(third);
  assert.equal(tokens.refresh(first.refreshToken, 0), null, 'replaced');
  assert.equal(tokens.refresh(second.refreshToken, 0), null, 'replaced by the answer asked again');
  assert.deepEqual(third.scopes, ['read_orders']);
});

test('a refresh token ends after 90 days, belongs to one shop and can be ended early', () => {
  const { clock, tokens } = open();
  const { refreshToken, token } = tokens.issuePair(0, ['read_orders']);
  assert.equal(tokens.refresh(refreshToken, 1), null);
  clock.now += refreshSeconds * 1000 - 1;
  assert.notEqual(tokens.refresh(refreshToken, 0), null);
  clock.now += 1;
  assert.equal(tokens.refresh(refreshToken, 0), null);
  clock.now = start;
  tokens.expire(token);
  assert.equal(tokens.open(token), null);
});

test('tokens of an earlier run still open the shop', () => {
  const { token, refreshToken } = open().tokens.issuePair(0, ['read_orders']);
  const { tokens } = open();
  assert.equal(tokens.open(token)?.shop, 0);
  assert.notEqual(tokens.refresh(refreshToken, 0), null);
});
