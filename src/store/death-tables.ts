// How often the process that held a piece of work died of it, or with it.
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** The step `0012_deaths`. A version before it works on beside this one, and counts no deaths. */
export async function deathTables(db: Kysely<Tables>): Promise<void> {
  for (const table of ['job', 'delivery', 'hook_message'] as const)
    await db.schema
      .alterTable(table)
      .addColumn('deaths', 'bigint', (c) => c.notNull().defaultTo(sql`0`))
      .execute();
}
