// Details of an execution: what is kept of a request and of its calls, and what never is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptDetails } from './details.ts';
import type { CallMade, Details } from './execution.ts';

const CALL: CallMade = {
  ...{ method: 'GET', uri: 'https://shop.example/orders', tries: 1, waited: 0, start: 0 },
  duration: 1,
};
const NONE: Details = {
  request: { query: {}, body: undefined },
  ...{ stages: {}, calls: [], warnings: [], faults: [] },
};
const pathOf = (uri: string) =>
  keptDetails('orders', { ...NONE, calls: [{ ...CALL, uri }] }).calls[0]?.path;

test('a request is kept without accounts, callbacks and whatever is in the wrong place', () => {
  const request = {
    query: { channel: 'bol', tpUserId: 'u', completionCallbackUrl: 'https://a/?t=1', key: 'k' },
    body: { limit: 5, status: 'open', params: { bol: [] }, client_secret: 's', __proto__: null },
  };
  const kept = keptDetails('orders', { ...NONE, request });
  assert.deepEqual(kept.request, {
    query: { channel: 'bol', tpUserId: 'u' },
    body: { limit: 5, status: 'open' },
  });
  assert.equal(kept.params, true);
  assert.deepEqual(keptDetails('stock', { ...NONE, request }).request?.body, {});
});

test('what is no object, or longer than may be, is not kept', () => {
  for (const body of [undefined, null, 'text', 5])
    assert.deepEqual(keptDetails('orders', { ...NONE, request: { query: {}, body } }).request, {
      ...{ query: {}, body: {} },
    });
  const body = { fields: 'x'.repeat(9000) };
  assert.equal(keptDetails('orders', { ...NONE, request: { query: {}, body } }).request, null);
});

test('of a query, numbers, dates and yes or no are shown; nothing that could be a person is', () => {
  assert.equal(pathOf('https://a/orders'), '/orders');
  assert.equal(
    pathOf('https://a/o?limit=50&since=2026-11-02T09:30:00%2B01:00&day=2026-11-02&all=true'),
    '/o?limit=50&since=2026-11-02T09:30:00+01:00&day=2026-11-02&all=true',
  );
  for (const value of ['a@b.nl', 'jansen', '0612345678', '31612345678', 'a 5', '1234567', ''])
    assert.equal(pathOf(`https://a/o?q=${encodeURIComponent(value)}`), '/o?q=…');
});

test('stages follow each other, and calls beyond a bound are counted', () => {
  const calls = Array.from({ length: 103 }, () => CALL);
  const stages = { validate: 1.04, authorize: 2, fetch: 30.26 };
  const kept = keptDetails('orders', { ...NONE, stages, calls });
  assert.deepEqual(kept.stages, [
    { stage: 'validate', start: 0, duration: 1 },
    { stage: 'authorize', start: 1, duration: 2 },
    { stage: 'fetch', start: 3, duration: 30.3 },
  ]);
  assert.deepEqual([kept.calls.length, kept.more_calls], [100, 3]);
});
