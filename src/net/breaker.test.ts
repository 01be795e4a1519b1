// The breaker: opens on repeated failure, rests longer each time, probes with one call.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBreaker } from './breaker.ts';
import { HOST_RESTS } from './call.ts';

const fail = (breaker: ReturnType<typeof createBreaker>, times: number, now: number) => {
  for (let i = 0; i < times; i++) breaker.begin('a')('bad', now);
};

test('a host is left alone after eight failures in a row, and only that host', () => {
  const breaker = createBreaker({ ...HOST_RESTS, random: () => 0.5 });
  fail(breaker, 7, 1000);
  assert.equal(breaker.closedFor('a', 1000), 0);
  fail(breaker, 1, 1000);
  assert.equal(breaker.closedFor('a', 1000), 2000);
  assert.equal(breaker.closedFor('a', 2500), 500);
  assert.equal(breaker.closedFor('b', 1000), 0);
});

test('after the rest one call probes; its success ends it, its failure doubles the rest', () => {
  const breaker = createBreaker({ ...HOST_RESTS, random: () => 0.5 });
  fail(breaker, 8, 0);
  assert.equal(breaker.closedFor('a', 3000), 0);
  const probe = breaker.begin('a');
  assert.ok(breaker.closedFor('a', 3000) > 0, 'others wait for the probe');
  probe('bad', 3000);
  assert.equal(breaker.closedFor('a', 3000), 4000);
  breaker.begin('a')('good', 8000);
  assert.equal(breaker.closedFor('a', 8000), 0);
});

test('a success in between, and an outcome no one knows, count for nothing', () => {
  const breaker = createBreaker({ ...HOST_RESTS, random: () => 0.5 });
  fail(breaker, 7, 0);
  breaker.begin('a')('good', 0);
  fail(breaker, 7, 0);
  breaker.begin('a')('unknown', 0);
  assert.equal(breaker.closedFor('a', 0), 0);
});

test('of more keys than are remembered, those that ended longest ago are forgotten, and none under way', () => {
  const breaker = createBreaker({
    opensAfter: 1,
    firstRest: 1000,
    longestRest: 1000,
    random: () => 0.5,
  });
  breaker.begin('busy')('bad', 0);
  breaker.begin('busy');
  for (let n = 0; n < 10_000; n++) breaker.begin(`k${n}`)('bad', 0);
  assert.equal(breaker.closedFor('k0', 0), 0);
  assert.equal(breaker.closedFor('k9999', 0), 1000);
  assert.equal(breaker.closedFor('busy', 0), 1000);
});
