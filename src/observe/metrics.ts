// The metrics: one registry, every family with what it means, and how others add a gauge to it.
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { TROUBLES, type Trouble } from '../model/trouble.ts';
import {
  DELIVERY_OUTCOMES,
  type DeliveryOutcome,
  type HoldUp,
  type StatementKind,
  WORK,
} from '../model/watch.ts';
import type { Peers } from './cluster.ts';

/** One value of a gauge that is read when somebody asks. */
export interface Value {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface GaugeOptions {
  /** Begins with `manifold_`. No label may name a client, a user, a shop or a credential. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Read at every scrape; what throws or takes too long is left out of that one. */
  readonly read: () => readonly Value[] | Promise<readonly Value[]>;
}

export interface MetricsOptions {
  readonly version: string;
  /** Where this is one of several processes on one port: the page is that of all. */
  readonly peers?: Peers | undefined;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** A scrape is answered even where the store is not. */
const PATIENCE = 2000;
/** Calls to channels and to us: from a few milliseconds to the longest deadline. */
const CALL_BUCKETS = [0.005, 0.02, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];
const STORE_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30];

export function createMetrics({ version, peers }: MetricsOptions) {
  const registry = new Registry();
  if (peers) {
    // Lines differ in their worker, so that nothing is summed: a new process begins at 0, and that shows.
    registry.setDefaultLabels({ worker: String(peers.number) });
    // Made to answer the primary's questions; it holds nothing itself.
    new AggregatorRegistry();
    AggregatorRegistry.setRegistries(registry);
  }
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: 'manifold_build_info',
    help: 'Always 1; the labels say which version runs on which Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);

  const requests = new Counter({
    name: 'manifold_http_requests_total',
    help: 'Requests answered, by route and status; "aborted" where the caller went away first.',
    labelNames: ['route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'manifold_http_request_seconds',
    help: 'How long requests took, by route.',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
    registers,
  });
  const calls = new Counter({
    name: 'manifold_calls_total',
    help: 'Data calls ended, by resource, channel and outcome: ok, or the code of the fault.',
    labelNames: ['resource', 'channel', 'outcome'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'manifold_call_seconds',
    help: 'How long data calls took, in all and in each stage, by channel.',
    labelNames: ['stage', 'channel'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const channelCalls = new Counter({
    name: 'manifold_channel_calls_total',
    help: 'Calls sent to channels, repeated ones too, by class of status; "none" where no answer came.',
    labelNames: ['channel', 'status'],
    registers,
  });
  const channelSeconds = new Histogram({
    name: 'manifold_channel_call_seconds',
    help: 'How long channels took to answer.',
    labelNames: ['channel'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const waits = new Histogram({
    name: 'manifold_wait_seconds',
    help: 'How long calls to channels were held back, of those that were: for a budget, a place, a retry or memory.',
    labelNames: ['channel', 'for'],
    buckets: [0.01, 0.05, 0.25, 1, 2, 5, 10, 30, 60, 300],
    registers,
  });
  const held = new Gauge({
    name: 'manifold_calls_held_back',
    help: 'Calls to channels that are held back now.',
    labelNames: ['channel', 'for'],
    registers,
  });
  const left = new Histogram({
    name: 'manifold_budget_left_ratio',
    help: 'What was left of the tightest budget after a call took its share, from 0 to 1.',
    labelNames: ['channel', 'limit'],
    buckets: [0.05, 0.1, 0.25, 0.5, 0.75, 0.9],
    registers,
  });
  const refusals = new Counter({
    name: 'manifold_budget_refusals_total',
    help: 'Calls to channels not sent because a budget was used up for longer than they could wait.',
    labelNames: ['channel', 'limit'],
    registers,
  });
  const renewals = new Counter({
    name: 'manifold_renewals_total',
    help: 'Tokens of channels renewed, by outcome: renewed, refused (the user must link anew), failed.',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  const deliveries = new Counter({
    name: 'manifold_deliveries_total',
    help: 'Tries to deliver events, by outcome: delivered, retried (another try follows), failed (given up), broken_off.',
    labelNames: ['outcome'],
    registers,
  });
  const deliverySeconds = new Histogram({
    name: 'manifold_delivery_seconds',
    help: 'How long receivers of events took to answer.',
    buckets: [0.02, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15],
    registers,
  });
  const storeSeconds = new Histogram({
    name: 'manifold_store_seconds',
    help: 'How long statements took, by kind: wait (for a connection), begin, read, write, commit.',
    labelNames: ['kind'],
    buckets: STORE_BUCKETS,
    registers,
  });
  const storeErrors = new Counter({
    name: 'manifold_store_errors_total',
    help: 'Statements that failed because of the store itself, by what was wrong with it.',
    labelNames: ['trouble'],
    registers,
  });
  const setAside = new Counter({
    name: 'manifold_set_aside_total',
    help: 'Work that was set aside because two processes in a row ended with it in hand, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const unexpected = new Counter({
    name: 'manifold_unexpected_errors_total',
    help: 'Errors that nobody foresaw; each has a line in the log with its trace id.',
    registers,
  });
  const acts = new Counter({
    name: 'manifold_acts_total',
    help: 'Audited acts: administration, sign-ins refused, links refused.',
    labelNames: ['act'],
    registers,
  });
  const spansLost = new Counter({
    name: 'manifold_spans_lost_total',
    help: 'Spans that could not be sent to the collector.',
    registers,
  });

  // So that a rate can be seen from the first one on.
  for (const outcome of DELIVERY_OUTCOMES) deliveries.inc({ outcome }, 0);
  for (const trouble of Object.keys(TROUBLES)) storeErrors.inc({ trouble }, 0);
  for (const kind of WORK) setAside.inc({ kind }, 0);

  return {
    contentType: registry.contentType,
    async text(): Promise<string> {
      const page = await peers?.metrics();
      return `${page?.workers ?? (await registry.metrics())}${page?.primary ?? ''}`;
    },
    /** The names of all families. */
    names: (): readonly string[] => registry.getMetricsAsArray().map(({ name }) => name),

    /** Adds a gauge that is read when somebody asks. */
    gauge({ name, help, labels = [], read }: GaugeOptions): void {
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          const values = await within(PATIENCE, read).catch(() => []);
          this.reset();
          // Without labels a reset leaves a zero behind, which would be a lie.
          if (labels.length === 0 && values.length === 0) this.remove();
          for (const { labels = {}, value } of values) this.set(labels, value);
        },
      });
    },

    request(route: string, status: number | undefined, seconds: number): void {
      requests.inc({ route, status: status ?? 'aborted' });
      requestSeconds.observe({ route }, seconds);
    },
    /** `channel` is undefined where the call named none that exists. */
    call(resource: string, channel: string | undefined, outcome: string): void {
      calls.inc({ resource, channel: channel ?? 'none', outcome });
    },
    stage(stage: string, channel: string | undefined, seconds: number): void {
      callSeconds.observe({ stage, channel: channel ?? 'none' }, seconds);
    },
    channelCall(channel: string, status: number | undefined, seconds: number): void {
      channelCalls.inc({ channel, status: classOf(status) });
      channelSeconds.observe({ channel }, seconds);
    },
    held(channel: string, why: HoldUp, change: 1 | -1): void {
      held.inc({ channel, for: why }, change);
    },
    waited(channel: string, why: HoldUp, seconds: number): void {
      waits.observe({ channel, for: why }, seconds);
    },
    budgetLeft(channel: string, limit: string, share: number): void {
      left.observe({ channel, limit }, share);
    },
    budgetRefused(channel: string, limit: string): void {
      refusals.inc({ channel, limit });
    },
    renewal(channel: string, outcome: string): void {
      renewals.inc({ channel, outcome });
    },
    delivery(outcome: DeliveryOutcome, seconds: number): void {
      deliveries.inc({ outcome });
      deliverySeconds.observe(seconds);
    },
    deliveriesGivenUp(count: number): void {
      deliveries.inc({ outcome: 'failed' }, count);
    },
    setAside(kind: (typeof WORK)[number]): void {
      setAside.inc({ kind });
    },
    statement: (kind: StatementKind, seconds: number): void =>
      storeSeconds.observe({ kind }, seconds),
    storeError(trouble: Trouble): void {
      storeErrors.inc({ trouble });
    },
    unexpected: (): void => unexpected.inc(),
    act(act: string): void {
      acts.inc({ act });
    },
    spansLost: (count: number): void => spansLost.inc(count),
    /** The library watches garbage collection for as long as the process lives, and holds the registry. */
    close: () => registry.clear(),
  };
}

const CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** 429 stands by itself: it is the one refusal that says how fast we may go. */
function classOf(status: number | undefined): string {
  if (status === undefined) return 'none';
  const hundreds = Math.trunc(status / 100);
  return status === 429 ? '429' : (CLASSES[hundreds] ?? `${hundreds}xx`);
}

async function within<T>(milliseconds: number, read: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), milliseconds);
  });
  try {
    return await Promise.race([read(), late]);
  } finally {
    clearTimeout(timer);
  }
}
