// Tells how long statements took and what the store failed with, for whoever watches it.
import { performance } from 'node:perf_hooks';
import type { CompiledQuery, Dialect, LogEvent } from 'kysely';
import type { StatementKind, StoreWatch } from '../model/watch.ts';
import type { AtOnce } from './at-once.ts';
import { StoreUnavailableError } from './faults.ts';
import { withDriver } from './with-driver.ts';

/** To be handed to Kysely as its log. */
export const timing =
  ({ took, failed }: StoreWatch) =>
  (event: LogEvent): void => {
    took(kindOf(event.query), event.queryDurationMillis);
    if (event.level === 'error' && event.error instanceof StoreUnavailableError)
      failed(event.error.trouble);
  };

/** The same dialect, with the time measured that it takes to get a connection. */
export const timedDialect = (dialect: Dialect, { took, failed }: StoreWatch): Dialect =>
  withDriver(dialect, (driver) => {
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      const began = performance.now();
      try {
        return await acquire(options);
      } catch (error) {
        if (error instanceof StoreUnavailableError) failed(error.trouble);
        throw error;
      } finally {
        took('wait', performance.now() - began);
      }
    };
  });

/** The same reads, timed and counted as all others are; nothing is waited for. */
export function timedReads(atOnce: AtOnce, { took, failed }: StoreWatch): AtOnce {
  return (query, values) => {
    const began = performance.now();
    const done = () => {
      took('wait', 0);
      took('read', performance.now() - began);
    };
    try {
      const rows = atOnce(query, values);
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
