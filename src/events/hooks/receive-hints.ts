// Takes in what hints at changes: proven, held back where it floods, handed on, and kept nowhere.
import type { Channel } from '../../channels/channel.ts';
import type { Hint, Hints, HookRequest } from '../../channels/hook.ts';
import type { VendorApp } from '../../model/credential.ts';
import { lruCache } from '../../model/lru-cache.ts';
import type { Log } from '../../model/watch.ts';
import type { HookSubscription, Store } from '../../store/index.ts';
import { createThrottle } from './throttle.ts';

/** Something to read again: of one reading, or of all that read the account. */
export type HeardHint = Hint &
  (
    | { readonly channel: string; readonly reading: string }
    | {
        readonly channel: string;
        /** As the channel's `accountName` gives it. */
        readonly account: string;
      }
  );

export type OnHint = (hints: readonly HeardHint[]) => Promise<void>;

export interface HintDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Pick<Store, 'hookSubscriptions'>;
  readonly now: () => number;
  readonly log: Log;
  /** Keeps them until they are dealt with; what it cannot keep is found by the next reading. */
  readonly onHint: OnHint;
}

/** Subscriptions that sent something lately: a flood asks the database once a minute. */
const KNOWN = 1000;
const KNOWN_FOR = 60_000;
const LOG_EVERY = 60_000;

export function createReceiveHints({ channels, store, now, log, onHint }: HintDependencies) {
  const throttle = createThrottle(now);
  const known = lruCache<HookSubscription>({ max: KNOWN, lifetime: KNOWN_FOR, now });
  let saidLost = -Infinity;

  async function byHandle(handle: string): Promise<HookSubscription | undefined> {
    const found = known.get(handle) ?? (await store.hookSubscriptions.byHandle(handle));
    if (found) known.set(handle, found);
    return found;
  }

  /** A vendor that is refused for want of our database switches its hooks off, and loses more than this. */
  async function hand(heard: readonly HeardHint[]): Promise<void> {
    try {
      for (const hint of heard) log('debug', { ...hint }, 'a hook hints at a change');
      if (heard.length > 0) await onHint(heard);
    } catch (error) {
      if (Math.abs(now() - saidLost) < LOG_EVERY) return;
      saidLost = now();
      log('warn', { reason: String(error) }, 'hints were lost: the next reading finds the changes');
    }
  }

  return {
    /** What the operator's app signed. */
    async fromApp(channel: string, hints: Hints, request: HookRequest): Promise<void> {
      const account = hints.byApp?.accountOf(request);
      if (account === undefined) return;
      const passed = throttle(`${channel} ${account}`, hints.read(request));
      await hand(passed.map((hint) => ({ channel, account, ...hint })));
    },

    /** What came to the address of one subscription; false when it is not its vendor's. */
    async fromSubscription(
      channel: string,
      request: HookRequest,
      handle: string,
    ): Promise<boolean> {
      const hints = channels[channel]?.hints;
      const subscription = await byHandle(handle);
      if (!hints || subscription?.channel !== channel || subscription.byApp) return false;
      if (!isProven(hints, request, subscription)) {
        // Its keys may be others since.
        known.delete(handle);
        return false;
      }
      const { id: reading, resource } = subscription;
      const ours = hints.read(request).filter((hint) => hint.resource === resource);
      const passed = throttle(reading, ours);
      await hand(passed.map((hint) => ({ channel, reading, ...hint })));
      return true;
    },
  };
}

function isProven(
  { proof }: Hints,
  request: HookRequest,
  { secret, keys }: HookSubscription,
): boolean {
  if (!proof) return true;
  return proof.by === 'secret' ? proof.verify(request, secret) : proof.verify(request, keys ?? {});
}

/** Whether a message is signed by the operator's app; undefined where there is nothing to prove it with. */
export const signedByApp = (
  { byApp }: Hints,
  request: HookRequest,
  app: VendorApp,
): boolean | undefined =>
  byApp?.needs.every((key) => app[key]) ? byApp.verify(request, app) : undefined;
