// The metrics: one registry, every family with what it means, and how others add a gauge to it.
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { endsAfter } from '../model/ends-after.ts';
import { TROUBLES } from '../model/trouble.ts';
import { unlessGone } from '../model/unless-gone.ts';
import { DELIVERY_OUTCOMES, WORK } from '../model/watch.ts';
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

export type Metrics = ReturnType<typeof createMetrics>;

/** A scrape is answered even where the store is not. */
const PATIENCE = 2000;
/** Calls to channels and to us: from a few milliseconds to the longest deadline. */
const CALL_BUCKETS = [0.005, 0.02, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];
const STORE_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30];

/** `peers` where this is one of several processes on one port: the page is that of all. */
export function createMetrics(version: string, peers?: Peers) {
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

  const counter = (name: string, labelNames: string[], help: string) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, buckets: number[], labelNames: string[], help: string) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  const families = {
    requests: counter(
      'manifold_http_requests_total',
      ['route', 'status'],
      'Requests answered, by route and status; "aborted" where the caller disconnected first.',
    ),
    requestSeconds: histogram(
      'manifold_http_request_seconds',
      [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
      ['route'],
      'How long requests took, by route.',
    ),
    calls: counter(
      'manifold_calls_total',
      ['resource', 'channel', 'outcome'],
      'Data calls ended, by resource, channel and outcome: ok, or the code of the fault.',
    ),
    callSeconds: histogram(
      'manifold_call_seconds',
      CALL_BUCKETS,
      ['stage', 'channel'],
      'How long data calls took, in all and in each stage, by channel.',
    ),
    channelCalls: counter(
      'manifold_channel_calls_total',
      ['channel', 'status'],
      'Calls sent to channels, repeated ones too, by class of status; "none" where no answer came.',
    ),
    channelSeconds: histogram(
      'manifold_channel_call_seconds',
      CALL_BUCKETS,
      ['channel'],
      'How long channels took to answer.',
    ),
    waits: histogram(
      'manifold_wait_seconds',
      [0.01, 0.05, 0.25, 1, 2, 5, 10, 30, 60, 300],
      ['channel', 'for'],
      'How long calls to channels were held back, of those that were: for a budget, a place, a retry or memory.',
    ),
    held: new Gauge({
      name: 'manifold_calls_held_back',
      help: 'Calls to channels that are held back now.',
      labelNames: ['channel', 'for'],
      registers,
    }),
    left: histogram(
      'manifold_budget_left_ratio',
      [0.05, 0.1, 0.25, 0.5, 0.75, 0.9],
      ['channel', 'limit'],
      'What was left of the tightest budget after a call took its share, from 0 to 1.',
    ),
    refusals: counter(
      'manifold_budget_refusals_total',
      ['channel', 'limit'],
      'Calls to channels not sent because a budget was used up for longer than they could wait.',
    ),
    renewals: counter(
      'manifold_renewals_total',
      ['channel', 'outcome'],
      'Tokens of channels renewed, by outcome: renewed, refused (the user must link again), failed.',
    ),
    deliveries: counter(
      'manifold_deliveries_total',
      ['outcome'],
      'Tries to deliver events, by outcome: delivered, retried (another try follows), failed (given up), broken_off.',
    ),
    deliverySeconds: histogram(
      'manifold_delivery_seconds',
      [0.02, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15],
      [],
      'How long receivers of events took to answer.',
    ),
    storeSeconds: histogram(
      'manifold_store_seconds',
      STORE_BUCKETS,
      ['kind'],
      'How long statements took, by kind: wait (for a connection), begin, read, write, commit.',
    ),
    storeErrors: counter(
      'manifold_store_errors_total',
      ['trouble'],
      'Statements that failed because of the store itself, by what was wrong with it.',
    ),
    setAside: counter(
      'manifold_set_aside_total',
      ['kind'],
      'Work that was set aside because two processes in a row ended with it in hand, by kind.',
    ),
    changes: counter(
      'manifold_changes_total',
      ['channel', 'resource', 'found'],
      'Entries written to the log of changes, by how each was found.',
    ),
    unexpected: counter(
      'manifold_unexpected_errors_total',
      [],
      'Unforeseen errors; each has a line in the log with its trace id.',
    ),
    acts: counter(
      'manifold_acts_total',
      ['act'],
      'Audited acts: administration, sign-ins refused, links refused.',
    ),
    spansLost: counter(
      'manifold_spans_lost_total',
      [],
      'Spans that could not be sent to the collector.',
    ),
  };

  // So that a rate can be seen from the first one on.
  for (const outcome of DELIVERY_OUTCOMES) families.deliveries.inc({ outcome }, 0);
  for (const trouble of Object.keys(TROUBLES)) families.storeErrors.inc({ trouble }, 0);
  for (const kind of WORK) families.setAside.inc({ kind }, 0);

  return {
    ...families,
    contentType: registry.contentType,
    async text(): Promise<string> {
      const page = await peers?.metrics();
      return `${page?.workers ?? (await registry.metrics())}${page?.primary ?? ''}`;
    },
    /** Adds a gauge that is read when somebody asks. */
    gauge({ name, help, labels = [], read }: GaugeOptions): void {
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          const values = await unlessGone(Promise.try(read), endsAfter(PATIENCE)).catch(() => []);
          this.reset();
          // Without labels a reset leaves a zero behind, which would be a lie.
          if (labels.length === 0 && values.length === 0) this.remove();
          for (const { labels = {}, value } of values) this.set(labels, value);
        },
      });
    },

    /** One try of a call to a channel ended. */
    channelCall(channel: string, status: number | undefined, seconds: number): void {
      families.channelCalls.inc({ channel, status: classOf(status) });
      families.channelSeconds.observe({ channel }, seconds);
    },
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
