// Builds the indexes that a version adds to large tables, while instances serve and write.
import { type Kysely, sql } from 'kysely';
import { INDEXES } from './migrations.ts';
import type { Tables } from './schema.ts';

/** Milliseconds between two looks whether the service ends. */
const LOOK = 500;

const BUILDS = sql`pg_stat_progress_create_index p where p.datname = current_database()`;

/**
 * One after the other, each outside of any transaction and on a connection that may take as long as
 * the table is large: those who write meanwhile are not held up. The database alone says which are
 * there, so nothing has to be noted. One that somebody builds now is left to them, also when that
 * process is dead. What a build leaves that was broken off is kept up by every writer and read by
 * none: it is dropped, and built again. Ends early when `ending` says so; returns what was built.
 */
export async function buildIndexes(
  db: Kysely<Tables>,
  patient: () => Promise<Kysely<Tables>>,
  ending: () => boolean,
  steps = INDEXES,
): Promise<readonly string[]> {
  const built: string[] = [];
  for (const { name, on } of steps) {
    const named = sql`to_regclass(${name})`;
    const { rows } = await sql<{ valid: boolean; building: boolean }>`
      select i.indisvalid as valid, exists (select 1 from ${BUILDS} and p.relid = i.indrelid) as building
      from pg_index i where i.indexrelid = ${named}`.execute(db);
    if (ending()) break;
    if (rows[0]?.valid || rows[0]?.building) continue;
    const builder = await patient();
    const watch = setInterval(() => {
      const end = sql`select pg_cancel_backend(p.pid) from ${BUILDS} and p.index_relid = ${named}`;
      if (ending()) end.execute(db).catch(() => {});
    }, LOOK);
    try {
      await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(builder);
      await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(on)}`.execute(builder);
      built.push(name);
    } catch (error) {
      if (!ending()) throw error;
    } finally {
      clearInterval(watch);
      await builder.destroy();
    }
  }
  return built;
}
