// The hooks room: takes vendors' messages in immediately and deals with them afterwards, tried again
// until it is done, by whichever instance comes first.
import type { HookMessage } from '../../channels/hook.ts';
import { type ClaimedHook, DEADLY, type Store } from '../../store/index.ts';
import { createWorker, type WorkerRoom } from '../../work/worker.ts';
import { pauseAfter } from '../schedule.ts';
import { type ActDependencies, createAct } from './act.ts';
import { createReceive, type ReceiveDependencies } from './receive.ts';

export type { HeardHint, OnHint } from './receive-hints.ts';
export { createSubscriptions, type Follower, type Subscriptions } from './subscriptions.ts';

export interface HooksDependencies
  extends WorkerRoom,
    ActDependencies,
    Omit<ReceiveDependencies, 'store' | 'wake'> {
  readonly store: Pick<Store, 'accounts' | 'credentials' | 'hooks' | 'hookSubscriptions'>;
}

export type HookRoom = ReturnType<typeof createHooks>;

/** Messages in hand at the same time: in this process, and of one channel. One shop's wait for each other. */
const CONCURRENCY = 16;
const CONCURRENCY_EACH = 8;
/** After the last of the planned tries: what was acknowledged is never given up. */
const LONG_PAUSE = 6 * 60 * 60_000;

export function createHooks(deps: HooksDependencies) {
  const { store, now, random, log, onTrouble } = deps;
  const act = createAct(deps);
  const busy = new Set<string>();

  async function work(held: ClaimedHook, lane: string, signal: AbortSignal): Promise<void> {
    busy.add(lane);
    await deal(held, signal).finally(() => busy.delete(lane));
  }

  async function deal(held: ClaimedHook, signal: AbortSignal): Promise<void> {
    const { channel: name, content, attempts, receivedAt } = held;
    if (held.deaths >= DEADLY) {
      deps.onSetAside('hook', { id: held.id, channel: name });
      await store.hooks.retry(held, now() + LONG_PAUSE);
      return;
    }
    if (content === undefined) {
      log('warn', { channel: name }, 'a hook cannot be read: no key of the ring opens it');
      await store.hooks.finish(held);
      return;
    }
    const message: Omit<HookMessage, 'id'> = JSON.parse(content);
    const pause = pauseAfter(attempts, random(), undefined);
    try {
      const last = pause === undefined;
      const acted = await act({ name, message, once: held.id, receivedAt, last, signal });
      await store.hooks.finish(held);
      const facts = { channel: name, kind: message.kind, ...acted };
      log('info', facts, 'a hook was dealt with');
      if (acted.unanswered > 0)
        log(
          'warn',
          facts,
          'a shop never said whether it still accepts its credential: its links stay',
        );
    } catch (error) {
      // Broken off because this process ends: the next one begins again, immediately.
      if (signal.aborted) return await store.hooks.release(held);
      await store.hooks.retry(held, now() + (pause ?? LONG_PAUSE));
      throw error;
    }
  }

  const worker = createWorker({
    source: store.hooks,
    now,
    random,
    concurrency: CONCURRENCY,
    concurrencyEach: CONCURRENCY_EACH,
    room: (lane) => (busy.has(lane) ? 0 : 1),
    full: () => busy,
    work,
    onTrouble,
  });

  return {
    ...createReceive({ ...deps, wake: worker.wake }),
    start: worker.start,
    /** Begins no more messages and gives back those under way, for the process that deals with them next. */
    handOver: worker.stop,
    stop: worker.stop,
  };
}
