// What compression costs: a large page in every encoding, in turn, with the bytes that it saves.
import { ENCODINGS } from '../src/http/compress.ts';
import { type Figure, figureOf, rounded, rows, written } from './harness.ts';
import { percentile, send, whole } from './load.ts';
import type { Recorded } from './pages.ts';
import type { Measurable } from './parts.ts';

export interface Compressed {
  readonly page: string;
  readonly encoding: string;
  readonly bytesOut: number;
  /** Microseconds of processor time for one, of all threads. */
  readonly processor: Figure;
  /** Of that, beside the same run without an encoding. */
  readonly more: Figure;
  /** Milliseconds. */
  readonly p50: Figure;
  readonly late: Figure;
}

export interface CompressionOptions {
  readonly repeats: number;
  readonly seconds: number;
}

/** One client's share: with more, answers would go out as they are. */
const CONNECTIONS = 4;
const WARM = 100;
const FEWEST = 20;
const PLAIN = 'identity';

export async function measureCompression(
  page: Recorded,
  service: Measurable,
  { repeats, seconds }: CompressionOptions,
): Promise<Compressed[]> {
  const run = async (encoding: string, count: number) => {
    const request = (n: number) => {
      const asked = page.request(n);
      return { ...asked, headers: { ...asked.headers, 'accept-encoding': encoding } };
    };
    const before = await service.used();
    const load = { origin: service.origin, connections: CONNECTIONS, count, request };
    const loaded = whole(`${page.name}, ${encoding}`, await send(load));
    const after = await service.used();
    return {
      processor: (after.processor - before.processor) / count,
      bytes: loaded.bytes / count,
      p50: percentile(loaded.times, 0.5),
      late: after.late,
      perSecond: count / loaded.seconds,
    };
  };
  const all = [PLAIN, ...ENCODINGS];
  let perSecond = 0;
  for (const encoding of all) ({ perSecond } = await run(encoding, WARM));
  const count = Math.max(FEWEST, Math.round(perSecond * seconds));
  const runs: Record<string, Awaited<ReturnType<typeof run>>[]> = Object.fromEntries(
    all.map((encoding) => [encoding, []]),
  );
  for (let n = 0; n < repeats; n++)
    for (const encoding of all) {
      const one = await run(encoding, count);
      const plain = runs[PLAIN]?.at(-1)?.bytes ?? one.bytes;
      if (encoding !== PLAIN && one.bytes > plain / 3)
        throw new Error(`${page.name}: not all of it went out as ${encoding}`);
      runs[encoding]?.push(one);
    }
  return all.map((encoding) => {
    const own = runs[encoding] ?? [];
    const beside = own.map(({ processor }, n) => processor - (runs[PLAIN]?.[n]?.processor ?? 0));
    return {
      ...{ page: page.name, encoding, bytesOut: own[0]?.bytes ?? 0 },
      processor: figureOf(own.map((one) => one.processor)),
      more: figureOf(beside),
      p50: figureOf(own.map((one) => one.p50)),
      late: figureOf(own.map((one) => one.late)),
    };
  });
}

export const compressionRows = (lines: readonly Compressed[]): string =>
  rows(
    [
      ...['page', 'encoding', 'KB out', 'µs of processor each', 'more than as it is, µs'],
      ...['p50, ms', 'event loop late p99, ms'],
    ],
    lines.map(({ page, encoding, bytesOut, processor, more, p50, late }) => [
      ...[page, encoding, rounded(bytesOut / 1000), written(processor), written(more)],
      ...[written(p50), written(late)],
    ]),
  );
