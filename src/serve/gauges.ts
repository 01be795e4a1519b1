// The gauges that are read when somebody asks: how the store, the queues, the clock and the calls stand.
import type { Calls } from '../http/calls.ts';
import { endsAfter } from '../model/ends-after.ts';
import type { Ending } from '../model/foresight.ts';
import { remembered } from '../model/remembered.ts';
import { unlessGone } from '../model/unless-gone.ts';
import type { House } from './house.ts';
import type { Outside } from './outside.ts';
import type { Services } from './services.ts';

/** However often it is scraped, the queues are looked at so often, and never if no one asks. */
const LOOK_EVERY = 5000;
/** Watches are counted one by one, so rarely. */
const COUNT_EVERY = 60_000;
const SOON = 1500;

/** The value of each row, under its labels. */
const valuesOf = <T>(
  rows: () => Promise<readonly T[]>,
  labelsOf: (row: T) => Readonly<Record<string, string>>,
  figureOf: (row: T) => number,
) => ({
  read: async () => (await rows()).map((row) => ({ labels: labelsOf(row), value: figureOf(row) })),
});

export function addGauges(house: House, outside: Outside, services: Services, calls: Calls): void {
  const { store, now, appStanding, observe } = house;
  const { gauge } = observe.metrics;
  const clock = () => performance.now();
  const queues = remembered(async () => Object.entries(await store.queues()), clock, LOOK_EVERY);
  const watches = remembered(store.watches.standing, clock, COUNT_EVERY);
  type Queue = Awaited<ReturnType<typeof queues.get>>[number];
  type Standing = Awaited<ReturnType<typeof watches.get>>[number];
  const ofQueues = (value: (of: Queue[1]) => number) => ({
    labels: ['queue'],
    ...valuesOf(
      () => queues.get(''),
      ([queue]) => ({ queue }),
      ([, of]) => value(of),
    ),
  });
  const ofEnds = (value: (ending: Ending) => number) => ({
    labels: ['what', 'channel'],
    ...valuesOf(
      services.foresight.expiring,
      ({ what, channel }) => ({ what, channel: channel ?? 'none' }),
      value,
    ),
  });
  const ofWatches = (value: (of: Standing) => number) => ({
    labels: ['state'],
    ...valuesOf(
      () => watches.get(''),
      ({ state }) => ({ state }),
      value,
    ),
  });

  gauge({
    name: 'manifold_store_usable',
    help: 'Whether the store can be reached and written: 1 or 0.',
    // One that does not say so in time cannot be used.
    read: async () => {
      const trouble = await unlessGone(store.check(), endsAfter(SOON)).catch(() => 'late');
      return [{ value: trouble ? 0 : 1 }];
    },
  });
  gauge({
    name: 'manifold_clock_ahead_seconds',
    help: 'How far this machine’s clock is ahead of the time that all instances share.',
    read: () => [{ value: store.clockAhead() / 1000 }],
  });
  gauge({
    name: 'manifold_queue_waiting',
    help: 'Jobs, deliveries, hooks and writes that wait, tries to come included; 10000 stands for that many or more. Shared by all instances.',
    ...ofQueues(({ waiting }) => waiting),
  });
  gauge({
    name: 'manifold_queue_due',
    help: 'Of these, those that are due now, work under way included. Shared by all instances.',
    ...ofQueues(({ due }) => due),
  });
  gauge({
    name: 'manifold_queue_oldest_seconds',
    help: 'How long the oldest of what is due has waited. Shared by all instances.',
    ...ofQueues(({ oldest }) => oldest / 1000),
  });
  gauge({
    name: 'manifold_vendor_app_usable',
    help: 'Whether the operator’s own app at a vendor is set and was not refused lately: 1 or 0.',
    labels: ['channel'],
    read: () =>
      [...appStanding.usable()].map(([channel, usable]) => ({
        labels: { channel },
        value: usable ? 1 : 0,
      })),
  });
  gauge({
    name: 'manifold_hosts_left_alone',
    help: 'Hosts of a channel that failed repeatedly and are not called for a while, counted for each client.',
    labels: ['channel'],
    read() {
      const channels = Map.groupBy(outside.breaker.full(now()), channelOf);
      return [...channels].map(([channel, { length }]) => ({ labels: { channel }, value: length }));
    },
  });
  gauge({
    name: 'manifold_expiring',
    help: 'Grants, API versions and secrets that end within 30 days, or have ended. Shared by all instances.',
    ...ofEnds(({ count }) => count),
  });
  gauge({
    name: 'manifold_expiring_seconds',
    help: 'Time until the first of them ends; negative once it has. Shared by all instances.',
    ...ofEnds(({ soonest }) => (soonest - now()) / 1000),
  });
  gauge({
    name: 'manifold_watches',
    help: 'What clients follow, by state. Shared by all instances.',
    ...ofWatches(({ count }) => count),
  });
  gauge({
    name: 'manifold_watches_behind_seconds',
    help: 'How long ago the log was complete for the watch of each state that is furthest behind. Shared by all instances.',
    ...ofWatches(({ oldest }) => Math.max(0, now() - oldest) / 1000),
  });
  gauge({
    name: 'manifold_calls_under_way',
    help: 'Data calls under way.',
    read: () => [{ value: calls.count().underWay }],
  });
  gauge({
    name: 'manifold_calls_in_line',
    help: 'Data calls that wait for a place, because their client has its share of places.',
    read: () => [{ value: calls.count().inLine }],
  });
}

/** The breaker's keys are JSON lists that begin with the channel. */
const channelOf = (key: string): string => JSON.parse(key)[0];
