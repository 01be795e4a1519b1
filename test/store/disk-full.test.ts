// A full disk: the store says that it cannot take the work now, loses nothing, and goes on by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { StoreUnavailableError } from '../../src/store/index.ts';
import { sqliteDialect } from '../../src/store/sqlite.ts';
import { temporaryFolder } from './databases.ts';

test('a transaction that the disk has no room for is unavailable, whatever ended it', async (t) => {
  const db = new Kysely<{ note: { text: string } }>({
    dialect: await sqliteDialect(temporaryFolder(t)),
  });
  t.after(() => db.destroy());
  await sql`create table note (text text not null)`.execute(db);
  const write = (text: string) =>
    db.transaction().execute((within) => within.insertInto('note').values({ text }).execute());
  await write('before');
  // SQLite's own limit stands in for the disk's: the error is the same.
  await sql`pragma max_page_count = 8`.execute(db);
  for (let i = 0; i < 3; i++)
    await assert.rejects(write('x'.repeat(1_000_000)), StoreUnavailableError);
  await sql`pragma max_page_count = 1000000`.execute(db);
  await write('after');
  const rows = await db.selectFrom('note').select('text').execute();
  assert.deepEqual(
    rows.map(({ text }) => text),
    ['before', 'after'],
  );
});
