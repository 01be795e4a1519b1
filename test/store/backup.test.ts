// Backups of the embedded store: made while it runs, checked, restored elsewhere.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { backUp } from '../../src/care/backup.ts';
import { restore as restoreStore } from '../../src/care/restore.ts';
import { createFeed } from '../../src/changes/feed.ts';
import { backup, restore } from '../../src/cli/backup.ts';
import type { Command } from '../../src/cli/declare.ts';
import { settleKey } from '../../src/keys/keeper.ts';
import { createLiveRing, newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { openStore } from '../../src/store/index.ts';
import { openEmbedded } from '../../src/store/sqlite.ts';
import { isAll } from '../all.ts';
import { SOME_CLIENT, testSeal as seal, temporaryFolder } from './databases.ts';
import { differing, fillStore, rowsIn } from './filled.ts';
import { claim, pageOf, watched } from './reading-rows.ts';

const now = Date.now;
const service = (dataDir: string) => openStore({ dataDir, role: 'service', now, seal });
/** A filled store, and a folder for what is made of it. */
async function filled(t: TestContext) {
  const dataDir = await fillStore(temporaryFolder(t));
  const elsewhere = temporaryFolder(t);
  const file = join(elsewhere, 'today.db');
  return { dataDir, elsewhere, file };
}

function shell(dataDir: string) {
  return async (command: Command, ...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
    process.env.MANIFOLD_DATA_DIR = dataDir;
    try {
      return { code: await command(args, io), out: out.join('\n'), err: err.join('\n') };
    } finally {
      delete process.env.MANIFOLD_DATA_DIR;
    }
  };
}

describe('a backup', () => {
  it('has every row as it was, in one file for its owner alone, and is restored elsewhere', async (t) => {
    const { dataDir, elsewhere, file } = await filled(t);
    const before = rowsIn(dataDir);
    const running = await service(dataDir);
    const made = await shell(dataDir)(backup, file);
    assert.deepEqual([made.code, made.err], [0, '']);
    await running.close();
    assert.match(
      made.out,
      /3 clients, 12 users, 12 credentials; \d+ rows in all \(0\.\d MiB\), and was checked/,
    );
    assert.match(made.out, /The key ring .* is in no backup/);
    assert.deepEqual(readdirSync(elsewhere), ['today.db']);
    assert.equal(statSync(file).mode & 0o777, 0o600);

    const target = join(temporaryFolder(t), 'new');
    const done = await shell(target)(restore, file);
    assert.deepEqual([done.code, done.err], [0, '']);
    assert.match(done.out, /^Restored \S+ into \S+: 3 clients, 12 users.*delete the users again/s);
    // The log of changes begins again.
    assert.deepEqual(differing(rowsIn(target), before).sort(), ['change', 'feed']);
    assert.equal(statSync(join(target, 'manifold.db')).mode & 0o777, 0o600);
    const restored = await service(target);
    assert.equal((await restored.clients.holdings('client-0')).users, 4);
    await restored.close();
  });

  it('holds nothing of rows that were deleted before', async (t) => {
    const { dataDir, file } = await filled(t);
    const { db, close } = await openEmbedded(dataDir);
    db.exec(
      `pragma secure_delete=off; update draft set content = 'CANARY-' || id; delete from draft`,
    );
    close();
    await backUp({ folder: dataDir, file, force: false });
    assert.equal(readFileSync(file).includes('CANARY'), false);
  });

  it('opens no more once the key of that time has left the ring', async (t) => {
    const [dataDir, target] = [temporaryFolder(t), temporaryFolder(t)];
    const file = join(temporaryFolder(t), 'old.db');
    const [k1, k2] = [newKeyEntry('k1'), newKeyEntry('k2')];
    const ring = createLiveRing(parseKeys(k1));
    const store = await openStore({ dataDir, role: 'service', now, seal: createSeal(ring) });
    await settleKey(ring, store);
    await store.clients.create(SOME_CLIENT);
    const user = await store.users.ensure(SOME_CLIENT.id, 'u');
    const key = { userId: user?.id ?? '', channel: 'shopify' };
    await store.credentials.save({ ...key, account: {}, secrets: { a: 'b' }, expiresAt: null });
    await backUp({ folder: dataDir, file, force: false });
    await store.close();
    await restoreStore({ file, dataDir: target, force: false });
    const opened = (keys: string) =>
      openStore({ dataDir: target, role: 'service', now, seal: createSeal(parseKeys(keys)) });
    await assert.rejects(opened(k2), /sealed with the key "k1", which is not in the key ring/);
    const lost = await openStore({
      ...{ dataDir: target, role: 'service', now, someKeysLost: true },
      seal: createSeal(parseKeys(k2)),
    });
    await assert.rejects(lost.credentials.find(key), { name: 'SealError' });
    await lost.close();
    const both = await opened(`${k2},${k1}`);
    assert.deepEqual((await both.credentials.find(key))?.secrets, { a: 'b' });
    await both.close();
  });

  it('takes no name that is taken, is the store’s own, or lies nowhere', async (t) => {
    const { dataDir, elsewhere, file } = await filled(t);
    const call = shell(dataDir);
    writeFileSync(file, 'mine');
    const taken = await call(backup, file);
    assert.deepEqual(
      [taken.code, taken.err],
      [1, `${file} is there already: give another name, or --force.`],
    );
    assert.equal(readFileSync(file, 'utf8'), 'mine');
    assert.equal((await call(backup, file, '--force')).code, 0);
    for (const name of ['manifold.db', 'manifold.db-wal', 'manifold.lock', 'sandbox-keys'])
      assert.match(
        (await call(backup, join(dataDir, name), '--force')).err,
        /are the store's own\.$/,
      );
    assert.match(
      (await call(backup, join(elsewhere, 'no', 'x.db'))).err,
      /there is no such folder\.$/,
    );
    assert.match((await call(backup, elsewhere, '--force')).err, /it is a folder\.$/);
    const nothing = temporaryFolder(t);
    assert.match((await shell(nothing)(backup, file, '--force')).err, /^There is no database in/);
    assert.deepEqual(readdirSync(nothing), []);
    assert.equal((await call(backup)).code, 2);
    assert.equal((await call(backup, 'a', 'b')).code, 2);
  });

  it('is refused of a store that is damaged', async (t) => {
    const { dataDir, elsewhere, file } = await filled(t);
    const opened = await openEmbedded(dataDir);
    // Damage that no one has met yet, while the service runs.
    const damaged = new DatabaseSync(join(dataDir, 'manifold.db'), { defensive: false });
    damaged.exec(`pragma writable_schema=on;
      update sqlite_schema set rootpage = 2 where name = 'credential'; pragma writable_schema=reset`);
    damaged.close();
    const { code, err } = await shell(dataDir)(backup, file);
    assert.equal(code, 1);
    assert.match(err, /(could not be made|cannot be backed up): .*[^\n]$/);
    assert.deepEqual(readdirSync(elsewhere), []);
    opened.close();
  });

  it('on PostgreSQL names the command that makes one', async () => {
    process.env.MANIFOLD_DATABASE_URL = 'postgres://u:canary@localhost/db';
    const { code, out, err } = await shell('/nonexistent')(backup, 'x').finally(() => {
      delete process.env.MANIFOLD_DATABASE_URL;
    });
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^The store is in PostgreSQL, whose own tools make its backups/);
    assert.match(err, /pg_dump --format=custom/);
    assert.doesNotMatch(err, /canary/);
  });

  it('made twice at the same time under load has all that was acknowledged before, each time', async (t) => {
    const { dataDir, elsewhere } = await filled(t);
    const writer = run('./backup-writer.ts', dataDir);
    let said = '';
    writer.stdout.on('data', (chunk) => {
      said += chunk;
    });
    while (said.split('\n').length < 50) await once(writer.stdout, 'data');
    const acknowledged = said.trimEnd().split('\n').slice(0, -1);
    const files = ['one.db', 'two.db'].map((name) => join(elsewhere, name));
    const made = await Promise.all(
      files.map((file) => ended(run('./backup-child.ts', dataDir, file))),
    );
    assert.deepEqual(made, [0, 0]);
    const later = said.split('\n').length;
    while (said.split('\n').length < later + 10) await once(writer.stdout, 'data');
    writer.kill('SIGKILL');
    await once(writer, 'close');
    for (const file of files) {
      const target = temporaryFolder(t);
      await restoreStore({ file, dataDir: target, force: false });
      const store = await service(target);
      const { rows } = await store.users.page('writer', { limit: 1000 });
      const users = new Set(rows.map(({ user }) => user.tpUserId));
      assert.deepEqual(
        acknowledged.filter((user) => !users.has(user)),
        [],
      );
      await store.close();
    }
  });

  it('that is killed leaves no file of its name, or a whole one', async (t) => {
    const dataDir = await fillStore(temporaryFolder(t), 30, 20);
    const elsewhere = temporaryFolder(t);
    for (const [n, wait] of (isAll ? [300, 450, 600] : [450]).entries()) {
      const file = join(elsewhere, `${n}.db`);
      const child = run('./backup-child.ts', dataDir, file);
      setTimeout(() => child.kill('SIGKILL'), wait);
      await once(child, 'close');
      if (!existsSync(file)) continue;
      const done = await restoreStore({ file, dataDir: temporaryFolder(t), force: false });
      assert.equal(done.tables.user, 600);
    }
    await backUp({ folder: dataDir, file: join(elsewhere, 'last.db'), force: false });
  });
});

function run(file: string, ...args: string[]) {
  return spawn(process.execPath, [new URL(file, import.meta.url).pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function ended(child: ReturnType<typeof run>): Promise<number> {
  child.stdout.resume();
  const [code] = await once(child, 'close');
  return code;
}

describe('restoring', () => {
  it('refuses a folder with a database, or moves it aside; never beside a running service', async (t) => {
    const { dataDir, file } = await filled(t);
    await backUp({ folder: dataDir, file, force: false });
    const target = temporaryFolder(t);
    const call = shell(target);
    const running = await service(target);
    await running.clients.create(SOME_CLIENT);
    assert.match(
      (await call(restore, file, '--force')).err,
      /^Another Manifold process is already/,
    );
    await running.close();
    const tool = await openStore({ dataDir: target, role: 'tool', now, seal });
    assert.match(
      (await call(restore, file, '--force')).err,
      /^Another Manifold process is already/,
    );
    await tool.close();
    const refused = await call(restore, file);
    assert.deepEqual([refused.code, refused.out], [1, '']);
    assert.match(
      refused.err,
      /^There is a database in \S+ already: give --force to have it moved aside/,
    );
    const done = await call(restore, file, '--force');
    assert.deepEqual([done.code, done.err], [0, '']);
    const aside = /is now (\S+manifold\.db\.before-\S+); nothing was deleted/.exec(done.out)?.[1];
    const old = new DatabaseSync(aside ?? '');
    assert.equal(old.prepare('select id from client').get()?.id, SOME_CLIENT.id);
    old.close();
    const store = await service(target);
    assert.equal(await store.clients.find(SOME_CLIENT.id), undefined);
    await store.close();
  });

  it('leaves nothing out that a copy of the files has, and nothing behind', async (t) => {
    const { dataDir, elsewhere, file } = await filled(t);
    await backUp({ folder: dataDir, file, force: false });
    const copy = join(elsewhere, 'copied.db');
    cpSync(file, copy);
    const db = new DatabaseSync(copy);
    db.exec('pragma journal_mode = wal; delete from client');
    const target = temporaryFolder(t);
    const call = shell(target);
    const refused = await call(restore, copy);
    assert.deepEqual([refused.code, refused.out], [1, '']);
    assert.match(
      refused.err,
      /is not all of a store: what was written last is in \S+copied\.db-wal/,
    );
    db.close();
    assert.equal((await call(restore, copy)).code, 0);
    const left = readdirSync(target).filter((name) => name.startsWith('manifold.restoring'));
    assert.deepEqual(left, []);
  });

  it('begins the log of changes again: no cursor of before is taken, however much follows', async (t) => {
    const [dataDir, target] = [temporaryFolder(t), temporaryFolder(t)];
    const file = join(temporaryFolder(t), 'today.db');
    let claimedAt = now();
    const opened = async (folder: string) => {
      const store = await service(folder);
      // Later than the lease of the one before.
      claimedAt += 60_000;
      const [held = assert.fail()] = await claim(store, 'me', claimedAt);
      const log = async (...ids: string[]) => {
        const found = pageOf(held, ...ids);
        const entries = found.entries.map((entry) => ({ ...entry, at: now() }));
        await store.readings.write(held, { ...found, entries });
      };
      const feed = createFeed({ store, now, onTrouble: (error) => assert.fail(String(error)) });
      const asked = { client: SOME_CLIENT.id, limit: 1, wait: 0, filter: {}, signal };
      const readOn = async (cursor?: string) => {
        const read: { ids: unknown[]; cursors: string[] } = { ids: [], cursors: [] };
        for (let next = cursor, more = true; more; ) {
          const { changes, ...page } = await feed.read({ ...asked, cursor: next });
          ({ next, more } = page);
          read.ids.push(...changes.map(({ id }) => id));
          read.cursors.push(page.next);
        }
        return read;
      };
      return { store, log, readOn };
    };
    const { signal } = new AbortController();
    const first = await service(dataDir);
    await first.clients.create(SOME_CLIENT);
    await watched(first, 'u');
    await first.close();

    const before = await opened(dataDir);
    await before.log('1', '2');
    await backUp({ folder: dataDir, file, force: false });
    await before.log('3', '4');
    const old = await before.readOn();
    assert.deepEqual(old.ids, ['1', '2', '3', '4']);
    await before.store.close();

    for (const folder of [join(target, 'one'), join(target, 'two')]) {
      await restoreStore({ file, dataDir: folder, force: false });
      const after = await opened(folder);
      assert.deepEqual((await after.readOn()).ids, []);
      await after.log('5', '6', '7', '8', '9');
      for (const cursor of old.cursors)
        await assert.rejects(after.readOn(cursor), { code: 'cursor_expired' });
      const { ids, cursors } = await after.readOn();
      assert.deepEqual(ids, ['5', '6', '7', '8', '9']);
      assert.deepEqual((await after.readOn(cursors[2])).ids, ['8', '9']);
      await after.store.close();
      await backUp({ folder, file, force: true });
      old.cursors.push(...cursors);
    }
  });

  it('refuses a backup that is damaged, cut off, of a newer version, or none', async (t) => {
    const { dataDir, elsewhere, file } = await filled(t);
    await backUp({ folder: dataDir, file, force: false });
    const target = temporaryFolder(t);
    const call = shell(target);
    const spoiled = (name: string, spoil: (file: string) => void) => {
      const copy = join(elsewhere, name);
      cpSync(file, copy);
      spoil(copy);
      return copy;
    };
    const cases: readonly (readonly [string, RegExp])[] = [
      [
        spoiled('cut', (each) =>
          truncateSync(each, Math.floor(statSync(each).size / 3 / 4096) * 4096),
        ),
        /is damaged/,
      ],
      [
        spoiled('noise', (each) => writeFileSync(each, 'x'.repeat(9000))),
        /is damaged or not a backup/,
      ],
      [
        spoiled('page', (each) => {
          const bytes = readFileSync(each);
          writeFileSync(each, bytes.fill(0, bytes.length - 5 * 4096, bytes.length - 4096));
        }),
        /is damaged \(.+\): take another/,
      ],
      [
        spoiled('index', (each) => {
          const db = new DatabaseSync(each, { defensive: false });
          const change = (sql: string) =>
            db.exec(`pragma writable_schema=on; ${sql}; pragma writable_schema=reset`);
          change(
            `create table aside as select * from sqlite_schema where name = 'bucket_touched_at'`,
          );
          change(`delete from sqlite_schema where name = 'bucket_touched_at'`);
          db.exec(`insert into bucket values ('new', 1, 1, 1, 1, 1)`);
          change('insert into sqlite_schema select * from aside');
          db.close();
        }),
        /is damaged \(.*in index bucket_touched_at\): take another/,
      ],
      [
        spoiled('other', (each) => {
          const db = new DatabaseSync(each);
          db.exec('drop table migration');
          db.close();
        }),
        /is a database, but not one of Manifold\.$/,
      ],
      [
        spoiled('newer', (each) => {
          const db = new DatabaseSync(each);
          db.exec(`insert into migration values ('9999_later', 1)`);
          db.close();
        }),
        /was made by a newer version of Manifold: restore it with that version or a later one\.$/,
      ],
      [join(elsewhere, 'nothing'), /^There is no file/],
    ];
    for (const [each, sentence] of cases) {
      const { code, out, err } = await call(restore, each);
      assert.deepEqual([code, out, err.includes('\n')], [1, '', false], each);
      assert.match(err, sentence);
    }
    assert.deepEqual(
      readdirSync(target).filter((each) => !each.endsWith('.lock')),
      [],
    );
    for (const wrong of [[], [file, file], [file, '--x']])
      assert.equal((await call(restore, ...wrong)).code, 2, wrong.join(' '));
  });
});
