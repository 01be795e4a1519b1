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

  // How old a client's tokens and links are; executions and deliveries have such an index already.
  for (const table of ['access_token', 'magic_link'] as const)
    await db.schema
      .createIndex(`${table}_client_id_created_at`)
      .on(table)
      .columns(['client_id', 'created_at'])
      .execute();

  await db.schema
    .createTable('probe')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('padding', 'text', (c) => c.notNull())
    .execute();
}
