// Hints: a vendor says that a record changed. It is read again; nothing else is believed of it.
import { accountKey } from '../accounts/index.ts';
import type { Channel } from '../channels/channel.ts';
import type { HeardHint, Subscriptions } from '../events/hooks/index.ts';
import type { ShownWatch, Store } from '../store/index.ts';

export interface HintsDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Pick<Store, 'readings' | 'feed' | 'hookSubscriptions'>;
  readonly subscriptions: Subscriptions;
  readonly wake: () => void;
  readonly onTrouble: (error: unknown) => void;
}

const DAY = 24 * 3600_000;
const READINGS_AT_A_TIME = 100;

export function createHints(deps: HintsDependencies) {
  const { channels, store, subscriptions, wake, onTrouble } = deps;
  const hearing = Object.entries(channels).flatMap(([name, { hints }]) => (hints ? [name] : []));

  return {
    /** Records that are to be read now. */
    async take(hints: readonly HeardHint[]): Promise<void> {
      let any = false;
      for (const hint of hints) {
        const { resource, record } = hint;
        const which =
          'reading' in hint
            ? { id: Number(hint.reading) }
            : { channel: hint.channel, account: accountKey(hint.channel, hint.account) };
        for (const { id, clientId } of await store.readings.which({ ...which, resource })) {
          const seal = record === undefined ? undefined : await store.feed.sealOf(clientId);
          await store.readings.hint(id, record === undefined ? undefined : seal?.seal(record));
          any = true;
        }
      }
      if (any) wake();
    },

    /** A watch began, or ended: the vendor is asked to send hints, or to send no more. It is not waited for. */
    changed({ readingId, clientId, channel, resource, userId }: ShownWatch, isOver: boolean): void {
      if (readingId === null || !hearing.includes(channel)) return;
      const subscribe = async () => {
        const [reading] = await store.readings.which({ id: readingId, resource });
        const account = reading?.account ?? '';
        const whose = { id: readingId, clientId, channel, account, resource, userId };
        if (reading && !isOver) await subscriptions.keep(whose);
        if (!reading) await subscriptions.end(whose);
      };
      subscribe().catch(onTrouble);
    },

    /** Once a day each subscription is put right; those of readings that are gone go. */
    async check(now: number, ending: () => boolean): Promise<void> {
      await store.hookSubscriptions.removeOrphans();
      for (let after = -1; !ending(); ) {
        const some = await store.readings.unheard(hearing, now - DAY, after, READINGS_AT_A_TIME);
        for (const one of some) if (!ending()) await subscriptions.keep(one).catch(onTrouble);
        after = some.at(-1)?.id ?? after;
        if (some.length < READINGS_AT_A_TIME) return;
      }
    },
  };
}
