// Kills the service 200 times on each database and says what was lost: node test/chaos/kill.mjs [kills] [sqlite|postgres]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../postgres.ts';
import { runKills } from './kills.ts';

const kills = Number(process.argv[2] ?? 200);
const databases = process.argv[3] ? [process.argv[3]] : ['sqlite', 'postgres'];
let failed = false;
for (const database of databases) {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-kill-'));
  const postgres = database === 'postgres' ? await startPostgres() : undefined;
  try {
    const report = await runKills({
      kills,
      failing: true,
      dataDir,
      databaseUrl: await postgres?.fresh(),
      onKill: (kill, accepted) => {
        if (kill % 10 === 0) console.log(`${database}: ${kill} kills, ${accepted} calls accepted`);
      },
    });
    const { lost, changedIds, unfinished, ...counts } = report;
    const wrong = lost.length + changedIds.length + unfinished.length + report.badSignatures;
    console.log(database, {
      ...counts,
      lost: lost.length,
      changedIds: changedIds.length,
      unfinished: unfinished.length,
    });
    failed ||= wrong > 0;
  } finally {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
console.log(failed ? 'Something was lost.' : 'Nothing was lost.');
process.exitCode = failed ? 1 : 0;
