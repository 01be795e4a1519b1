// Large pages beside small ones: how late the event loop is, and what that does to the small ones.
import { type Figure, figureOf, rows, written } from './harness.ts';
import { percentile, send, whole } from './load.ts';
import type { Recorded } from './pages.ts';
import type { Measurable } from './parts.ts';

export interface Mixed {
  readonly small: string;
  readonly large: string;
  /** Milliseconds: of the event loop, and of small pages, without and with large ones beside them. */
  readonly late: Figure;
  readonly latest: Figure;
  readonly alone: Figure;
  readonly beside: Figure;
}

export interface MixedOptions {
  readonly repeats: number;
  readonly seconds: number;
}

const LARGE_CONNECTIONS = 4;
/** Small ones come at a pace, a second, and none waits for a connection. */
const SMALL_CONNECTIONS = 64;
const PACE = 20;
const WARM = 100;

/** Large pages come as fast as they are answered, all the while that small ones come. */
export async function measureMixed(
  { small, large }: { readonly small: Recorded; readonly large: Recorded },
  service: Measurable,
  { repeats, seconds }: MixedOptions,
): Promise<Mixed> {
  const run = async (page: Recorded, connections: number, count: number, pace?: number) => {
    const load = { origin: service.origin, connections, count, request: page.request };
    return whole(page.name, await send({ ...load, ...(pace !== undefined && { pace }) }));
  };
  await run(small, SMALL_CONNECTIONS, WARM);
  const { seconds: taken } = await run(large, LARGE_CONNECTIONS, WARM / 2);
  const larges = Math.max(LARGE_CONNECTIONS, Math.round((WARM / 2 / taken) * seconds));
  const smalls = Math.max(WARM, PACE * seconds);
  const smallRun = () => run(small, SMALL_CONNECTIONS, smalls, PACE);
  const p99 = ({ times }: { readonly times: Float64Array }) => percentile(times, 0.99);
  const measured = [];
  for (let n = 0; n < repeats; n++) {
    const alone = p99(await smallRun());
    await service.used();
    let isOver = false;
    const besides = (async () => {
      while (!isOver) await run(large, LARGE_CONNECTIONS, larges);
    })();
    const beside = await smallRun().finally(() => {
      isOver = true;
    });
    const { late, latest } = await service.used();
    await besides;
    measured.push({ alone, beside: p99(beside), late, latest });
  }
  return {
    ...{ small: small.name, large: large.name },
    late: figureOf(measured.map((one) => one.late)),
    latest: figureOf(measured.map((one) => one.latest)),
    alone: figureOf(measured.map((one) => one.alone)),
    beside: figureOf(measured.map((one) => one.beside)),
  };
}

export const mixedRows = (lines: readonly Mixed[]): string =>
  rows(
    ['small pages', 'beside', 'alone p99, ms', 'p99, ms', 'event loop late p99, ms', 'most, ms'],
    lines.map(({ small, large, alone, beside, late, latest }) => [
      ...[small, large],
      ...[alone, beside, late, latest].map((one) => written(one)),
    ]),
  );
