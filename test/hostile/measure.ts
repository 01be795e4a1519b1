// A victim's calls for a while: begun at a steady pace, whether or not those before were answered.
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { slower } from '../victim.ts';

/** One call of the victim; throws, or resolves to a few words, when it was not answered well. */
export type VictimCall = (signal: AbortSignal) => Promise<string | undefined>;

export interface Span {
  readonly calls: number;
  /** Milliseconds: the middle one, the one that 95 of 100 stay below, and the longest. */
  readonly median: number;
  readonly most: number;
  readonly worst: number;
  /** Those that were not answered well, in a few words each. */
  readonly failed: readonly string[];
}

/** A call that was not answered by then counts as failed. */
const PATIENCE = 60_000;

/**
 * The pace does not wait for answers: a victim that is kept waiting for three seconds misses thirty
 * calls, not one, and the middle of its calls must show that.
 */
export async function measure(
  victim: VictimCall,
  milliseconds: number | Promise<unknown>,
  every: number,
): Promise<Span> {
  const took: number[] = [];
  const failed: string[] = [];
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  let over = false;
  const end = typeof milliseconds === 'number' ? pause(milliseconds) : milliseconds;
  void end.finally(() => {
    over = true;
  });
  for (let n = 0; !over; n++) {
    underWay.push(one(victim, took, failed));
    await Promise.race([end, pause(Math.max(0, began + (n + 1) * every - performance.now()))]);
  }
  await Promise.all(underWay);
  took.sort((a, b) => a - b);
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0;
  return { calls: took.length, median: at(0.5), most: at(0.95), worst: at(1), failed };
}

async function one(victim: VictimCall, took: number[], failed: string[]): Promise<void> {
  const began = performance.now();
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const words = await victim(signal);
    if (words !== undefined) failed.push(words);
  } catch (error) {
    failed.push(
      signal.aborted
        ? `no answer within ${PATIENCE / 1000} s`
        : `${(error as { code?: string }).code ?? error}`,
    );
  }
  took.push(performance.now() - began);
}

export interface Beside {
  readonly before: Span;
  readonly during: Span;
  readonly after: Span;
}

export interface Bounds {
  readonly median: number;
  readonly most: number;
}

/** Among fewer calls one in twenty is simply the longest, which may be anyone's doing. */
const ENOUGH = 60;

/** How many times as long the middle call may take, and the one that 95 of 100 stay below. */
export const BOUNDS: Bounds = { median: 8, most: 20 };

/** What was done to the victim, in a few words; undefined when nothing was. */
export function harmTo({ before, during, after }: Beside, bounds = BOUNDS): string | undefined {
  for (const [when, span] of Object.entries({ before, during, after })) {
    if (span.failed.length > 0)
      return `${span.failed.length} of ${span.calls} calls ${when} it failed: ${span.failed[0]}`;
    for (const [name, bound] of Object.entries(bounds) as ['median' | 'most', number][]) {
      if (name === 'most' && span.calls < ENOUGH) continue;
      const ratio = slower(span[name], before[name]);
      const which = name === 'median' ? 'the middle call' : 'one call in twenty';
      if (ratio > bound) return `${which} ${when} it took ${ratio.toFixed(0)} times as long`;
    }
  }
  return undefined;
}
