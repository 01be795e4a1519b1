// The gauges that are read when somebody asks: how the store, the queues, the clock and the calls stand.
import { endsAfter } from '../model/ends-after.ts';
import type { Ending } from '../model/foresight.ts';
import type { Trouble } from '../model/trouble.ts';
import { unlessGone } from '../model/unless-gone.ts';
import type { Metrics, Value } from './metrics.ts';

/** Handed in, so that nothing here knows where it comes from. */
export interface Sources {
  /** What is wrong with the store, if anything is. */
  readonly check: () => Promise<Trouble | undefined>;
  /** Milliseconds that this machine's clock is ahead of the time that all instances share. */
  readonly clockAhead: () => number;
  readonly queues: () => Promise<
    Readonly<
      Record<string, { readonly waiting: number; readonly due: number; readonly oldest: number }>
    >
  >;
  /** By channel: whether its vendor takes the operator's own app. */
  readonly apps: () => ReadonlyMap<string, boolean>;
  /** Keys of the breaker that may not be called now: JSON lists that begin with the channel. */
  readonly leftAlone: () => ReadonlySet<string>;
  readonly calls: () => { readonly underWay: number; readonly inLine: number };
  /** What ends soon, by kind. */
  readonly expiring: () => Promise<readonly Ending[]>;
  /** Watches by state, and the mark of each state that is furthest behind. */
  readonly watches: () => Promise<
    readonly { readonly state: string; readonly count: number; readonly oldest: number }[]
  >;
  readonly now: () => number;
}

/** However often it is scraped, the queues are looked at so often, and never if no one asks. */
const LOOK_EVERY = 5000;
/** Watches are counted one by one, so rarely. */
const COUNT_EVERY = 60_000;
const SOON = 1500;

export function gauges(metrics: Metrics, sources: Sources): void {
  const look = atMostEvery(LOOK_EVERY, sources.queues);
  const ofQueues = (of: 'waiting' | 'due' | 'oldest', by = 1) => ({
    labels: ['queue'],
    read: async () =>
      Object.entries(await look()).map(([queue, found]): Value => {
        return { labels: { queue }, value: found[of] / by };
      }),
  });

  metrics.gauge({
    name: 'manifold_store_usable',
    help: 'Whether the store can be reached and written: 1 or 0.',
    // One that does not say so in time cannot be used.
    read: async () => {
      const trouble = await unlessGone(sources.check(), endsAfter(SOON)).catch(() => 'late');
      return [{ value: trouble ? 0 : 1 }];
    },
  });
  metrics.gauge({
    name: 'manifold_clock_ahead_seconds',
    help: 'How far this machine’s clock is ahead of the time that all instances share.',
    read: () => [{ value: sources.clockAhead() / 1000 }],
  });
  metrics.gauge({
    name: 'manifold_queue_waiting',
    help: 'Jobs, deliveries, hooks and writes that wait, tries to come included; 10000 stands for that many or more. Shared by all instances.',
    ...ofQueues('waiting'),
  });
  metrics.gauge({
    name: 'manifold_queue_due',
    help: 'Of these, those that are due now, work under way included. Shared by all instances.',
    ...ofQueues('due'),
  });
  metrics.gauge({
    name: 'manifold_queue_oldest_seconds',
    help: 'How long the oldest of what is due has waited. Shared by all instances.',
    ...ofQueues('oldest', 1000),
  });
  metrics.gauge({
    name: 'manifold_vendor_app_usable',
    help: 'Whether the operator’s own app at a vendor is set and was not refused lately: 1 or 0.',
    labels: ['channel'],
    read: () =>
      [...sources.apps()].map(([channel, usable]) => ({
        labels: { channel },
        value: usable ? 1 : 0,
      })),
  });
  metrics.gauge({
    name: 'manifold_hosts_left_alone',
    help: 'Hosts of a channel that failed again and again and are left alone for a moment, counted for each client.',
    labels: ['channel'],
    read: () => countedByChannel(sources.leftAlone()),
  });
  const ofEnds = (value: (ending: Ending) => number) => ({
    labels: ['what', 'channel'],
    read: async () =>
      (await sources.expiring()).map((ending): Value => {
        const { what, channel } = ending;
        return { labels: { what, channel: channel ?? 'none' }, value: value(ending) };
      }),
  });
  metrics.gauge({
    name: 'manifold_expiring',
    help: 'Grants, API versions and secrets that end within 30 days, or have ended. Shared by all instances.',
    ...ofEnds(({ count }) => count),
  });
  metrics.gauge({
    name: 'manifold_expiring_seconds',
    help: 'Time until the first of them ends; negative once it has. Shared by all instances.',
    ...ofEnds(({ soonest }) => (soonest - sources.now()) / 1000),
  });
  const standing = atMostEvery(COUNT_EVERY, sources.watches);
  const ofWatches = (value: (of: Awaited<ReturnType<Sources['watches']>>[number]) => number) => ({
    labels: ['state'],
    read: async () =>
      (await standing()).map((one) => ({ labels: { state: one.state }, value: value(one) })),
  });
  metrics.gauge({
    name: 'manifold_watches',
    help: 'What clients follow, by state. Shared by all instances.',
    ...ofWatches(({ count }) => count),
  });
  metrics.gauge({
    name: 'manifold_watches_behind_seconds',
    help: 'How long ago the log was complete for the watch of each state that is furthest behind. Shared by all instances.',
    ...ofWatches(({ oldest }) => Math.max(0, sources.now() - oldest) / 1000),
  });
  metrics.gauge({
    name: 'manifold_calls_under_way',
    help: 'Data calls under way.',
    read: () => [{ value: sources.calls().underWay }],
  });
  metrics.gauge({
    name: 'manifold_calls_in_line',
    help: 'Data calls that wait for a place, because their client has its share of places.',
    read: () => [{ value: sources.calls().inLine }],
  });
}

function countedByChannel(keys: ReadonlySet<string>): readonly Value[] {
  const found = Object.groupBy(keys, (key) => (JSON.parse(key) as readonly [string])[0]);
  return Object.entries(found).map(([channel, all = []]) => {
    return { labels: { channel }, value: all.length };
  });
}

/** Anyone who asks sooner gets what was found last, a failure too: a store in trouble is left in peace. */
function atMostEvery<T>(milliseconds: number, look: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly found: Promise<T> } | undefined;
  return () => {
    const at = performance.now();
    if (last && at - last.at < milliseconds) return last.found;
    const found = look();
    last = { at, found };
    return found;
  };
}
