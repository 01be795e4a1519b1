// What the feed costs at 100,000 watches, on PostgreSQL: `npm run bench:feed`. See README.md beside it.
import { Kysely, sql } from 'kysely';
import { newKeyEntry, parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import { openStore } from '../src/store/index.ts';
import { postgresDialect } from '../src/store/postgres.ts';
import type { Tables } from '../src/store/schema.ts';
import { startPostgres } from '../test/postgres.ts';
import { bytesPerRecord, seed, WORKS } from './feed-rows.ts';
import { measureWaiting } from './feed-waiting.ts';
import {
  figureOf,
  keep,
  type Measured,
  machine,
  rounded,
  startWorkers,
  summed,
  table,
} from './harness.ts';

const INSTANCES = [1, 3];
const REPEATS = Number(process.env.BENCH_REPEATS ?? 5);
const MILLISECONDS = Number(process.env.BENCH_MILLISECONDS ?? 2000);
const WARM_UP = 500;
const CALLERS = 5000;
/** How often a watch is read in an hour, unless it says otherwise: once a minute. */
const AN_HOUR = 60;
const RESULTS = new URL('results/feed.json', import.meta.url);

const postgres = await startPostgres({ durable: true });
try {
  const databaseUrl = await postgres.fresh();
  const keys = newKeyEntry('bench');
  const seal = createSeal(parseKeys(keys));
  const store = await openStore({ databaseUrl, dataDir: '/nonexistent', role: 'service', seal });
  const db = new Kysely<Tables>({
    dialect: postgresDialect({ databaseUrl, onConnectionLost: () => {} }),
  });
  await seed(store, db);
  const written = async () => {
    const { rows } = await sql<{ bytes: string }>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`.execute(db);
    return Number(rows[0]?.bytes);
  };
  const file = new URL('feed-worker.ts', import.meta.url);
  const workers = await startWorkers(file, Math.max(...INSTANCES), { databaseUrl, keys });
  const lines: Measured[] = [];
  let wal = 0;
  try {
    for (const work of WORKS)
      for (const processes of INSTANCES) {
        summed(await workers.run(processes, work, WARM_UP));
        const runs = [];
        const before = await written();
        let done = 0;
        for (let n = 0; n < REPEATS; n++) {
          const shares = await workers.run(processes, work, MILLISECONDS);
          done += shares.reduce((sum, share) => sum + share.done, 0);
          runs.push(summed(shares));
        }
        wal = ((await written()) - before) / done;
        lines.push({
          ...{ work, processes },
          perSecond: figureOf(runs.map(({ perSecond }) => perSecond)),
          processor: figureOf(runs.map(({ processor }) => processor)),
          roundTrips: figureOf(runs.map(({ roundTrips }) => roundTrips)).median,
        });
      }
  } finally {
    await workers.stop();
  }
  const record = await bytesPerRecord(store, db);
  await db.destroy();
  await store.close();
  const waiting = await measureWaiting(CALLERS);
  const kept = { bytesPerRecord: record, walPerIdleReading: wal, walPerIdleHour: wal * AN_HOUR };
  const results = { date: new Date().toISOString().slice(0, 10), machine: machine(), lines };
  keep(RESULTS, { ...results, ...kept, waiting });
  console.log(table(lines));
  console.log(`bytes kept for each record that was seen: ${rounded(record)}`);
  console.log(
    `WAL of an idle watch: ${rounded(wal)} bytes a reading, ${rounded(wal * AN_HOUR)} an hour when it is read once a minute`,
  );
  console.log(
    `${waiting.callers} callers who wait: ${rounded(waiting.processor, 2)} s of processor a minute, ${rounded(waiting.memory / 1024)} KiB each`,
  );
} finally {
  await postgres.stop();
}
