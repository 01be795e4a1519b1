// Indexes that a version adds: at the start on the embedded database, on PostgreSQL while all others write.
import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { ANY_TIME, oneConnection } from '../../src/store/connect.ts';
import { openStore } from '../../src/store/index.ts';
import { buildIndexes } from '../../src/store/indexes.ts';
import { migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { Tables } from '../../src/store/schema.ts';
import { createChores } from '../../src/work/chores.ts';
import { findPgBouncer, startPgBouncer } from '../pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { eachDatabase, openRaw, testSeal } from '../store/databases.ts';

const ROWS = 100_000;
const NAME = 'probe_made_up';
const STEPS = [{ name: NAME, on: 'probe (padding, id)' }];
const never = () => false;
const patient = (databaseUrl: string) => () => oneConnection(databaseUrl, ANY_TIME);

async function fill(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into probe (id, padding)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
    select 'row-' || i, 'padding-' || (i % 100) from n`.execute(db);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(10);
}

eachDatabase(({ name: dialect, place }) => {
  const indexes = async (db: Kysely<Tables>) => {
    const { rows } = await (dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'index'`
      : sql<{ name: string }>`select indexname as name from pg_indexes`
    ).execute(db);
    return rows.map(({ name }) => name);
  };
  const step = (db: Kysely<Tables>, steps = MIGRATIONS) =>
    migrate(db, dialect, Date.now, steps, STEPS);

  it('a new database has the index from the start', async (t) => {
    const db = await openRaw(await place(t), t);
    await step(db);
    assert.ok((await indexes(db)).includes(NAME));
    assert.deepEqual(await step(db), []);
  });

  it('one that has rows gets it at the next start, or from the running service', async (t) => {
    const where = await place(t);
    const db = await openRaw(where, t);
    await migrate(db, dialect, Date.now);
    await fill(db);
    const fails = { name: '0999_fails', up: () => Promise.reject(new Error('broken off')) };
    await assert.rejects(step(db, [...MIGRATIONS, fails]), /broken off/);
    assert.ok(!(await indexes(db)).includes(NAME));
    await step(db);
    assert.equal((await indexes(db)).includes(NAME), dialect === 'sqlite');
    if (!where.databaseUrl) return;
    const build = () => buildIndexes(db, patient(where.databaseUrl ?? ''), never, STEPS);
    assert.deepEqual(await build(), [NAME]);
    assert.deepEqual(await build(), []);
    assert.ok((await indexes(db)).includes(NAME));
  });
}, true);

describe('an index that is built on a PostgreSQL in use', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  /**
   * A database with many rows, and a transaction that is older than any build: none ends before
   * `free` is called.
   */
  async function held(t: TestContext) {
    const databaseUrl = await postgres.fresh();
    const db = await openRaw({ databaseUrl, dataDir: '/nonexistent' }, t);
    await migrate(db, 'postgres', Date.now);
    await fill(db);
    const [older, look] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
    for (const client of [older, look]) {
      await client.connect();
      t.after(() => client.end());
    }
    await older.query('begin isolation level repeatable read');
    await older.query('select 1');
    const ask = async <Row extends pg.QueryResultRow>(query: string) =>
      (await look.query<Row>(query)).rows;
    const building = async () =>
      (await ask<{ phase: string }>('select phase from pg_stat_progress_create_index')).length ===
      1;
    return {
      ...{ databaseUrl, db, building, isBuilding: () => until(building) },
      /** Every row is in it: read by it alone. */
      async isWhole(rows = ROWS) {
        await ask('set enable_seqscan = off');
        const plan = await ask('explain select count(padding) from probe');
        assert.match(JSON.stringify(plan), new RegExp(NAME));
        const [counted] = await ask<{ count: string }>('select count(padding) from probe');
        assert.equal(Number(counted?.count), rows);
      },
      state: async () =>
        (
          await ask<{ valid: boolean }>(
            `select indisvalid as valid from pg_index where indexrelid = to_regclass('${NAME}')`,
          )
        ).map(({ valid }) => valid),
      kill: () => ask('select pg_terminate_backend(pid) from pg_stat_progress_create_index'),
      free: () => older.query('commit'),
      build: (ending = never) => buildIndexes(db, patient(databaseUrl), ending, STEPS),
    };
  }

  it('writers go on, and what they wrote is in it', async (t) => {
    const { db, build, isBuilding, building, free, isWhole } = await held(t);
    const built = build();
    await isBuilding();
    for (let n = 0; n < 100; n++) {
      await db
        .insertInto('probe')
        .values({ id: `new-${n}`, padding: 'new' })
        .execute();
      const id = `row-${n + 1}`;
      await db.updateTable('probe').set({ padding: 'changed' }).where('id', '=', id).execute();
      await db
        .deleteFrom('probe')
        .where('id', '=', `row-${ROWS - n}`)
        .execute();
    }
    assert.ok(await building(), 'all of it was written during the build');
    await free();
    assert.deepEqual(await built, [NAME]);
    await isWhole();
  });

  it('a build that was killed is repaired by the next', async (t) => {
    const { build, isBuilding, kill, state, free, isWhole } = await held(t);
    const killed = assert.rejects(build());
    await isBuilding();
    await kill();
    await killed;
    assert.deepEqual(await state(), [false], 'half an index is left');
    const again = build();
    await isBuilding();
    await free();
    assert.deepEqual(await again, [NAME]);
    assert.deepEqual(await state(), [true]);
    await isWhole();
  });

  it('one whose process is dead is left to the server, which ends it', async (t) => {
    const { databaseUrl, build, isBuilding, building, state, free } = await held(t);
    const socket = new Socket();
    const dying = new pg.Client({ connectionString: databaseUrl, stream: () => socket });
    dying.on('error', () => {});
    await dying.connect();
    const died = assert.rejects(
      dying.query(`create index concurrently ${NAME} on ${STEPS[0]?.on}`),
    );
    await isBuilding();
    socket.destroy();
    await died;
    assert.deepEqual(await build(), [], 'no second one is begun');
    assert.deepEqual(await state(), [false]);
    await free();
    await until(async () => !(await building()));
    assert.deepEqual(await build(), []);
    assert.deepEqual(await state(), [true]);
  });

  it('is broken off when the service ends, and built by the next', async (t) => {
    const { build, isBuilding, state, free } = await held(t);
    let ends = false;
    const broken = build(() => ends);
    await isBuilding();
    ends = true;
    assert.deepEqual(await broken, []);
    assert.deepEqual(await state(), [false]);
    await free();
    assert.deepEqual(await build(), [NAME]);
  });

  it('of two instances one builds it', async (t) => {
    const { databaseUrl, build, isBuilding, free, state } = await held(t);
    const place = {
      databaseUrl,
      dataDir: '/nonexistent',
      role: 'service',
      seal: testSeal,
    } as const;
    const built: string[] = [];
    const looks = [0, 0];
    let begun = 0;
    for (const at of [0, 1]) {
      const store = await openStore(place);
      const take: typeof store.chores.take = async (...given) => {
        looks[at] = (looks[at] ?? 0) + 1;
        return await store.chores.take(...given);
      };
      const chores = createChores({
        rows: { ...store.chores, take },
        random: Math.random,
        onFailure: (name, error) => assert.fail(`${name}: ${String(error)}`),
      });
      t.after(async () => {
        await chores.stop();
        await store.close();
      });
      chores.singleton(50, 'building of indexes', async () => {
        begun += 1;
        built.push(...(await build()));
      });
    }
    await isBuilding();
    // The builder looks for no other work meanwhile, the other one does.
    const before = Math.max(...looks) + 5;
    await until(async () => Math.max(...looks) > before);
    assert.equal(begun, 1);
    await free();
    await until(async () => built.length > 0);
    const after = begun + 2;
    await until(async () => begun > after);
    assert.deepEqual(built, [NAME]);
    assert.deepEqual(await state(), [true]);
  });

  const program = findPgBouncer();
  const skip = program ? false : 'there is no pgbouncer on this machine';
  it('is built behind a pooler too', { skip }, async (t) => {
    const pooler = await startPgBouncer(program ?? '', postgres.url);
    t.after(() => pooler.stop());
    const databaseUrl = pooler.through(await postgres.fresh());
    const db = await openRaw({ databaseUrl, dataDir: '/nonexistent' }, t);
    await migrate(db, 'postgres', Date.now);
    await fill(db);
    const build = () => buildIndexes(db, patient(databaseUrl), never, STEPS);
    assert.deepEqual(await build(), [NAME]);
    assert.deepEqual(await build(), []);
  });
});
