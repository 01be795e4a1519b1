// The steps that build the tables; each runs once, in this order, and is never changed once released.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';
import { createTables } from './tables.ts';

export interface Migration {
  readonly name: string;
  readonly up: (db: Kysely<Tables>) => Promise<void>;
}

export const MIGRATIONS: readonly Migration[] = [{ name: '0001_tables', up: createTables }];
