// Filters by who honours them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bounds, filtersBy } from './filters.ts';

test('each filter stands by the one who honours it', () => {
  assert.deepEqual(filtersBy({ channel: ['ids', ...bounds('created_at')], service: ['title'] }), {
    ids: 'channel',
    created_at_min: 'channel',
    created_at_max: 'channel',
    title: 'service',
  });
  assert.deepEqual(filtersBy({}), {});
});
