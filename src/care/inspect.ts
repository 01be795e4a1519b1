// Looks at a store without its keys and without changing anything in it: for the doctor.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { oneConnection, postgresOpenError } from '../store/connect.ts';
import { StoreOpenError } from '../store/faults.ts';
import { damageIn, requireDatabase } from '../store/integrity.ts';
import { MIGRATIONS } from '../store/migrations.ts';
import { toRecord } from '../store/schema.ts';
import { EMBEDDED_FILE, sqliteOpenError } from '../store/sqlite.ts';
import { ALIVE_MS, type Instance } from '../work/instances.ts';

export type Inspection = Awaited<ReturnType<typeof inspect>> & {
  /** Of a PostgreSQL. */
  readonly settings?: ReturnType<typeof settingsIn>;
};

type Row = Readonly<Record<string, string | number | null>>;
type Ask = (statement: string) => Promise<readonly Row[]>;

/** Throws a StoreOpenError, with one sentence for the operator, where it cannot be looked at. */
export async function inspectStore(where: {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}): Promise<Inspection> {
  const { databaseUrl, dataDir } = where;
  return databaseUrl === undefined ? inspectFile(dataDir) : inspectServer(databaseUrl);
}

async function inspectFile(dataDir: string): Promise<Inspection> {
  let db: DatabaseSync | undefined;
  try {
    const path = join(dataDir, EMBEDDED_FILE);
    requireDatabase(path);
    const opened = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    db = opened;
    const damage = damageIn(opened);
    if (damage !== undefined)
      throw new StoreOpenError(`The database in ${dataDir} is damaged (${damage}).`);
    const ask: Ask = async (statement) => opened.prepare(statement).all() as readonly Row[];
    const [version] = await ask('select sqlite_version() as text');
    const tables = await ask("select name from sqlite_master where type = 'table'");
    return await inspect(ask, `SQLite ${version?.text}`, tables, Date.now());
  } catch (error) {
    throw error instanceof StoreOpenError ? error : sqliteOpenError(dataDir, error);
  } finally {
    db?.close();
  }
}

async function inspectServer(databaseUrl: string): Promise<Inspection> {
  const { requireUtf8 } = await import('../store/postgres.ts');
  const db = await oneConnection(databaseUrl);
  const ask: Ask = async (statement) => (await sql<Row>`${sql.raw(statement)}`.execute(db)).rows;
  try {
    await requireUtf8(db);
    const [about] = await ask(SERVER);
    const tables = await ask(
      'select table_name as name from information_schema.tables where table_schema = any(current_schemas(false))',
    );
    const server = `PostgreSQL ${String(about?.text).split(' ')[0]}`;
    const found = await inspect(ask, server, tables, Number(about?.now));
    return { ...found, settings: settingsIn(about ?? {}) };
  } catch (error) {
    throw error instanceof StoreOpenError ? error : postgresOpenError(error);
  } finally {
    await db.destroy();
  }
}

/** Some places are kept for its own operators; a user or a database may have a bound of their own. */
const SERVER = `select current_setting('server_version') as text,
  (extract(epoch from clock_timestamp()) * 1000)::double precision as now,
  current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
  inet_server_port() as port,
  least(
    current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int,
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
  ) as connections`;

/** What a server is set to that the service's promises hang on. */
const settingsIn = (about: Row) => ({
  /** Whether what is committed is on the disk by then. */
  fsync: about.fsync === 'on',
  synchronousCommit: about.synchronous_commit !== 'off',
  /** How many connections it takes from us, all instances together. */
  connections: Number(about.connections),
  /** The port that it listens on itself; another than ours where something stands in between. */
  port: about.port == null ? undefined : Number(about.port),
});

/** `server` is such as "PostgreSQL 15.4". */
async function inspect(ask: Ask, server: string, tables: readonly Row[], now: number) {
  const has = (table: string) => tables.some(({ name }) => name === table);
  const rows = async (table: string) => (has(table) ? await ask(`select * from ${table}`) : []);
  const applied = new Set((await rows('migration')).map(({ name }) => String(name)));
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const keysInUse = await rows('key_in_use');
  const instances = (await rows('instance')).map((row) => {
    const { id, keys, busy, ...seen } = toRecord('instance', row as never) as Instance;
    return seen;
  });
  return {
    server,
    /** Steps of this version that the database has not had yet; all of them where it is empty. */
    missing: [...known.difference(applied)],
    /** Steps of a later version. */
    newer: [...applied.difference(known)],
    /** The keys that something stored is sealed with. */
    keysInUse: keysInUse.map(({ key_id, proof }) => ({ id: String(key_id), proof: String(proof) })),
    /** The processes that said lately that they run. */
    instances: instances.filter(({ seenAt }) => seenAt > now - ALIVE_MS),
  };
}
