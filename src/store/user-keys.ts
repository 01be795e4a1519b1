// A key for each user: their secrets and results are sealed with it, and are unreadable for good once
// it is gone.
import type { Kysely } from 'kysely';
import { isUnder, newDataKey, openUnder, type Seal, SealError, sealUnder } from '../seal.ts';
import type { Flavor } from './migrate.ts';
import type { Tables } from './schema.ts';

/** Names a credential. */
export interface CredentialKey {
  readonly userId: string;
  readonly channel: string;
}

export type UserKeys = ReturnType<typeof userKeys>;

export const userKeyContext = (userId: string): string => `user/${userId}/key`;
export const credentialContext = ({ userId, channel }: CredentialKey): string =>
  `credential/${userId}/${channel}`;

/**
 * An instance of the version before cannot read what is sealed with a user's key. So on a database
 * that it may still work on, none is made before `usedFrom`: until then secrets are sealed under the
 * ring, as that version does it.
 */
export function userKeys(
  now: () => number,
  seal: Pick<Seal, 'seal' | 'open' | 'openBytes'>,
  usedFrom: number,
) {
  const read = async (work: Kysely<Tables>, userId: string): Promise<string | undefined> => {
    const row = await work
      .selectFrom('user_key')
      .select('sealed')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.sealed;
  };

  const open = (userId: string, sealed: string): Buffer =>
    seal.openBytes(sealed, userKeyContext(userId));

  /** Made if there is none yet; undefined while there must be none. */
  const keyOf = async (work: Kysely<Tables>, userId: string): Promise<Buffer | undefined> => {
    const known = await read(work, userId);
    if (known !== undefined) return open(userId, known);
    if (now() < usedFrom) return undefined;
    await work
      .insertInto('user_key')
      .values({
        user_id: userId,
        sealed: seal.seal(newDataKey(), userKeyContext(userId)),
        created_at: now(),
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    // Another may have been first: theirs is the one that is kept.
    const kept = await read(work, userId);
    return kept === undefined ? undefined : open(userId, kept);
  };

  /** With the key of the user it belongs to; under the ring where it belongs to no user we know. */
  const sealFor = async (
    work: Kysely<Tables>,
    userId: string | null,
    plain: string | Uint8Array,
    context: string,
  ): Promise<string> => {
    const own = userId === null ? undefined : await keyOf(work, userId);
    return own ? sealUnder(own, plain, context) : seal.seal(plain, context);
  };

  /** `userKey` is the user's key as it is stored, if there is one. Throws a SealError. */
  const openFor = (
    userId: string | null,
    sealed: string,
    userKey: string | null,
    context: string,
  ): Buffer => {
    if (!isUnder(sealed)) return seal.openBytes(sealed, context);
    if (userId === null || userKey === null) throw new SealError('unknown_key');
    return openUnder(open(userId, userKey), sealed, context);
  };

  return {
    /** Whether secrets are to be sealed with the keys of their users by now. */
    inUse: (): boolean => now() >= usedFrom,
    sealFor,
    openFor,

    sealSecrets: (work: Kysely<Tables>, key: CredentialKey, plain: string): Promise<string> =>
      sealFor(work, key.userId, plain, credentialContext(key)),

    /**
     * Undefined where the secrets are sealed with a key of the user's that is not there any more;
     * throws a SealError where the ring is what cannot open them.
     */
    openSecrets(key: CredentialKey, secrets: string, userKey: string | null): string | undefined {
      const context = credentialContext(key);
      if (!isUnder(secrets)) return seal.open(secrets, context);
      if (userKey === null) return undefined;
      const own = open(key.userId, userKey);
      try {
        return openUnder(own, secrets, context).toString('utf8');
      } catch (error) {
        // A key that was made since, when the user linked another channel.
        if (error instanceof SealError && error.reason === 'refused') return undefined;
        throw error;
      }
    },
  };
}

/** How long an instance of the version before may be beside this one during an upgrade. */
const UPGRADE_MS = 60 * 60_000;
const STEP = '0011_machines';

/** From when on the keys of users are used: at once where no version before can be at work. */
export async function usedFrom(db: Kysely<Tables>, flavor: Flavor): Promise<number> {
  // An embedded store has one service, and this is it.
  if (flavor === 'sqlite') return 0;
  const rows = await db.selectFrom('migration').select(['name', 'applied_at']).execute();
  const first = Math.min(...rows.map(({ applied_at }) => applied_at));
  const added = rows.find(({ name }) => name === STEP)?.applied_at ?? 0;
  // A new database has all its steps from one moment.
  return added === first ? 0 : added + UPGRADE_MS;
}
