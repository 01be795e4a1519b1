// Credentials that cannot be opened because the key of their user is gone.
import { sql } from 'kysely';
import type { Base } from '../store/base.ts';
import { type CredentialStore, KEYS_MISSING, KeysMissingError } from '../store/credentials.ts';
import { eachRow } from '../store/walk.ts';
import { SealError } from './seal.ts';

const CONCURRENCY = 500;

export function keylessStore({ db }: Base, credentials: Pick<CredentialStore, 'find' | 'mark'>) {
  /** Where there is no key, or one that was made after the link, it is tried. */
  async function* keyless(ending = () => false) {
    const rows = eachRow(CONCURRENCY, (last?: { user_id: string; channel: string }) =>
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
        .limit(CONCURRENCY)
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

    async count(): Promise<number> {
      let count = 0;
      for await (const _ of keyless()) count += 1;
      return count;
    },
  };
}
