// What many machines and their operators need: a key per user, the keys in use, the instances that
// run, whose every row is, what waits, and what the command line did.
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

const OF_USERS = ['execution', 'job', 'delivery'] as const;

/**
 * The step `0011_machines`. Nothing is taken away and nothing must be given: a version before it
 * works on beside this one.
 */
export async function machineTables(db: Kysely<Tables>): Promise<void> {
  // Apart from the user's row, so that a backup can leave them out and keep them elsewhere.
  await db.schema
    .createTable('user_key')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('key_in_use')
    .addColumn('key_id', 'text', (c) => c.primaryKey())
    .addColumn('proof', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('instance')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('keys', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('clock_ahead', 'bigint', (c) => c.notNull())
    .execute();

  // What a user leaves behind goes with the user, in one statement, and nothing comes after.
  for (const table of OF_USERS) {
    await db.schema
      .alterTable(table)
      .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('cascade'))
      .execute();
  }
  await db.schema.alterTable('delivery').addColumn('brief', 'bigint').execute();
  await db.schema.alterTable('job').addColumn('callback', 'text').execute();
  await db.schema.alterTable('access_token').addColumn('used_at', 'bigint').execute();

  // Last, since it takes longest: by now nobody has to be waited for, and nothing is begun in vain.
  for (const table of OF_USERS) {
    await sql`create index ${sql.ref(`${table}_user_id`)} on ${sql.table(table)} (user_id)
      where user_id is not null`.execute(db);
  }
  // Rows of a version before have only the client's name for the user; a list of them goes by time.
  await db.schema
    .createIndex('execution_client_id_tp_user_id')
    .on('execution')
    .columns(['client_id', 'tp_user_id', 'started_at', 'id'])
    .execute();
  await sql`create index delivery_unowned on delivery (client_id, execution_id, id)
    where user_id is null`.execute(db);
  await sql`create index delivery_failed on delivery (client_id, created_at, id)
    where state = 'failed'`.execute(db);
  await sql`create index delivery_brief on delivery (id) where brief is not null`.execute(db);

  // What waits, by its time: how much and since when is asked for again and again.
  for (const table of ['job', 'delivery', 'hook_message'] as const)
    await sql`create index ${sql.ref(`${table}_waiting`)} on ${sql.table(table)} (run_at)
      where state = 'waiting'`.execute(db);

  await db.schema
    .createTable('act')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('facts', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
}
