// Credentials whose user's key is gone, as after a backup was restored without the keys of users.
import { type Kysely, sql } from 'kysely';
import { UNDER_KEY } from '../seal.ts';
import { type CredentialStore, KEYS_MISSING } from './credentials.ts';
import type { Tables } from './schema.ts';

export type KeylessStore = ReturnType<typeof keylessStore>;

/** Rows looked at by one statement. */
const AT_ONCE = 500;

export function keylessStore(db: Kysely<Tables>, credentials: Pick<CredentialStore, 'mark'>) {
  const sealedWithKey = sql<boolean>`substr(secrets, 1, ${sql.lit(UNDER_KEY.length)}) = ${UNDER_KEY}`;
  return {
    /** Marks them, so that their clients hear of it before a call fails; returns how many. */
    async mark(ending: () => boolean): Promise<number> {
      let marked = 0;
      for (let after = ''; !ending(); ) {
        const rows = await db
          .selectFrom('credential')
          .leftJoin('user_key', 'user_key.user_id', 'credential.user_id')
          .select(['credential.user_id', 'channel', 'version', 'state_code'])
          .select((e) => e.and([e('user_key.user_id', 'is', null), sealedWithKey]).as('lost'))
          .where('credential.user_id', '>', after)
          .orderBy('credential.user_id')
          .limit(AT_ONCE)
          .execute();
        for (const { user_id: userId, channel, version, state_code: code, lost } of rows)
          if (lost && code !== KEYS_MISSING.code) {
            await credentials.mark({ userId, channel }, 'attention', KEYS_MISSING, version);
            marked += 1;
          }
        const last = rows.at(-1)?.user_id;
        if (last === undefined || rows.length < AT_ONCE) break;
        // Of the last one there may be more.
        after = rows.findLast(({ user_id }) => user_id !== last)?.user_id ?? last;
      }
      return marked;
    },

    /** How many there are, marked or not. */
    async count(): Promise<number> {
      const row = await db
        .selectFrom('credential')
        .leftJoin('user_key', 'user_key.user_id', 'credential.user_id')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where((e) =>
          e.or([
            e('state_code', '=', KEYS_MISSING.code),
            e.and([e('user_key.user_id', 'is', null), sealedWithKey]),
          ]),
        )
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}
