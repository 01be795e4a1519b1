// How a client's link pages look and where they lead.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** The step `0010_looks`. */
export async function looksTables(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('client').addColumn('looks', 'text').execute();
}
