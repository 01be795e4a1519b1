// Reads of the embedded database that every call makes: run at once, without the query builder's way
// to a connection, wherever nobody else has the only one.
import type { CompiledQuery, Dialect, SqliteStatement } from 'kysely';
import { withDriver } from './with-driver.ts';

/** The rows, or undefined where somebody has the connection: then it is waited for as ever. */
export type AtOnce = <Row>(
  query: CompiledQuery<Row>,
  values: readonly unknown[],
) => readonly Row[] | undefined;

export interface EmbeddedDialect extends Dialect {
  readonly atOnce: AtOnce;
}

/**
 * Whoever has the connection may be in the middle of a transaction, and what it wrote so far is
 * nobody else's business; while nobody has it, all that was written is there for good.
 */
export function withReadsAtOnce(
  dialect: Dialect,
  prepare: (sql: string) => SqliteStatement,
): EmbeddedDialect {
  let isTaken = false;
  const watched = withDriver(dialect, (driver) => {
    const acquire = driver.acquireConnection.bind(driver);
    const release = driver.releaseConnection.bind(driver);
    driver.acquireConnection = (options) => {
      isTaken = true;
      return acquire(options);
    };
    driver.releaseConnection = (connection, options) => {
      isTaken = false;
      return release(connection, options);
    };
  });
  return {
    ...watched,
    atOnce: <Row>({ sql }: CompiledQuery<Row>, values: readonly unknown[]) =>
      isTaken ? undefined : (prepare(sql).all(values) as Row[]),
  };
}
