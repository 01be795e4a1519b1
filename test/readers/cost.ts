// What reading a text costs, in processor time of this thread: what others on the machine do does not count.
import { existsSync, readFileSync } from 'node:fs';
import type { Shape } from './shapes.ts';

/** Its outcome does not matter here, only what it costs; it may throw. */
export type Reader = (text: string) => unknown;

export interface Cost {
  /** Milliseconds for n characters, and for twice as many. */
  readonly once: number;
  readonly twice: number;
}

/**
 * Twice the text may cost less than this many times as much. What grows with the length comes to two,
 * with its square to four; what seems to be in between is measured for up to a second.
 */
const MOST = 3;
const SURELY_LESS = 2.5;
/** Milliseconds for 2n characters: below, it is as good as nothing. */
const NOTHING = 20;
/** What costs this much on the way up is not tried with more. */
const FAR_TOO_MUCH = 1000;
/** Milliseconds that are measured at the least. */
const ENOUGH = 100;

/** Milliseconds that this thread has run. Node counts in steps of four where the system does not count so. */
const EXACT = '/proc/thread-self/schedstat';
const exactly = () => Number.parseInt(readFileSync(EXACT, 'latin1'), 10) / 1e6;
const inSteps = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const used = existsSync(EXACT) && exactly() > 0 ? exactly : inSteps;

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

/** What n and 2n characters cost, and whether that is too much. */
export async function measure(
  read: Reader,
  { of }: Shape,
  n: number,
): Promise<Cost & { readonly isTooMuch: boolean }> {
  for (let length = 256; length < n; length *= 8) {
    const twice = await costOf(read, of(length));
    if (twice > FAR_TOO_MUCH) return { once: 0, twice, isTooMuch: true };
  }
  const [one, two] = [of(n), of(2 * n)];
  const first = await costOf(read, two);
  if (first < NOTHING) return { once: first / 2, twice: first, isTooMuch: false };
  let [once, twice, times] = [0, 0, 0];
  for (let more = Math.ceil(ENOUGH / first); ; more *= 2) {
    once += await costOf(read, one, more);
    twice += await costOf(read, two, more);
    times += more;
    if (twice < SURELY_LESS * once || twice / times < NOTHING || twice > FAR_TOO_MUCH) {
      const isTooMuch = twice / times >= NOTHING && twice >= MOST * once;
      return { once: once / times, twice: twice / times, isTooMuch };
    }
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
    const { once, twice, isTooMuch } = await measure(read, shape, n);
    if (isTooMuch)
      found.push(`${shape.name}: ${once.toFixed(1)} ms, twice as long ${twice.toFixed(1)} ms`);
  }
  return found;
}
