// Brings the tables up to date under a lock, so that many processes may start at the same moment.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { codeOf, StoreOpenError } from './faults.ts';
import { INDEXES, type IndexStep, MIGRATIONS, type Migration } from './migrations.ts';
import type { Tables } from './schema.ts';

export type SqlDialect = 'sqlite' | 'postgres';

// Any number will do, as long as all versions of this service agree on it.
const ADVISORY_LOCK = 7_244_918_301;

/**
 * Steps add and never take away, so that instances of the version before work on during an upgrade.
 * One that cannot keep that promise has a name with this end: older versions then refuse to start.
 */
const BREAKING = '_breaking';

/**
 * One who waits for a table makes all others wait behind: not for long, and for less than the second
 * after which PostgreSQL looks for a deadlock, which could end the other's work instead of ours.
 */
const LOCK_WAIT = 500;
/** Milliseconds between two tries, at first and at most, and how long it is tried at all. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
const PATIENCE = 5 * 60_000;

/** Whether a PostgreSQL has all steps; asked without a lock, since most starts find it so. */
export async function isUpToDate(db: Kysely<Tables>): Promise<boolean> {
  const found = await sql<{ there: boolean }>`
    select to_regclass('migration') is not null as there`.execute(db);
  if (!found.rows[0]?.there) return false;
  const rows = await db.selectFrom('migration').select('name').execute();
  return missingOf(rows, MIGRATIONS).length === 0;
}

/** Tries again when others hold what the steps must change, a bounded time. */
export async function givingWay<T>(
  work: () => Promise<T>,
  onWaiting: () => void,
  patience = PATIENCE,
): Promise<T> {
  const began = performance.now();
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    try {
      return await work();
    } catch (error) {
      if (!isHeld(error)) throw error;
      if (performance.now() - began > patience)
        throw new StoreOpenError(
          'The tables cannot be brought up to date: another program holds them, such as a backup or an open transaction. Nothing was changed; start again when it is done.',
          { cause: error },
        );
      if (pause === FIRST_PAUSE) onWaiting();
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

/** A lock that was not to be had in time, or a deadlock. */
const isHeld = (error: unknown): boolean => /^(55P03|40P01)$/.test(String(codeOf(error)));

/** Applies what is missing, all or nothing; returns the names applied. */
export async function migrate(
  db: Kysely<Tables>,
  dialect: SqlDialect,
  now: () => number,
  migrations: readonly Migration[] = MIGRATIONS,
  indexes: readonly IndexStep[] = INDEXES,
): Promise<readonly string[]> {
  return await db.transaction().execute(async (work) => {
    // SQLite needs no more: its transactions take the write lock as they begin (see sqlite.ts).
    // The lock of PostgreSQL ends with the transaction, so it also works behind a pooler.
    if (dialect === 'postgres') {
      await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(work);
      // Only now: another process that brings the tables up to date is waited for.
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(work);
    }
    await sql`create table if not exists migration (
      name text primary key, applied_at bigint not null)`.execute(work);
    const rows = await work.selectFrom('migration').select('name').execute();
    const missing = missingOf(rows, migrations);
    // One time for all of them: what was made in one go can be distinguished from what was added to.
    const appliedAt = now();
    for (const { name, up } of missing) {
      await up(work);
      await work.insertInto('migration').values({ name, applied_at: appliedAt }).execute();
    }
    // In a PostgreSQL with rows they would hold up all who write.
    if (dialect === 'sqlite' || rows.length === 0)
      for (const { name, on } of indexes)
        await sql`create index if not exists ${sql.ref(name)} on ${sql.raw(on)}`.execute(work);
    return missing.map((migration) => migration.name);
  });
}

/** What is still to be applied. Throws when the tables are of a version this one cannot work beside. */
function missingOf(
  rows: readonly { readonly name: string }[],
  migrations: readonly Migration[],
): readonly Migration[] {
  const applied = new Set(rows.map((row) => row.name));
  const known = new Set(migrations.map((migration) => migration.name));
  const newer = applied.difference(known);
  // Beside a newer version an older one works on, and may start again, until the last is replaced.
  if ([...newer].some((name) => name.endsWith(BREAKING))) {
    throw new StoreOpenError(
      'The database was made by a newer version of Manifold: start that version or a later one.',
    );
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}
