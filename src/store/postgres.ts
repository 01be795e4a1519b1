// PostgreSQL, for services that run as several instances.
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, type Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { again } from './again.ts';
import { checkBound } from './bound.ts';
import { codeOf, StoreOpenError, StoreUnavailableError, translate } from './faults.ts';
import type { Tables } from './schema.ts';

const INT8 = 20;
export const CONNECTIONS = 10;

/** How long a statement may run, and a transaction wait for its next one; sent to the server. */
const LONGEST = 30_000;
/** How long a read by itself may take that looks rows up by their keys: every call waits for some. */
const LONGEST_LOOKUP = 5000;
/** So much later a connection is given up whose server did not learn of it, or does not answer any more. */
const GRACE = 1000;
const OVERDUE = 'Query read timeout';
const POOLER_REFUSES = /unsupported startup parameter/i;
/** How long a caller waits for a connection: one to be opened, or one that others use. */
const PATIENCE = 5000;
/** A quiet connection is asked whether it is still there after so long; dead, it is dropped. */
const KEEP_ALIVE = 10_000;
/** The server has no connection left: the caller looks again for one of ours. */
const LOOK_AGAIN = 100;
/** A connection that can only read is dropped, unless it was opened a moment ago. */
const YOUNG = 1000;

export interface PostgresOptions {
  readonly databaseUrl: string;
  /** How many may be open at the same time; 10 unless said. */
  readonly connections?: number | undefined;
  /** Milliseconds that a statement may take; 30,000 unless said. */
  readonly longest?: number;
  /** Milliseconds that a caller waits for a connection; 5,000 unless said. */
  readonly patience?: number;
  /** Called when an idle connection breaks; the next call opens another. */
  readonly onConnectionLost: (error: Error) => void;
  /** Called with every error that says something of the state of the store. */
  readonly saw?: (error: StoreUnavailableError) => void;
  /** Whether the server is known to be away: then nothing is asked of it, and no one waits. */
  readonly isAway?: () => boolean;
}

type Connection = Awaited<ReturnType<PostgresPool['connect']>>;

export function postgresDialect(options: PostgresOptions): Dialect {
  const { databaseUrl, connections = CONNECTIONS, longest = LONGEST } = options;
  const { patience = PATIENCE, onConnectionLost, saw = () => {}, isAway = () => false } = options;
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new StoreOpenError('The database address must begin with postgres:// .');
  }
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({
      connectionString: databaseUrl,
      application_name: 'manifold',
      max: connections,
      connectionTimeoutMillis: patience,
      statement_timeout: longest,
      idle_in_transaction_session_timeout: longest,
      query_timeout: longest + GRACE,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
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
  return new PostgresDialect({ pool: translated(pool, { longest, patience, saw, isAway }) });
}

/** In any other encoding some users' names could not be kept. Throws a StoreOpenError. */
export async function requireUtf8(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8')
    throw new StoreOpenError(
      `PostgreSQL cannot be used: the database is encoded in ${encoding}, and texts of all languages must be kept. Make another with "create database manifold encoding 'UTF8' template template0" and set MANIFOLD_DATABASE_URL to it.`,
    );
}

const parserOf = pg.types.getTypeParser as (id: number, format?: string) => (raw: never) => unknown;

// Gives every error of the connection its type, wherever in Kysely it comes out.
function translated(
  pool: pg.Pool,
  {
    longest,
    patience,
    saw,
    isAway,
  }: Required<Pick<PostgresOptions, 'longest' | 'patience' | 'saw' | 'isAway'>>,
): PostgresPool {
  // A pooler lends a session for one transaction only and takes no settings for a session: what a
  // transaction needs is said as it begins, in the same message, which costs no round trip.
  const begin = `begin; set local statement_timeout = ${longest}; set local idle_in_transaction_session_timeout = ${longest}`;
  let pooled = false;
  /** Connections opened before this moment lead to a server that can only be read. */
  let notBefore = 0;
  const opened = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => opened.set(client, performance.now()));
  const isOld = (client: pg.PoolClient) => (opened.get(client) ?? 0) < notBefore;

  const isBrief = (sql: string) => longest > LONGEST_LOOKUP && isLookup(sql);

  const fail = (error: unknown): never => {
    const known = translate(error);
    if (known instanceof StoreUnavailableError) saw(known);
    throw known;
  };
  /** Whatever else keeps a connection from being opened, it is no mistake of the statement. */
  const failToOpen = (error: unknown): never => {
    const known = translate(error);
    return fail(
      known instanceof StoreUnavailableError ? known : new StoreUnavailableError(error, 'refused'),
    );
  };

  async function open(): Promise<pg.PoolClient> {
    const limit = performance.now() + patience;
    for (;;) {
      try {
        const client = await pool.connect();
        if (!isOld(client)) return client;
        client.release(true);
      } catch (error) {
        // Asked once: from then on every connection begins as a pooler wants it.
        if (POOLER_REFUSES.test(String(error)) && !pooled) {
          pooled = true;
          // What the pool gives to each connection that it opens.
          const none = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
          Object.assign(pool.options, none);
        } else if (codeOf(error) === '53300' && performance.now() < limit) await pause(LOOK_AGAIN);
        else throw error;
      }
    }
  }

  /** After a failover the old server may be there still, and read-only: the new one is elsewhere. */
  function readOnly(client: pg.PoolClient) {
    const old = performance.now() - YOUNG;
    if ((opened.get(client) ?? 0) < old) notBefore = Math.max(notBefore, old);
  }

  function wrap(client: pg.PoolClient): Connection {
    let within = false;

    async function run(sql: string, values: readonly unknown[]) {
      checkBound(values);
      if (pooled && sql === 'begin') {
        await client.query(begin);
        return { command: 'BEGIN', rows: [] };
      }
      // A statement by itself that lost a race left nothing behind. A transaction is begun again by
      // its caller.
      const bound = { text: sql, values: [...values] };
      if (within) return await client.query(bound);
      const soon = isBrief(sql) ? { query_timeout: LONGEST_LOOKUP } : {};
      return await again(() => client.query({ ...bound, ...soon }));
    }

    async function query(sql: string, values: readonly unknown[]) {
      try {
        if (sql === 'begin') within = true;
        const result = await run(sql, values);
        if (sql === 'commit' || sql === 'rollback') within = false;
        return result;
      } catch (error) {
        // Whatever comes next on this connection would wait behind what is overdue.
        const isOverdue = error instanceof Error && error.message === OVERDUE;
        if (isOverdue) void client.end();
        if (codeOf(error) === '25006') readOnly(client);
        // Others may hold the table: whether the server is there at all is asked apart.
        const isHeld = isOverdue && !within && isBrief(sql);
        return fail(isHeld ? new StoreUnavailableError(error, 'busy') : error);
      }
    }

    function release(destroy?: boolean) {
      // A transaction whose end failed has left the connection in the middle of it.
      client.release(destroy || within || isOld(client));
      within = false;
    }

    return { query, release } as unknown as Connection;
  }

  const wrapped = new WeakMap<pg.PoolClient, Connection>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (isAway()) throw new StoreUnavailableError(undefined, 'unreachable');
      const client = await open().catch(failToOpen);
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
  };
}

/** Whether a statement finds rows by their keys alone, and walks, sorts or counts nothing. */
const isLookup = (sql: string): boolean =>
  sql.startsWith('select ') && !/ (limit|order by|group by) |\bcount\(/.test(sql);
