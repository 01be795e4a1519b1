// What reading a text costs, in processor time of this thread: what others on the machine do does not count.
import { existsSync, openSync, readSync } from 'node:fs';
import type { Shape } from './shapes.ts';

/** Its outcome does not matter here, only what it costs; it may throw. */
export type Reader = (text: string) => unknown;

export interface Cost {
  /** Milliseconds for so many characters, and for four times as many. */
  readonly short: number;
  readonly long: number;
}

/**
 * Twice the text may cost less than three times as much, so four times the text less than this. What
 * grows with the length comes to four, with its square to sixteen; a step on the way, as where a text
 * becomes too large for the memory of small ones, is none of it.
 */
const MOST = 3 ** 2;
/** Milliseconds for the longer one: below, it is as good as nothing. */
const NOTHING = 20;
/** What costs this much on the way up is not tried with more. */
const FAR_TOO_MUCH = 1000;
/** Milliseconds that are measured at the least: the system is up to four late, so a tenth either way. */
const ENOUGH = 40;
/** The least of so many counts: a machine that is shared can only add to it. */
const ROUNDS = { least: 2, most: 6 } as const;

/** Milliseconds that this thread has run. Node counts in steps of four where the system does not count so. */
const EXACT = '/proc/thread-self/schedstat';
// Open from here on: it is read tens of thousands of times.
const file = existsSync(EXACT) ? openSync(EXACT, 'r') : undefined;
const line = Buffer.alloc(100);
const exactly = (): number => {
  if (file === undefined) return 0;
  return (
    Number.parseInt(line.toString('latin1', 0, readSync(file, line, 0, line.length, 0)), 10) / 1e6
  );
};
const inSteps = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const used = exactly() > 0 ? exactly : inSteps;

async function costOf(read: Reader, text: string, times = 1): Promise<number> {
  const before = used();
  for (let time = 0; time < times; time++)
    try {
      await read(text);
    } catch {
      // A text that is refused is read as well.
    }
  return used() - before;
}

/** What half of n and twice n characters cost, and whether that is too much. */
export async function measure(
  read: Reader,
  { of }: Shape,
  n: number,
): Promise<Cost & { readonly isTooMuch: boolean }> {
  for (let length = 256; length < n; length *= 8) {
    const long = await costOf(read, of(length));
    if (long > FAR_TOO_MUCH) return { short: 0, long, isTooMuch: true };
  }
  const [part, whole] = [of(n / 2), of(2 * n)];
  const first = await costOf(read, whole);
  if (first < NOTHING) return { short: first / 4, long: first, isTooMuch: false };
  const times = Math.ceil(ENOUGH / first);
  let [short, long] = [Infinity, Infinity];
  for (let round = 1; ; round++) {
    // As long as the other takes, as far as it grows with the length.
    short = Math.min(short, (await costOf(read, part, 4 * times)) / (4 * times));
    long = Math.min(long, (await costOf(read, whole, times)) / times);
    const isTooMuch = long >= NOTHING && long >= MOST * short;
    if (round >= (isTooMuch ? ROUNDS.most : ROUNDS.least)) return { short, long, isTooMuch };
  }
}

/** The shapes that this reader takes too long for. */
export async function tooCostly(
  read: Reader,
  shapes: readonly Shape[],
  n: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const shape of shapes) {
    const { short, long, isTooMuch } = await measure(read, shape, n);
    if (isTooMuch)
      found.push(`${shape.name}: ${short.toFixed(1)} ms, four times as long ${long.toFixed(1)} ms`);
  }
  return found;
}
