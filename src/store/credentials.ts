// The rows of credentials: what a user's account with a channel is, and its sealed secrets.
import { type Kysely, type Selectable, sql } from 'kysely';
import { SealError } from '../keys/seal.ts';
import { type AttentionCode, UNSAID } from '../model/attention.ts';
import type { Credential } from '../model/credential.ts';
import { type NoticeData, notice } from '../model/notices.ts';
import { storable, toStorable } from '../model/text.ts';
import type { WriteScope } from '../model/writes.ts';
import { noteFormer } from './accounts.ts';
import { type Base, findAll, put, remove, unlessGone, update } from './base.ts';
import { shortName } from './bound.ts';
import { storedTime } from './clock.ts';
import type { NoticeStore } from './notices.ts';
import { contextOf, type Rec, type Tables, toRecord } from './schema.ts';
import { wakeReadings } from './watches.ts';

export interface CredentialKey {
  readonly userId: string;
  readonly channel: string;
}

const contextIn = ({ userId, channel }: CredentialKey): string =>
  contextOf('credential', 'secrets', `${userId}/${channel}`);

/** What may be shown: everything but the secrets. */
export interface CredentialFacts
  extends Omit<
    Rec<'credential'>,
    'secrets' | 'accountKey' | 'way' | 'notifiedEnd' | 'renewAfter' | 'name'
  > {
  /** What the account calls itself, where that is known. */
  readonly name?: string;
}

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
  /** Scopes to write that the user agreed to; a renewal leaves them as they were. */
  readonly writes?: readonly WriteScope[];
  /** When the user must link again; a renewal that does not say leaves it as it was. */
  readonly grantEndsAt?: number | null | undefined;
}

/** Why a credential needs attention: for programs and for people. */
export interface Reason {
  readonly code: AttentionCode;
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

/** A user, and the credential asked for if there is one. */
export interface FoundCredential {
  readonly userId: string;
  /** With its secrets. Throws a KeysMissingError, or a SealError when the key ring cannot open them. */
  readonly open: (() => StoredCredential) | undefined;
}

/** As it is stored, with the user's key. */
type Sealed = Selectable<Tables['credential']> & { readonly user_key: string | null };

export type CredentialStore = ReturnType<typeof credentialStore>;

/** Callers deal in `{ account, secrets }`; nothing but sealed text is ever bound to a statement. */
export function credentialStore(
  { db, prepared, now, keys }: Base,
  notices: Pick<NoticeStore, 'changeOf'>,
) {
  const sealed = async (work: Kysely<Tables>, credential: NewCredential) => {
    const { userId, account, secrets: given, expiresAt } = credential;
    const secrets = await keys.seal(work, userId, JSON.stringify(given), contextIn(credential));
    return { account, secrets, updatedAt: now(), expiresAt: storedTime(expiresAt) };
  };

  const opened = (row: Sealed): StoredCredential => {
    const facts = factsOf(toRecord('credential', row));
    try {
      const text = keys.open(row.user_id, row.user_key, row.secrets, contextIn(facts));
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
        ...{ state: 'linked' as const, stateReason: null, stateCode: null },
        ...{ accountKey, way: credential.way ?? null, writes: credential.writes ?? null },
        name: toStorable(credential.name ?? '') || null,
        grantEndsAt: storedTime(grantEndsAt),
        ...{ notifiedEnd: null, renewAfter: null },
      };
      return await unlessGone(() =>
        notices.changeOf(userId, async (work, emit, { tpUserId }) => {
          const linkedAt = now();
          const fresh = { ...facts, linkedAt, ...(await sealed(work, credential)) };
          await noteFormer(work, linkedAt, { userId, channel, unless: accountKey });
          const first = { ...fresh, userId, channel, version: 1 };
          const saved = await put(work, 'credential', first, {
            by: ['userId', 'channel'],
            set: { ...fresh, version: sql`credential.version + 1` },
          });
          await wakeReadings(work, credential, linkedAt);
          emit(notice('channel.linked', linkedAt, { tpUserId, channel }));
          return factsOf(saved);
        }),
      );
    },

    /**
     * Puts renewed secrets in place if no one else changed the credential since `version` was read;
     * returns whether it did. The time of linking stays, and so does the state: whether the secrets
     * work is seen when they are used.
     */
    async replaceIf(version: number, credential: NewCredential): Promise<boolean> {
      const { userId, channel, grantEndsAt } = credential;
      const fresh = await unlessGone(() => sealed(db, credential));
      if (!fresh) return false;
      const ends = grantEndsAt === undefined ? {} : { grantEndsAt: storedTime(grantEndsAt) };
      const to = { ...fresh, ...ends, version: version + 1 };
      return (await update(db, 'credential', { userId, channel, version }, to)) > 0;
    },

    /** With its secrets. Throws as `open` of a `FoundCredential` does. */
    async find({ userId, channel }: CredentialKey): Promise<StoredCredential | undefined> {
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
    async findFor(
      clientId: string,
      tpUserId: string,
      channel: string,
    ): Promise<FoundCredential | undefined> {
      if (!storable(tpUserId)) return undefined;
      const [row] = await ofUser(clientId, tpUserId, channel);
      return row && { userId: row.id, open: isThere(row) ? () => opened(row) : undefined };
    },

    /** All of a user, by channel, without secrets. */
    async list(userId: string): Promise<readonly CredentialFacts[]> {
      const rows = await findAll(db, 'credential', { userId }, 'channel');
      return rows.map(factsOf);
    },

    /**
     * Notes that the credential needs its user's attention, or is well again; returns whether it was
     * otherwise before. Given a version, only if it is still that one: a late refusal must not mark
     * what was linked again. Of a state that stays, the newest reason is kept.
     */
    async mark(
      { userId, channel }: CredentialKey,
      state: CredentialFacts['state'],
      reason: Reason | null,
      version?: number,
    ): Promise<boolean> {
      const at = now();
      const set = async (work: Kysely<Tables>, before: CredentialFacts['state']) => {
        const one = { userId, channel, state: before };
        const seen = version === undefined ? one : { ...one, version };
        const stateReason = reason && toStorable(reason.message);
        const to = { state, updatedAt: at, stateCode: reason?.code ?? null, stateReason };
        return (await update(work, 'credential', seen, to)) > 0;
      };
      const marked = await notices.changeOf(userId, async (work, emit, { tpUserId }) => {
        const done = await set(work, state === 'linked' ? 'attention' : 'linked');
        const whose = { tpUserId, channel };
        const code = reason?.code ?? UNSAID;
        if (done && state === 'linked') emit(notice('channel.recovered', at, whose));
        else if (done) emit(notice('channel.needs_attention', at, { ...whose, code }));
        else if (state === 'attention') await set(work, state);
        return done;
      });
      return marked === true;
    },

    /** Removes it for good. Given a time, only if it was linked then and not again since. */
    async remove(
      { userId, channel }: CredentialKey,
      why: NoticeData<'channel.unlinked'>['why'],
      linkedAt?: number,
    ): Promise<boolean> {
      const removed = await notices.changeOf(userId, async (work, emit, { tpUserId }) => {
        await noteFormer(work, now(), { userId, channel, linkedAt });
        const which = { userId, channel, ...(linkedAt !== undefined && { linkedAt }) };
        const done = (await remove(work, 'credential', which)) > 0;
        if (done) {
          await wakeReadings(work, { userId, channel }, now());
          emit(notice('channel.unlinked', now(), { tpUserId, channel, why }));
        }
        return done;
      });
      return removed === true;
    },
  };
}

/** Given with a page of users too. */
export function factsOf(credential: Rec<'credential'>): CredentialFacts {
  const { secrets, accountKey, way, notifiedEnd, renewAfter, name, ...facts } = credential;
  return { ...facts, ...(name !== null && { name }) };
}

/** The columns of a credential are all null where a user has none. */
export const isThere = <R extends { readonly secrets: string | null }>(
  row: R,
): row is R & Selectable<Tables['credential']> => row.secrets !== null;
