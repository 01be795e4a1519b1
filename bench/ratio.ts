// The main figure: processor time of the service for one request, beside that of the limit, measured in turn.
import { type Figure, figureOf, rounded, rows, written } from './harness.ts';
import { percentile, type Request, send } from './load.ts';
import type { Recorded } from './pages.ts';
import type { Channel, Measurable } from './parts.ts';

export interface Side {
  /** Microseconds of processor time for one request. */
  readonly processor: Figure;
  readonly perSecond: Figure;
  /** Milliseconds. */
  readonly p50: Figure;
  readonly p99: Figure;
}

export interface Ratio {
  readonly page: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly calls: number;
  readonly limit: Side;
  readonly service: Side;
  /** The limit's processor time over the service's: 1 would be no cost at all. */
  readonly ratio: Figure;
}

export interface RatioOptions {
  readonly connections: number;
  readonly repeats: number;
  /** About how long one repeat takes, in seconds. */
  readonly seconds: number;
}

/** Where the limit answers for a page. */
export const pathOf = (name: string): string => `/${encodeURIComponent(name)}`;

/** What the limit is asked for a page. */
export const bareRequest = ({ name }: Recorded): Request => ({
  path: pathOf(name),
  headers: {},
  body: '',
});

/** Requests before anything is counted: every shop is known then. */
const WARM = 300;
/** And milliseconds: it takes some thousand requests until the platform has compiled what it will. */
const WARM_UP = 10_000;
const FEWEST = 20;

export async function measureRatio(
  page: Recorded,
  sides: { readonly limit: Measurable; readonly service: Measurable; readonly channel: Channel },
  { connections, repeats, seconds }: RatioOptions,
): Promise<Ratio> {
  const { limit, service, channel } = sides;
  const bare = () => bareRequest(page);
  const run = (side: Measurable, count: number, isCounted = true) =>
    runOnce(side, side === limit ? bare : page.request, count, isCounted);

  async function runOnce(
    side: Measurable,
    request: (n: number) => Request,
    count: number,
    isCounted: boolean,
  ) {
    const [before, callsBefore] = [await side.used(), await channel.count()];
    const loaded = await send({ origin: side.origin, connections, count, request });
    const [after, callsAfter] = [await side.used(), await channel.count()];
    if (loaded.failed > 0)
      throw new Error(`${page.name}: ${loaded.failed} failed, first: ${loaded.firstFailure}`);
    const calls = callsAfter.answered - callsBefore.answered;
    if (isCounted && calls !== count * page.exchanges.length)
      throw new Error(
        `${page.name}: ${calls} calls for ${count} requests, ${page.exchanges.length} each were recorded`,
      );
    return {
      processor: (after.processor - before.processor) / count,
      perSecond: count / loaded.seconds,
      p50: percentile(loaded.times, 0.5),
      p99: percentile(loaded.times, 0.99),
    };
  }

  const most = page.requests ?? Infinity;
  await warmUp(limit);
  const perSecond = await warmUp(service);
  const count = Math.min(most, Math.max(FEWEST, Math.round(perSecond * seconds)));
  const measured: Record<'limit' | 'service', Awaited<ReturnType<typeof run>>[]> = {
    limit: [],
    service: [],
  };
  for (let n = 0; n < repeats; n++) {
    measured.limit.push(await run(limit, count));
    measured.service.push(await run(service, count));
  }
  /** What it did a second in the end. */
  async function warmUp(side: Measurable): Promise<number> {
    const until = performance.now() + WARM_UP;
    for (;;) {
      const { perSecond } = await run(side, Math.min(WARM, most), false);
      if (performance.now() > until || most < Infinity) return perSecond;
    }
  }

  const sideOf = (runs: typeof measured.limit): Side => ({
    processor: figureOf(runs.map((one) => one.processor)),
    perSecond: figureOf(runs.map((one) => one.perSecond)),
    p50: figureOf(runs.map((one) => one.p50)),
    p99: figureOf(runs.map((one) => one.p99)),
  });
  const ratios = measured.service.map(
    ({ processor }, n) => (measured.limit[n]?.processor ?? Number.NaN) / processor,
  );
  return {
    page: page.name,
    bytesIn: page.bytesIn,
    bytesOut: page.bytesOut,
    calls: page.exchanges.length,
    limit: sideOf(measured.limit),
    service: sideOf(measured.service),
    ratio: figureOf(ratios),
  };
}

export const ratioRows = (lines: readonly Ratio[]): string =>
  rows(
    [
      ...['page', 'calls', 'KB in', 'KB out', 'limit, µs', 'service, µs', 'ratio'],
      ...['limit a second', 'service a second', 'service p50, ms', 'p99, ms'],
    ],
    lines.map(({ page, calls, bytesIn, bytesOut, limit, service, ratio }) => [
      ...[page, String(calls), rounded(bytesIn / 1000, 0), rounded(bytesOut / 1000, 0)],
      ...[written(limit.processor), written(service.processor), written(ratio, 2)],
      ...[rounded(limit.perSecond.median), rounded(service.perSecond.median)],
      ...[rounded(service.p50.median), rounded(service.p99.median)],
    ]),
  );
