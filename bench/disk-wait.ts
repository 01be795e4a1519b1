// What it is worth that leases and counters do not wait for the disk: `npm run bench:disk-wait`. See README.md.
import { performance } from 'node:perf_hooks';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Database } from '../src/store/again.ts';
import { type Base, DISK_WAIT, noDiskWait } from '../src/store/base.ts';
import { budgetStore } from '../src/store/budgets.ts';
import { rowTime } from '../src/store/clock.ts';
import { migrate } from '../src/store/migrate.ts';
import { postgresDialect } from '../src/store/postgres.ts';
import type { Tables } from '../src/store/schema.ts';
import { leases } from '../src/work/lease.ts';
import { queue } from '../src/work/queue.ts';
import { startPostgres } from '../test/postgres.ts';
import { figureOf, keep, machine, rows, written } from './harness.ts';

const CONNECTIONS = 3;
const REPEATS = Number(process.env.BENCH_REPEATS ?? 5);
const MILLISECONDS = Number(process.env.BENCH_MILLISECONDS ?? 2000);
const RESULTS = new URL('results/disk-wait.json', import.meta.url);
const ACCOUNTS = 1000;
const LANES = 50;
const WAITING = 20_000;
const HOUR = 3_600_000;

const any = (count: number) => Math.floor(Math.random() * count);

/** Each sends so many statements. */
function worksOf(db: Kysely<Tables>, waits: RawBuilder<boolean>) {
  const dialect = 'postgres';
  const time = rowTime(dialect, Date.now);
  const base = { db, dialect, time, noDiskWait: waits } as Base;
  const places = leases(base);
  const { spend } = budgetStore(base, places);
  const rate = { every: 0.001, burst: 1000 };
  const { claim, release } = queue(base, 'hook_message', 'channel');
  return {
    async 'spend, 1,000 accounts'() {
      await spend(`account-${any(ACCOUNTS)}`, rate, 1, HOUR);
      return 1;
    },
    async 'spend, one account'() {
      await spend('the-account', rate, 1, HOUR);
      return 1;
    },
    async 'place: taken, left'() {
      const place = { key: `host-${any(ACCOUNTS)}`, holder: 'bench' };
      await places.take({ ...place, lease: HOUR });
      await places.leave(place);
      return 2;
    },
    async 'work: claimed, released'() {
      const now = Date.now();
      const lane = `lane-${any(LANES)}`;
      const held = await claim({ lane, limit: 1, now, until: now + 10_000, by: 'bench' });
      for (const { id } of held) await release({ id, lockedBy: 'bench' });
      return 1 + held.length;
    },
  };
}

async function statementsASecond(work: () => Promise<number>): Promise<number> {
  let done = 0;
  const began = performance.now();
  const again = async () => {
    while (performance.now() < began + MILLISECONDS) done += await work();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, again));
  return (done * 1000) / (performance.now() - began);
}

const postgres = await startPostgres({ durable: true });
const databaseUrl = await postgres.fresh();
const dialect = postgresDialect({ databaseUrl, connections: CONNECTIONS, onConnectionLost() {} });
const db = new Database<Tables>({ dialect });
try {
  await migrate(db, 'postgres', Date.now);
  await sql`
    insert into hook_message (id, channel, lane, state, content, run_at, received_at, locked_by)
    select 'hook-' || n, 'bench', 'lane-' || n % ${sql.lit(LANES)}, 'waiting', '', 0, 0, ''
    from generate_series(1, ${sql.lit(WAITING)}) n`.execute(db);
  // What is spent the first time waits all the same.
  await sql`
    insert into bucket (key, tat, paused_until, touched_at)
    select 'account-' || n - 1, 0, 0, 0 from generate_series(1, ${sql.lit(ACCOUNTS)}) n`.execute(
    db,
  );
  const waiting = worksOf(db, DISK_WAIT);
  const lines = [];
  for (const [work, without] of Object.entries(worksOf(db, noDiskWait('postgres')))) {
    const before = waiting[work as keyof typeof waiting];
    const runs = [];
    // In turn, so that what else the machine does is in both.
    for (let n = 0; n < REPEATS; n++) {
      const [slow, fast] = [await statementsASecond(before), await statementsASecond(without)];
      runs.push({ slow, fast, ratio: fast / slow });
    }
    lines.push({
      work,
      before: figureOf(runs.map(({ slow }) => slow)),
      after: figureOf(runs.map(({ fast }) => fast)),
      ratio: figureOf(runs.map(({ ratio }) => ratio)),
    });
  }
  const results = { date: new Date().toISOString().slice(0, 10), machine: machine(), lines };
  keep(RESULTS, results);
  console.log(
    rows(
      ['statements', 'waiting for the disk, a second', 'not waiting, a second', 'ratio'],
      lines.map(({ work, before, after, ratio }) => [
        ...[work, written(before), written(after), written(ratio)],
      ]),
    ),
  );
} finally {
  await db.destroy();
  await postgres.stop();
}
