// One renewal per credential across all instances: a lease that a dead process loses by itself.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Credential, Grant } from '../model/credential.ts';
import type { Fault } from '../model/faults.ts';
import { moment, type RowTime, SET_BACK } from './clock.ts';
import type { CredentialKey, CredentialStore, StoredCredential } from './credentials.ts';
import { isMissingParent, StoreUnavailableError } from './faults.ts';
import type { Tables } from './schema.ts';

/** Longer than any renewal takes. */
const LEASE_MS = 30_000;
/** How often somebody who waits looks whether the other is done. */
const LOOK_MS = 100;
const PATIENCE_MS = 35_000;

export type RenewalStore = ReturnType<typeof renewalStore>;

export function renewalStore(
  db: Kysely<Tables>,
  now: () => number,
  time: RowTime,
  credentials: CredentialStore,
) {
  const take = async ({ userId, channel }: CredentialKey, holder: string): Promise<boolean> => {
    const until = sql<number>`${time()} + ${LEASE_MS}`;
    const row = await db
      .insertInto('renewal')
      .values({
        user_id: userId,
        channel,
        holder,
        held_until: until,
        retry_at: 0,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'channel'])
          .doUpdateSet({ holder, held_until: until })
          .where((e) =>
            e.or([
              e('renewal.held_until', '<=', time()),
              // Nobody holds one for longer: the clock was set back.
              e('renewal.held_until', '>', sql<number>`${until} + ${SET_BACK}`),
            ]),
          ),
      )
      .returning('holder')
      .executeTakeFirst();
    return row !== undefined;
  };

  const release = async ({ userId, channel }: CredentialKey, holder: string): Promise<void> => {
    await db
      .updateTable('renewal')
      .set({ held_until: 0 })
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .where('holder', '=', holder)
      .execute();
  };

  /**
   * Renews the credential whose secrets are still those that were `held`, alone among all instances.
   * Whoever comes while another renews waits, and gets what that one stored. Undefined when it was
   * removed. Only what is renewed `ahead` of its end is noted with it: for the rest there is a new
   * token whenever one is asked for.
   */
  const renew = async (
    key: CredentialKey,
    held: Pick<Credential, 'secrets'>,
    work: (stored: StoredCredential) => Promise<Grant>,
    { ahead }: { readonly ahead: boolean },
  ): Promise<StoredCredential | undefined> => {
    const holder = randomUUID();
    const patience = performance.now() + PATIENCE_MS;
    try {
      while (!(await take(key, holder))) {
        if (performance.now() > patience)
          throw new StoreUnavailableError(new Error('Another instance holds the renewal.'));
        await pause(LOOK_MS);
      }
    } catch (error) {
      // The user was deleted meanwhile, and the credential with them.
      if (isMissingParent(error)) return undefined;
      throw error;
    }
    try {
      const stored = await credentials.find(key);
      if (!stored || !isDeepStrictEqual(stored.secrets, held.secrets)) return stored;
      const { account, secrets, endsAt, grantEndsAt } = await work(stored);
      const expiresAt = ahead ? endsAt : stored.expiresAt;
      const renewed = { ...key, account, secrets, expiresAt, ...(ahead && { grantEndsAt }) };
      await credentials.replaceIf(stored.version, renewed);
      return { ...stored, account, secrets, expiresAt, version: stored.version + 1 };
    } finally {
      await release(key, holder);
    }
  };

  return {
    renew,

    /** The same for one credential, as whoever opens a channel wants it. */
    of: (key: CredentialKey, version: number) => ({
      async renew(
        held: Credential,
        work: (current: Credential) => Promise<Grant>,
        options: { readonly ahead: boolean },
      ): Promise<Credential | undefined> {
        const renewed = await renew(
          key,
          held,
          ({ account, secrets }) => work({ account, secrets }),
          options,
        );
        return renewed && { account: renewed.account, secrets: renewed.secrets };
      },
      async refused({ code, message, reason = code }: Fault): Promise<void> {
        await credentials.mark(key, 'attention', { code: reason, message }, version);
      },
    }),

    /** Linked credentials whose secrets end by `until`, those that end first before the others. */
    async due(until: number, limit: number): Promise<readonly CredentialKey[]> {
      const rows = await db
        .selectFrom('credential')
        .leftJoin('renewal', (join) =>
          join
            .onRef('renewal.user_id', '=', 'credential.user_id')
            .onRef('renewal.channel', '=', 'credential.channel'),
        )
        .select(['credential.user_id', 'credential.channel'])
        .where('credential.expires_at', '<=', until)
        .where('credential.state', '=', 'linked')
        .where((e) => e.or([e('renewal.retry_at', 'is', null), e('renewal.retry_at', '<=', now())]))
        .orderBy('credential.expires_at')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ userId: row.user_id, channel: row.channel }));
    },

    /**
     * How many stored credentials of a channel are of this kind, among the first `most`; `all` where
     * there are no more.
     */
    async count(
      channel: string,
      isCounted: (credential: Credential) => boolean,
      most: number,
    ): Promise<{ readonly found: number; readonly all: boolean }> {
      const rows = await db
        .selectFrom('credential')
        .select('user_id')
        .where('channel', '=', channel)
        .orderBy('user_id')
        .limit(most + 1)
        .execute();
      let found = 0;
      for (const { user_id: userId } of rows.slice(0, most)) {
        const credential = await credentials.find({ userId, channel });
        if (credential && isCounted(credential)) found += 1;
      }
      return { found, all: rows.length <= most };
    },

    /** Leaves the credential out of `due` for a while, because a renewal failed or is not needed. */
    async postpone({ userId, channel }: CredentialKey, ms: number): Promise<void> {
      const retryAt = moment(now() + ms);
      try {
        await db
          .insertInto('renewal')
          .values({ user_id: userId, channel, holder: '', held_until: 0, retry_at: retryAt })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'channel']).doUpdateSet({ retry_at: retryAt }),
          )
          .execute();
      } catch (error) {
        // The user was deleted meanwhile: there is nothing left to put off.
        if (!isMissingParent(error)) throw error;
      }
    },
  };
}
