// PostgreSQL killed and shut down under a service that is called: 503s, and nothing that was promised is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOutages, type Signal } from './outages.ts';

/** Killed, shut down by its operator, broken off: in turn, as often as `npm run outages` says. */
const SIGNALS: readonly Signal[] = ['KILL', 'INT', 'QUIT'];
const OUTAGES = Number(process.env.OUTAGES ?? 2);

test('PostgreSQL ends and is back: callers learn when to return, and every event arrives', async (t) => {
  const signals = Array.from({ length: OUTAGES }, (_, at) => SIGNALS[at % 3] ?? assert.fail());
  const report = await runOutages(t, signals, (outage, accepted) => {
    if (OUTAGES > 2) t.diagnostic(`${outage} outages, ${accepted} calls accepted`);
  });
  assert.deepEqual(report.odd, []);
  assert.deepEqual(report.lost, []);
  assert.deepEqual([...new Set(report.said)], ['store unreachable']);
  assert.ok(report.acceptedLater > 0 && report.turnedAway > 0);
});
