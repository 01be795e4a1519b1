// Steps that change the tables while others use them: they give way, and try again.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openStore } from '../../src/store/index.ts';
import { givingWay, migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS, type Migration } from '../../src/store/migrations.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { openRaw, testSeal } from '../store/databases.ts';
import { until } from '../until.ts';

const seal = testSeal;

describe('steps on a PostgreSQL that is in use', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  /** A step that changes a table in use. */
  const STEPS: readonly Migration[] = [
    ...MIGRATIONS,
    {
      name: '0999_made_up',
      up: (db) => db.schema.alterTable('job').addColumn('made_up', 'text').execute(),
    },
  ];
  const columnsOfJob = async (db: Awaited<ReturnType<typeof openRaw>>) => {
    const tables = await db.introspection.getTables();
    return tables.find(({ name }) => name === 'job')?.columns.map(({ name }) => name) ?? [];
  };

  /** A database before that step, and a connection of another program. */
  async function older(t: Parameters<typeof openRaw>[1]) {
    const place = { databaseUrl: await postgres.fresh(), dataDir: '/nonexistent' };
    const [db, stepping] = [await openRaw(place, t), await openRaw(place, t)];
    await migrate(db, 'postgres', Date.now);
    const other = new pg.Client({ connectionString: place.databaseUrl });
    await other.connect();
    t.after(() => other.end());
    return { db, other, steps: () => migrate(stepping, 'postgres', Date.now, STEPS) };
  }

  it('no one waits behind a step that waits for an open transaction', async (t) => {
    const { db, other, steps } = await older(t);
    await other.query('begin');
    // As a backup does it, or a session that somebody forgot.
    await other.query('select count(*) from job');
    let waiting = 0;
    let isDone = false;
    const done = givingWay(steps, () => waiting++).then((names) => {
      isDone = true;
      return names;
    });
    await until(() => waiting > 0, 'the wait');
    // The step was tried and stepped back: others read and write what it wants to change.
    for (let n = 0; n < 5; n++) {
      await db.selectFrom('job').select('id').execute();
      await sleep(100);
    }
    assert.equal(isDone, false);
    await other.query('commit');
    assert.deepEqual(await done, ['0999_made_up']);
    assert.equal(waiting, 1, 'it is said once');
    assert.ok((await columnsOfJob(db)).includes('made_up'));
  });

  it('gives up in one sentence when the tables are never free, and has changed nothing', async (t) => {
    const { db, other, steps } = await older(t);
    await other.query('begin');
    await other.query('select count(*) from job');
    await assert.rejects(
      givingWay(steps, () => {}, 100),
      { name: 'StoreOpenError', message: /another program holds them.*Nothing was changed/ },
    );
    const names = await db.selectFrom('migration').select('name').execute();
    assert.equal(names.length, MIGRATIONS.length);
    assert.ok(!(await columnsOfJob(db)).includes('made_up'));
    await other.query('rollback');
    assert.deepEqual(await givingWay(steps, () => {}), ['0999_made_up']);
  });

  it('a store is opened as soon as another program is done with its tables', async (t) => {
    const place = { databaseUrl: await postgres.fresh(), dataDir: '/nonexistent' };
    const other = new pg.Client({ connectionString: place.databaseUrl });
    await other.connect();
    t.after(() => other.end());
    await other.query('begin');
    await other.query('create table client (id text)');
    let waiting = 0;
    const opened = openStore({ ...place, role: 'service', seal, onWaiting: () => waiting++ });
    await until(() => waiting > 0, 'the wait');
    await other.query('rollback');
    const store = await opened;
    assert.equal(waiting, 1, 'it is said once');
    assert.equal(await store.clients.find('app'), undefined);
    await store.close();
  });

  it('another fault of a step is not tried again', async () => {
    let tries = 0;
    const broken = async () => {
      tries += 1;
      throw new Error('broken');
    };
    await assert.rejects(
      givingWay(broken, () => {}),
      /broken/,
    );
    assert.equal(tries, 1);
  });
});
