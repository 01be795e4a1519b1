// A damaged, cut-off or vanished embedded database is found at the start, and said in one sentence.
import assert from 'node:assert/strict';
import {
  closeSync,
  cpSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import { openStore } from '../../src/store/index.ts';
import { embedded, openEmbedded } from '../../src/store/sqlite.ts';
import { openWhole } from '../../src/store/whole.ts';
import { chance, type Image, makeImage, randomSpoil, type Spoil, tryDamage } from './damage.ts';
import { SOME_CLIENT, testSeal as seal, temporaryFolder } from './databases.ts';

const now = Date.now;
const open = (dataDir: string, role: 'service' | 'tool' = 'service') =>
  openStore({ dataDir, role, now, seal });

describe('a database that was closed', () => {
  let image: Image;
  before(async () => {
    image = await makeImage('closed');
  });
  after(() => rmSync(image.folder, { recursive: true, force: true }));

  it('is opened again as it was', async () => {
    const untouched = { what: 'nothing', on: () => {} };
    const trial = await tryDamage(image, 'manifold.db', untouched);
    assert.deepEqual([trial.refused, trial.wrong], [undefined, undefined]);
  });

  const cases: readonly (readonly [string, Spoil['on'], RegExp])[] = [
    ['with a spoiled header', (file) => write(file, 0, Buffer.alloc(100, 0xff)), /not a database/],
    [
      'cut to a third',
      (file) => truncateSync(file, Math.floor(statSync(file).size / 3)),
      /is damaged/,
    ],
    [
      'of no bytes',
      (file) => truncateSync(file, 0),
      /manifold\.db is empty, although there was one/,
    ],
    ['that is gone', (file) => rmSync(file), /manifold\.db is gone, although there was one/],
    ['with a page of zeros', (file) => write(file, 40 * 4096, Buffer.alloc(4096)), /is damaged/],
    [
      'with one other letter in a name',
      (file) => {
        const db = new DatabaseSync(file);
        db.exec(`update client set name = 'Mame 7' where name = 'Name 7'`);
        db.close();
      },
      /it is not as Manifold left it on 20.*If you changed it yourself, delete manifold\.db-state\.$/,
    ],
  ];
  for (const [what, on, sentence] of cases)
    it(`${what} is refused`, async () => {
      const { refused, wrong } = await tryDamage(image, 'manifold.db', { what, on });
      assert.equal(wrong, undefined);
      assert.match(refused ?? '', sentence);
    });

  it('spoiled anywhere at random is refused', async () => {
    const random = chance(20_261_116);
    for (let n = 0; n < 25; n++) {
      const trial = await tryDamage(image, 'manifold.db', randomSpoil(random));
      assert.equal(trial.wrong, undefined, trial.damage);
      assert.ok(trial.refused, trial.damage);
    }
  });

  it('and changed by hand is looked through and taken once its state is deleted', async (t) => {
    const dataDir = temporaryFolder(t);
    cpSync(join(image.folder, 'kept'), dataDir, { recursive: true });
    const db = new DatabaseSync(join(dataDir, 'manifold.db'));
    db.exec(`update client set name = 'By hand' where id = 'client-3'`);
    db.close();
    await assert.rejects(open(dataDir), /not as Manifold left it/);
    rmSync(join(dataDir, 'manifold.db-state'));
    const store = await open(dataDir);
    assert.equal((await store.clients.find('client-3'))?.name, 'By hand');
    await store.close();
    await (await open(dataDir)).close();
  });
});

function write(file: string, at: number, bytes: Buffer) {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

describe('a database whose process was killed', () => {
  let image: Image;
  before(async () => {
    image = await makeImage('killed');
  });
  after(() => rmSync(image.folder, { recursive: true, force: true }));

  it('has all that was acknowledged', async () => {
    const trial = await tryDamage(image, 'manifold.db', { what: 'nothing', on: () => {} });
    assert.deepEqual([trial.refused, trial.wrong], [undefined, undefined]);
  });

  const LOST = /manifold\.db-wal is damaged \(.+\), so that what was written last is lost/;
  const cases: readonly (readonly [string, Spoil['on']])[] = [
    ['missing', (file) => rmSync(file)],
    ['empty', (file) => truncateSync(file, 0)],
    ['cut to a third', (file) => truncateSync(file, Math.floor(statSync(file).size / 3))],
    ['with a spoiled header', (file) => write(file, 8, Buffer.alloc(4, 1))],
    ['with its last frame gone', (file) => truncateSync(file, statSync(file).size - 4120)],
  ];
  for (const [what, on] of cases)
    it(`and its log ${what}: it is refused`, async () => {
      const { refused, wrong } = await tryDamage(image, 'manifold.db-wal', { what, on });
      assert.equal(wrong, undefined);
      assert.match(refused ?? '', LOST);
    });

  it('and its log gone with the index beside it: a service says so once, since another program may have closed it', async (t) => {
    const dataDir = temporaryFolder(t);
    cpSync(join(image.folder, 'kept'), dataDir, { recursive: true });
    for (const end of ['wal', 'shm']) rmSync(join(dataDir, `manifold.db-${end}`));
    // A tool has nobody to tell; it leaves the word for the service.
    await (await openStore({ dataDir, role: 'tool', now: Date.now, seal })).close();
    const said: string[] = [];
    const onCheck = (sentence: string) => said.push(sentence);
    for (let starts = 0; starts < 2; starts += 1)
      await (await openStore({ dataDir, role: 'service', now: Date.now, seal, onCheck })).close();
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /its log \(manifold\.db-wal\) is gone: unless another program/);
  });

  it('and its log spoiled anywhere, or the index: it is refused, or nothing is lost', async () => {
    const random = chance(11_2026);
    for (let n = 0; n < 20; n++) {
      const file = n % 4 === 3 ? 'manifold.db-shm' : 'manifold.db-wal';
      const trial = await tryDamage(image, file, randomSpoil(random));
      assert.equal(trial.wrong, undefined, trial.damage);
    }
  });

  it('and an index that lacks a row of its table: it is refused', async () => {
    const on = (file: string) => {
      const change = (sql: string) => {
        const db = new DatabaseSync(file, { defensive: false });
        db.exec(`pragma writable_schema=on; ${sql}; pragma writable_schema=reset`);
        db.close();
      };
      const keep = `create table kept as select * from sqlite_schema where name = 'execution_user_id'`;
      change(`${keep}; delete from sqlite_schema where name = 'execution_user_id'`);
      change(`insert into execution select 'e1', id, 'orders', null, null, 'direct', 'failed', 'fetch',
        null, 't', 0, 0, 0, '[]', '[]', 1, 2, 'user-1-1' from client where id = 'client-1'`);
      change('insert into sqlite_schema select * from kept');
      rmSync(`${file}-state`);
    };
    const { refused, wrong } = await tryDamage(image, 'manifold.db', { what: 'index', on });
    assert.equal(wrong, undefined);
    assert.match(refused ?? '', /manifold\.db is damaged.*missing from index execution_user_id/);
  });
});

describe('who opens and closes', () => {
  it('beside others notes nothing: the last one does', async (t) => {
    const dataDir = temporaryFolder(t);
    const service = await open(dataDir);
    await (await open(dataDir, 'tool')).close();
    assert.equal(stateOf(dataDir), 'open');
    const tool = await open(dataDir, 'tool');
    await service.close();
    assert.equal(stateOf(dataDir), 'open');
    await tool.clients.create(SOME_CLIENT);
    await tool.close();
    assert.equal(stateOf(dataDir), 'closed');
    const again = await open(dataDir);
    assert.ok(await again.clients.find(SOME_CLIENT.id));
    await again.close();
  });

  it('leaves no note of a database that it found damaged', async (t) => {
    const dataDir = temporaryFolder(t);
    await (await open(dataDir)).close();
    const whole = await openEmbedded(dataDir);
    whole.distrust();
    whole.close();
    assert.equal(stateOf(dataDir), 'open');
    await (await open(dataDir)).close();
    assert.equal(stateOf(dataDir), 'closed');
  });

  it('a note that was spoiled is not believed, and the database looked through', async (t) => {
    const dataDir = temporaryFolder(t);
    await (await open(dataDir)).close();
    writeFileSync(join(dataDir, 'manifold.db-state'), '{"state":');
    await (await open(dataDir)).close();
    assert.equal(stateOf(dataDir), 'closed');
  });
});

describe('a file too large for a look before the start', () => {
  const large = { digest: 1000, thorough: 500 };
  const start = async (t: TestContext, spoil: (db: DatabaseSync) => void) => {
    const dataDir = temporaryFolder(t);
    await (await open(dataDir)).close();
    const db = new DatabaseSync(join(dataDir, 'manifold.db'), { defensive: false });
    spoil(db);
    db.close();
    rmSync(join(dataDir, 'manifold.db-state'));
    const said: string[] = [];
    const damage = Promise.withResolvers<string>();
    const ended = Promise.withResolvers<void>();
    const whole = await openWhole({
      ...{ ...embedded(dataDir), limits: large },
      open: async () => new DatabaseSync(join(dataDir, 'manifold.db')),
      say: (sentence) => {
        said.push(sentence);
        if (/has ended/.test(sentence)) ended.resolve();
      },
      onDamage: (error) => damage.resolve(error.trouble),
    });
    return { dataDir, said, whole, damage: damage.promise, ended: ended.promise };
  };

  it('is looked through while it is used, and found whole', async (t) => {
    const { dataDir, said, whole, ended } = await start(t, () => {});
    await ended;
    whole.close();
    assert.match(said[0] ?? '', /it is checked while the service runs$/);
    assert.match(said[1] ?? '', /it is whole$/);
    assert.equal(stateOf(dataDir), 'closed');
    assert.ok(!('unchecked' in noteIn(dataDir)) && !('sha256' in noteIn(dataDir)));
  });

  it('is reported when damage is found, and looked at again at the next start', async (t) => {
    const { dataDir, whole, damage } = await start(t, (db) => {
      db.exec(`pragma writable_schema=on;
        update sqlite_schema set rootpage = 3 where name = 'user'; pragma writable_schema=reset`);
    });
    assert.equal(await damage, 'damaged');
    whole.close();
    assert.equal(stateOf(dataDir), 'open');
    await assert.rejects(open(dataDir), /is damaged/);
  });
});

const noteIn = (dataDir: string): object =>
  JSON.parse(readFileSync(join(dataDir, 'manifold.db-state'), 'utf8'));
const stateOf = (dataDir: string) => (noteIn(dataDir) as { state: string }).state;
