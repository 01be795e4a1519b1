// What one PostgreSQL does for 1, 2 and 4 instances: `npm run bench:postgres`. See README.md beside it.
import { newKeyEntry, parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import { openStore } from '../src/store/index.ts';
import { startPostgres } from '../test/postgres.ts';
import { figureOf, keep, type Measured, machine, startWorkers, summed, table } from './harness.ts';
import { seed, WORKS } from './postgres-work.ts';

const INSTANCES = [1, 2, 4];
const REPEATS = Number(process.env.BENCH_REPEATS ?? 5);
const MILLISECONDS = Number(process.env.BENCH_MILLISECONDS ?? 2000);
const WARM_UP = 500;
const RESULTS = new URL('results/postgres.json', import.meta.url);

const postgres = await startPostgres({ durable: true });
try {
  const databaseUrl = await postgres.fresh();
  const seal = createSeal(parseKeys(newKeyEntry('bench')));
  const store = await openStore({ databaseUrl, dataDir: '/nonexistent', role: 'service', seal });
  await seed(store);
  await store.close();
  const workers = await startWorkers(
    new URL('postgres-worker.ts', import.meta.url),
    Math.max(...INSTANCES),
    { databaseUrl },
  );
  const lines: Measured[] = [];
  try {
    for (const work of WORKS)
      for (const processes of INSTANCES) {
        summed(await workers.run(processes, work, WARM_UP));
        const runs = [];
        for (let n = 0; n < REPEATS; n++)
          runs.push(summed(await workers.run(processes, work, MILLISECONDS)));
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
  const results = { date: new Date().toISOString().slice(0, 10), machine: machine(), lines };
  keep(RESULTS, results);
  const { processors, kind, memory, node } = results.machine;
  console.log(
    `${results.date}, ${processors} processors (${kind}), ${memory}, Node ${node}, PostgreSQL with fsync`,
  );
  console.log(table(lines));
} finally {
  await postgres.stop();
}
