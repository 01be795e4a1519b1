// Keeps subscriptions at vendors as what is read wants them: made, checked, removed. A lost one costs
// time and nothing else, so that no trouble of theirs is trouble of a reading.
import type { Accounts, OpenAccount } from '../../accounts/index.ts';
import type { Channel } from '../../channels/channel.ts';
import type { HintSubscription, Hints } from '../../channels/hook.ts';
import type { VendorApp } from '../../model/credential.ts';
import { endsAfter } from '../../model/ends-after.ts';
import { Fault } from '../../model/faults.ts';
import type { Log } from '../../model/watch.ts';
import {
  type HookState,
  type HookSubscription,
  type Store,
  StoreUnavailableError,
  type Unheard,
} from '../../store/index.ts';

/** What is read, and the user whose linked account is called for it. */
export type Follower = Omit<Unheard, 'id'> & { readonly id: string | number };

export interface SubscriptionsDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly store: Pick<Store, 'hookSubscriptions' | 'accounts'>;
  readonly accounts: Pick<Accounts, 'stored'>;
  /** Where vendors can reach us; undefined where they cannot. */
  readonly addressOf: ((channel: string, handle?: string) => string) | undefined;
  readonly now: () => number;
  readonly log: Log;
}

/** `none`: the channel has no hooks for this, or vendors cannot reach this service. */
export type SubscriptionOutcome = Exclude<HookState, 'new'> | 'none';

export type Subscriptions = ReturnType<typeof createSubscriptions>;

const DEADLINE_MS = 30_000;

export function createSubscriptions(deps: SubscriptionsDependencies) {
  const { channels, apps, store, accounts, addressOf, now, log } = deps;

  function topicsOf({ channel, resource }: Follower): readonly string[] {
    return channels[channel]?.changes[resource]?.hints ?? [];
  }

  /** Whether the operator's app signs for this credential. */
  async function isByApp({ byApp }: Hints, reading: Follower): Promise<boolean> {
    const { ways } = channels[reading.channel] ?? {};
    const app = apps[reading.channel] ?? {};
    if (!byApp?.needs.every((key) => app[key])) return false;
    const way = await store.accounts.wayOf(reading);
    return ways?.find(({ id }) => id === way)?.kind === 'consent';
  }

  async function open(reading: Follower): Promise<OpenAccount | undefined> {
    const options = { signal: endsAfter(DEADLINE_MS), deadline: now() + DEADLINE_MS };
    return await accounts.stored(reading, { ...options, client: reading.clientId });
  }

  function contextOf(
    reading: Follower,
    account: OpenAccount,
    { byApp, handle, secret, channel }: HookSubscription,
    address: NonNullable<typeof addressOf>,
  ): HintSubscription {
    return {
      account: account.credential.account,
      call: account.call,
      version: account.channel.versions.default,
      address: byApp ? address(channel) : address(channel, handle),
      ...{ shared: byApp, secret, topics: topicsOf(reading) },
    };
  }

  /** Makes what is missing, and puts right what is there: when reading begins, and daily. */
  async function keep(reading: Follower): Promise<SubscriptionOutcome> {
    const { clientId, account, resource, channel } = reading;
    const id = String(reading.id);
    const hints = channels[channel]?.hints;
    if (!hints || !addressOf || topicsOf(reading).length === 0) return 'none';
    const byApp = await isByApp(hints, reading);
    const before = await store.hookSubscriptions.find(id);
    if (before && before.byApp !== byApp) await end(reading);
    const wanted = { id, clientId, channel, account, resource, byApp };
    const subscription = await store.hookSubscriptions.ensure(wanted);
    const opened = subscription && (await open(reading));
    if (!opened) return 'none';
    try {
      const context = contextOf(reading, opened, subscription, addressOf);
      // First, so that what comes to a new subscription can be proven.
      const keys = hints.proof?.by === 'keys' ? await hints.proof.keys(context) : undefined;
      await store.hookSubscriptions.mark(id, subscription.state, keys);
      const state = await hints.keep(context);
      await store.hookSubscriptions.mark(id, state);
      return state;
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      const forbidden = error instanceof Fault && error.code === 'permission_missing';
      const state = forbidden ? 'not_permitted' : 'failed';
      await store.hookSubscriptions.mark(id, state);
      if (!forbidden) trouble(channel, opened.clean(error), 'a subscription could not be checked');
      return state;
    }
  }

  /** Removes what is at the vendor, where it can be reached, and what we know of it. */
  async function end(reading: Follower): Promise<void> {
    const { channel } = reading;
    const id = String(reading.id);
    const subscription = await store.hookSubscriptions.find(id);
    const hints = channels[channel]?.hints;
    if (!subscription) return;
    // Another reading of the same shop goes on hearing.
    const isShared = subscription.byApp && (await store.hookSubscriptions.isShared(id));
    const opened = isShared ? undefined : await open(reading);
    if (hints && addressOf && opened)
      await hints
        .end(contextOf(reading, opened, subscription, addressOf))
        // The vendor gives up by itself what is not taken any more.
        .catch((error: unknown) => {
          trouble(channel, opened.clean(error), 'a subscription could not be removed');
        });
    await store.hookSubscriptions.remove(id);
  }

  function trouble(channel: string, error: unknown, sentence: string): void {
    const code = error instanceof Fault ? error.code : undefined;
    log('warn', { channel, code, reason: String(error) }, sentence);
  }

  return { keep, end };
}
