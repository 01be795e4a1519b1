// What the console's pages cost when much went wrong for long: along an index, and up to a bound.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { type CompiledQuery, sql } from 'kysely';
import { FIGURES, HOUR, MINUTE } from '../../src/model/counts.ts';
import { countStore } from '../../src/store/counts.ts';
import { needStore } from '../../src/store/needs.ts';
import { type Database, eachDatabase, openRaw, SOME_CLIENT, START } from './databases.ts';
import { assertVisits } from './visits.ts';

/** More than are counted. */
const ROWS = 12_000;
const MOST_COUNTED = 10_000;
const SHOWN = 20;
const CLIENT = 'shop-app';
const HOURS = 31 * 24;
const CODES = ['', 'ok', 'channel_failed'];
const CHANNELS = ['', 'bol', 'shopify'];
const CLIENTS = ['', CLIENT, 'other-app'];

const counted = (count: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;

async function filled(database: Database, t: TestContext) {
  const { store, place } = await database.store(t);
  const statements: CompiledQuery[] = [];
  const db = await openRaw(place, t, ({ query }) => void statements.push(query));
  await store.clients.create({ ...SOME_CLIENT, id: CLIENT });
  const [client, at] = [sql.lit(CLIENT), sql.lit(START)];
  const many = counted(ROWS);
  await sql`${many} insert into "user" (id, client_id, tp_user_id, created_at, updated_at)
    select 'u' || i, ${client}, 'u' || i, 1, 1 from n`.execute(db);
  // Each of them on two channels: one that works, one that needs a person.
  for (const [channel, state] of [
    ['bol', 'attention'],
    ['shopify', 'linked'],
  ] as const)
    await sql`${many} insert into credential (user_id, channel, account, secrets, state, linked_at,
        updated_at, version)
      select 'u' || i, ${sql.lit(channel)}, '{}', '', ${sql.lit(state)}, 1, ${at} - i, 1 from n`.execute(
      db,
    );
  for (const [n, resource, state] of [
    [0, 'orders', 'behind'],
    [1, 'products', 'live'],
  ] as const)
    await sql`${many} insert into watch
        (id, client_id, user_id, channel, resource, every, keep, state, created_at, updated_at)
      select ${sql.lit(n * ROWS)} + i, ${client}, 'u' || i, 'bol', ${sql.lit(resource)}, 60, 'digests',
        ${sql.lit(state)}, 1, ${at} - i from n`.execute(db);
  for (const outcome of ['unknown', 'confirmed', 'unchanged', 'refused', 'accepted'])
    await sql`${many} insert into write (id, lane, state, run_at, attempts, locked_until, locked_by,
        client_id, user_id, execution_id, place, channel, operation, subject, sent, outcome, content,
        created_at)
      select ${sql.lit(`${outcome}-`)} || i, 'l', 'done', 0, 1, 0, '', ${client}, 'u' || i, 'e' || i, 0,
        'bol', 'stock', 's' || i, 'maybe', ${sql.lit(outcome)}, '', ${at} - i from n`.execute(db);
  for (const [n, state] of ['failed', ...Array<string>(4).fill('delivered')].entries())
    await sql`${many} insert into delivery (id, lane, state, run_at, attempts, locked_until, locked_by,
        client_id, type, content, tries, created_at, give_up_at)
      select ${sql.lit(`${n}-`)} || i, 'l', ${sql.lit(state)}, 0, 1, 0, '', ${client},
        'execution.completed', 'sealed', '[]', ${at} - i, ${at} from n`.execute(db);
  const figures = sql.raw(FIGURES.join(', '));
  for (const of of CLIENTS)
    for (const channel of CHANNELS)
      for (const code of CODES)
        for (const [span, step, count] of [
          ['hour', HOUR, HOURS],
          ['minute', MINUTE, 600],
        ] as const)
          await sql`${counted(count)} insert into call_count (client, channel, span, at, code, ${figures})
            select ${sql.lit(of)}, ${sql.lit(channel)}, ${sql.lit(span)},
              ${at} - ${at} % ${sql.lit(step)} - cast(i as bigint) * ${sql.lit(step)}, ${sql.lit(code)},
              ${sql.raw(FIGURES.map(() => '1').join(', '))} from n`.execute(db);
  await sql`analyze`.execute(db);
  /** What was asked of the database meanwhile. */
  const asked = async (work: () => Promise<unknown>): Promise<readonly CompiledQuery[]> => {
    statements.length = 0;
    await work();
    return [...statements];
  };
  return { db, asked };
}

eachDatabase((database) => {
  it('what needs a person, and how it went, is read along an index and up to a bound', async (t) => {
    const { db, asked } = await filled(database, t);
    const [needs, counts] = [needStore({ db, dialect: database.name }), countStore({ db })];
    const held = async (
      query: CompiledQuery | undefined,
      most: number,
      name: string,
      sorted: boolean,
    ) => {
      if (!query) assert.fail(`${name}: no statement`);
      if (database.name === 'postgres') return await assertVisits(db, query, most, name);
      const { rows } = await db.executeQuery<{ detail: string }>({
        ...query,
        sql: `explain query plan ${query.sql}`,
      });
      const plan = rows.map(({ detail }) => detail).join(' | ');
      // The index is walked from its newest end, and left when there are enough.
      const way = sorted
        ? /^(?:CO-ROUTINE few \| )?SCAN \w+ USING (?:COVERING )?INDEX \w+/
        : /^SEARCH call_count USING INDEX \S+ \(client=\? AND channel=\? AND span=\? AND at>\? AND at<\?\)/;
      assert.match(plan, way, `${name}: ${plan}`);
      if (sorted) assert.doesNotMatch(plan, /ORDER BY/, `${name}: ${plan}`);
    };
    for (const [name, look] of Object.entries(needs)) {
      const [count, rows, ...others] = await asked(look);
      assert.equal(others.length, 0, name);
      await held(count, MOST_COUNTED, `${name} counted`, true);
      // Each with its user.
      await held(rows, 2 * SHOWN, name, true);
      const { count: most, rows: shown } = await look();
      assert.deepEqual([most, shown.length, shown[0]?.at], [MOST_COUNTED, SHOWN, START - 1], name);
    }
    for (const [span, step, many] of [
      ['hour', HOUR, HOURS],
      ['minute', MINUTE, 180],
    ] as const)
      for (const client of CLIENTS)
        for (const channel of CHANNELS) {
          const to = START - (START % step);
          const ask = { client, channel, span, step, from: to - many * step, to };
          const queries = await asked(() => counts.list(ask));
          assert.equal(queries.length, 1);
          await held(queries[0], many * CODES.length, `${span} of ${client} ${channel}`, false);
          assert.equal((await counts.list(ask)).length, many * CODES.length);
        }
  });
});
