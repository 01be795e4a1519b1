// PostgreSQL, for services that run as several instances.
import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { checkBound } from './bound.ts';
import { StoreOpenError, StoreUnavailableError, translate } from './faults.ts';

const INT8 = 20;

/** `saw` is called with every error that says something of the state of the store. */
export function postgresDialect(
  databaseUrl: string,
  onConnectionLost: (error: Error) => void,
  saw: (error: StoreUnavailableError) => void = () => {},
): Dialect {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new StoreOpenError('The database address must begin with postgres:// .');
  }
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({
      connectionString: databaseUrl,
      application_name: 'manifold',
      max: 10,
      connectionTimeoutMillis: 5000,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
      // All our bigints are times in milliseconds or small counts, which a number holds exactly.
      types: { getTypeParser: (id, format) => (id === INT8 ? Number : parserOf(id, format)) },
    });
  } catch {
    // The error of the parser may repeat the address, and with it the password.
    throw new StoreOpenError('The database address is not a valid PostgreSQL address.');
  }
  // Without listeners a connection that breaks would end the process: the pool's is for those that
  // are idle, the other for those lent out, whose query fails with the same error anyway. The pool
  // drops the connection and opens another when one is needed.
  pool.on('error', onConnectionLost);
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool: translated(pool, saw) });
}

const parserOf = pg.types.getTypeParser as (id: number, format?: string) => (raw: never) => unknown;

// Gives every error of the connection its type, wherever in Kysely it comes out.
function translated(pool: pg.Pool, saw: (error: StoreUnavailableError) => void): PostgresPool {
  const fail = (error: unknown): never => {
    const known = translate(error);
    if (known instanceof StoreUnavailableError) saw(known);
    throw known;
  };
  const wrapped = new WeakMap<pg.PoolClient, Awaited<ReturnType<PostgresPool['connect']>>>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch(fail);
      const known = wrapped.get(client);
      if (known) return known;
      const query = async (sql: string, values: readonly unknown[]) => {
        checkBound(values);
        return await client.query(sql, [...values]).catch(fail);
      };
      const made = {
        query,
        release: (destroy?: boolean) => client.release(destroy),
      } as unknown as Awaited<ReturnType<PostgresPool['connect']>>;
      wrapped.set(client, made);
      return made;
    },
  };
}
