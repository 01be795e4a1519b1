// The tables of budgets that all instances share.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** The step `0004_budgets`. Like every step it never changes once released. */
export async function budgetTables(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('bucket')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('tat', 'double precision', (c) => c.notNull())
    .addColumn('paused_until', 'double precision', (c) => c.notNull())
    .addColumn('every', 'double precision')
    .addColumn('burst', 'double precision')
    .addColumn('touched_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('bucket_touched_at').on('bucket').column('touched_at').execute();
  await db.schema
    .createTable('place')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('slot', 'bigint', (c) => c.notNull())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('held_until', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('place_of_key', ['key', 'slot'])
    .execute();
  await db.schema.createIndex('place_holder').on('place').column('holder').execute();
}
