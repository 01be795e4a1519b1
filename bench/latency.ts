// What the service adds to the time of a call, at half of what it can do: beside the channel asked directly and the limit, in turn.

import type { Crowd, Crowded } from './crowd.ts';
import { type Figure, figureOf, rounded, rows, written } from './harness.ts';
import type { Request } from './load.ts';
import { type Recorded, SHOPS } from './pages.ts';
import { type Measurable, type Part, startAsked } from './parts.ts';
import { bareRequest } from './ratio.ts';

export interface Latency {
  readonly page: string;
  readonly calls: number;
  /** Requests a second at which both were asked: half of what the service did at most. */
  readonly pace: number;
  /** Milliseconds of each, and what lies between, repeat by repeat. */
  readonly direct: Percentiles;
  readonly service: Percentiles;
  readonly added: Percentiles;
  /** What the limit adds, at the same pace: less cannot be had on this machine. */
  readonly least: Percentiles;
}

interface Percentiles {
  readonly p50: Figure;
  readonly p99: Figure;
}

export interface LatencyOptions {
  /** Connections of the run that finds out what the service can do. */
  readonly connections: number;
  readonly repeats: number;
  readonly seconds: number;
}

/** At a pace, a request must not wait for a connection. */
const PACED_CONNECTIONS = 32;
const WARM = 300;
/** Fewer say nothing of the slowest hundredth. */
const FEWEST = 300;

export async function measureLatency(
  page: Recorded,
  sides: { readonly limit: Part; readonly service: Measurable; readonly channel: Part },
  { connections, repeats, seconds }: LatencyOptions,
): Promise<Latency> {
  const { limit, service, channel } = sides;
  const crowd = await startAsked('./crowd.ts');
  try {
    return await measured();
  } finally {
    await crowd.stop();
  }

  async function ask(load: Crowd): Promise<Crowded> {
    const done = await crowd.ask<Crowded>(load);
    if (done.failed > 0)
      throw new Error(`${page.name}: ${done.failed} failed, ${done.firstFailure}`);
    return done;
  }

  async function measured(): Promise<Latency> {
    const ours = Array.from({ length: SHOPS }, (_, n) => page.request(n));
    const asFast = async (count: number) =>
      count / (await ask({ origin: service.origin, connections, count, requests: ours })).seconds;
    const most = await asFast(Math.max(WARM, Math.round((await asFast(WARM)) * seconds)));
    const pace = most / 2;
    const count = Math.max(FEWEST, Math.round(pace * seconds));
    const direct = [directly(page)];
    const bare = [bareRequest(page)];
    const run = (origin: string, requests: Crowd['requests']) =>
      ask({ origin, connections: PACED_CONNECTIONS, count, requests, pace, warm: true });
    const runs: Record<'direct' | 'limit' | 'service', Awaited<ReturnType<typeof run>>>[] = [];
    for (let n = 0; n < repeats; n++)
      runs.push({
        direct: await run(channel.origin, direct),
        limit: await run(limit.origin, bare),
        service: await run(service.origin, ours),
      });
    const figures = (of: (one: (typeof runs)[number], name: 'p50' | 'p99') => number) => ({
      p50: figureOf(runs.map((one) => of(one, 'p50'))),
      p99: figureOf(runs.map((one) => of(one, 'p99'))),
    });
    return {
      ...{ page: page.name, calls: page.exchanges.length, pace },
      direct: figures((one, name) => one.direct[name]),
      service: figures((one, name) => one.service[name]),
      added: figures((one, name) => one.service[name] - one.direct[name]),
      least: figures((one, name) => one.limit[name] - one.direct[name]),
    };
  }
}

/** The calls that the service makes for a page, one after the other. */
const directly = ({ exchanges }: Recorded): readonly Request[] =>
  exchanges.map(({ asked: { method, path, headers, body } }) => {
    const { connection: _, 'content-length': __, 'transfer-encoding': ___, ...sent } = headers;
    return { method: method === 'GET' ? 'GET' : 'POST', path, headers: sent, body };
  });

export const latencyRows = (lines: readonly Latency[]): string =>
  rows(
    [
      ...['page', 'calls', 'a second', 'direct p50, ms', 'p99, ms', 'service p50, ms', 'p99, ms'],
      ...['added p50, ms', 'added p99, ms', 'by the limit p50, ms', 'p99, ms'],
    ],
    lines.map(({ page, calls, pace, direct, service, added, least }) => [
      ...[page, String(calls), rounded(pace)],
      ...[direct, service, added, least]
        .flatMap(({ p50, p99 }) => [p50, p99])
        .map((one) => written(one, 2)),
    ]),
  );
