// No event of an accepted call is lost by kill -9, on either database.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { isAll, isDeep } from '../all.ts';
import { startPostgres } from '../postgres.ts';
import { runKills } from './kills.ts';

/** On each database; the script kill.mjs beside this file kills 200 times. */
const KILLS = isDeep ? 8 : isAll ? 5 : 1;

function folder(t: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-kill-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function killed(dataDir: string, databaseUrl?: string) {
  const report = await runKills({ kills: KILLS, dataDir, databaseUrl });
  assert.deepEqual(report.lost, [], 'every accepted call has its event');
  assert.deepEqual(report.changedIds, [], 'the webhook-id never changes');
  assert.deepEqual(report.unfinished, [], 'every asynchronous execution ended');
  assert.equal(report.badSignatures, 0);
  assert.ok(report.accepted >= KILLS, `${report.accepted} calls were accepted`);
  assert.ok(report.acceptedAsync > 0, 'some of them were asynchronous');
}

describe(`the service killed, times: ${KILLS}`, { concurrency: true }, () => {
  it('loses no event on the embedded database', async (t) => {
    await killed(folder(t));
  });

  if (isAll)
    it('loses no event on PostgreSQL', async (t) => {
      const postgres = await startPostgres();
      t.after(() => postgres.stop());
      await killed(folder(t), await postgres.fresh());
    });
});
