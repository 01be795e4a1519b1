// Reports how long statements took and what the store failed with.
import { performance } from 'node:perf_hooks';
import type { CompiledQuery, Dialect, Driver, LogEvent } from 'kysely';
import type { StatementKind, StoreWatch } from '../model/watch.ts';
import { StoreUnavailableError } from './faults.ts';
import type { ReadNow } from './prepared.ts';

/** To be handed to Kysely as its log. */
export const timing =
  ({ took, failed }: StoreWatch) =>
  (event: LogEvent): void => {
    took(kindOf(event.query), event.queryDurationMillis);
    if (event.level === 'error' && event.error instanceof StoreUnavailableError)
      failed(event.error.trouble);
  };

/** The same dialect, with the time measured that it takes to get a connection. */
export const timedDialect = (dialect: Dialect, watch: StoreWatch): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createDriver: () => timedDriver(dialect.createDriver(), watch),
});

const timedDriver = (driver: Driver, { took, failed }: StoreWatch): Driver => ({
  init: (options) => driver.init(options),
  async acquireConnection(options) {
    const began = performance.now();
    try {
      return await driver.acquireConnection(options);
    } catch (error) {
      if (error instanceof StoreUnavailableError) failed(error.trouble);
      throw error;
    } finally {
      took('wait', performance.now() - began);
    }
  },
  beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
  commitTransaction: (connection) => driver.commitTransaction(connection),
  rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
  releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
  destroy: (options) => driver.destroy(options),
});

/** The same reads, timed and counted as all others are; nothing is waited for. */
export function timedReads(readNow: ReadNow, { took, failed }: StoreWatch): ReadNow {
  return (query, values) => {
    const began = performance.now();
    const done = () => {
      took('wait', 0);
      took('read', performance.now() - began);
    };
    try {
      const rows = readNow(query, values);
      if (rows) done();
      return rows;
    } catch (error) {
      done();
      if (error instanceof StoreUnavailableError) failed(error.trouble);
      throw error;
    }
  };
}

function kindOf({ query, sql }: CompiledQuery): StatementKind {
  if (query.kind === 'SelectQueryNode') return 'read';
  if (query.kind !== 'RawNode') return 'write';
  if (sql.startsWith('begin')) return 'begin';
  if (sql === 'commit' || sql === 'rollback') return 'commit';
  // Statements written out: what writes after a `with` has the word in it.
  return /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql)
    ? 'read'
    : 'write';
}
