// Runs the same store tests on the embedded database and on a real PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext } from 'node:test';
import { Kysely, type Logger } from 'kysely';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal, type Seal } from '../../src/keys/seal.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { postgresDialect } from '../../src/store/postgres.ts';
import type { Tables } from '../../src/store/schema.ts';
import { sqliteDialect } from '../../src/store/sqlite.ts';
import { isAll } from '../all.ts';
import { nameOf, openDatabases, type TestDatabases } from '../postgres.ts';

/** An empty database of its own. */
export interface Place {
  readonly databaseUrl?: string;
  readonly dataDir: string;
}

export interface Database {
  readonly name: 'sqlite' | 'postgres';
  /** A new place, removed after the test. */
  readonly place: (t: TestContext) => Promise<Place>;
  /** A store on a new place, closed after the test. */
  readonly store: (t: TestContext, seal?: Seal) => Promise<Opened>;
}

export interface Opened {
  readonly store: Store;
  readonly place: Place;
  readonly clock: Clock;
}

/** A clock that stands still until it is moved. */
export interface Clock {
  readonly now: () => number;
  readonly forward: (ms: number) => void;
}

export const START = Date.UTC(2026, 10, 2, 9, 30);

export function stoppedClock(): Clock {
  let time = START;
  return {
    now: () => time,
    forward: (ms) => {
      time += ms;
    },
  };
}

// Processes that a test starts have the same key ring.
process.env.TEST_KEY_RING ??= newKeyEntry('test');
export const testSeal = createSeal(parseKeys(process.env.TEST_KEY_RING));

/** On PostgreSQL with every repetition, or where `always` says that one run has to show it. */
export function eachDatabase(body: (database: Database) => void, always = false): void {
  describe('on the embedded database', () => {
    body(database('sqlite', async (t) => ({ dataDir: temporaryFolder(t) })));
  });

  if (!isAll && !always) return;
  describe('on PostgreSQL', () => {
    let databases: TestDatabases;
    before(async () => {
      databases = await openDatabases();
    });
    after(() => databases.stop());
    const place = async (how?: string) => ({
      databaseUrl: await databases.fresh(how),
      dataDir: '/nonexistent',
    });
    let withTables: string | undefined;
    body(
      database(
        'postgres',
        () => place(),
        async () => {
          withTables ??= await tablesIn((await place()).databaseUrl);
          return await place(`template ${withTables} strategy = file_copy`);
        },
      ),
    );
  });
}

/** Makes all tables in a database, which copies of it then have. */
async function tablesIn(databaseUrl: string): Promise<string> {
  const { now } = stoppedClock();
  const where = { databaseUrl, dataDir: '/nonexistent' };
  const clocks = { now, databaseClock: now };
  await (await openStore({ ...where, ...clocks, role: 'service', seal: testSeal })).close();
  return nameOf(databaseUrl);
}

function database(
  name: Database['name'],
  place: Database['place'],
  /** Where all tables are there already. */
  ready = place,
): Database {
  return {
    name,
    place,
    async store(t, seal = testSeal) {
      const clock = stoppedClock();
      const where = await (seal === testSeal ? ready : place)(t);
      const store = await openStore({
        ...where,
        role: 'service',
        now: clock.now,
        databaseClock: clock.now,
        seal,
      });
      t.after(() => store.close());
      return { store, place: where, clock };
    },
  };
}

/** The database itself, past the store; `log` is given every statement. */
export async function openRaw(
  { databaseUrl, dataDir }: Place,
  t: TestContext,
  log: Logger = () => {},
): Promise<Kysely<Tables>> {
  const dialect = databaseUrl
    ? postgresDialect({ databaseUrl, onConnectionLost: () => {} })
    : await sqliteDialect(dataDir);
  const db = new Kysely<Tables>({ dialect, log });
  t.after(() => db.destroy());
  return db;
}

export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-store-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const SOME_CLIENT = {
  id: 'shop-app',
  name: 'Shop App',
  secrets: [{ id: 's1', hash: 'h1', createdAt: START, expiresAt: null }],
  scopes: ['orders', 'links'],
  redirectOrigins: ['https://app.example'],
  tokenSeconds: null,
  logoUrl: null,
  branding: {},
} as const;
