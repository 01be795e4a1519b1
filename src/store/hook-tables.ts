// The table of messages that vendors sent us: each is kept until it is dealt with, and known again
// when it comes twice.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** The step `0009_hooks`. */
export async function hookTables(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('hook_message')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('lane', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('run_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'bigint', (c) => c.notNull())
    .addColumn('locked_until', 'bigint', (c) => c.notNull())
    .addColumn('locked_by', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('hook_message_state_lane_run_at')
    .on('hook_message')
    .columns(['state', 'lane', 'run_at'])
    .execute();
  await db.schema
    .createIndex('hook_message_received_at')
    .on('hook_message')
    .column('received_at')
    .execute();
}
