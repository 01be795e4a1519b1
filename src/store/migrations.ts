// The steps that build the tables; each runs once, in this order, and is never changed once released.
import { type Kysely, sql } from 'kysely';
import { statementsOf, type Table } from './columns.ts';
import { TABLES, type Tables } from './schema.ts';

export interface Migration {
  readonly name: string;
  readonly up: (db: Kysely<Tables>) => Promise<void>;
}

/**
 * An index on a table that may be large. A service works without it: on PostgreSQL it is built while
 * instances serve (indexes.ts). Another definition has another name.
 */
export interface IndexStep {
  readonly name: string;
  /** The table and its columns, as SQL. */
  readonly on: string;
}

/**
 * As they are declared. With the first release these statements are written out here: what a later
 * step adds to the declaration is not for this one to make.
 */
async function createTables(db: Kysely<Tables>): Promise<void> {
  const { migration: _, ...tables } = TABLES;
  for (const [name, table] of Object.entries<Table>(tables))
    for (const statement of statementsOf(name, table)) await sql.raw(statement).execute(db);
}

export const INDEXES: readonly IndexStep[] = [];

/** Whether some of these steps are a later version's. */
export const hasNewer = (steps: readonly { readonly name?: unknown }[]): boolean =>
  steps.some(({ name }) => !MIGRATIONS.some((step) => step.name === name));

export const MIGRATIONS: readonly Migration[] = [{ name: '0001_tables', up: createTables }];
