// Credentials that cannot be opened because the key of their user is gone.
import { type Kysely, sql } from 'kysely';
import { SealError } from '../seal.ts';
import { type CredentialStore, KEYS_MISSING, KeysMissingError } from './credentials.ts';
import type { Tables } from './schema.ts';
import { eachRow } from './walk.ts';

export type KeylessStore = ReturnType<typeof keylessStore>;

/** Rows looked at by one statement. */
const AT_ONCE = 500;

export function keylessStore(
  db: Kysely<Tables>,
  credentials: Pick<CredentialStore, 'find' | 'mark'>,
) {
  /** Where there is no key, or one that was made after the link, it is tried. */
  async function* keyless(ending = () => false) {
    const rows = eachRow(AT_ONCE, (last?: { user_id: string; channel: string }) =>
      db
        .selectFrom('credential')
        .leftJoin('user_key', 'user_key.user_id', 'credential.user_id')
        .select(['credential.user_id', 'channel'])
        .select(sql<unknown>`created_at is null or created_at > linked_at`.as('doubtful'))
        .where(
          sql<boolean>`(credential.user_id, channel) > (${last?.user_id ?? ''}, ${last?.channel ?? ''})`,
        )
        .orderBy('credential.user_id')
        .orderBy('channel')
        .limit(AT_ONCE)
        .execute(),
    );
    for await (const { user_id: userId, channel, doubtful } of rows) {
      if (ending()) return;
      if (!doubtful) continue;
      try {
        await credentials.find({ userId, channel });
      } catch (error) {
        if (error instanceof KeysMissingError) yield error.facts;
        else if (!(error instanceof SealError)) throw error;
      }
    }
  }

  return {
    /** Marks them, so that their clients know before a call fails; returns how many. */
    async mark(ending: () => boolean): Promise<number> {
      let marked = 0;
      for await (const facts of keyless(ending))
        if (facts.stateCode !== KEYS_MISSING.code) {
          await credentials.mark(facts, 'attention', KEYS_MISSING, facts.version);
          marked += 1;
        }
      return marked;
    },

    /** How many there are, marked or not. */
    async count(): Promise<number> {
      let count = 0;
      for await (const _ of keyless()) count += 1;
      return count;
    },
  };
}
