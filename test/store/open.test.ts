// Tests of opening the store: migrations, several processes, the lock of the data folder, lost connections.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { Kysely } from 'kysely';
import pg from 'pg';
import {
  FolderInUseError,
  openStore,
  StoreOpenError,
  StoreUnavailableError,
} from '../../src/store/index.ts';
import { migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { Tables } from '../../src/store/schema.ts';
import { isAll } from '../all.ts';
import { startPostgres } from '../postgres.ts';
import { until } from '../until.ts';
import {
  eachDatabase,
  openRaw,
  type Place,
  SOME_CLIENT,
  temporaryFolder,
  testSeal,
} from './databases.ts';

const now = Date.now;
const seal = testSeal;

function start(place: Place, role: 'service' | 'tool', stay: boolean): ChildProcess {
  const child = new URL('./child.ts', import.meta.url).pathname;
  return spawn(process.execPath, [child, JSON.stringify({ place, role, stay })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function said(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.trim();
}

eachDatabase((database) => {
  it('applies each migration once and keeps the data when opened again', async (t) => {
    const place = await database.place(t);
    const first = await openStore({ ...place, role: 'service', now, seal });
    assert.equal((await first.clients.create(SOME_CLIENT))?.id, 'shop-app');
    await first.close();
    const db = await openRaw(place, t);
    assert.deepEqual(await migrate(db, database.name, now), []);
    const names = await db.selectFrom('migration').select('name').execute();
    assert.deepEqual(
      names.map((row) => row.name),
      MIGRATIONS.map(({ name }) => name),
    );
    const second = await openStore({ ...place, role: 'service', now, seal });
    assert.equal((await second.clients.find('shop-app'))?.name, 'Shop App');
    await second.close();
  });

  it('lets many processes start on an empty database at the same moment', async (t) => {
    const place = await database.place(t);
    const role = database.name === 'sqlite' ? 'tool' : 'service';
    const children = Array.from({ length: isAll ? 5 : 3 }, () => start(place, role, false));
    // Their folder is removed after the test: none may still be closing its files then.
    const ended = children.map((child) => once(child, 'exit'));
    const answers = await Promise.all(children.map(said));
    await Promise.all(ended);
    assert.deepEqual(
      answers,
      children.map(() => 'open'),
    );
  });

  it('may be open several times in one process', async (t) => {
    const place = await database.place(t);
    const first = await openStore({ ...place, role: 'service', now, seal });
    const second = await openStore({ ...place, role: 'tool', now, seal });
    await Promise.all([first.clients.create(SOME_CLIENT), second.ping()]);
    assert.equal((await second.clients.find('shop-app'))?.id, 'shop-app');
    await first.close();
    assert.equal((await second.clients.find('shop-app'))?.id, 'shop-app');
    await second.close();
  });

  it('changes nothing when a migration fails', async (t) => {
    const db = await openRaw(await database.place(t), t);
    const broken = {
      name: '0002_broken',
      async up(work: Kysely<Tables>) {
        await work.schema.createTable('half').addColumn('id', 'text').execute();
        throw new Error('broken');
      },
    };
    await assert.rejects(migrate(db, database.name, now, [...MIGRATIONS, broken]), /broken/);
    const tables = (await db.introspection.getTables()).map((table) => table.name);
    assert.deepEqual(tables, []);
    assert.deepEqual(
      await migrate(db, database.name, now),
      MIGRATIONS.map(({ name }) => name),
    );
  });

  it('refuses a database that a newer version has changed for good', async (t) => {
    const place = await database.place(t);
    const db = await openRaw(place, t);
    await migrate(db, database.name, now);
    await db
      .insertInto('migration')
      .values({ name: '9999_later_breaking', applied_at: 1 })
      .execute();
    await assert.rejects(openStore({ ...place, role: 'tool', now, seal }), {
      name: 'StoreOpenError',
      message:
        'The database was made by a newer version of Manifold: start that version or a later one.',
    });
  });

  it('works on beside a newer version that has only added to the database', async (t) => {
    const place = await database.place(t);
    const db = await openRaw(place, t);
    await migrate(db, database.name, now);
    await db.insertInto('migration').values({ name: '9999_later', applied_at: 1 }).execute();
    const store = await openStore({ ...place, role: 'tool', now, seal });
    await store.clients.create(SOME_CLIENT);
    await store.close();
  });

  it('keeps what a tool wrote while the service beside it was killed', async (t) => {
    const place = await database.place(t);
    const child = start(place, 'service', true);
    assert.equal(await said(child), 'open');
    const tool = await openStore({ ...place, role: 'tool', now, seal });
    await tool.clients.create(SOME_CLIENT);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await tool.close();
    const store = await openStore({ ...place, role: 'service', now, seal });
    assert.equal((await store.clients.find('shop-app'))?.id, 'shop-app');
    await store.close();
  });
});

describe('the data folder', () => {
  it('is made for its owner alone, with all its files', async (t) => {
    const dataDir = join(temporaryFolder(t), 'deep', 'data');
    const store = await openStore({ dataDir, role: 'service', now, seal });
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    const files = readdirSync(dataDir).sort();
    assert.deepEqual(files, [
      ...['manifold.db', 'manifold.db-shm', 'manifold.db-state'],
      ...['manifold.db-wal', 'manifold.lock'],
    ]);
    for (const file of files) assert.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600, file);
    await store.close();
  });

  it('holds a file in WAL mode', async (t) => {
    const dataDir = temporaryFolder(t);
    await (await openStore({ dataDir, role: 'service', now, seal })).close();
    const db = new DatabaseSync(join(dataDir, 'manifold.db'));
    assert.deepEqual({ ...db.prepare('pragma journal_mode').get() }, { journal_mode: 'wal' });
    db.close();
  });

  it('is refused to a second service, in the same process or another, but not to tools', async (t) => {
    const dataDir = temporaryFolder(t);
    const store = await openStore({ dataDir, role: 'service', now, seal });
    const sentence = `Another Manifold process is already using the data folder ${dataDir}.`;
    await assert.rejects(openStore({ dataDir, role: 'service', now, seal }), (error) => {
      return error instanceof FolderInUseError && error.message === sentence;
    });
    // The other way round, other tests of this file show it of another process.
    if (isAll) {
      const second = start({ dataDir }, 'service', false);
      const exit = once(second, 'exit');
      assert.equal(await said(second), sentence);
      assert.deepEqual(await exit, [1, null]);
      const joining = start({ dataDir }, 'tool', false);
      const left = once(joining, 'exit');
      assert.equal(await said(joining), 'open');
      await left;
    }
    const tool = await openStore({ dataDir, role: 'tool', now, seal });
    await tool.clients.create(SOME_CLIENT);
    assert.equal((await store.clients.find('shop-app'))?.id, 'shop-app');
    await tool.close();
    await assert.rejects(openStore({ dataDir, role: 'service', now, seal }), FolderInUseError);
    await store.close();
    await (await openStore({ dataDir, role: 'service', now, seal })).close();
  });

  it('is free again as soon as the service was killed', async (t) => {
    const dataDir = temporaryFolder(t);
    const child = start({ dataDir }, 'service', true);
    assert.equal(await said(child), 'open');
    await assert.rejects(openStore({ dataDir, role: 'service', now, seal }), FolderInUseError);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await openStore({ dataDir, role: 'service', now, seal })).close();
  });

  it('gives one sentence when it cannot be made or holds something else', async (t) => {
    const dataDir = join(temporaryFolder(t), 'manifold.db');
    await (await openStore({ dataDir: join(dataDir, '..'), role: 'tool', now, seal })).close();
    await assert.rejects(openStore({ dataDir, role: 'tool', now, seal }), {
      name: 'StoreOpenError',
      message: `The data folder ${dataDir} cannot be made: there is a file in its place.`,
    });
    rmSync(dataDir);
  });
});

describe('PostgreSQL', () => {
  it('is reported in one sentence without the address when it cannot be reached', async () => {
    const open = (databaseUrl: string) =>
      openStore({ databaseUrl, dataDir: '/nonexistent', role: 'service', now, seal });
    for (const databaseUrl of [
      'postgres://u:canary@127.0.0.1:1/db',
      'postgres://u:canary@/db?host=/nonexistent',
      'postgres://u:canary@host:port/db',
      'mysql://u:canary@localhost/db',
    ]) {
      await assert.rejects(open(databaseUrl), (error: Error) => {
        assert.ok(error instanceof StoreOpenError, String(error));
        assert.doesNotMatch(error.message, /canary|\n/);
        return true;
      });
    }
  });

  if (isAll)
    it('may drop connections and go away: calls fail with the typed error, then work again', async (t) => {
      const postgres = await startPostgres();
      t.after(postgres.stop);
      const databaseUrl = await postgres.fresh();
      const lost: Error[] = [];
      const store = await openStore({
        databaseUrl,
        dataDir: '/nonexistent',
        role: 'service',
        now,
        seal,
        onConnectionLost: (error) => lost.push(error),
      });
      const admin = new pg.Client({ connectionString: databaseUrl });
      admin.on('error', () => {});
      await admin.connect();
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
      );
      await until(() => lost.length > 0, 'the loss');
      await store.ping();
      await postgres.stop();
      await assert.rejects(store.ping(), StoreUnavailableError);
      await assert.rejects(store.clients.find('x'), StoreUnavailableError);
      await store.close();
    });
});
