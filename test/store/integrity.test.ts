// After an unclean end the embedded database is checked before it is used; one that is gone is not replaced.
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
import { describe, it, type TestContext } from 'node:test';
import { openStore, type Store } from '../../src/store/index.ts';
import { openEmbedded } from '../../src/store/sqlite.ts';
import { SOME_CLIENT, testSeal as seal, temporaryFolder } from './databases.ts';

const now = Date.now;
const open = (dataDir: string, role: 'service' | 'tool' = 'service', said: string[] = []) =>
  openStore({ dataDir, role, now, seal, onCheck: (sentence) => said.push(sentence) });
const stateOf = (dataDir: string): string =>
  JSON.parse(readFileSync(join(dataDir, 'manifold.db-state'), 'utf8')).state;

const USERS = 500;
async function fill(store: Store): Promise<void> {
  await store.clients.create(SOME_CLIENT);
  for (let n = 0; n < USERS; n++) await store.users.ensure(SOME_CLIENT.id, `user ${n}`);
}

/** The folder as a killed process leaves it: copied while the service runs, its log included. */
async function killed(t: TestContext): Promise<string> {
  const [live, dataDir] = [temporaryFolder(t), temporaryFolder(t)];
  const store = await open(live);
  await fill(store);
  cpSync(live, dataDir, { recursive: true });
  await store.close();
  return dataDir;
}

/** The same with all of the log in the database, so that damage to it is not healed by the log. */
async function killedWithoutLog(t: TestContext): Promise<string> {
  const dataDir = await killed(t);
  const db = new DatabaseSync(join(dataDir, 'manifold.db'));
  db.exec('pragma wal_checkpoint(truncate)');
  db.close();
  return dataDir;
}

function write(file: string, at: number, bytes: Buffer) {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

const GONE = /manifold\.db is (empty|gone), although there was one; restore it from a backup/;
const SPOILED: readonly (readonly [string, (file: string) => void, RegExp])[] = [
  ['with a spoiled header', (file) => write(file, 0, Buffer.alloc(100, 0xff)), /not a database/],
  [
    'cut to a third',
    (file) => truncateSync(file, Math.floor(statSync(file).size / 3)),
    /is damaged/,
  ],
  [
    'with pages of zeros',
    (file) => write(file, 4096, Buffer.alloc(statSync(file).size - 4096)),
    /is damaged/,
  ],
  ['of no bytes', (file) => truncateSync(file, 0), GONE],
  ['that is gone', (file) => rmSync(file), GONE],
];

describe('a database whose service was killed', () => {
  it('is checked once, and has all that was acknowledged', async (t) => {
    const dataDir = await killed(t);
    assert.equal(stateOf(dataDir), 'in_use');
    const said: string[] = [];
    // A tool has no time for it: the next service does it.
    await (await open(dataDir, 'tool', said)).close();
    assert.deepEqual(said, []);
    const store = await open(dataDir, 'service', said);
    assert.match(said.join('\n'), /^the last service did not close the database: it is checked/);
    const { rows } = await store.users.page(SOME_CLIENT.id, { limit: USERS * 2 });
    assert.equal(rows.length, USERS);
    await store.close();
    assert.equal(stateOf(dataDir), 'closed');
    await (await open(dataDir, 'service', said)).close();
    assert.equal(said.length, 1);
  });

  for (const [what, spoil, sentence] of SPOILED)
    it(`${what} is refused in one sentence`, async (t) => {
      const dataDir = await killedWithoutLog(t);
      spoil(join(dataDir, 'manifold.db'));
      await assert.rejects(open(dataDir), (error: Error) => {
        assert.equal(error.name, 'StoreOpenError', error.stack);
        assert.match(error.message, sentence);
        assert.match(error.message, /^The database in \S+ cannot be opened: .*[^\n]$/);
        return true;
      });
    });
});

describe('the note beside the database', () => {
  it('is the service’s: a tool beside it or after it changes nothing', async (t) => {
    const dataDir = temporaryFolder(t);
    const service = await open(dataDir);
    const tool = await open(dataDir, 'tool');
    assert.equal(stateOf(dataDir), 'in_use');
    await service.close();
    assert.equal(stateOf(dataDir), 'closed');
    await tool.clients.create(SOME_CLIENT);
    await tool.close();
    assert.equal(stateOf(dataDir), 'closed');
    const again = await open(dataDir);
    assert.ok(await again.clients.find(SOME_CLIENT.id));
    await again.close();
  });

  it('is there from the first tool on: a database that is gone is not replaced', async (t) => {
    const dataDir = temporaryFolder(t);
    await (await open(dataDir, 'tool')).close();
    rmSync(join(dataDir, 'manifold.db'));
    for (const role of ['service', 'tool'] as const)
      await assert.rejects(open(dataDir, role), GONE);
    rmSync(join(dataDir, 'manifold.db-state'));
    await (await open(dataDir)).close();
  });

  it('stays as after a kill where something could not be read', async (t) => {
    const dataDir = temporaryFolder(t);
    await (await open(dataDir)).close();
    for (const isService of [false, true]) {
      const { markSuspect, close } = await openEmbedded(dataDir, { isService });
      markSuspect();
      close();
      assert.equal(stateOf(dataDir), 'in_use');
      await (await open(dataDir)).close();
      assert.equal(stateOf(dataDir), 'closed');
    }
  });

  it('that was spoiled is not believed: the database is checked', async (t) => {
    const dataDir = temporaryFolder(t);
    await (await open(dataDir)).close();
    writeFileSync(join(dataDir, 'manifold.db-state'), '{"state":');
    const said: string[] = [];
    await (await open(dataDir, 'service', said)).close();
    assert.deepEqual([said.length, stateOf(dataDir)], [1, 'closed']);
  });
});
