// A key for each user: what is sealed with it is unreadable for good once the user is deleted.
import type { Kysely } from 'kysely';
import { contextOf, type Tables } from '../store/schema.ts';
import { newUserKey, openWithKey, type Seal, SealError, sealWithKey } from './seal.ts';

export type UserKeys = ReturnType<typeof userKeys>;

const userKeyContext = (userId: string): string => contextOf('user_key', 'sealed', userId);

export function userKeys(now: () => number, seal: Pick<Seal, 'seal' | 'openBytes'>) {
  /** As they are stored, by user. */
  const find = async (
    work: Kysely<Tables>,
    userIds: readonly (string | null)[],
  ): Promise<ReadonlyMap<string | null, string>> => {
    const ids = [...new Set(userIds)].filter((id) => id !== null);
    if (ids.length === 0) return new Map();
    const rows = await work
      .selectFrom('user_key')
      .select(['user_id', 'sealed'])
      .where('user_id', 'in', ids)
      .execute();
    return new Map(rows.map((row) => [row.user_id, row.sealed]));
  };

  const findOrMake = async (work: Kysely<Tables>, userId: string): Promise<string> => {
    const known = (await find(work, [userId])).get(userId);
    if (known !== undefined) return known;
    const sealed = seal.seal(newUserKey(), userKeyContext(userId));
    await work
      .insertInto('user_key')
      .values({ user_id: userId, sealed, created_at: now() })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    // Another may have been first: theirs is the one that is kept.
    return (await find(work, [userId])).get(userId) ?? sealed;
  };

  return {
    find,

    /** With the user's key, made if there is none yet; under the ring where no user is known. */
    async seal(
      work: Kysely<Tables>,
      userId: string | null,
      plain: string | Uint8Array,
      context: string,
    ): Promise<string> {
      if (userId === null) return seal.seal(plain, context);
      const key = await findOrMake(work, userId);
      return sealWithKey(seal.openBytes(key, userKeyContext(userId)), plain, context);
    },

    /** `key` is the user's, as it is stored. Throws a SealError. */
    open(
      userId: string | null,
      key: string | null | undefined,
      sealed: string,
      context: string,
    ): Buffer {
      if (userId === null) return seal.openBytes(sealed, context);
      if (key == null) throw new SealError('no_user_key');
      const own = seal.openBytes(key, userKeyContext(userId));
      try {
        return openWithKey(own, sealed, context);
      } catch (error) {
        // The key was made later, when the user linked another channel or called.
        if (error instanceof SealError && error.reason === 'refused')
          throw new SealError('no_user_key');
        throw error;
      }
    },
  };
}
