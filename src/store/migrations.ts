// The steps that build the tables; each runs once, in this order, and is never changed once released.
import type { Kysely } from 'kysely';
import { budgetTables } from './budget-tables.ts';
import { deathTables } from './death-tables.ts';
import { eventTables } from './event-tables.ts';
import { hookTables } from './hook-tables.ts';
import { linkTables } from './link-tables.ts';
import { looksTables } from './looks-tables.ts';
import { machineTables } from './machine-tables.ts';
import { noticeTables } from './notice-tables.ts';
import { roomTables } from './room-tables.ts';
import type { Tables } from './schema.ts';
import { switchedOffTables } from './switched-off-tables.ts';
import { visitTables } from './visit-tables.ts';

export interface Migration {
  readonly name: string;
  readonly up: (db: Kysely<Tables>) => Promise<void>;
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001_foundation', up: foundation },
  { name: '0002_link', up: linkTables },
  { name: '0003_events', up: eventTables },
  { name: '0004_budgets', up: budgetTables },
  { name: '0005_switched_off', up: switchedOffTables },
  { name: '0006_room', up: roomTables },
  { name: '0007_visits', up: visitTables },
  { name: '0008_notices', up: noticeTables },
  { name: '0009_hooks', up: hookTables },
  { name: '0010_looks', up: looksTables },
  { name: '0011_machines', up: machineTables },
  { name: '0012_deaths', up: deathTables },
];

// Everything of a client or a user hangs on its row by a cascade, so that deleting the row deletes
// it all in one statement, and nothing can be added to it afterwards.
async function foundation(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('client')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secrets', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('redirect_origins', 'text', (c) => c.notNull())
    .addColumn('token_seconds', 'bigint')
    .addColumn('logo_url', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('access_token')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('secret_id', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();
  await index(db, 'access_token', 'client_id', 'secret_id');
  await index(db, 'access_token', 'expires_at');

  await db.schema
    .createTable('user')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('tp_user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('user_of_client', ['client_id', 'tp_user_id'])
    .execute();

  await db.schema
    .createTable('credential')
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('secrets', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('state_reason', 'text')
    .addColumn('linked_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('credential_of_user', ['user_id', 'channel'])
    .execute();

  await db.schema
    .createTable('magic_link')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('client_id', 'text', (c) => c.notNull().references('client.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('redirect_url', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('redeemed_at', 'bigint')
    .execute();
  await index(db, 'magic_link', 'client_id');
  await index(db, 'magic_link', 'user_id');
  await index(db, 'magic_link', 'expires_at');
}

async function index(db: Kysely<Tables>, table: string, ...columns: string[]): Promise<void> {
  await db.schema
    .createIndex([table, ...columns].join('_'))
    .on(table)
    .columns(columns)
    .execute();
}
