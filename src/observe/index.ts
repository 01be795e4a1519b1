// Watches the rooms for the operator: what they report becomes metrics, spans and lines of the log.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { NO_CHANNEL, OK } from '../model/counts.ts';
import type { Started } from '../model/execution.ts';
import {
  readTraceparent,
  type Span,
  type Trace,
  type Tracer,
  writeTraceparent,
} from '../model/trace.ts';
import type {
  Act,
  CallEnd,
  CallWatch,
  DeliveryWatch,
  OnSetAside,
  Renewal,
  RequestWatch,
  StoreWatch,
} from '../model/watch.ts';
import type { Log } from '../serve/log.ts';
import type { Peers } from './cluster.ts';
import { createMetrics } from './metrics.ts';
import { createTallies } from './tallies.ts';
import { templateOf } from './template.ts';

export interface ObserveOptions {
  readonly log: Log;
  /** Absent where no traces are kept: then no span is made. */
  readonly tracer: Tracer | undefined;
  readonly version: string;
  /** The other processes on the same port, where there are any. */
  readonly peers?: Peers | undefined;
  /** The time that all instances share, for what is counted. */
  readonly now?: (() => number) | undefined;
}

const NO_HEADERS = {};
/** Shorter waits are none. */
const LEAST_WAIT = 1;
/** A collector that is away is said so often; the metrics count all. */
const SAY_LOST_EVERY = 5 * 60_000;

export function createObserve({ log, tracer, version, peers, now = Date.now }: ObserveOptions) {
  const tallies = createTallies(now);
  const metrics = createMetrics(version, peers);
  let saidLost = -SAY_LOST_EVERY;
  tracer?.onLost((spans, reason) => {
    metrics.spansLost.inc(spans);
    const now = performance.now();
    if (now - saidLost < SAY_LOST_EVERY) return;
    saidLost = now;
    log.warn({ spans, reason }, 'spans could not be sent to the collector');
  });
  // An audit does not depend on how much else is wanted in the log.
  const auditLog = log.child({}, { level: log.level === 'silent' ? 'silent' : 'info' });

  /** Writes one line for an administrative act, or for somebody who was turned away. */
  function audit({ act, facts }: Act, traceId?: string) {
    metrics.acts.inc({ act });
    auditLog.info({ audit: true, act, ...facts, traceId }, 'audit');
  }

  function count({ finished, stages }: CallEnd) {
    const { operation, client, channel = NO_CHANNEL, durations } = finished;
    tallies.call(client, channel, outcomeOf(finished), durations.TotalRequestsDuration);
    metrics.calls.inc({ resource: operation, channel, outcome: outcomeOf(finished) });
    const took = { ...stages, total: durations.TotalRequestsDuration };
    for (const [stage, milliseconds] of Object.entries(took))
      metrics.callSeconds.observe({ stage, channel }, milliseconds / 1000);
  }

  const calls: CallWatch = {
    sent({ channel, client, method, url, operation, tries, trace }) {
      const landed = tallies.sent(channel, client);
      const began = performance.now();
      const debugs = log.isLevelEnabled('debug');
      const name = `${method} ${channel}`;
      const span = trace ? trace.span?.child(name, 'client') : tracer?.start(name, 'client');
      const path = span || debugs ? templateOf(url.pathname) : '';
      return {
        headers: span ? carried(span) : NO_HEADERS,
        ended({ status, fault }) {
          const took = performance.now() - began;
          landed(status);
          metrics.channelCall(channel, status, took / 1000);
          span?.end(
            {
              'http.request.method': method,
              'server.address': url.hostname,
              'http.response.status_code': status,
              'manifold.channel': channel,
              'url.template': path,
              'manifold.operation': operation,
              'http.request.resend_count': tries > 1 ? tries - 1 : undefined,
            },
            fault,
          );
          if (debugs)
            log.debug(
              {
                channel,
                method,
                host: url.host,
                path,
                operation,
                outcome: fault ?? 'ok',
                status,
                ms: rounded(took),
                try: tries,
                traceId: trace?.id ?? span?.traceId,
              },
              'channel call',
            );
        },
      };
    },
    waiting(channel, why) {
      const began = performance.now();
      metrics.held.inc({ channel, for: why });
      const released = tallies.waiting(channel, why);
      let over = false;
      return () => {
        if (over) return;
        over = true;
        metrics.held.dec({ channel, for: why });
        released();
        const took = performance.now() - began;
        if (took >= LEAST_WAIT) metrics.waits.observe({ channel, for: why }, took / 1000);
      };
    },
    spent(channel, limit, left) {
      tallies.spent(channel, left);
      metrics.left.observe({ channel, limit }, left);
    },
    refused(channel, limit) {
      tallies.refused(channel);
      metrics.refusals.inc({ channel, limit });
    },
  };

  const deliveries: DeliveryWatch = {
    sent({ id, type, tries, traceparent }) {
      const began = performance.now();
      const span = tracer?.start(`deliver ${type}`, 'client', traceparent);
      const onward = span?.traceparent ?? traceparent;
      return {
        headers: onward === undefined ? NO_HEADERS : { traceparent: onward },
        ended({ outcome, status }) {
          const took = performance.now() - began;
          metrics.deliveries.inc({ outcome });
          metrics.deliverySeconds.observe(took / 1000);
          span?.end(
            {
              'http.response.status_code': status,
              'manifold.delivery': id,
              'manifold.event': type,
              'manifold.try': tries,
            },
            outcome === 'delivered' ? undefined : outcome,
          );
          const traceId = span?.traceId ?? readTraceparent(traceparent)?.traceId;
          // What is given up is worth a line even to those who read no other details.
          log[outcome === 'failed' ? 'info' : 'debug'](
            { delivery: id, type, outcome, status, ms: rounded(took), try: tries, traceId },
            'delivery',
          );
        },
      };
    },
    gaveUp(deliveries) {
      metrics.deliveries.inc({ outcome: 'failed' }, deliveries);
      log.info({ deliveries }, 'deliveries were abandoned: their time was up');
    },
  };

  const requests: RequestWatch = {
    began({ method, route, traceparent, quiet }) {
      const caller = readTraceparent(traceparent);
      const from = caller && writeTraceparent(caller);
      const span = quiet ? undefined : tracer?.start(`${method} ${route}`, 'server', from);
      const id = span?.traceId ?? caller?.traceId ?? newTraceId();
      return { id, from, span };
    },

    ended(end) {
      const { method, route, status, milliseconds, trace, client, outcome, call, quiet } = end;
      metrics.requests.inc({ route, status: status ?? 'aborted' });
      metrics.requestSeconds.observe({ route }, milliseconds / 1000);
      if (call) count(call);
      else if (end.operation) {
        metrics.calls.inc({ resource: end.operation, channel: NO_CHANNEL, outcome });
        tallies.call(client ?? '', NO_CHANNEL, outcome);
      }
      trace.span?.end(
        {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'manifold.client': client,
          'manifold.operation': end.operation,
          'manifold.channel': call?.finished.channel,
          'manifold.outcome': outcome,
        },
        status === undefined || status >= 500 ? outcome : undefined,
      );
      if (end.act) audit({ ...end.act, facts: { client, ...end.act.facts } }, trace.id);
      if (!log.isLevelEnabled(quiet ? 'debug' : 'info')) return;
      const { operation } = end;
      const what = operation ? { operation, ...(call && factsOf(call)) } : { method, route };
      const facts = { client, ...what, outcome, status, ms: rounded(milliseconds) };
      log[quiet ? 'debug' : 'info'](
        { ...facts, traceId: trace.id },
        operation ? 'data call' : 'request',
      );
    },
  };

  return {
    metrics,
    tallies,
    calls,
    store: {
      took: (kind, milliseconds) => metrics.storeSeconds.observe({ kind }, milliseconds / 1000),
      failed: (trouble) => metrics.storeErrors.inc({ trouble }),
    } satisfies StoreWatch,
    deliveries,
    requests,
    renewed(channel: string, outcome: Renewal) {
      metrics.renewals.inc({ channel, outcome });
      log.debug({ channel, outcome }, 'token renewal');
    },

    /** A span of its own for work that was kept, within the trace of the request it came of. */
    resume({ traceId, traceparent }: Pick<Started, 'traceId' | 'traceparent'>): Trace {
      const span =
        traceparent === undefined
          ? undefined
          : tracer?.start('background call', 'internal', traceparent);
      return { id: traceId, from: traceparent, span };
    },

    /** A data call ended that is no request of its own: one that ran later, or that an operator made. */
    ranLater(end: CallEnd, by: 'background' | 'console' | 'sandbox' = 'background') {
      count(end);
      const { finished } = end;
      const { client, operation, traceId, durations } = finished;
      const ms = rounded(durations.TotalRequestsDuration);
      log.info(
        { client, operation, ...factsOf(end), outcome: outcomeOf(finished), ms, traceId },
        `${by} call`,
      );
    },

    setAside: ((kind, facts) => {
      metrics.setAside.inc({ kind });
      log.error(
        { kind, ...facts },
        'work was set aside: two processes in a row ended while they did it',
      );
    }) satisfies OnSetAside,

    /** Entries were written to the log of changes. */
    changesFound(channel: string, resource: string, found: string, count: number) {
      metrics.changes.inc({ channel, resource, found }, count);
    },

    audit,

    async close() {
      await tracer?.close();
      metrics.close();
    },
  };
}

const outcomeOf = ({ isSuccess, errors }: CallEnd['finished']): string =>
  isSuccess || !('code' in errors) ? OK : errors.code;

/** What a line says of a data call: counts and times, no one's name and no one's shop. */
function factsOf({ finished, stages }: CallEnd) {
  const { channel, calls, resultCount, durations, stage } = finished;
  return {
    channel,
    stage: finished.isSuccess ? undefined : stage,
    execution: finished.id,
    calls,
    records: resultCount,
    stages: Object.fromEntries(Object.entries(stages).map(([name, took]) => [name, rounded(took)])),
    channelMs: rounded(durations.TotalExtResourcesDuration),
    waitedMs: rounded(durations.TotalEventsTransitDuration),
  };
}

/** A trace that is not kept is no one else's business. */
const carried = ({ traceparent }: Span): Readonly<Record<string, string>> =>
  traceparent.endsWith('-01') ? { traceparent } : NO_HEADERS;

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** 32 hex digits. The platform draws the random part of such ids many at a time. */
const newTraceId = (): string => randomUUID().replaceAll('-', '');
