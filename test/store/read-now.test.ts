// Reads past the query builder's way to the connection: they see what is there for good, and wait for transactions.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { StatementKind } from '../../src/model/watch.ts';
import { StoreUnavailableError } from '../../src/store/faults.ts';
import { openStore } from '../../src/store/index.ts';
import { preparedReads } from '../../src/store/prepared.ts';
import type { Tables } from '../../src/store/schema.ts';
import { sqliteDialect } from '../../src/store/sqlite.ts';
import { timedReads } from '../../src/store/timing.ts';
import { eachDatabase, openRaw, SOME_CLIENT, temporaryFolder, testSeal } from './databases.ts';

const PROBE = { id: 'x', padding: 'y' };

async function open(t: Parameters<typeof temporaryFolder>[0]) {
  const dialect = await sqliteDialect(temporaryFolder(t));
  const db = new Kysely<Tables>({ dialect });
  t.after(() => db.destroy());
  await db.schema
    .createTable('probe')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('padding', 'text')
    .execute();
  return { db, readNow: dialect.readNow };
}

const byId = (db: Kysely<Tables>, prepared: ReturnType<typeof preparedReads>) =>
  prepared((id: string) => db.selectFrom('probe').selectAll().where('id', '=', id), 1);

for (const ends of ['well', 'badly'] as const)
  it(`does not see what a transaction wrote that ends ${ends}, until it has`, async (t) => {
    const { db, readNow } = await open(t);
    const find = byId(db, preparedReads(db, readNow));
    let seen: readonly unknown[] | undefined;
    let reading: Promise<unknown> | undefined;
    const work = db.transaction().execute(async (writing) => {
      await writing.insertInto('probe').values(PROBE).execute();
      reading = find('x').then((rows) => {
        seen = rows;
      });
      for (let turns = 0; turns < 5; turns++) await turn();
      assert.equal(seen, undefined, 'it was read in the middle of a transaction');
      if (ends === 'badly') throw new Error('rolled back');
    });
    await work.catch((error: Error) => assert.equal(error.message, 'rolled back'));
    await reading;
    assert.deepEqual(
      seen?.map((row) => ({ ...Object(row) })),
      ends === 'well' ? [PROBE] : [],
    );
  });

it('does not see what transactions wrote that waited for each other', async (t) => {
  const { db, readNow } = await open(t);
  const find = byId(db, preparedReads(db, readNow));
  const seen: number[] = [];
  const reading: Promise<unknown>[] = [];
  const works = ['first', 'second', 'third'].map((padding) =>
    db
      .transaction()
      .execute(async (writing) => {
        await writing.insertInto('probe').values({ id: 'x', padding }).execute();
        reading.push(find('x').then((rows) => seen.push(rows.length)));
        await turn();
        throw new Error('rolled back');
      })
      .catch((error: Error) => assert.equal(error.message, 'rolled back')),
  );
  await Promise.all(works);
  await Promise.all(reading);
  assert.deepEqual(seen, [0, 0, 0]);
});

it('is run where no transaction is open, and only there', async (t) => {
  const { db, readNow } = await open(t);
  await db.insertInto('probe').values(PROBE).execute();
  const compiled = db.selectFrom('probe').selectAll().where('id', '=', 'x').compile();
  assert.equal(readNow(compiled, ['x'])?.length, 1);
  assert.equal(readNow(compiled, ['z'])?.length, 0);
  await db.transaction().execute(async () => assert.equal(readNow(compiled, ['x']), undefined));
  assert.equal(readNow(compiled, ['x'])?.length, 1);
  // Also after a statement that failed.
  await assert.rejects(db.insertInto('probe').values(PROBE).execute());
  assert.equal(readNow(compiled, ['x'])?.length, 1);
});

it('is counted where it fails, and says what is wrong with the store', async (t) => {
  const { db } = await open(t);
  const heard: string[] = [];
  const watch = {
    took: (kind: StatementKind) => heard.push(kind),
    failed: (trouble: string) => heard.push(trouble),
  };
  const wrong = new StoreUnavailableError(new Error('no'), 'damaged');
  const failing = timedReads(() => {
    throw wrong;
  }, watch);
  const query = db.selectFrom('probe').selectAll().compile();
  assert.throws(() => failing(query, []), wrong);
  assert.deepEqual(heard.splice(0), ['wait', 'read', 'damaged']);
  assert.equal(timedReads(() => undefined, watch)(query, []), undefined);
  assert.deepEqual(heard, [], 'what goes the other way is counted there');
});

eachDatabase((database) => {
  it('is timed and counted as any statement', async (t) => {
    const took: StatementKind[] = [];
    const place = await database.place(t);
    const store = await openStore({
      ...place,
      role: 'service',
      seal: testSeal,
      watch: { took: (kind) => took.push(kind), failed: (trouble) => assert.fail(trouble) },
    });
    t.after(() => store.close());
    await store.clients.create({ ...SOME_CLIENT, id: 'a' });
    const user = await store.users.ensure('a', 'u');
    for (const read of [
      () => store.users.find('a', 'u'),
      () => store.credentials.findFor('a', 'u', 'woocommerce'),
    ]) {
      took.length = 0;
      await read();
      assert.deepEqual(took, ['wait', 'read']);
    }
    assert.equal((await store.users.find('a', 'u'))?.id, user?.id);
    assert.equal(await store.users.find('b', 'u'), undefined);
    // What another process wrote is seen.
    const raw = await openRaw(place, t);
    await raw.deleteFrom('user').execute();
    assert.equal(await store.users.find('a', 'u'), undefined);
  });
});
