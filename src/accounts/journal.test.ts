// The report: overlapping calls are counted once, warnings are gathered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJournal } from './journal.ts';

test('durations are true: overlapping calls count once, waiting and mapping apart', () => {
  let time = 100;
  const journal = createJournal('t', 0, () => time);
  const asked = (uri: string) => journal.asked({ method: 'GET', uri, tries: 1, waited: 0 });
  const first = asked('https://a/1');
  time += 10;
  const second = asked('https://a/2');
  time += 5;
  first({ status: 200, bytes: 7 });
  time += 5.12345;
  second();
  const waited = journal.waiting();
  time += 7;
  waited();
  waited();
  const mapped = journal.transforming();
  time += 1;
  mapped();
  const report = journal.report();
  assert.deepEqual(report.ExtResources, [
    { Uri: 'https://a/1', Duration: 15 },
    { Uri: 'https://a/2', Duration: 10.123 },
  ]);
  assert.deepEqual(journal.calls()[0], {
    ...{ method: 'GET', uri: 'https://a/1', tries: 1, waited: 0, status: 200, bytes: 7 },
    ...{ start: 0, duration: 15 },
  });
  assert.equal(report.TotalExtResourcesDuration, 20.123);
  assert.equal(report.TotalEventsTransitDuration, 7);
  assert.equal(report.TotalTransformationsDuration, 1);
  assert.equal(report.TotalRequestsDuration, 28.123);
});

test('the same warning is listed once, with its count and the first records', () => {
  const journal = createJournal('t', 0, () => 0);
  for (let id = 1; id <= 7; id++)
    journal.warn({ code: 'unknown_status', message: 'm', id: `${id}` });
  journal.warn({ code: 'slow_filter', message: 'n', field: 'f' });
  assert.deepEqual(journal.report().Warnings, [
    { code: 'unknown_status', message: 'm', count: 7, ids: ['1', '2', '3', '4', '5'] },
    { code: 'slow_filter', message: 'n', field: 'f', count: 1 },
  ]);
});

test('where something is left out every record is named, and none goes unsaid', () => {
  const journal = createJournal('t', 0, () => 0);
  for (let id = 1; id <= 120; id++)
    journal.warn({ code: 'images_left_out', message: 'm', field: 'images', id: `${id}` });
  for (let id = 1; id <= 400; id++)
    journal.warn({ code: 'record_unreadable', message: `of ${id}`, id: `${id}` });
  journal.warn({ code: 'orders_window', message: 'w', field: 'created_at' });
  const { Warnings } = journal.report();
  const [images] = Warnings;
  assert.equal(images?.leaves_out, 'values');
  assert.equal(images?.ids?.length, 120);
  const lost = Warnings.filter(({ leaves_out }) => leaves_out === 'records');
  const count = lost.reduce((sum, warning) => sum + warning.count, 0);
  assert.equal(count, 401);
  assert.ok(lost.some(({ code }) => code === 'orders_window'));
});
