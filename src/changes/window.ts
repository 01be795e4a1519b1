// How far a reading goes: from a little before its mark up to a little before now.
import type { KindOfChanges } from '../channels/changes.ts';
import { Fault } from '../model/faults.ts';

/** What is read by date of change, and how far the walk through it came. Milliseconds since 1970. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly cursor?: unknown;
  readonly trail?: readonly string[];
  /** Up to when it is complete where that is earlier: the channel's clock may be behind ours. */
  readonly mark?: number;
}

type Times = Pick<KindOfChanges, 'overlap' | 'settling'>;

export const overlapOf = ({ overlap }: Times): number => overlap.seconds * 1000;

/** Up to which everything that changed can be expected to be shown; whole seconds, as records have. */
export const horizonOf = ({ settling }: Times, now: number): number =>
  Math.floor((now - settling.seconds * 1000) / 1000) * 1000;

/** The next window; undefined where nothing new can be in it. */
export function windowAfter(mark: number, times: Times, now: number): Window | undefined {
  const to = horizonOf(times, now);
  return to > mark ? { from: mark - overlapOf(times), to } : undefined;
}

/** The first half of a window that the channel does not show whole: that may be shown. */
export function halfOf({ from, to }: Window): Window {
  const half = from + Math.floor((to - from) / 2000) * 1000;
  if (half > from) return { from, to: half };
  throw new Fault('channel_failed', 'The channel does not show all that changed in a second.');
}
