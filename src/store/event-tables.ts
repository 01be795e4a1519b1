// The tables of completion events, asynchronous executions and field overrides.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** The step `0003_events`. Like every step it never changes once released. */
export async function eventTables(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('client').addColumn('signing_secrets', 'text').execute();

  await db.schema
    .createTable('execution')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('channel', 'text')
    .addColumn('tp_user_id', 'text')
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('code', 'text')
    .addColumn('trace_id', 'text', (c) => c.notNull())
    .addColumn('result_count', 'bigint', (c) => c.notNull())
    .addColumn('override_count', 'bigint', (c) => c.notNull())
    .addColumn('calls', 'bigint', (c) => c.notNull())
    .addColumn('durations', 'text', (c) => c.notNull())
    .addColumn('warnings', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  await index(db, 'execution', 'client_id', 'started_at', 'id');
  await index(db, 'execution', 'started_at');

  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('lane', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('run_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'bigint', (c) => c.notNull())
    .addColumn('locked_until', 'bigint', (c) => c.notNull())
    .addColumn('locked_by', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('request', 'text')
    .addColumn('result', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute();
  await index(db, 'job', 'state', 'lane', 'run_at');
  await index(db, 'job', 'client_id');
  await index(db, 'job', 'expires_at');

  await db.schema
    .createTable('delivery')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('lane', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('run_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'bigint', (c) => c.notNull())
    .addColumn('locked_until', 'bigint', (c) => c.notNull())
    .addColumn('locked_by', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('execution_id', 'text')
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('tries', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('give_up_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  await index(db, 'delivery', 'state', 'lane', 'run_at');
  await index(db, 'delivery', 'client_id', 'created_at', 'id');
  await index(db, 'delivery', 'created_at');

  await db.schema
    .createTable('field_override')
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('rules', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('field_override_of_client', ['client_id', 'channel', 'resource'])
    .execute();
}

async function index(db: Kysely<Tables>, table: string, ...columns: string[]): Promise<void> {
  await db.schema
    .createIndex([table, ...columns].join('_'))
    .on(table)
    .columns(columns)
    .execute();
}
