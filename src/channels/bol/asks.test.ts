// Tests of lists: what is an empty one of bol's, and what is somebody else's answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../model/exchange.ts';
import { rowsIn } from './asks.ts';

const reply = (body: unknown, type = 'application/json'): Reply => ({
  status: 200,
  headers: { 'content-type': type },
  text: '',
  body,
});

test('an empty list is an empty object, or says so by its media type', () => {
  assert.deepEqual(rowsIn(reply({ orders: [1] }), 'orders'), [1]);
  assert.deepEqual(rowsIn(reply({}), 'orders'), []);
  assert.deepEqual(
    rowsIn(reply({ page: {} }, 'application/vnd.retailer.v11+json;charset=UTF-8'), 'offers'),
    [],
  );
});

test('what holds something else is no list of bol’s', () => {
  for (const body of [{ canary: true }, { data: [] }, [], 'hi', null, undefined, 42])
    assert.throws(() => rowsIn(reply(body), 'orders'), { code: 'channel_invalid_response' });
});
