// Watches the rooms for the operator: what they tell becomes metrics, spans and lines of the log.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Log } from '../log.ts';
import { STAGES } from '../model/envelope.ts';
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
import type { Peers } from './cluster.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { templateOf } from './template.ts';

export interface ObserveOptions {
  readonly log: Log;
  /** Absent where no traces are kept: then no span is made. */
  readonly tracer: Tracer | undefined;
  readonly version: string;
  /** The other processes on the same port, where there are any. */
  readonly peers?: Peers | undefined;
}

export interface Observe {
  readonly metrics: Metrics;
  readonly calls: CallWatch;
  readonly store: StoreWatch;
  readonly deliveries: DeliveryWatch;
  readonly requests: RequestWatch;
  readonly renewed: (channel: string, outcome: Renewal) => void;
  /** A span of its own for work that was kept, within the trace of the request it came of. */
  readonly resume: (kept: {
    readonly traceId: string;
    readonly traceparent?: string | undefined;
  }) => Trace;
  /** A data call that ran later ended. */
  readonly ranLater: (end: CallEnd) => void;
  readonly setAside: OnSetAside;
  /** Writes one line for an administrative act, or for somebody who was turned away. */
  readonly audit: (act: Act, traceId?: string) => void;
  readonly close: () => Promise<void>;
}

const NO_HEADERS = {};
/** Shorter waits are none. */
const LEAST_WAIT = 1;
/** A collector that is away is said so often; the metrics count all. */
const SAY_LOST_EVERY = 5 * 60_000;

export function createObserve({ log, tracer, version, peers }: ObserveOptions): Observe {
  const metrics = createMetrics({ version, peers });
  let saidLost = -SAY_LOST_EVERY;
  tracer?.onLost((spans, reason) => {
    metrics.spansLost(spans);
    const now = performance.now();
    if (now - saidLost < SAY_LOST_EVERY) return;
    saidLost = now;
    log.warn({ spans, reason }, 'spans could not be sent to the collector');
  });
  // An audit does not depend on how much else is wanted in the log.
  const auditLog = log.child({}, { level: log.level === 'silent' ? 'silent' : 'info' });

  function audit({ act, facts }: Act, traceId?: string) {
    metrics.act(act);
    auditLog.info({ audit: true, act, ...facts, traceId }, 'audit');
  }

  function count({ finished, stages }: CallEnd) {
    const { operation, channel, durations } = finished;
    metrics.call(operation, channel, outcomeOf(finished));
    for (const stage of STAGES) {
      const took = stages[stage];
      if (took !== undefined) metrics.stage(stage, channel, took / 1000);
    }
    metrics.stage('total', channel, durations.TotalRequestsDuration / 1000);
  }

  const calls: CallWatch = {
    sent({ channel, method, url, operation, tries, trace }) {
      const began = performance.now();
      const debugs = log.isLevelEnabled('debug');
      const name = `${method} ${channel}`;
      const span = trace ? trace.span?.child(name, 'client') : tracer?.start(name, 'client');
      const path = span || debugs ? templateOf(url.pathname) : '';
      return {
        headers: span ? carried(span) : NO_HEADERS,
        ended({ status, fault }) {
          const took = performance.now() - began;
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
      metrics.held(channel, why, 1);
      let over = false;
      return () => {
        if (over) return;
        over = true;
        metrics.held(channel, why, -1);
        const took = performance.now() - began;
        if (took >= LEAST_WAIT) metrics.waited(channel, why, took / 1000);
      };
    },
    spent: metrics.budgetLeft,
    refused: metrics.budgetRefused,
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
          metrics.delivery(outcome, took / 1000);
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
          // What is given up is worth a line to whoever reads no other details.
          log[outcome === 'failed' ? 'info' : 'debug'](
            { delivery: id, type, outcome, status, ms: rounded(took), try: tries, traceId },
            'delivery',
          );
        },
      };
    },
    gaveUp(deliveries) {
      metrics.deliveriesGivenUp(deliveries);
      log.info({ deliveries }, 'deliveries were given up: their time was over');
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
      metrics.request(route, status, milliseconds / 1000);
      if (call) count(call);
      else if (end.operation) metrics.call(end.operation, undefined, outcome);
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
    calls,
    store: {
      took: (kind, milliseconds) => metrics.statement(kind, milliseconds / 1000),
      failed: metrics.storeError,
    },
    deliveries,
    requests,
    renewed(channel, outcome) {
      metrics.renewal(channel, outcome);
      log.debug({ channel, outcome }, 'token renewal');
    },

    resume({ traceId, traceparent }) {
      const span =
        traceparent === undefined
          ? undefined
          : tracer?.start('background call', 'internal', traceparent);
      return { id: traceId, from: traceparent, span };
    },

    ranLater(end) {
      count(end);
      const { finished } = end;
      const { client, operation, traceId, durations } = finished;
      const ms = rounded(durations.TotalRequestsDuration);
      log.info(
        { client, operation, ...factsOf(end), outcome: outcomeOf(finished), ms, traceId },
        'background call',
      );
    },

    setAside(kind, facts) {
      metrics.setAside(kind);
      log.error(
        { kind, ...facts },
        'work was set aside: two processes in a row ended while they did it',
      );
    },

    audit,

    async close() {
      await tracer?.close();
      metrics.close();
    },
  };
}

const outcomeOf = ({ isSuccess, errors }: CallEnd['finished']): string =>
  isSuccess || !('code' in errors) ? 'ok' : errors.code;

/** What a line says of a data call: counts and times, nobody's name and nobody's shop. */
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

/** A trace that is not kept is nobody else's business. */
const carried = ({ traceparent }: Span): Readonly<Record<string, string>> =>
  traceparent.endsWith('-01') ? { traceparent } : NO_HEADERS;

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** 32 hex digits. The platform draws the random part of such ids many at a time. */
const newTraceId = (): string => randomUUID().replaceAll('-', '');
