// Connects to the store, embedded or PostgreSQL, and brings its tables up to date.
import { randomUUID } from 'node:crypto';
import { type Dialect, Kysely, sql } from 'kysely';
import type { Trouble } from '../model/trouble.ts';
import type { StoreWatch } from '../model/watch.ts';
import { type Base, insert } from './base.ts';
import { StoreOpenError, StoreUnavailableError } from './faults.ts';
import { givingWay, isUpToDate, migrate, type SqlDialect } from './migrate.ts';
import type { ReadNow } from './prepared.ts';
import type { Tables } from './schema.ts';
import { lockFolder, prepareFolder, sqliteDialect } from './sqlite.ts';

/** More than the odd page that a full disk may still have room for. */
const PROBE_BYTES = 64 * 1024;
const LONGEST_STEP = 30 * 60_000;
/** However many rows there are. */
export const ANY_TIME = 24 * 60 * 60_000;
const LONGEST_LOOK = 4000;

export interface StoreOptions {
  /** postgres://… ; absent: the embedded store in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** To PostgreSQL, open at the same time; 10 unless said. */
  readonly connections?: number | undefined;
  readonly dataDir: string;
  /** One service at a time may hold an embedded store; command-line tools may join it. */
  readonly role: 'service' | 'tool';
  /** Stands in for the clock that all instances share, where a test moves the time. */
  readonly now?: (() => number) | undefined;
  /** Stands in for the database's own clock within a statement, where a test moves the time. */
  readonly databaseClock?: () => number;
  readonly seal: Base['seal'];
  /** Keys are known to be lost: that the ring lacks some is no reason to refuse. */
  readonly someKeysLost?: boolean | undefined;
  /** Called when an idle connection to PostgreSQL breaks; the next call opens another. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Something is wrong with the store now, or, if undefined, all is well again. */
  readonly onTrouble?: (trouble: Trouble | undefined) => void;
  /** An address in the documentation for a fault's code, for the events that the store writes itself. */
  readonly helpOf?: (code: string) => string;
  /** The embedded database is checked after an unclean end: that it is. */
  readonly onCheck?: (sentence: string) => void;
  /** Deliveries of notices were written: the sender need not wait for its next look. */
  readonly onNotice?: () => void;
  /** The tables are to be changed, and others hold them: it is tried again. Once. */
  readonly onWaiting?: () => void;
  readonly watch?: StoreWatch | undefined;
}

/**
 * A connection apart, on which a service looks after its PostgreSQL: whether it answers is known soon,
 * also when all other connections are in use, or wait for an answer that never comes.
 */
export async function healthConnectionOf({ databaseUrl, role }: StoreOptions) {
  if (databaseUrl === undefined || role !== 'service') return undefined;
  return await oneConnection(databaseUrl, LONGEST_LOOK);
}

/** Of its own; `longest`: milliseconds that a statement may take. */
export async function oneConnection(
  databaseUrl: string,
  longest?: number,
): Promise<Kysely<Tables>> {
  const { postgresDialect } = await postgres();
  const own = { databaseUrl, connections: 1, onConnectionLost() {} };
  const options = { ...own, ...(longest !== undefined && { longest }) };
  return new Kysely<Tables>({ dialect: postgresDialect(options) });
}

/** A step may take as long as the tables are large, on a connection of its own. */
export async function bringUpToDate(
  db: Kysely<Tables>,
  { databaseUrl, onWaiting = () => {} }: StoreOptions,
  now: () => number,
): Promise<void> {
  if (databaseUrl === undefined) {
    await migrate(db, 'sqlite', now);
    return;
  }
  await (await postgres()).requireUtf8(db);
  if (await isUpToDate(db)) return;
  const patient = await oneConnection(databaseUrl, LONGEST_STEP);
  try {
    await givingWay(() => migrate(patient, 'postgres', now), onWaiting);
  } finally {
    await patient.destroy();
  }
}

export async function databaseTime(db: Kysely<Tables>): Promise<number> {
  const asked = sql<{ time: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as time`;
  const { rows } = await asked.execute(db);
  return rows[0]?.time ?? Number.NaN;
}

/** Writes a row and takes it away again: to write over what is there would need no free room. */
export async function probe(db: Kysely<Tables>): Promise<void> {
  const padding = 'x'.repeat(PROBE_BYTES);
  await insert(db, 'probe', { id: randomUUID(), padding });
  // With whatever a process left behind that was killed in between.
  await db.deleteFrom('probe').execute();
}

/** With its packages; the embedded store does without. */
const postgres = () => import('./postgres.ts');

export async function connect(
  options: StoreOptions,
  { saw, isAway }: { saw: (error: StoreUnavailableError) => void; isAway: () => boolean },
): Promise<{ dialect: SqlDialect; kyselyDialect: Dialect; readNow?: ReadNow; release(): void }> {
  const { databaseUrl, dataDir, role, onConnectionLost = () => {} } = options;
  if (databaseUrl !== undefined) {
    const { CONNECTIONS, postgresDialect } = await postgres();
    const { connections = CONNECTIONS } = options;
    // One is for looking after the others.
    const most = role === 'service' ? connections - 1 : connections;
    const own = { databaseUrl, connections: most, onConnectionLost };
    const kyselyDialect = postgresDialect({ ...own, saw, isAway });
    return { dialect: 'postgres', kyselyDialect, release: () => {} };
  }
  const folder = prepareFolder(dataDir);
  const isService = role === 'service';
  const release = isService ? lockFolder(folder) : () => {};
  try {
    const kyselyDialect = await sqliteDialect(folder, saw, { isService, say: options.onCheck });
    return { dialect: 'sqlite', kyselyDialect, readNow: kyselyDialect.readNow, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Nothing is said of the address: it may hold the password. */
export function postgresOpenError(error: unknown): StoreOpenError {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  const { message, code } = cause as { message?: string; code?: string };
  return new StoreOpenError(`PostgreSQL cannot be used: ${message || code}.`, { cause });
}
