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
    query(sql: string, values?: unknown[]): Promise<{
        readonly rows: readonly Row[];
    }>;
}
export declare function postgresTarget(client: PostgresClient): CopyTarget;
/** A database as `node:sqlite` gives it (`new DatabaseSync(file)`). */
export interface SqliteDatabase {
    exec(sql: string): unknown;
    prepare(sql: string): {
        all(...values: Value[]): readonly object[];
    };
}
export declare function sqliteTarget(db: SqliteDatabase): CopyTarget;
