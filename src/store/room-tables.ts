// What is needed to hold clients to their room, and to see whether there is any.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * The step `0006_room`. Nothing is taken away and nothing must be given: a version before it works
 * on beside this one.
 */
export async function roomTables(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('job').addColumn('size', 'bigint').execute();
  // What a client keeps is summed up from this index alone, without a look at the rows.
  await db.schema
    .createIndex('job_client_id_expires_at_size')
    .on('job')
    .columns(['client_id', 'expires_at', 'size'])
    .execute();

  await db.schema
    .createTable('probe')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('padding', 'text', (c) => c.notNull())
    .execute();
}
