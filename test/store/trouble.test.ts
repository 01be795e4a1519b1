// A disk that is full, a file that is damaged or not there to be written: said in one line, answered 503, and mended by itself where it can be.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { newKeyEntry } from '../../src/keys/ring.ts';
import type { Trouble } from '../../src/model/trouble.ts';
import { openStore, StoreOpenError } from '../../src/store/index.ts';
import { isAll } from '../all.ts';
import { pairsOf } from '../params.ts';
import { startPostgres } from '../postgres.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';
import { SOME_CLIENT, temporaryFolder, testSeal } from './databases.ts';

const BIN = fileURLToPath(new URL('../../bin/manifold.mjs', import.meta.url));
const now = Date.now;
const seal = testSeal;

/** A folder with a store of some pages in it. */
async function folderWithStore(t: TestContext): Promise<string> {
  const dataDir = temporaryFolder(t);
  const store = await openStore({ dataDir, role: 'service', now, seal });
  await store.clients.create(SOME_CLIENT);
  await store.close();
  return dataDir;
}

const DAMAGED =
  /^The database in \S+ cannot be opened: manifold\.db is damaged.* \(.+\); restore it from a backup \("manifold restore <file>"\)\.( If you changed it yourself, delete manifold\.db-state\.)?$/;

/** What can be wrong with the files, and what an operator then reads. */
const WRONG: readonly (readonly [what: string, spoil: (dataDir: string) => void, line: RegExp])[] =
  [
    [
      'a file that is no database',
      (at) => writeFileSync(join(at, 'manifold.db'), 'x'.repeat(9000)),
      DAMAGED,
    ],
    ['a file that was cut off', (at) => truncateSync(join(at, 'manifold.db'), 8192), DAMAGED],
    [
      'a first page that is spoiled',
      (at) =>
        writeSync(openSync(join(at, 'manifold.db'), 'r+'), Buffer.alloc(3900, 0xff), 0, 3900, 100),
      DAMAGED,
    ],
    [
      'a folder in its place',
      (at) => {
        rmSync(join(at, 'manifold.db'));
        mkdirSync(join(at, 'manifold.db'));
      },
      /^The database in \S+ cannot be opened: manifold\.db is a folder\.$/,
    ],
    [
      'a folder in place of the lock',
      (at) => {
        rmSync(join(at, 'manifold.lock'));
        mkdirSync(join(at, 'manifold.lock'));
      },
      /^The database in \S+ cannot be opened: manifold\.lock is a folder\.$/,
    ],
    [
      'a lock that is no database',
      (at) => writeFileSync(join(at, 'manifold.lock'), 'x'.repeat(9000)),
      /^The database in \S+ cannot be opened: manifold\.lock is damaged or not a database/,
    ],
    [
      'a file in place of the folder',
      (at) => {
        rmSync(at, { recursive: true });
        writeFileSync(at, '');
      },
      /^The data folder \S+ cannot be made: there is a file in its place\.$/,
    ],
  ];

describe('opening the store', () => {
  for (const [what, spoil, line] of WRONG)
    it(`${what} is one line`, async (t) => {
      const dataDir = await folderWithStore(t);
      spoil(dataDir);
      await assert.rejects(openStore({ dataDir, role: 'service', now, seal }), (error: Error) => {
        assert.ok(error instanceof StoreOpenError, String(error.stack));
        assert.match(error.message, line);
        return true;
      });
    });

  it('a folder that this user may not write is one line', async (t) => {
    const dataDir = await folderWithStore(t);
    chmodSync(dataDir, 0o555);
    // Nothing is forbidden to root.
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65534);
    try {
      await assert.rejects(openStore({ dataDir, role: 'service', now, seal }), {
        name: 'StoreOpenError',
        message: `The data folder ${dataDir} cannot be used: this user has no permission.`,
      });
    } finally {
      if (root) process.seteuid?.(0);
      chmodSync(dataDir, 0o700);
    }
  });
});

describe('the command line', () => {
  const PRODUCTION = {
    MANIFOLD_MODE: 'production',
    MANIFOLD_KEYS: newKeyEntry('k'),
    MANIFOLD_BASE_URL: 'https://api.example.com',
  };

  async function run(dataDir: string, args: string, settings = {}, prefix = '') {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('MANIFOLD_')),
    );
    const ports = { MANIFOLD_PORT: '0', MANIFOLD_SANDBOX_PORT: '0', ...settings };
    const child = spawn('sh', ['-c', `${prefix} exec "$0" "$1" ${args}`, process.execPath, BIN], {
      env: { ...env, ...ports, MANIFOLD_DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, 'close');
    return { code, err };
  }

  /** A tool names its store first. */
  const withoutName = (err: string) => err.replace(/^Store: the embedded database .*\n/, '');

  it('says it in one line and ends with 1, for the service and for a tool', async (t) => {
    const dataDir = await folderWithStore(t);
    truncateSync(join(dataDir, 'manifold.db'), 8192);
    for (const args of ['serve', 'clients list']) {
      const { code, err } = await run(dataDir, args, PRODUCTION);
      assert.equal(code, 1, err);
      assert.match((args === 'serve' ? err : withoutName(err)).trimEnd(), DAMAGED);
    }
  });

  it('says that nothing can be written, and leaves no half key behind', async (t) => {
    // No file may grow: to the service this is a disk that is full from the first byte on.
    const full = "trap '' XFSZ; ulimit -f 0;";
    const [fresh, used] = [temporaryFolder(t), await folderWithStore(t)];
    const first = await run(fresh, 'serve', {}, full);
    assert.equal(first.code, 1, first.err);
    assert.equal(
      first.err,
      `The data folder ${fresh} cannot be written: a file may not grow that large.\n`,
    );
    assert.throws(() => readFileSync(join(fresh, 'sandbox-keys')), { code: 'ENOENT' });
    // A tool opens a store as the service does, and starts in half the time.
    for (const args of isAll ? ['clients list', 'serve'] : ['clients list']) {
      const { code, err } = await run(used, args, PRODUCTION, full);
      assert.equal(code, 1, err);
      assert.match(
        args === 'serve' ? err : withoutName(err),
        /^The database in \S+ cannot be opened: disk I\/O error\.\n$/,
      );
    }
  });
});

/** The service's own connection, so that its disk can be made to look full. */
function captureDatabase(t: TestContext): () => DatabaseSync {
  let found: DatabaseSync | undefined;
  const exec = DatabaseSync.prototype.exec;
  t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, sql: string) {
    if (sql.includes('journal_mode=wal')) found = this;
    return exec.call(this, sql);
  });
  return () => found ?? assert.fail('no database was opened');
}

describe('the running service', () => {
  it('is not ready while its disk is full, logs it once, and is ready again by itself', async (t) => {
    const database = captureDatabase(t);
    const service = await startService();
    t.after(() => service.close());
    const ready = async () => {
      const response = await fetch(`${service.origin}/readyz`);
      return [response.status, ((await response.json()) as { status: string }).status];
    };
    assert.deepEqual(await ready(), [200, 'ready']);
    const pages = database().prepare('pragma page_count').get() as { page_count: number };
    database().exec(`pragma max_page_count = ${pages.page_count}`);
    // Each leaves a row with a delivery, until there is no room for one.
    const query = { completionCallbackUrl: 'http://localhost:9/hook' };
    const answers: number[] = [];
    for (let n = 0; n < 15 || answers.at(-1) !== 503; n++) {
      assert.ok(n < 500, 'the disk does not fill up');
      answers.push((await service.orders('shopify', { limit: 1 }, { query })).status);
    }
    assert.deepEqual([...new Set(answers)].sort(), [200, 503]);
    assert.deepEqual(await ready(), [503, 'store cannot be written']);
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    assert.match(metrics, /^manifold_store_usable 0$/m);
    await pause(1200);
    assert.deepEqual(await ready(), [503, 'store cannot be written']);
    const lines = service
      .logged()
      .split('\n')
      .filter((line) => /"level":"(warn|error)"/.test(line));
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0] ?? '', /cannot be written: its disk is full/);

    database().exec('pragma max_page_count = 1000000');
    await until(async () => (await ready())[0] === 200);
    assert.equal((await service.orders('shopify', { limit: 1 }, { query })).status, 200);
    assert.match(service.logged(), /the database can be used again/);
  });

  it('only reads while its folder is read-only: what needs no promise goes on, for every client', async (t) => {
    const database = captureDatabase(t);
    const service = await startService();
    t.after(() => service.close());
    const beside = await service.tenant('beside');
    const params = { shopify: pairsOf('shopify', service.shop('shopify').credential) };
    const query = { completionCallbackUrl: 'http://localhost:9/hook' };
    const calls = async () => [
      (await service.orders('shopify', { limit: 1 })).status,
      (await beside.orders('shopify', { limit: 1, params })).status,
      (await service.orders('shopify', { limit: 1 }, { query })).status,
      (await service.orders('shopify', { limit: 1 }, { headers: { prefer: 'respond-async' } }))
        .status,
    ];
    assert.deepEqual(await calls(), [200, 200, 200, 202]);
    // SQLite's own word stands in for the file system's: the error is the same.
    database().exec('pragma query_only = on');
    await until(async () => (await fetch(`${service.origin}/readyz`)).status === 503);
    const response = await fetch(`${service.origin}/readyz`);
    assert.deepEqual(await response.json(), {
      status: 'store cannot be written',
      reason: 'The database cannot be written: it is read-only.',
    });
    assert.deepEqual(await calls(), [200, 200, 503, 503]);
    database().exec('pragma query_only = off');
    await until(async () => (await fetch(`${service.origin}/readyz`)).status === 200);
    assert.deepEqual(await calls(), [200, 200, 200, 202]);
  });

  it('answers 503 when its file is damaged under it, says so once, and is not ready', async (t) => {
    const service = await startService();
    t.after(() => service.close());
    const file = join(service.dataDir, 'manifold.db');
    const other = new DatabaseSync(file);
    other.exec('pragma wal_checkpoint(truncate)');
    const descriptor = openSync(file, 'r+');
    for (let page = 1; page < 20; page++)
      writeSync(descriptor, Buffer.alloc(4096, 0xaa), 0, 4096, page * 4096);
    // A change from elsewhere makes the service read its pages again.
    other.exec('pragma user_version = 7');
    other.close();
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++)
      statuses.push((await service.orders('shopify', { limit: 1 })).status);
    assert.deepEqual([...new Set(statuses)], [503]);
    const response = await fetch(`${service.origin}/readyz`);
    assert.deepEqual(
      [response.status, await response.json()],
      [
        503,
        {
          status: 'store is damaged',
          reason: 'The database is damaged. Stop the service and restore it from a backup.',
        },
      ],
    );
    const lines = service
      .logged()
      .split('\n')
      .filter((line) => /"level":"error"/.test(line));
    assert.equal(lines.length, 1, lines.join('\n'));
  });

  if (isAll)
    it('on PostgreSQL sees that nothing can be written, and that it can again', async (t) => {
      const postgres = await startPostgres();
      const databaseUrl = await postgres.fresh();
      const changes: (Trouble | undefined)[] = [];
      const store = await openStore({
        ...{ databaseUrl, dataDir: '/nonexistent', role: 'service', now, seal },
        onTrouble: (trouble) => changes.push(trouble),
      });
      assert.equal(await store.check(), undefined);
      const admin = new pg.Client({ connectionString: databaseUrl });
      await admin.connect();
      t.after(async () => {
        await store.close();
        await admin.end();
        await postgres.stop();
      });
      const readOnly = async (value: string) => {
        const { rows } = await admin.query('select current_database() as name');
        await admin.query(`set default_transaction_read_only = off`);
        await admin.query(
          `alter database ${rows[0].name} set default_transaction_read_only = ${value}`,
        );
        await admin.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      };
      await readOnly('on');
      await until(async () => {
        await store.clients.create(SOME_CLIENT).catch(() => {});
        return (await store.check()) === 'read_only';
      });
      await readOnly('off');
      await until(async () => (await store.check()) === undefined);
      assert.equal(changes.at(-1), undefined);
      assert.ok(changes.includes('read_only'));
      const refused = openStore({
        databaseUrl: `${databaseUrl}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`,
        ...{ dataDir: '/nonexistent', role: 'service', now, seal },
      });
      await assert.rejects(
        refused,
        /^StoreOpenError: PostgreSQL cannot be used: cannot execute \w+( \w+)? in a read-only transaction\.$/,
      );
    });
});
