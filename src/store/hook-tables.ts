// The tables of vendors' hooks: messages, each kept until it is dealt with and known again when it
// comes twice; how an account was linked; and which clients had an account linked before.
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
    .addColumn('content', 'text')
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

  await db.schema.alterTable('credential').addColumn('way', 'text').execute();
  await db.schema
    .createTable('former_account')
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('account_key', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('former_account_of_client', ['channel', 'account_key', 'client_id'])
    .execute();
  await db.schema
    .createIndex('former_account_client_id')
    .on('former_account')
    .column('client_id')
    .execute();
  await db.schema
    .createIndex('former_account_until')
    .on('former_account')
    .column('until')
    .execute();
}
