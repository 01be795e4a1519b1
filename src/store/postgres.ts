// PostgreSQL, for services that run as several instances.
import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { checkBound } from './bound.ts';
import { StoreOpenError, StoreUnavailableError, translate } from './faults.ts';

const INT8 = 20;
const CONNECTIONS = 10;

/** How long a statement may run, and a transaction wait for its next one; told to the server. */
const LONGEST = 30_000;
/** So much later a connection is given up whose server was not told, or does not answer any more. */
const GRACE = 5000;
const OVERDUE = 'Query read timeout';
const POOLER_REFUSES = /unsupported startup parameter/i;

export interface PostgresOptions {
  readonly databaseUrl: string;
  /** How many may be open at once; 10 unless said. */
  readonly connections?: number | undefined;
  /** Milliseconds that a statement may take; 30,000 unless said. */
  readonly longest?: number;
  /** Called when an idle connection breaks; the next call opens another. */
  readonly onConnectionLost: (error: Error) => void;
  /** Called with every error that says something of the state of the store. */
  readonly saw?: (error: StoreUnavailableError) => void;
}

export function postgresDialect(options: PostgresOptions): Dialect {
  const { databaseUrl, connections = CONNECTIONS, longest = LONGEST } = options;
  const { onConnectionLost, saw = () => {} } = options;
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new StoreOpenError('The database address must begin with postgres:// .');
  }
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({
      connectionString: databaseUrl,
      application_name: 'manifold',
      max: connections,
      connectionTimeoutMillis: 5000,
      statement_timeout: longest,
      idle_in_transaction_session_timeout: longest,
      query_timeout: longest + GRACE,
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
  return new PostgresDialect({ pool: translated(pool, longest, saw) });
}

const parserOf = pg.types.getTypeParser as (id: number, format?: string) => (raw: never) => unknown;

// Gives every error of the connection its type, wherever in Kysely it comes out.
function translated(
  pool: pg.Pool,
  longest: number,
  saw: (error: StoreUnavailableError) => void,
): PostgresPool {
  // A pooler lends a session for one transaction only and takes no settings for a session: what a
  // transaction needs is said as it begins, in the same message, which costs no round trip.
  const begin = `begin; set local statement_timeout = ${longest}; set local idle_in_transaction_session_timeout = ${longest}`;
  let pooled = false;
  const fail = (error: unknown): never => {
    const known = translate(error);
    if (known instanceof StoreUnavailableError) saw(known);
    throw known;
  };

  /** Asked once: from then on every connection begins as a pooler wants it. */
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      if (!POOLER_REFUSES.test(String(error))) throw error;
      pooled = true;
      // What the pool gives to each connection that it opens.
      Object.assign(pool.options, { statement_timeout: 0, idle_in_transaction_session_timeout: 0 });
      return await pool.connect();
    }
  };

  const wrapped = new WeakMap<pg.PoolClient, Awaited<ReturnType<PostgresPool['connect']>>>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await connect().catch(fail);
      const known = wrapped.get(client);
      if (known) return known;
      const run = async (sql: string, values: readonly unknown[]) => {
        checkBound(values);
        if (!pooled || sql !== 'begin') return await client.query(sql, [...values]);
        await client.query(begin);
        return { command: 'BEGIN', rows: [] };
      };
      const query = (sql: string, values: readonly unknown[]) =>
        run(sql, values).catch((error) => {
          // Whatever comes next on this connection would wait behind what is overdue.
          if (error instanceof Error && error.message === OVERDUE) void client.end();
          return fail(error);
        });
      const made = {
        query,
        release: (destroy?: boolean) => client.release(destroy),
      } as unknown as Awaited<ReturnType<PostgresPool['connect']>>;
      wrapped.set(client, made);
      return made;
    },
  };
}
