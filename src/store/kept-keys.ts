// The keys of users in files beside backups, held against the present store: pruned, or put back.
import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Kysely } from 'kysely';
import { reasonOf, StoreOpenError } from './faults.ts';
import { postgresDialect } from './postgres.ts';
import type { Tables } from './schema.ts';
import { EMBEDDED_FILE, sqliteDialect } from './sqlite.ts';
import { type KeptKey, readKeys, writeKeys } from './user-key-file.ts';
import { syncFolder } from './whole.ts';

/** The present store: PostgreSQL, or the embedded one in the folder. */
export interface Present {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

async function inPresent<T>(
  { databaseUrl, dataDir }: Present,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  // Never a new one: everybody would seem to be deleted.
  if (databaseUrl === undefined && !existsSync(join(dataDir, EMBEDDED_FILE)))
    throw new StoreOpenError(`There is no database in ${dataDir}: check MANIFOLD_DATA_DIR.`);
  const dialect =
    databaseUrl === undefined
      ? await sqliteDialect(resolve(dataDir))
      : postgresDialect({ databaseUrl, onConnectionLost: () => {} });
  const db = new Kysely<Tables>({ dialect });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

export interface Pruned {
  readonly file: string;
  readonly before: number;
  readonly removed: number;
}

/** Removes the keys of users who are no longer in the present store; their secrets are lost with them. */
export const pruneKeys = (
  present: Present,
  files: readonly string[],
  { dryRun, force }: { readonly dryRun: boolean; readonly force: boolean },
): Promise<Pruned[]> =>
  inPresent(present, async (db) => {
    const someone = await db.selectFrom('user').select('id').limit(1).executeTakeFirst();
    if (!someone && !force)
      throw new StoreOpenError(
        'The present store has no users at all, so that every key would be removed: check that it is the right one, or give --force.',
      );
    const pruned: Pruned[] = [];
    for (const file of files) pruned.push(await pruneFile(db, file, dryRun));
    return pruned;
  });

async function pruneFile(db: Kysely<Tables>, given: string, dryRun: boolean): Promise<Pruned> {
  // A link stays one: what it leads to is written anew.
  const file = existsSync(given) ? realpathSync(given) : given;
  const stay = new Set<string>();
  const { keys, made } = await readKeys(file, async (some) => {
    for (const id of await existing(db, some)) stay.add(id);
  });
  const removed = keys - stay.size;
  const result = { file: given, before: keys, removed };
  if (removed === 0 || dryRun) return result;
  const part = `${file}.part-${randomUUID()}`;
  try {
    await writeKeys(part, made, stay.size, staying(file, stay));
    renameSync(part, file);
    syncFolder(dirname(file));
  } catch (error) {
    throw new StoreOpenError(`${given} could not be written anew: ${reasonOf(error)}.`, {
      cause: error,
    });
  } finally {
    rmSync(part, { force: true });
  }
  return result;
}

async function* staying(file: string, stay: ReadonlySet<string>): AsyncIterable<KeptKey> {
  let found: KeptKey[] = [];
  await readKeys(file, async (some) => {
    found = found.concat(some.filter(({ user }) => stay.has(user)));
  });
  yield* found;
}

async function existing(db: Kysely<Tables>, keys: readonly KeptKey[]): Promise<string[]> {
  const ids = keys.map(({ user }) => user);
  const rows = await db.selectFrom('user').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

export interface KeysAdded {
  readonly added: number;
  /** Of users who have one already, or who are not there. */
  readonly left: number;
}

/** Puts keys back into the present store, for those of its users who have none. */
export const addKeys = (present: Present, file: string): Promise<KeysAdded> =>
  inPresent(present, async (db) =>
    db.transaction().execute(async (work) => {
      let added = 0;
      const { keys } = await readKeys(file, async (some) => {
        const there = new Set(await existing(work, some));
        const values = some
          .filter(({ user }) => there.has(user))
          .map(({ user, sealed, created }) => ({ user_id: user, sealed, created_at: created }));
        if (values.length === 0) return;
        const done = await work
          .insertInto('user_key')
          .values(values)
          .onConflict((conflict) => conflict.column('user_id').doNothing())
          .execute();
        added += done.reduce(
          (sum, { numInsertedOrUpdatedRows = 0n }) => sum + Number(numInsertedOrUpdatedRows),
          0,
        );
      });
      return { added, left: keys - added };
    }),
  );
