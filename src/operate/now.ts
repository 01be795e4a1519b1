// What runs at this moment, over all instances, and what needs a person. Times are as the store has them.
import { createForesight } from '../accounts/foresight.ts';
import { channels } from '../channels/index.ts';
import type { House } from './audit.ts';

const NEEDS = ['attention', 'watches', 'writes', 'deliveries'] as const;

export function createNow({ store, config }: House) {
  const { appSecretEnds } = config;
  const foresight = createForesight({ channels, appSecretEnds, store, now: store.now });

  return async function now() {
    const instances = await store.instances.alive();
    const busy = instances.map((each) => each.busy);
    const waiting: Record<string, number> = {};
    for (const [channel, calls] of busy.flatMap((each) => Object.entries(each.waiting)))
      waiting[channel] = (waiting[channel] ?? 0) + calls;
    return {
      instances,
      /** Calls to channels under way, as each instance said it some seconds ago; an empty client is the service itself. */
      under_way: added(busy.flatMap(({ underWay }) => underWay)),
      /** How many calls wait for a limit or a place, by channel. */
      waiting,
      queues: await store.queues(),
      watches: await store.watches.standing(),
      /** The operator's own apps that a vendor refuses, as the instances see it. */
      apps_refused: [...new Set(busy.flatMap(({ appsRefused }) => appsRefused))].sort(),
      expiring: await foresight.expiring(),
      needs: await Promise.all(
        NEEDS.map(async (what) => ({ what, ...(await store.needs[what]()) })),
      ),
    };
  };
}

interface Calls {
  readonly client: string;
  readonly channel: string;
  readonly calls: number;
}

/** Of the same client and channel as one, the most first. */
function added(all: readonly Calls[]): readonly Calls[] {
  const sums = new Map<string, Calls>();
  for (const one of all) {
    const key = JSON.stringify([one.client, one.channel]);
    sums.set(key, { ...one, calls: one.calls + (sums.get(key)?.calls ?? 0) });
  }
  return [...sums.values()].sort((one, other) => other.calls - one.calls);
}
