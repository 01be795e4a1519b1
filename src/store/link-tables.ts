// The tables of the link flow: visits, trips to a vendor, and who is renewing which credential.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

export async function linkTables(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('visit')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('link_hash', 'text', (c) => c.notNull().unique())
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('redirect_url', 'text')
    .addColumn('linked', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  for (const column of ['client_id', 'user_id', 'expires_at'] as const)
    await db.schema.createIndex(`visit_${column}`).on('visit').column(column).execute();

  await db.schema
    .createTable('trip')
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
    .addUniqueConstraint('trip_of_visit', ['visit_id', 'channel'])
    .execute();

  await db.schema
    .createTable('renewal')
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('held_until', 'bigint', (c) => c.notNull())
    .addColumn('retry_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('renewal_of_credential', ['user_id', 'channel'])
    .execute();

  await db.schema.alterTable('credential').addColumn('name', 'text').execute();
  await db.schema
    .createIndex('credential_expires_at')
    .on('credential')
    .column('expires_at')
    .execute();
}
