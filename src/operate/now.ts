// What runs at this moment, over all instances, and what needs a person.
import { createForesight } from '../accounts/foresight.ts';
import { channels } from '../channels/index.ts';
import type { Need, Needs } from '../store/index.ts';
import type { House } from './audit.ts';

/** The act that mends it, as the room of acts or the console names it. */
const MENDS = {
  attention: 'magic_link',
  watches: 'watches',
  writes: 'executions.find',
  deliveries: 'deliveries.replay',
} as const;

export function createNow({ store, config }: House) {
  const { appSecretEnds } = config;
  const foresight = createForesight({ channels, appSecretEnds, store, now: store.now });

  return async function now() {
    const alive = await store.instances.alive();
    const needs = Object.entries(MENDS) as [keyof typeof MENDS, string][];
    return {
      at: time(store.now()),
      instances: alive.map(({ id, version, startedAt, seenAt, clockAhead, busy }) => ({
        ...{ id, version, started_at: time(startedAt), seen_at: time(seenAt) },
        ...{ clock_ahead_ms: clockAhead, calls: sum(busy.underWay.map(({ calls }) => calls)) },
      })),
      /** Calls to channels under way, as each instance said it some seconds ago; an empty client is the service itself. */
      under_way: added(alive.flatMap(({ busy }) => busy.underWay)),
      /** Calls that wait for a limit or a place, by channel. */
      waiting: added(
        alive.flatMap(({ busy }) =>
          Object.entries(busy.waiting).map(([channel, calls]) => ({ client: '', channel, calls })),
        ),
      ).map(({ channel, calls }) => ({ channel, calls })),
      queues: await store.queues(),
      watches: (await store.watches.standing()).map((one) => ({
        ...one,
        oldest: time(one.oldest),
      })),
      /** The operator's own apps that a vendor refuses, as the instances see it. */
      apps_refused: [...new Set(alive.flatMap(({ busy }) => busy.appsRefused))].sort(),
      expiring: (await foresight.expiring()).map((one) => ({ ...one, soonest: time(one.soonest) })),
      needs: await Promise.all(
        needs.map(async ([what, mend]) => ({ what, mend, ...shown(await store.needs[what]()) })),
      ),
    };
  };
}

const shown = ({ count, rows }: Needs) => ({
  count,
  rows: rows.map(({ at, ...need }: Need) => ({ ...need, at: time(at) })),
});

interface Calls {
  readonly client: string;
  readonly channel: string;
  readonly calls: number;
}

/** Of the same client and channel as one, the most first. */
function added(all: readonly Calls[]): readonly Calls[] {
  const groups = Map.groupBy(all, ({ client, channel }) => JSON.stringify([client, channel]));
  return [...groups.values()]
    .flatMap((group) =>
      group.slice(0, 1).map((one) => ({ ...one, calls: sum(group.map(({ calls }) => calls)) })),
    )
    .sort((one, other) => other.calls - one.calls);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
