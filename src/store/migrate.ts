// Brings the tables up to date under a lock, so that many processes may start at the same moment.
import { type Kysely, sql } from 'kysely';
import { StoreOpenError } from './faults.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import type { Tables } from './schema.ts';

export type Flavor = 'sqlite' | 'postgres';

// Any number will do, as long as all versions of this service agree on it.
const ADVISORY_LOCK = 7_244_918_301;

/**
 * Steps add and never take away, so that instances of the version before work on during an upgrade.
 * One that cannot keep that promise has a name with this end: older versions then refuse to start.
 */
const BREAKING = '_breaking';

/** Applies what is missing, all or nothing; returns the names applied. */
export async function migrate(
  db: Kysely<Tables>,
  flavor: Flavor,
  now: () => number,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  return await db.transaction().execute(async (work) => {
    // SQLite needs no more: its transactions take the write lock as they begin (see sqlite.ts).
    // The lock of PostgreSQL ends with the transaction, so it also works behind a pooler.
    if (flavor === 'postgres') {
      await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(work);
    }
    await work.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('applied_at', 'bigint', (c) => c.notNull())
      .execute();
    const rows = await work.selectFrom('migration').select('name').execute();
    const applied = new Set(rows.map((row) => row.name));
    const known = new Set(migrations.map((migration) => migration.name));
    const newer = applied.difference(known);
    // Beside a newer version an older one works on, and may start again, until the last is replaced.
    if ([...newer].some((name) => name.endsWith(BREAKING))) {
      throw new StoreOpenError(
        'The database was made by a newer version of Manifold: start that version or a later one.',
      );
    }
    const missing = migrations.filter((migration) => !applied.has(migration.name));
    for (const { name, up } of missing) {
      await up(work);
      await work.insertInto('migration').values({ name, applied_at: now() }).execute();
    }
    return missing.map((migration) => migration.name);
  });
}
