// The rows of credentials: what a user's account with a channel is, and its sealed secrets.
import type { Kysely, Selectable } from 'kysely';
import type { Account, Credential } from '../model/credential.ts';
import {
  channelLinked,
  channelNeedsAttention,
  channelRecovered,
  channelUnlinked,
  type UnlinkedWhy,
} from '../model/notices.ts';
import { storable, toStorable } from '../model/text.ts';
import { SealError } from '../seal.ts';
import { noteFormer } from './accounts.ts';
import { shortName } from './bound.ts';
import { moment } from './clock.ts';
import { isMissingParent } from './faults.ts';
import type { NoticeStore } from './notices.ts';
import type { PreparedReads } from './prepared.ts';
import type { CredentialTable, Tables } from './schema.ts';
import type { UserKeys } from './user-keys.ts';

/** Names a credential. */
export interface CredentialKey {
  readonly userId: string;
  readonly channel: string;
}

export const credentialContext = ({ userId, channel }: CredentialKey): string =>
  `credential/${userId}/${channel}`;

/** What may be shown: everything but the secrets. */
export interface CredentialFacts extends CredentialKey {
  readonly account: Account;
  readonly state: 'linked' | 'attention';
  /** For people. */
  readonly stateReason: string | null;
  /** Why it needs attention, for programs. */
  readonly stateCode: string | null;
  readonly linkedAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number | null;
  /** When the grant itself ends; null where nobody knows. */
  readonly grantEndsAt: number | null;
  readonly version: number;
  /** What the account calls itself, where that is known. */
  readonly name?: string;
}

/** A credential with all that the store knows of it. */
export interface StoredCredential extends CredentialFacts, Credential {}

export interface NewCredential extends CredentialKey, Credential {
  /** When the secrets run out; null if they do not. */
  readonly expiresAt: number | null;
  /** What the account calls itself; a renewal leaves it as it was. */
  readonly name?: string | undefined;
  /** What names the account among all of its channel; a renewal leaves it as it was. */
  readonly accountKey?: string | undefined;
  /** The way it was linked; a renewal leaves it as it was. */
  readonly way?: string | undefined;
  /**
   * When the grant itself ends, so that the user must link anew; null or absent where nobody knows.
   * A renewal that does not say leaves it as it was.
   */
  readonly grantEndsAt?: number | null | undefined;
}

/** Why a credential needs attention: for programs and for people. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

/** Why nothing can be done with a credential whose user's key is gone. */
export const KEYS_MISSING: Reason = {
  code: 'keys_missing',
  message:
    'The key that the credentials of this user are sealed with is not in the store any more.',
};

/** A credential that cannot be opened because its user's key is gone. */
export class KeysMissingError extends SealError {
  readonly facts: CredentialFacts;

  constructor(facts: CredentialFacts) {
    super('no_user_key');
    this.facts = facts;
  }
}

/** The code of a reason that nobody gave. */
const UNSAID = 'credential_refused';

/** A user, and the credential asked for if there is one. */
export interface Found {
  readonly userId: string;
  /** With its secrets. Throws a KeysMissingError, or a SealError when the key ring cannot open them. */
  readonly open: (() => StoredCredential) | undefined;
}

/** As it is stored, with the user's key. */
type Sealed = Selectable<CredentialTable> & { readonly user_key: string | null };

export type CredentialStore = ReturnType<typeof credentialStore>;

/**
 * Callers deal in `{ account, secrets }`; nothing but sealed text is ever bound to a statement. The seal is tied to user and channel: a sealed value copied to
 * another row does not open.
 */
export function credentialStore(
  db: Kysely<Tables>,
  prepared: PreparedReads,
  now: () => number,
  keys: Pick<UserKeys, 'seal' | 'open'>,
  notices: Pick<NoticeStore, 'changeOf'>,
) {
  const sealed = async (work: Kysely<Tables>, credential: NewCredential) => ({
    account: JSON.stringify(credential.account),
    secrets: await keys.seal(
      work,
      credential.userId,
      JSON.stringify(credential.secrets),
      credentialContext(credential),
    ),
    updated_at: now(),
    expires_at: moment(credential.expiresAt),
  });

  const opened = (row: Sealed): StoredCredential => {
    const facts = toFacts(row);
    try {
      const text = keys.open(row.user_id, row.user_key, row.secrets, credentialContext(facts));
      return { ...facts, secrets: JSON.parse(text.toString('utf8')) };
    } catch (error) {
      const isGone = error instanceof SealError && error.reason === 'no_user_key';
      throw isGone ? new KeysMissingError(facts) : error;
    }
  };

  const ofUser = prepared(
    (clientId: string, tpUserId: string, channel: string) =>
      db
        .selectFrom('user')
        .leftJoin('credential', (join) =>
          join.onRef('credential.user_id', '=', 'user.id').on('credential.channel', '=', channel),
        )
        .leftJoin('user_key', 'user_key.user_id', 'user.id')
        .selectAll('credential')
        .select(['user.id as id', 'user_key.sealed as user_key'])
        .where('user.client_id', '=', clientId)
        .where('user.tp_user_id', '=', tpUserId),
    3,
  );

  return {
    /** Keeps this one in place of any before it. Undefined when the user is gone. */
    async save(credential: NewCredential): Promise<CredentialFacts | undefined> {
      const { userId, channel, grantEndsAt = null } = credential;
      const accountKey = shortName(credential.accountKey ?? '') || null;
      const facts = {
        state: 'linked' as const,
        state_reason: null,
        state_code: null,
        name: toStorable(credential.name ?? '') || null,
        account_key: accountKey,
        way: credential.way ?? null,
        grant_ends_at: moment(grantEndsAt),
        notified_end: null,
      };
      try {
        return await notices.changeOf(userId, async (work, tell, { tpUserId }) => {
          const fresh = { ...facts, ...(await sealed(work, credential)) };
          await noteFormer(work, fresh.updated_at, { userId, channel, unless: accountKey });
          const row = await work
            .insertInto('credential')
            .values({
              ...fresh,
              user_id: userId,
              channel,
              linked_at: fresh.updated_at,
              version: 1,
            })
            .onConflict((conflict) =>
              conflict.columns(['user_id', 'channel']).doUpdateSet((e) => ({
                ...fresh,
                linked_at: fresh.updated_at,
                version: e('credential.version', '+', 1),
              })),
            )
            .returningAll()
            .executeTakeFirstOrThrow();
          tell(channelLinked({ tpUserId, channel }, fresh.updated_at));
          return toFacts(row);
        });
      } catch (error) {
        if (isMissingParent(error)) return undefined;
        throw error;
      }
    },

    /**
     * Puts renewed secrets in place if no one else changed the credential since `version` was read;
     * returns whether it did. The time of linking stays, and so does the state: whether the secrets
     * work is seen when they are used.
     */
    async replaceIf(version: number, credential: NewCredential): Promise<boolean> {
      const { userId, channel, grantEndsAt } = credential;
      const fresh = await sealed(db, credential).catch((error) => {
        if (isMissingParent(error)) return undefined;
        throw error;
      });
      if (!fresh) return false;
      const result = await db
        .updateTable('credential')
        .set({
          ...fresh,
          version: version + 1,
          ...(grantEndsAt !== undefined && { grant_ends_at: moment(grantEndsAt) }),
        })
        .where('user_id', '=', userId)
        .where('channel', '=', channel)
        .where('version', '=', version)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** With its secrets. Throws as `open` of a `Found` does. */
    async find(key: CredentialKey): Promise<StoredCredential | undefined> {
      const { userId, channel } = key;
      const row = await db
        .selectFrom('credential')
        .leftJoin('user_key', 'user_key.user_id', 'credential.user_id')
        .selectAll('credential')
        .select('user_key.sealed as user_key')
        .where('credential.user_id', '=', userId)
        .where('channel', '=', channel)
        .executeTakeFirst();
      return row && opened(row);
    },

    /** The same for a user by the client's own name for them, in one round trip: every call needs both. */
    async findFor(clientId: string, tpUserId: string, channel: string): Promise<Found | undefined> {
      if (!storable(tpUserId)) return undefined;
      const [row] = await ofUser(clientId, tpUserId, channel);
      if (!row) return undefined;
      const { id: userId } = row;
      return { userId, open: isThere(row) ? () => opened(row) : undefined };
    },

    /** All of a user, by channel, without secrets. */
    async list(userId: string): Promise<readonly CredentialFacts[]> {
      const rows = await db
        .selectFrom('credential')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('channel')
        .execute();
      return rows.map(toFacts);
    },

    /**
     * Notes that the credential needs its user's attention, or is well again; returns whether it was
     * otherwise before. Given a version, only if it is still that one: a late refusal must not mark
     * what was linked anew. Of a state that stays, the newest reason is kept.
     */
    async mark(
      key: CredentialKey,
      state: CredentialFacts['state'],
      reason: Reason | null,
      version?: number,
    ): Promise<boolean> {
      const { userId, channel } = key;
      const at = now();
      const update = async (work: Kysely<Tables>, before: CredentialFacts['state']) => {
        let query = work
          .updateTable('credential')
          .set({
            state,
            state_reason: reason && toStorable(reason.message),
            state_code: reason && toStorable(reason.code),
            updated_at: at,
          })
          .where('user_id', '=', userId)
          .where('channel', '=', channel)
          .where('state', '=', before);
        if (version !== undefined) query = query.where('version', '=', version);
        return (await query.executeTakeFirst()).numUpdatedRows > 0n;
      };
      const changed = await notices.changeOf(userId, async (work, tell, { tpUserId }) => {
        const done = await update(work, state === 'linked' ? 'attention' : 'linked');
        const whose = { tpUserId, channel };
        const code = toStorable(reason?.code ?? UNSAID);
        if (done && state === 'linked') tell(channelRecovered(whose, at));
        else if (done) tell(channelNeedsAttention(whose, code, at));
        else if (state === 'attention') await update(work, state);
        return done;
      });
      return changed === true;
    },

    /** Removes it for good. Given a time, only if it was linked then and not anew since. */
    async remove(key: CredentialKey, why: UnlinkedWhy, linkedAt?: number): Promise<boolean> {
      const { userId, channel } = key;
      const removed = await notices.changeOf(userId, async (work, tell, { tpUserId }) => {
        await noteFormer(work, now(), { userId, channel, linkedAt });
        let removal = work
          .deleteFrom('credential')
          .where('user_id', '=', userId)
          .where('channel', '=', channel);
        if (linkedAt !== undefined) removal = removal.where('linked_at', '=', linkedAt);
        const done = (await removal.executeTakeFirst()).numDeletedRows > 0n;
        if (done) tell(channelUnlinked({ tpUserId, channel }, why, now()));
        return done;
      });
      return removed === true;
    },
  };
}

export function toFacts(
  row: Omit<Selectable<CredentialTable>, 'secrets' | 'account_key' | 'way' | 'notified_end'>,
): CredentialFacts {
  return {
    userId: row.user_id,
    channel: row.channel,
    account: JSON.parse(row.account),
    state: row.state,
    stateReason: row.state_reason,
    stateCode: row.state_code,
    linkedAt: row.linked_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    grantEndsAt: row.grant_ends_at,
    version: row.version,
    ...(row.name !== null && { name: row.name }),
  };
}

/** The columns of a credential are all null where a user has none. */
function isThere<R extends { readonly secrets: string | null }>(row: R): row is R & Sealed {
  return row.secrets !== null;
}
