// One renewal per credential across all instances: a lease that a dead process loses by itself.
import { isDeepStrictEqual } from 'node:util';
import type { Credential, Grant } from '../model/credential.ts';
import { alone, type Leases } from '../work/lease.ts';
import { type Base, findSome, update } from './base.ts';
import { storedTime } from './clock.ts';
import type { CredentialKey, CredentialStore, Reason, StoredCredential } from './credentials.ts';
import { StoreUnavailableError } from './faults.ts';
import { toRecord } from './schema.ts';

/** Longer than any renewal takes, and than one who died at it is missed. */
const PATIENCE = 35_000;
const late = () => new StoreUnavailableError(new Error('Another instance holds the renewal.'));

export function renewalStore({ db, now }: Base, credentials: CredentialStore, places: Leases) {
  /**
   * Renews the credential whose secrets are still those that were `held`, alone among all instances.
   * A caller that comes while another renews waits, and gets what that one stored. Undefined when it was
   * removed. Only what is renewed `ahead` of its end is noted with it: for the rest there is a new
   * token whenever one is asked for.
   */
  const renew = async (
    key: CredentialKey,
    held: Pick<Credential, 'secrets'>,
    work: (stored: StoredCredential) => Promise<Grant>,
    { ahead }: { readonly ahead: boolean },
  ): Promise<StoredCredential | undefined> => {
    // Named like the budgets of the credential: it goes with the user.
    const place = `renewal/linked/${key.userId}/${key.channel}`;
    return await alone(places, [place], { patience: PATIENCE, late }, async () => {
      const stored = await credentials.find(key);
      if (!stored || !isDeepStrictEqual(stored.secrets, held.secrets)) return stored;
      const { account, secrets, endsAt, grantEndsAt } = await work(stored);
      const expiresAt = ahead ? endsAt : stored.expiresAt;
      const renewed = { ...key, account, secrets, expiresAt, ...(ahead && { grantEndsAt }) };
      await credentials.replaceIf(stored.version, renewed);
      return { ...stored, account, secrets, expiresAt, version: stored.version + 1 };
    });
  };

  return {
    renew,

    /** The same for one credential, as a caller that opens a channel wants it. */
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
      async refused(reason: Reason): Promise<void> {
        await credentials.mark(key, 'attention', reason, version);
      },
    }),

    /** Linked credentials whose secrets end by `until`, those that end first before the others. */
    async due(until: number, limit: number): Promise<readonly CredentialKey[]> {
      const rows = await db
        .selectFrom('credential')
        .select(['user_id', 'channel'])
        .where('expires_at', '<=', until)
        .where('state', '=', 'linked')
        .where((e) => e.or([e('renew_after', 'is', null), e('renew_after', '<=', now())]))
        .orderBy('expires_at')
        .limit(limit)
        .execute();
      return rows.map((row) => toRecord('credential', row));
    },

    /** How many credentials of a channel are of this kind, among the first `most`; `all`: no more. */
    async count(
      channel: string,
      isCounted: (credential: Credential) => boolean,
      most: number,
    ): Promise<{ readonly found: number; readonly all: boolean }> {
      const rows = await findSome(db, 'credential', { channel }, most + 1, 'userId');
      let found = 0;
      for (const { userId } of rows.slice(0, most)) {
        const credential = await credentials.find({ userId, channel });
        if (credential && isCounted(credential)) found += 1;
      }
      return { found, all: rows.length <= most };
    },

    /** Leaves the credential out of `due` for a while, because a renewal failed or is not needed. */
    async postpone({ userId, channel }: CredentialKey, ms: number): Promise<void> {
      const to = { renewAfter: storedTime(now() + ms) };
      await update(db, 'credential', { userId, channel }, to);
    },
  };
}
