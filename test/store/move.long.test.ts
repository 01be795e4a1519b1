// The embedded store carried to a real PostgreSQL: whole, or not at all.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { moveStore, undoMove } from '../../src/care/move.ts';
import { move } from '../../src/cli/backup.ts';
import { logStart, openStore } from '../../src/store/index.ts';
import { writeNote } from '../../src/store/integrity.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { EVERY_TABLE } from '../../src/store/schema.ts';
import { openEmbedded } from '../../src/store/sqlite.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { SOME_CLIENT, testSeal as seal, temporaryFolder } from './databases.ts';
import { asTexts, differing, fillStore, rowsIn } from './filled.ts';

const now = Date.now;
let postgres: TestPostgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres.stop());

/** Every row of PostgreSQL, as the embedded store gives them. */
async function rowsAt(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: parser } });
  await client.connect();
  const tables: Record<string, string[]> = {};
  for (const table of EVERY_TABLE)
    tables[table] = asTexts((await client.query(`select * from "${table}"`)).rows);
  await client.end();
  return tables;
}
const parser = (id: number) => (id === 20 || id === 701 ? Number : (raw: string) => raw);

/** The steps are the other side's own, and the row that says which store was carried there. */
const same = (one: Record<string, string[]>, other: Record<string, string[]>) => {
  assert.deepEqual(differing(one, other), ['migration', 'probe']);
  assert.deepEqual([one.probe?.length, other.probe?.length], [1, 0]);
  assert.equal(one.migration?.length, MIGRATIONS.length);
};

describe('a move', () => {
  it('carries every row of every table as it is, marks the old store, and can be undone', async (t) => {
    const dataDir = await fillStore(temporaryFolder(t));
    const large = 'x'.repeat(9_000_000);
    const whole = await openEmbedded(dataDir);
    whole.db.prepare(`update job set result = ? where id = 'job-1'`).run(large);
    whole.close();
    const before = rowsIn(dataDir);
    for (const [table, rows] of Object.entries(before))
      assert.ok(
        rows.length > 0 || table === 'probe',
        `${table} is empty: the test says nothing of it`,
      );
    const databaseUrl = await postgres.fresh();
    const seen: number[] = [];
    const moved = await moveStore({
      dataDir,
      to: databaseUrl,
      onProgress: (rows) => seen.push(rows),
    });
    assert.equal(moved.already, false);
    assert.equal(
      seen.at(-1),
      Object.values(moved.tables).reduce((sum, { rows }) => sum + rows, 0),
    );
    same(await rowsAt(databaseUrl), before);

    const refusal =
      /^The store in \S+ was moved to PostgreSQL on 20\S+: set MANIFOLD_DATABASE_URL\. To go back/;
    for (const role of ['service', 'tool'] as const)
      await assert.rejects(openStore({ dataDir, role, now, seal }), (error: Error) =>
        refusal.test(error.message),
      );
    await assert.rejects(moveStore({ dataDir, to: databaseUrl }), (error: Error) =>
      refusal.test(error.message),
    );
    const there = await openStore({ databaseUrl, dataDir, role: 'service', now, seal });
    assert.equal((await there.clients.holdings('client-0')).users, 4);
    await there.close();

    assert.equal(await undoMove(dataDir), true);
    assert.equal(await undoMove(dataDir), false);
    // What PostgreSQL logged meanwhile is not in it: the log begins again, as after a restore.
    const again = rowsIn(dataDir);
    assert.deepEqual(differing(again, before).sort(), ['change', 'feed']);
    assert.deepEqual(again.change, []);
    for (const row of again.feed ?? []) {
      const feed = Object.fromEntries(JSON.parse(row));
      assert.equal(feed.seq, logStart(feed.seq));
      assert.ok(feed.seq > 0 && feed.announced === feed.seq);
    }
    const back = await openStore({ dataDir, role: 'service', now, seal });
    await back.close();
  });

  it('is refused while a service or a tool has the store, and keeps both out while it runs', async (t) => {
    const dataDir = await fillStore(temporaryFolder(t));
    const to = await postgres.fresh();
    const service = await openStore({ dataDir, role: 'service', now, seal });
    await assert.rejects(moveStore({ dataDir, to }), {
      message: `Another Manifold process is already using the data folder ${dataDir}. Stop it first.`,
    });
    await service.close();
    const tool = await openStore({ dataDir, role: 'tool', now, seal });
    await assert.rejects(moveStore({ dataDir, to }), /already using the data folder/);
    await tool.close();
    let tried: Promise<unknown> | undefined;
    await moveStore({
      ...{ dataDir, to },
      onProgress: () => {
        tried ??= Promise.allSettled([
          openStore({ dataDir, role: 'service', now, seal }),
          openStore({ dataDir, role: 'tool', now, seal }),
        ]);
      },
    });
    const said = ((await tried) as PromiseRejectedResult[]).map(({ reason }) => reason.message);
    assert.match(said[0], /already using the data folder/);
    assert.match(said[1], /was moved to PostgreSQL/);
  });

  it('is refused where PostgreSQL has rows already, and leaves them alone', async (t) => {
    const dataDir = await fillStore(temporaryFolder(t));
    const to = await postgres.fresh();
    const other = await openStore({ databaseUrl: to, dataDir, role: 'service', now, seal });
    await other.clients.create(SOME_CLIENT);
    await assert.rejects(moveStore({ dataDir, to }), {
      message: 'The PostgreSQL database is not empty (it has rows in client): give an empty one.',
    });
    assert.equal((await other.clients.list()).length, 1);
    await other.close();
    await (await openStore({ dataDir, role: 'service', now, seal })).close();
  });

  it('finds out that an earlier one was done, all but the mark', async (t) => {
    const dataDir = await fillStore(temporaryFolder(t));
    const to = await postgres.fresh();
    await moveStore({ dataDir, to });
    // As a kill just before the mark leaves it.
    writeNote(join(dataDir, 'manifold.db'), 'closed');
    const moved = await moveStore({ dataDir, to });
    assert.equal(moved.already, true);
    await assert.rejects(openStore({ dataDir, role: 'service', now, seal }), /was moved/);
  });

  it('leaves nothing behind when it is killed, and is then done whole', async (t) => {
    const dataDir = await fillStore(temporaryFolder(t), 30, 30);
    const before = rowsIn(dataDir);
    const to = await postgres.fresh();
    for (const after of [1, 4000, 12_000]) {
      const child = spawn(
        process.execPath,
        [new URL('./move-child.ts', import.meta.url).pathname, dataDir, to, String(after)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'close');
      const rows = await rowsAt(to).catch(() => ({}));
      assert.equal(
        Object.entries(rows).some(([table, some]) => table !== 'migration' && some.length > 0),
        false,
      );
    }
    await moveStore({ dataDir, to });
    same(await rowsAt(to), before);
  });

  it('says in one sentence what cannot be moved, and where', async (t) => {
    const dataDir = await fillStore(temporaryFolder(t));
    const whole = await openEmbedded(dataDir);
    whole.db.prepare(`update client set name = ? where id = 'client-1'`).run('a\0b');
    whole.close();
    const to = await postgres.fresh();
    await assert.rejects(moveStore({ dataDir, to }), {
      message:
        'The store cannot be moved: a value of name in client is none that PostgreSQL can hold.',
    });
    for (const wrong of [
      'postgres://u:canary@127.0.0.1:1/db',
      'postgres://u:canary@host:port/db',
      'mysql://u:canary@h/db',
    ])
      await assert.rejects(moveStore({ dataDir, to: wrong }), (error: Error) => {
        assert.equal(error.name, 'StoreOpenError', error.stack);
        assert.doesNotMatch(error.message, /canary|\n/);
        return true;
      });
    await assert.rejects(moveStore({ dataDir: temporaryFolder(t), to }), /There is no database in/);
  });
});

describe('every table', () => {
  it('is in the list, those that others point to before these', async (t) => {
    const dataDir = await fillStore(temporaryFolder(t), 1, 1);
    const db = new DatabaseSync(join(dataDir, 'manifold.db'), { readOnly: true });
    const names = db
      .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
      .all();
    const listed = EVERY_TABLE;
    assert.deepEqual(names.map(({ name }) => name).sort(), listed.toSorted());
    for (const [at, table] of listed.entries())
      for (const { table: parent } of db.prepare(`pragma foreign_key_list("${table}")`).all())
        assert.ok(listed.indexOf(String(parent)) < at, `${table} stands before ${parent}`);
    db.close();
  });
});

describe('manifold move', () => {
  const call = async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
    return { code: await move(args, io), out: out.join('\n'), err: err.join('\n') };
  };

  it('says what was moved and what to set now, never the address', async (t) => {
    const dataDir = await fillStore(temporaryFolder(t));
    process.env.MANIFOLD_DATA_DIR = dataDir;
    t.after(() => delete process.env.MANIFOLD_DATA_DIR);
    const to = await postgres.fresh();
    const done = await call('--to', to.replace('manifold@', 'manifold:canary@'));
    assert.deepEqual([done.code, done.err], [0, '']);
    assert.match(
      done.out,
      /^Moved the store in \S+ to PostgreSQL: 3 clients, 12 users, 12 credentials; 4\d\d rows in all, compared/,
    );
    assert.match(done.out, /Set MANIFOLD_DATABASE_URL.*same key ring/);
    assert.doesNotMatch(done.out, /canary|postgres:/);
    assert.doesNotMatch(
      readFileSync(join(dataDir, 'manifold.db-state'), 'utf8'),
      /canary|postgres:/,
    );
    assert.equal((await call('--undo')).code, 0);
    assert.match((await call('--undo')).err, /was not moved/);
    assert.match((await call()).err, /Say where to/);
    assert.equal((await call('--undo', '--to', to)).code, 2);
  });
});
