// What is needed to keep applications informed: why a credential needs attention, which account it
// is for, when its grant ends, and the addresses that clients want events at.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** The step `0008_notices`. Nothing must be given: a version before it works on beside this one. */
export async function noticeTables(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('credential').addColumn('state_code', 'text').execute();
  await db.schema.alterTable('credential').addColumn('account_key', 'text').execute();
  await db.schema.alterTable('credential').addColumn('grant_ends_at', 'bigint').execute();
  await db.schema.alterTable('credential').addColumn('told_end', 'bigint').execute();
  await db.schema
    .createIndex('credential_grant_ends_at')
    .on('credential')
    .column('grant_ends_at')
    .execute();
  await db.schema
    .createIndex('credential_channel_account_key')
    .on('credential')
    .columns(['channel', 'account_key'])
    .execute();

  await db.schema
    .createTable('event_address')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('types', 'text', (c) => c.notNull())
    .addColumn('signing_secrets', 'text', (c) => c.notNull())
    .addColumn('paused', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('event_address_client_id')
    .on('event_address')
    .column('client_id')
    .execute();
  await db.schema.alterTable('delivery').addColumn('address_id', 'text').execute();
}
