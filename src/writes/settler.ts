// Settles what calls left open: intents whose process died, and writes that a channel works on.
import { randomUUID } from 'node:crypto';
import { accepted } from '../accounts/connect.ts';
import type { Accounts, OpenAccount } from '../accounts/index.ts';
import type { Channel } from '../channels/channel.ts';
import { Fault } from '../model/faults.ts';
import { recordOf } from '../model/writes.ts';
import { type ClaimedIntent, DEADLY, type Intent, type Store } from '../store/index.ts';
import { limited } from '../unified/deadline.ts';
import { createWorker, type WorkerRoom } from '../work/worker.ts';
import {
  contentAfter,
  GIVE_UP,
  nextLook,
  notSent,
  readBack,
  type Settled,
  unproven,
} from './settle.ts';

export interface SettlerDependencies extends WorkerRoom {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly accounts: Accounts;
  readonly store: Pick<Store, 'writes'>;
}

const CONCURRENCY = 32;
/** All open items of a call are settled together. */
const CONCURRENCY_EACH = 1;
/** Milliseconds for one look. */
const DEADLINE = 30_000;

export function createSettler(deps: SettlerDependencies) {
  const { channels, accounts, store, now } = deps;

  const worker = createWorker<ClaimedIntent>({
    ...{ source: store.writes, now, random: deps.random, onTrouble: deps.onTrouble },
    ...{ concurrency: CONCURRENCY, concurrencyEach: CONCURRENCY_EACH },
    async work(held) {
      const { intent, attempts } = held;
      // Neither the ring nor the user's key opens it: no one can know any more.
      if (!intent) return await store.writes.abandon(held.id);
      if (held.deaths >= DEADLY) {
        deps.onSetAside('write', { id: held.id, client: intent.clientId, channel: intent.channel });
        return await end(intent, unproven());
      }
      await settle(intent, attempts);
    },
  });

  const end = (intent: Intent, settled: Settled) =>
    store.writes.settle(intent, {
      content: contentAfter(intent.content, settled, recordOf(intent.content.item), true),
      ...{ outcome: settled.outcome, code: settled.code, notify: true },
      ...(settled.again !== undefined && { again: now() + settled.again }),
    });

  async function settle(intent: Intent, looks: number): Promise<void> {
    const { sent, content } = intent;
    if (sent === 'no') return await end(intent, notSent(content));
    const late = () => new Fault('channel_timeout', 'The channel took too long.');
    const { signal, end: ended } = limited(worker.signal(), DEADLINE, late);
    try {
      const account = await open(intent, signal);
      const all = await store.writes.ofExecution(intent.clientId, intent.executionId);
      const others = all.filter(
        ({ id, isSettled, sent }) => id !== intent.id && !isSettled && sent !== 'no',
      );
      const together = [intent, ...others];
      const back = await readBack(account, together, ({ sent }) => ({
        ...{ isTaken: sent === 'yes', now: now(), looks },
      }));
      for (const one of together) await end(one, back.get(one.id) ?? unproven());
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      // Not linked any more, or refused: it may be linked again.
      const isOver = now() > content.until + GIVE_UP;
      await end(intent, { ...unproven(), ...(!isOver && { again: nextLook(looks) }) });
    } finally {
      ended();
    }
  }

  async function open(intent: Intent, signal: AbortSignal): Promise<OpenAccount> {
    const { clientId: client, channel: name, content } = intent;
    const id = randomUUID().replaceAll('-', '');
    const trace = { id, from: undefined, span: undefined };
    const options = { signal, deadline: now() + DEADLINE, client, trace };
    const { given, tpUserId } = content;
    const channel = channels[name];
    if (!channel) throw new Fault('unsupported_channel', 'There is no such channel any more.');
    return given
      ? accounts.given(name, accepted(given, channel), options)
      : await accounts.open({ client, tpUserId }, name, options);
  }

  return {
    /** Looks at those of them now that no answer was given to. */
    async settleAll(intents: readonly Intent[]): Promise<void> {
      for (const intent of intents) if (!intent.content.answer) await settle(intent, 0);
    },

    ...{ start: worker.start, wake: worker.wake, stop: worker.stop },
  };
}
