// Where a copy goes: a database that is handed in, so that this package needs none of its own.
import type { Dialect, Value } from './tables.ts';

export type Row = Readonly<Record<string, unknown>>;
/** Runs one statement, whose values stand where its question marks are. */
export type Run = (sql: string, values?: readonly Value[]) => Promise<readonly Row[]>;

/** A database: all that the work does is kept, or nothing. */
export interface CopyTarget {
  readonly dialect: Dialect;
  transaction<Result>(work: (run: Run) => Promise<Result>): Promise<Result>;
}

/** A connection as `pg` gives it (`new pg.Client()`, connected); it belongs to the copy alone. */
export interface PostgresClient {
  query(sql: string, values?: unknown[]): Promise<{ readonly rows: readonly Row[] }>;
}

export function postgresTarget(client: PostgresClient): CopyTarget {
  const run: Run = async (sql, values = []) => {
    let count = 0;
    const numbered = sql.replaceAll('?', () => `$${++count}`);
    return (await client.query(numbered, [...values])).rows;
  };
  return { dialect: 'postgres', transaction: (work) => within(run, 'begin', work) };
}

/** A database as `node:sqlite` gives it (`new DatabaseSync(file)`). */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): { all(...values: Value[]): readonly object[] };
}

export function sqliteTarget(db: SqliteDatabase): CopyTarget {
  // Others may read while the copy writes.
  db.exec('pragma journal_mode = wal; pragma busy_timeout = 30000');
  const run: Run = async (sql, values = []) => db.prepare(sql).all(...values) as Row[];
  return { dialect: 'sqlite', transaction: (work) => within(run, 'begin immediate', work) };
}

async function within<Result>(
  run: Run,
  begin: string,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  await run(begin);
  try {
    const result = await work(run);
    await run('commit');
    return result;
  } catch (error) {
    // Where the connection is gone, the database has done so.
    await run('rollback').catch(() => {});
    throw error;
  }
}
