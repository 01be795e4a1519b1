// Lists of a client's own rows, narrowed by what hardly any of them is.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { EMBEDDED_FILE } from '../../../src/store/sqlite.ts';
import { API } from '../client.ts';
import { countsOf, endAll, flood } from '../flood.ts';
import { type Attack, readsOrders, type Scene } from '../scene.ts';

const ROWS = 400_000;
/** In one statement: no one else writes to the embedded store meanwhile. */
const CONCURRENCY = 10_000;
const ASKED = [
  'Executions?status=failed',
  'Executions?channel=magento',
  'Executions?operation=products&status=running',
  'Executions?tpUserId=u1&channel=bol',
  'Deliveries?type=delivery.test',
  'Deliveries?state=waiting',
];

export const filtered: Attack = {
  name: 'filtered-lists',
  title: 'lists among 400,000 rows',
  about: 'A client with 400,000 executions and deliveries asks for those that are none of them.',

  async victim(scene) {
    await fill(scene);
    return readsOrders(scene.victim);
  },

  async begin({ attackers: [attacker] }) {
    const floods = [0, 1].map((at) =>
      flood({
        concurrency: 2,
        perSecond: 20,
        call: (n, signal) =>
          attacker.call(`${API}/${ASKED[(2 * n + at) % ASKED.length]}`, { signal }),
      }),
    );
    return { end: async () => ({ saw: countsOf(await endAll(floods)) }) };
  },
};

async function fill({ instance, attackers: [attacker] }: Scene): Promise<void> {
  const { databaseUrl, dataDir } = instance;
  const numbers = (from: number) =>
    `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${from + CONCURRENCY - 1})`;
  const now = Date.now();
  const statements = (from: number) => [
    `${numbers(from)} insert into execution (id, client_id, operation, channel, tp_user_id, mode,
       outcome, stage, trace_id, result_count, override_count, calls, durations, warnings, started_at)
     select 'e' || i, '${attacker.id}', 'orders', 'shopify', 'u1', 'direct', 'succeeded', 'transform',
       't', 1, 0, 1, 'null', '[]', ${now} - i from n`,
    `${numbers(from)} insert into delivery (id, lane, state, run_at, attempts, locked_until, locked_by,
       client_id, type, content, tries, created_at, give_up_at, finished_at)
     select 'd' || i, 'l', 'delivered', 0, 1, 0, '', '${attacker.id}', 'execution.completed',
       '${'x'.repeat(300)}', '[]', ${now} - i, ${now}, ${now} from n`,
  ];
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDir, EMBEDDED_FILE), { timeout: 5000 });
    for (let at = 0; at < ROWS; at += CONCURRENCY) for (const one of statements(at)) db.exec(one);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let at = 0; at < ROWS; at += CONCURRENCY)
    for (const one of statements(at)) await client.query(one);
  await client.query('analyze');
  await client.end();
}
