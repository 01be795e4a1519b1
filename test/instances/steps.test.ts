// Steps that change the tables while others use them: they give way, and try again.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openStore } from '../../src/store/index.ts';
import { givingWay, migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { openRaw, testSeal } from '../store/databases.ts';

const seal = testSeal;

describe('steps on a PostgreSQL that is in use', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  /** A database of the version before the newest step, with a client in it. */
  async function older(t: Parameters<typeof openRaw>[1]) {
    const place = { databaseUrl: await postgres.fresh(), dataDir: '/nonexistent' };
    const db = await openRaw(place, t);
    await migrate(db, 'postgres', Date.now, MIGRATIONS.slice(0, -1));
    await db
      .insertInto('client')
      .values({
        ...{ id: 'app', name: 'App', secrets: '[]', scopes: '[]', redirect_origins: '[]' },
        created_at: 1,
      })
      .execute();
    const other = new pg.Client({ connectionString: place.databaseUrl });
    await other.connect();
    t.after(() => other.end());
    return { place, db, other };
  }

  it('nobody waits behind a step that waits for an open transaction', async (t) => {
    const { place, db, other } = await older(t);
    await other.query('begin');
    // As a backup does it, or a session that somebody forgot.
    await other.query('select count(*) from job');
    let waiting = 0;
    const opened = openStore({ ...place, role: 'service', seal, onWaiting: () => waiting++ });
    let isOpen = false;
    void opened.then(() => {
      isOpen = true;
    });
    while (waiting === 0) await sleep(10);
    // The step was tried and stepped back: others read and write what it wants to change.
    for (let n = 0; n < 5; n++) {
      await db.selectFrom('job').select('id').execute();
      await sleep(100);
    }
    assert.equal(isOpen, false);
    await other.query('commit');
    const store = await opened;
    assert.equal(waiting, 1, 'it is said once');
    assert.equal((await store.clients.find('app'))?.name, 'App');
    await store.close();
  });

  it('gives up in one sentence when the tables are never free, and has changed nothing', async (t) => {
    const { db, other } = await older(t);
    await other.query('begin');
    await other.query('select count(*) from job');
    const steps = () => migrate(db, 'postgres', Date.now);
    await assert.rejects(
      givingWay(steps, () => {}, 100),
      { name: 'StoreOpenError', message: /another program holds them.*Nothing was changed/ },
    );
    const names = await db.selectFrom('migration').select('name').execute();
    assert.equal(names.length, MIGRATIONS.length - 1);
    const tables = await db.introspection.getTables();
    const columns = tables.find(({ name }) => name === 'job')?.columns.map(({ name }) => name);
    assert.ok(columns && !columns.includes('deaths'));
    await other.query('rollback');
    assert.deepEqual(await givingWay(steps, () => {}), [MIGRATIONS.at(-1)?.name]);
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
