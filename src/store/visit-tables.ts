// What lets any number of visits live side by side: who a visit is for, its trips and its drafts.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * The step `0007_visits`. Trips have a new table beside `trip`, which holds one trip a
 * channel and visit: a version before this one goes on with that one.
 */
export async function visitTables(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('magic_link').addColumn('user_name', 'text').execute();
  await db.schema.alterTable('visit').addColumn('user_name', 'text').execute();
  await db.schema.alterTable('visit').addColumn('finished_at', 'bigint').execute();
  await db.schema.alterTable('visit').addColumn('status', 'text').execute();

  await db.schema
    .createTable('vendor_trip')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('visit_id', 'text', (c) => c.notNull().references('visit.id').onDelete('cascade'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('way', 'text', (c) => c.notNull())
    .addColumn('state_hash', 'text', (c) => c.notNull().unique())
    .addColumn('luggage', 'text', (c) => c.notNull())
    .addColumn('arrival', 'text')
    .addColumn('outcome', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('departed_at', 'bigint')
    .addColumn('claimed_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('vendor_trip_visit_id_created_at')
    .on('vendor_trip')
    .columns(['visit_id', 'created_at'])
    .execute();

  await db.schema
    .createTable('draft')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('visit_id', 'text', (c) => c.notNull().references('visit.id').onDelete('cascade'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('way', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('draft_visit_id_created_at')
    .on('draft')
    .columns(['visit_id', 'created_at'])
    .execute();
  await db.schema.createIndex('draft_expires_at').on('draft').column('expires_at').execute();
}
