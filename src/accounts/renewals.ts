// Renews stored credentials ahead of time, so that no data call waits for it and no idle one dies.
import { endsAfter } from '../model/ends-after.ts';
import { Fault } from '../model/faults.ts';
import { type CredentialKey, KEYS_MISSING, KeysMissingError, type Store } from '../store/index.ts';
import { AHEAD, isVendorsWord } from './connect.ts';
import type { Accounts } from './index.ts';

export interface RenewalDependencies {
  readonly accounts: Pick<Accounts, 'stored'>;
  readonly store: Pick<Store, 'credentials' | 'renewals'>;
  readonly now: () => number;
  /** No more are begun then. */
  readonly isClosing: () => boolean;
}

export type Renewed = Readonly<Record<'renewed' | 'refused' | 'failed', number>>;

/** Earlier than any data call would, so that the sweep comes first. */
const EARLY_MS = AHEAD + 2 * 60_000;
const CONCURRENCY = 4;
const MOST = 200;
/** A channel that is down is left alone for a while; one that needs nothing for longer. */
const AFTER_FAILURE_MS = 10 * 60_000;
const NOTHING_TO_DO_MS = 24 * 60 * 60_000;
const DEADLINE_MS = 25_000;

/** Renews what ends soon, a bounded number at a time. Several instances may run it at the same time. */
export function createRenewals(deps: RenewalDependencies) {
  const { accounts, store, now, isClosing } = deps;
  return async function renewDue(): Promise<Renewed> {
    const due = [...(await store.renewals.due(now() + EARLY_MS, MOST))];
    const count = { renewed: 0, refused: 0, failed: 0 };
    const work = async () => {
      for (let key = due.shift(); key && !isClosing(); key = due.shift()) {
        const outcome = await renewOne(key);
        if (outcome) count[outcome] += 1;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return count;
  };

  async function renewOne(key: CredentialKey): Promise<keyof Renewed | undefined> {
    const options = { signal: endsAfter(DEADLINE_MS), deadline: now() + DEADLINE_MS };
    try {
      const account = await accounts.stored(key, options);
      if (account?.stored?.state !== 'linked') return undefined;
      if (!account.channel.renewal?.usesUp(account.credential)) {
        await store.renewals.postpone(key, NOTHING_TO_DO_MS);
        return undefined;
      }
      await account.freshen(EARLY_MS);
      return 'renewed';
    } catch (error) {
      if (isVendorsWord(error)) return 'refused';
      if (error instanceof KeysMissingError) {
        await store.credentials.mark(error.facts, 'attention', KEYS_MISSING, error.facts.version);
        return undefined;
      }
      await store.renewals.postpone(key, AFTER_FAILURE_MS);
      if (error instanceof Fault) return 'failed';
      // For the log: such as a credential that cannot be opened. It is out of the way of the others.
      throw error;
    }
  }
}
