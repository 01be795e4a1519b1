// Backups of the embedded store: made while it runs, restored elsewhere, their keys kept apart and pruned.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { backup } from '../../src/cli/backup.ts';
import type { Command } from '../../src/cli/declare.ts';
import { restore } from '../../src/cli/restore.ts';
import { backUp } from '../../src/store/backup.ts';
import { EVERY_TABLE } from '../../src/store/every-table.ts';
import { openStore } from '../../src/store/index.ts';
import { restore as restoreStore } from '../../src/store/restore.ts';
import { openEmbedded } from '../../src/store/sqlite.ts';
import { SOME_CLIENT, testSeal as seal, temporaryFolder } from './databases.ts';
import { differing, fillStore, rowsIn } from './filled.ts';
import { undoMachines } from './undo-step.ts';

const now = Date.now;
const service = (dataDir: string) => openStore({ dataDir, role: 'service', now, seal });
const PASSING = Object.entries(EVERY_TABLE).flatMap(([table, kind]) =>
  kind === 'passing' && table !== 'probe' ? table : [],
);

/** A filled store, and a folder for what is made of it. */
async function filled(t: TestContext) {
  const dataDir = await fillStore(temporaryFolder(t));
  const elsewhere = temporaryFolder(t);
  const file = join(elsewhere, 'today.db');
  return { dataDir, elsewhere, file, keysFile: `${file}.user-keys` };
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
  it('has every row, but no key of a user and nothing of passing use, and is restored with its keys', async (t) => {
    const { dataDir, elsewhere, file, keysFile } = await filled(t);
    const before = rowsIn(dataDir);
    const running = await service(dataDir);
    const call = shell(dataDir);
    const made = await call(backup, file);
    assert.deepEqual([made.code, made.err], [0, '']);
    await running.close();
    assert.match(
      made.out,
      /3 clients, 12 users, 12 credentials; \d+ rows in all \(0\.\d MiB\), and was read back/,
    );
    assert.match(made.out, /The keys of 12 users are in .*today\.db\.user-keys: keep them apart/);
    assert.match(made.out, /The key ring .* is in no backup/);
    assert.deepEqual(readdirSync(elsewhere).sort(), ['today.db', 'today.db.user-keys']);
    for (const each of [file, keysFile]) assert.equal(statSync(each).mode & 0o777, 0o600);

    const target = join(temporaryFolder(t), 'new');
    const done = await shell(target)(restore, file, '--user-keys', keysFile);
    assert.deepEqual([done.code, done.err], [0, '']);
    assert.match(
      done.out,
      /^Restored \S+ into \S+: the store as it was at 20\S+, made by version \d/,
    );
    assert.match(done.out, /Put back the keys of 12 users/);
    assert.doesNotMatch(done.out, /cannot be read/);
    assert.deepEqual(differing(rowsIn(target), before), PASSING.sort(order));
    for (const table of PASSING) assert.deepEqual(rowsIn(target)[table], []);
    assert.equal(statSync(join(target, 'manifold.db')).mode & 0o777, 0o600);
    const restored = await service(target);
    assert.equal((await restored.users.list('client-0', '')).length, 4);
    await restored.close();
  });

  it('holds no byte of a key, nor does the space that it does not use', async (t) => {
    const { dataDir, file, keysFile } = await filled(t);
    const whole = await openEmbedded(dataDir);
    whole.db.exec(`update user_key set sealed = 'CANARY-' || user_id`);
    whole.db.exec(`update draft set content = 'PASSING-' || id`);
    whole.close();
    await backUp({ folder: dataDir, file, force: false, version: '1' });
    assert.equal(readFileSync(file).includes('CANARY'), false);
    assert.equal(readFileSync(file).includes('PASSING'), false);
    const lines = readFileSync(keysFile, 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, 13);
    assert.deepEqual(Object.keys(JSON.parse(lines[1] ?? '')), ['user', 'sealed', 'created']);
    assert.match(lines[1] ?? '', /CANARY-user-/);
  });

  it('of a store that an earlier version left is restored, and brought up to date by the start', async (t) => {
    const { dataDir, file } = await filled(t);
    const before = rowsIn(dataDir);
    const whole = await openEmbedded(dataDir);
    undoMachines(whole.db);
    whole.close();
    await backUp({ folder: dataDir, file, force: false, version: '0' });
    const target = temporaryFolder(t);
    await restoreStore({ file, dataDir: target, force: false });
    await (await service(target)).close();
    assert.deepEqual(rowsIn(target).credential, before.credential);
  });

  it('takes no name that is taken, is the store’s own, or lies nowhere', async (t) => {
    const { dataDir, elsewhere, file, keysFile } = await filled(t);
    const call = shell(dataDir);
    writeFileSync(keysFile, 'mine');
    const taken = await call(backup, file);
    assert.deepEqual(
      [taken.code, taken.err],
      [1, `${keysFile} is there already: give another name, or --force.`],
    );
    assert.equal((await call(backup, file, '--force')).code, 0);
    assert.match((await call(backup, file)).err, /today\.db is there already/);
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
    const whole = await openEmbedded(dataDir);
    // Damage that nobody has met yet, while the service runs.
    whole.db.exec('pragma writable_schema=on');
    const damaged = new DatabaseSync(join(dataDir, 'manifold.db'), { defensive: false });
    damaged.exec(`pragma writable_schema=on;
      update sqlite_schema set rootpage = 2 where name = 'credential'; pragma writable_schema=reset`);
    damaged.close();
    const { code, err } = await shell(dataDir)(backup, file);
    assert.equal(code, 1);
    assert.match(err, /(could not be made|cannot be backed up): .*[^\n]$/);
    assert.deepEqual(readdirSync(elsewhere), []);
    whole.close();
  });

  it('on PostgreSQL names the two commands that keep the keys apart', async () => {
    process.env.MANIFOLD_DATABASE_URL = 'postgres://u:canary@localhost/db';
    const { code, out, err } = await shell('/nonexistent')(backup, 'x').finally(() => {
      delete process.env.MANIFOLD_DATABASE_URL;
    });
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^The store is in PostgreSQL, whose own tools make its backups/);
    assert.match(
      err,
      /pg_dump .*--exclude-table-data=user_key.*\n.*pg_dump .*--data-only --table=user_key/,
    );
    assert.doesNotMatch(err, /canary/);
  });

  it('made twice at once under load has all that was acknowledged before, each time', async (t) => {
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
      await restoreStore({ file, keysFile: `${file}.user-keys`, dataDir: target, force: false });
      const store = await service(target);
      const users = new Set((await store.users.list('writer', '')).map(({ tpUserId }) => tpUserId));
      const more = await store.users.list('writer', [...users].at(-1) ?? '');
      for (const { tpUserId } of more) users.add(tpUserId);
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
    for (const [n, wait] of [300, 450, 600].entries()) {
      const file = join(elsewhere, `${n}.db`);
      const child = run('./backup-child.ts', dataDir, file);
      setTimeout(() => child.kill('SIGKILL'), wait);
      await once(child, 'close');
      if (!existsSync(file)) continue;
      const done = await restoreStore({ file, dataDir: temporaryFolder(t), force: false });
      assert.equal(done.tables.user?.rows, 600);
    }
    await backUp({ folder: dataDir, file: join(elsewhere, 'last.db'), force: false, version: '1' });
  });
});

const order = (a: string, b: string) =>
  Object.keys(EVERY_TABLE).indexOf(a) - Object.keys(EVERY_TABLE).indexOf(b);

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
    const { dataDir, file, keysFile } = await filled(t);
    await backUp({ folder: dataDir, file, force: false, version: '1' });
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
    const done = await call(restore, file, '--force', '--user-keys', keysFile);
    assert.deepEqual([done.code, done.err], [0, '']);
    const aside = /is now (\S+manifold\.db\.before-\S+); nothing was deleted/.exec(done.out)?.[1];
    const old = new DatabaseSync(aside ?? '');
    assert.equal(old.prepare('select id from client').get()?.id, SOME_CLIENT.id);
    old.close();
    const store = await service(target);
    assert.equal(await store.clients.find(SOME_CLIENT.id), undefined);
    await store.close();
  });

  it('refuses a backup that is damaged, cut off, of a newer version, or none', async (t) => {
    const { dataDir, elsewhere, file, keysFile } = await filled(t);
    await backUp({ folder: dataDir, file, force: false, version: '9.9.9' });
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
        spoiled('letter', (each) => {
          const bytes = readFileSync(each);
          const at = bytes.indexOf('user-1');
          bytes.write('user-X', bytes.indexOf('{"a":"', at) + 1);
          writeFileSync(each, bytes);
        }),
        /is damaged \(.+\): take another/,
      ],
      [
        spoiled('newer', (each) => {
          const db = new DatabaseSync(each);
          db.exec(`insert into migration values ('9999_later', 1)`);
          db.close();
        }),
        /was made by a newer version of Manifold \(9\.9\.9\): restore it with that version or a later one\.$/,
      ],
      [join(dataDir, 'manifold.db'), /is a database, but none that "manifold backup" made\.$/],
      [join(elsewhere, 'nothing'), /^There is no file/],
    ];
    for (const [each, sentence] of cases) {
      const { code, out, err } = await call(restore, each);
      assert.deepEqual([code, out, err.includes('\n')], [1, '', false], each);
      assert.match(err, sentence);
    }
    truncateSync(keysFile, statSync(keysFile).size - 40);
    assert.match((await call(restore, file, '--user-keys', keysFile)).err, /line 13 is damaged\.$/);
    writeFileSync(
      keysFile,
      `${readFileSync(keysFile, 'utf8').split('\n').slice(0, 5).join('\n')}\n`,
    );
    assert.match(
      (await call(restore, file, '--user-keys', keysFile)).err,
      /it has 4 of its 12 keys\.$/,
    );
    assert.match(
      (await call(restore, file, '--user-keys', file)).err,
      /no file with the keys of users/,
    );
    assert.match((await call(restore, file, '--user-keys', `${file}x`)).err, /it is not there\.$/);
    assert.deepEqual(
      readdirSync(target).filter((each) => !/lock|-open/.test(each)),
      [],
    );
    for (const wrong of [[], [file, file], ['--user-keys', keysFile, '--force'], [file, '--x']])
      assert.equal((await call(restore, ...wrong)).code, 2, wrong.join(' '));
  });

  it('without keys says whose credentials cannot be read, and takes the keys later', async (t) => {
    const { dataDir, file, keysFile } = await filled(t);
    const whole = await openEmbedded(dataDir);
    whole.db.exec(`update credential set secrets = 'mfu1.' || user_id where user_id <> 'user-3'`);
    whole.close();
    await backUp({ folder: dataDir, file, force: false, version: '1' });
    const target = temporaryFolder(t);
    const call = shell(target);
    const { out } = await call(restore, file);
    assert.match(
      out,
      /The credentials of 11 users cannot be read: .* the users must link anew\.\nTheir keys may be in \S+today\.db\.user-keys\./,
    );
    const added = await call(restore, '--user-keys', keysFile);
    assert.match(added.out, /^Put back the keys of 12 users\. 0 keys in the file were left/);
    assert.match(
      (await call(restore, `--user-keys=${keysFile}`)).out,
      /^Put back the keys of 0 users\. 12 keys/,
    );
    assert.deepEqual(rowsIn(target).user_key, rowsIn(dataDir).user_key);
  });
});

describe('pruning', () => {
  it('removes the keys of users who are gone, from any number of files, and says how many', async (t) => {
    const { dataDir, elsewhere, file, keysFile } = await filled(t);
    await backUp({ folder: dataDir, file, force: false, version: '1' });
    const second = join(elsewhere, 'second.user-keys');
    cpSync(keysFile, second);
    const call = shell(dataDir);
    const whole = await openEmbedded(dataDir);
    whole.db.exec(`pragma foreign_keys=on; delete from user where client_id = 'client-1'`);
    whole.close();
    const before = readFileSync(keysFile, 'utf8');
    const dry = await call(backup, 'prune', keysFile, '--dry-run');
    assert.match(dry.out, /would remove 4 of 12 keys, .* Nothing was changed\.$/);
    assert.equal(readFileSync(keysFile, 'utf8'), before);
    const done = await call(backup, 'prune', keysFile, second);
    assert.deepEqual([done.code, done.err], [0, '']);
    assert.equal(done.out.match(/removed 4 of 12 keys/g)?.length, 2);
    for (const each of [keysFile, second]) {
      assert.equal(statSync(each).mode & 0o777, 0o600);
      assert.doesNotMatch(readFileSync(each, 'utf8'), /"user-[4567]"/);
    }
    assert.match((await call(backup, 'prune', second)).out, /every one of its 8 users/);
    assert.deepEqual(readdirSync(elsewhere).length, 3);

    const target = temporaryFolder(t);
    await restoreStore({ file, keysFile, dataDir: target, force: false });
    const ids = rowsIn(target).user_key?.map((row) => /user-\d+/.exec(row)?.[0]);
    assert.equal(ids?.length, 8);
    assert.equal(rowsIn(target).user?.length, 12);
  });

  it('never takes a store that is not there, or an empty one, for one whose users are gone', async (t) => {
    const { dataDir, file, keysFile } = await filled(t);
    await backUp({ folder: dataDir, file, force: false, version: '1' });
    const before = readFileSync(keysFile, 'utf8');
    const empty = temporaryFolder(t);
    assert.match((await shell(empty)(backup, 'prune', keysFile)).err, /^There is no database in/);
    await (await service(empty)).close();
    assert.match((await shell(empty)(backup, 'prune', keysFile)).err, /has no users at all/);
    appendFileSync(keysFile, 'x');
    assert.match((await shell(dataDir)(backup, 'prune', keysFile)).err, /line 14 is damaged\.$/);
    assert.equal(readFileSync(keysFile, 'utf8'), `${before}x`);
    writeFileSync(keysFile, before);
    assert.match(
      (await shell(empty)(backup, 'prune', keysFile, '--force')).out,
      /removed 12 of 12/,
    );
    assert.equal((await shell(empty)(backup, 'prune')).code, 2);
    mkdirSync(join(empty, 'folder'));
    assert.equal((await shell(dataDir)(backup, 'prune', join(empty, 'folder'))).code, 1);
  });
});
