// A walk that stands still or goes in a circle is ended, an honest one is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from './trail.ts';

const page = (...ids: string[]) =>
  ids.map((id) => ({ id, updated_at: '2026-10-01T12:00:00+00:00' }));

test('a cursor that does not move on is refused', () => {
  const trail = follow([], page('1'), { after: 'x' });
  assert.throws(() => follow(trail, page('2'), { after: 'x' }), /cursor that it had given before/);
});

test('the same records behind a new cursor are refused, on the last page too', () => {
  const trail = follow([], page('1', '2'), { after: 'x' });
  assert.throws(
    () => follow(trail, page('1', '2'), { after: 'y' }),
    /page that it had given before/,
  );
  assert.throws(() => follow(trail, page('1', '2'), undefined), /page that it had given before/);
});

test('a circle over several pages is refused where it closes', () => {
  let trail: readonly string[] = [];
  for (const id of ['1', '2', '3', '4', '5']) trail = follow(trail, page(id), { after: id });
  assert.throws(() => follow(trail, page('1'), { after: '6' }), /page/);
  assert.throws(() => follow(trail, page('6'), { after: '2' }), /cursor/);
});

test('a record that changed meanwhile, an empty page and a page read twice are no circle', () => {
  const before = follow([], page('1'), { after: '1' });
  const changed = [{ id: '1', updated_at: '2026-10-01T12:00:01+00:00' }];
  assert.deepEqual(
    follow(before, changed, { after: '2' }),
    follow(before, changed, { after: '2' }),
  );
  const empty = follow(before, [], { after: '3' });
  assert.equal(follow(empty, [], { after: '4' }).length, before.length + 2);
});

test('the trail does not grow for ever', () => {
  let trail: readonly string[] = [];
  for (let id = 0; id < 200; id++) trail = follow(trail, page(String(id)), { after: id });
  assert.ok(JSON.stringify(trail).length < 300);
});
