// Keeps the key ring while the service runs: takes up new keys, seals with one that every instance
// has, and puts what is stored under it.

import type { Instance, Store } from '../store/index.ts';
import type { KeyRing, LiveRing } from './ring.ts';

export interface KeptRing {
  readonly ring: LiveRing;
  /** The ring as it is now kept elsewhere, if it changed since the last look; throws if it is wrong. */
  readonly changes: () => KeyRing | undefined;
}

type Keys = Pick<Store, 'keys' | 'instances'>;

/**
 * Seals from now on with the newest key that all instances have, and notes so in the store first: no
 * instance may ever meet what it cannot open. Returns whether that is another than before.
 */
export async function settleKey(
  ring: LiveRing,
  { keys, instances }: Keys,
  noted = new Set<string>(),
): Promise<boolean> {
  const chosen = commonKey(ring, await instances.alive());
  if (!noted.has(chosen)) await keys.note(chosen);
  noted.add(chosen);
  if (chosen === ring.newest.id) return false;
  ring.sealWith(chosen);
  return true;
}

function commonKey(ring: LiveRing, alive: readonly Instance[]): string {
  const all = alive.map(({ keys }) => new Set(keys));
  return ring.ids.find((id) => all.every((known) => known.has(id))) ?? ring.newest.id;
}

export interface KeeperOptions extends KeptRing {
  readonly store: Keys & Pick<Store, 'rewrap' | 'clockAhead'>;
  readonly now: () => number;
  readonly id: string;
  readonly version: string;
  readonly busy: () => Instance['busy'];
  readonly log: (
    level: 'info' | 'error',
    facts: Readonly<Record<string, unknown>>,
    sentence: string,
  ) => void;
}

/** By then every instance seals with the new key. */
const SETTLED_MS = 2 * 60_000;
/** What is sealed and not stored, such as page tokens and cookies, has ended by then. */
const OVER_MS = 24 * 60 * 60_000;
/** Gone through once more, for what was still written meanwhile. */
const AGAIN_MS = 60 * 60_000;

export function createKeeper(options: KeeperOptions) {
  const { ring, changes, store, now, id, version, busy, log } = options;
  const startedAt = now();
  const noted = new Set<string>();
  /** A changed ring, until the store has said which keys are in use. */
  let unchecked: KeyRing | undefined;
  /** The last time that everything stored was gone through, and with which key. */
  let passed: { readonly key: string; readonly at: number; readonly complete: boolean } | undefined;

  /** A ring that lacks a key in use is not taken up: what it sealed could not be opened any more. */
  async function takeUp() {
    try {
      const next = changes() ?? unchecked;
      unchecked = next;
      if (!next) return;
      const used = await store.keys.inUse();
      unchecked = undefined;
      const missing = used.filter((key) => !next.find(key.id)).map((key) => key.id);
      if (missing.length > 0) {
        const why =
          'the changed key ring lacks keys that are in use; the one before stays in force';
        log('error', { missing }, why);
        return;
      }
      ring.change(next);
      log('info', { keys: ring.ids }, 'the key ring was read again');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(
        'error',
        { reason },
        'the changed key ring cannot be used; the one before stays in force',
      );
    }
  }

  return {
    /** One look at everything; before the first, nothing may be sealed. */
    async poll(): Promise<void> {
      await takeUp();
      await store.instances.beat({
        ...{ id, version, startedAt },
        keys: ring.ids,
        clockAhead: store.clockAhead(),
        busy: busy(),
      });
      if (await settleKey(ring, store, noted))
        log('info', { key: ring.newest.id }, 'every instance has this key: it seals from now on');
    },

    /** Puts what is stored under the newest key, where that is due; breaks off when `ending` says so. */
    async rewrap(ending: () => boolean): Promise<void> {
      const newest = ring.newest.id;
      const used = await store.keys.inUse();
      const since = used.find((key) => key.id === newest)?.since ?? now();
      const others = used.filter((key) => key.id !== newest);
      if (others.length > 0 && now() - since < SETTLED_MS) return;
      if (passed?.key === newest) {
        if (passed.complete && others.length === 0) return;
        if (now() - passed.at < AGAIN_MS) return;
      }
      const { rewrapped, failed, complete } = await store.rewrap(ending);
      if (ending()) return;
      if (rewrapped > 0)
        log('info', { key: newest, rewrapped }, 'what is stored was put under this key');
      if (failed > 0) log('error', { failed }, 'what no key of the ring opens is left as it is');
      passed = { key: newest, at: now(), complete };
      if (!complete || now() - since < OVER_MS) return;
      for (const key of others) {
        await store.keys.drop(key.id);
        log(
          'info',
          { key: key.id },
          'nothing is sealed with this key any more: it may leave the ring',
        );
      }
    },

    /** Another instance need not wait for this one any more. */
    leave: () => store.instances.leave(id),
  };
}
