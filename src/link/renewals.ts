// Renews stored credentials ahead of time, so that no data call waits for it and no idle one dies.

import type { Channel } from '../channels/channel.ts';
import { AHEAD, type Connect, isVendorsWord } from '../connect.ts';
import { endsAfter } from '../model/ends-after.ts';
import { type CredentialKey, KEYS_MISSING, KeysMissingError, type Store } from '../store/index.ts';

export interface RenewalDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Store;
  readonly connect: Connect;
  readonly now: () => number;
  /** No more are begun then. */
  readonly isClosing: () => boolean;
}

export interface Renewed {
  readonly renewed: number;
  readonly refused: number;
  readonly failed: number;
}

/** Earlier than any data call would, so that the sweep comes first. */
const EARLY_MS = AHEAD + 2 * 60_000;
const AT_ONCE = 4;
const MOST = 200;
/** A channel that is down is left alone for a while; one that needs nothing for longer. */
const AFTER_FAILURE_MS = 10 * 60_000;
const NOTHING_TO_DO_MS = 24 * 60 * 60_000;
const DEADLINE_MS = 25_000;

/** Renews what ends soon, a bounded number at a time. Several instances may run it at once. */
export function createRenewals(deps: RenewalDependencies) {
  const { channels, store, connect, now, isClosing } = deps;
  return async function renewDue(): Promise<Renewed> {
    const due = [...(await store.renewals.due(now() + EARLY_MS, MOST))];
    const count = { renewed: 0, refused: 0, failed: 0 };
    const work = async () => {
      for (let key = due.shift(); key && !isClosing(); key = due.shift()) {
        const outcome = await renewOne(key);
        if (outcome) count[outcome] += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return count;
  };

  /** Nothing of this one can be renewed, and it is out of the way of the others. */
  async function ifKeysMissing(error: unknown): Promise<undefined> {
    if (!(error instanceof KeysMissingError)) throw error;
    await store.credentials.mark(error.facts, 'attention', KEYS_MISSING, error.facts.version);
  }

  async function renewOne(key: CredentialKey): Promise<keyof Renewed | undefined> {
    const channel = channels[key.channel];
    const stored = channel && (await store.credentials.find(key).catch(ifKeysMissing));
    if (!channel || !stored || stored.state !== 'linked') return undefined;
    if (!channel.renewal?.usesUp(stored)) {
      await store.renewals.postpone(key, NOTHING_TO_DO_MS);
      return undefined;
    }
    const { freshen } = connect(
      {
        name: key.channel,
        channel,
        credential: { account: stored.account, secrets: stored.secrets },
        identity: `linked/${key.userId}/${key.channel}/${stored.linkedAt}`,
        stored: store.renewals.of(key, stored.version),
      },
      {
        signal: endsAfter(DEADLINE_MS),
        deadline: now() + DEADLINE_MS,
      },
    );
    try {
      await freshen(EARLY_MS);
      return 'renewed';
    } catch (error) {
      if (isVendorsWord(error)) return 'refused';
      await store.renewals.postpone(key, AFTER_FAILURE_MS);
      return 'failed';
    }
  }
}
