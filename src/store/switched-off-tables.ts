// The table of override rules that were switched off because they kept failing.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * The step `0005_switched_off`. Like every step it never changes once released. A table of its own,
 * so that a version beside this one that does not know it can save sets as before.
 */
export async function switchedOffTables(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('switched_off_rule')
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('set_at', 'bigint', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('switched_off_rule_of_client', [
      'client_id',
      'channel',
      'resource',
      'field',
    ])
    .execute();
}
