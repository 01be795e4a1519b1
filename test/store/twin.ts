// Two stores side by side, the embedded one and PostgreSQL: the same calls, and what either gave.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type Dialect, Kysely, sql } from 'kysely';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { openStore, type Store, type StoreOptions } from '../../src/store/index.ts';
import { postgresDialect } from '../../src/store/postgres.ts';
import { sqliteDialect } from '../../src/store/sqlite.ts';
import { openDatabases } from '../postgres.ts';
import { START } from './databases.ts';
import { KEYS } from './house-statements.ts';
import type { Known, Operation } from './operation.ts';

export interface Twin {
  /** Both empty again, and the clock where it began. */
  reset(): Promise<void>;
  forward(milliseconds: number): void;
  /** Runs it on both, and says what it came to; throws where they differ. */
  run(operation: Operation, given: unknown): Promise<Outcome>;
  /** The methods of the store that there are, as `OPERATIONS` names them. */
  readonly methods: readonly string[];
  /** Those that were called, and by how many calls something was given or an error alike. */
  readonly called: ReadonlyMap<string, { gave: number; failed: number }>;
  close(): Promise<void>;
}

/** What a call came to: what it gave, or what kind of error it threw. */
export type Outcome = { readonly gave: unknown } | { readonly threw: string };

export async function startTwin(): Promise<Twin> {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-twin-'));
  const postgres = await openDatabases();
  const ids = sameIds();
  const seal = twoKeys();
  let time = START;
  const open = async (databaseUrl: string | undefined, dialect: () => Promise<Dialect>) => {
    const now = () => time;
    const store = await openStore({
      ...{ databaseUrl, dataDir: folder, role: 'service', now, databaseClock: now, seal },
    });
    return { store, raw: new Kysely<Record<string, unknown>>({ dialect: await dialect() }) };
  };
  const url = await postgres.fresh();
  const embedded = await open(undefined, () => sqliteDialect(folder));
  const shared = await open(url, async () =>
    postgresDialect({ databaseUrl: url, onConnectionLost: () => {} }),
  );
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name <> 'migration'`.execute(
    embedded.raw,
  );
  const tables = rows.map(({ name }) => sql.table(name));
  const called = new Map<string, { gave: number; failed: number }>();
  let known = nothing();

  async function outcomeOf(store: Store, { run }: Operation, given: unknown): Promise<Outcome> {
    try {
      return { gave: await run(store, given as never, known) };
    } catch (error) {
      return { threw: kindOf(error) };
    }
  }

  return {
    called,
    methods: methodsOf(embedded.store),
    async reset() {
      time = START;
      ids.begin(0);
      known = nothing();
      // Whatever hangs on a row goes with it, in either order.
      for (const table of tables) await sql`delete from ${table}`.execute(embedded.raw);
      await sql`truncate ${sql.join(tables)}`.execute(shared.raw);
    },
    forward(milliseconds) {
      time += milliseconds;
      known.now = time;
    },
    async run(operation, given) {
      const { name } = operation;
      const first = ids.made();
      const ours = await outcomeOf(embedded.store, operation, given);
      const last = ids.made();
      ids.begin(first);
      const theirs = await outcomeOf(shared.store, operation, given);
      assert.deepEqual(
        theirs,
        ours,
        `${name}, given ${inspect(given, { depth: 6, maxStringLength: 200 })}`,
      );
      // A look at the store's health writes only now and then, by a clock of its own.
      ids.begin(Math.max(last, ids.made()));
      const count = called.get(name) ?? { gave: 0, failed: 0 };
      called.set(name, count);
      if ('threw' in ours) count.failed += 1;
      else {
        if (![undefined, false, 0].includes(ours.gave as undefined)) count.gave += 1;
        operation.keep?.(known, ours.gave as never);
      }
      return ours;
    },
    async close() {
      ids.restore();
      for (const { store, raw } of [embedded, shared]) {
        await raw.destroy();
        await store.close();
      }
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const nothing = (): Known => ({
  ...{ now: START, users: [], addresses: [], watches: [], readings: [] },
  intents: [],
  leases: { jobs: [], deliveries: [], hooks: [], writes: [] },
});

/** Names every function of the store, and of what it holds. */
function methodsOf(store: Store): readonly string[] {
  return Object.entries(store)
    .flatMap(([room, held]) =>
      typeof held === 'function' ? [room] : Object.keys(held).map((name) => `${room}.${name}`),
    )
    .filter((name) => name !== 'close')
    .sort();
}

/** The name of an error as both databases can have it; what no caller expects stands as it is. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === '23505' || errcode === 1555 || errcode === 2067) return 'unique';
  if (code === '23503' || errcode === 787) return 'missing parent';
  if (code !== undefined || errcode !== undefined)
    return `${error.name} ${code} ${errcode}: ${error.message}`;
  return `${error.name}: ${error.message}`;
}

/** Either key seals, by what it seals: so there is always something under the older one too. */
function twoKeys(): StoreOptions['seal'] {
  const entries = KEYS.map(newKeyEntry);
  const newer = createSeal(parseKeys(entries.join()));
  const older = createSeal(parseKeys(entries.toReversed().join()));
  const parity = (text: string) => Buffer.from(text).reduce((sum, byte) => sum + byte, 0) % 2;
  return {
    ...newer,
    seal: (plain, context) => (parity(context) === 0 ? newer : older).seal(plain, context),
  };
}

const NUMBER_BYTES = 8;

/** Ids made in the store are counted, so that both databases hold the very same rows. */
function sameIds() {
  const { randomUUID, randomUUIDv7, randomBytes } = crypto;
  let made = 0;
  const next = (): ReturnType<typeof randomUUID> => {
    made += 1;
    return `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`;
  };
  /** Numbers of watches and readings are made of eight bytes; what seals is as random as ever. */
  const bytes = (size: number) => {
    if (size !== NUMBER_BYTES) return randomBytes(size);
    made += 1;
    const counted = Buffer.alloc(size);
    counted.writeBigUInt64BE(BigInt(made) << 12n);
    return counted;
  };
  Object.assign(crypto, { randomUUID: next, randomUUIDv7: next, randomBytes: bytes });
  syncBuiltinESMExports();
  return {
    made: () => made,
    begin(at: number) {
      made = at;
    },
    restore() {
      Object.assign(crypto, { randomUUID, randomUUIDv7, randomBytes });
      syncBuiltinESMExports();
    },
  };
}
