// Tells how long statements took and what the store failed with, for whoever watches it.
import { performance } from 'node:perf_hooks';
import type { CompiledQuery, Dialect, LogEvent } from 'kysely';
import type { StatementKind, StoreWatch } from '../model/watch.ts';
import { StoreUnavailableError } from './faults.ts';

/** To be handed to Kysely as its log. */
export const timing =
  ({ took, failed }: StoreWatch) =>
  (event: LogEvent): void => {
    took(kindOf(event.query), event.queryDurationMillis);
    if (event.level === 'error' && event.error instanceof StoreUnavailableError)
      failed(event.error.trouble);
  };

/** The same dialect, with the time measured that it takes to get a connection. */
export function timedDialect(dialect: Dialect, { took, failed }: StoreWatch): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
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
      return driver;
    },
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
