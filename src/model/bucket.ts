// The generic cell rate algorithm: a token bucket that is one number.
import type { Limit, Pace } from './exchange.ts';

/** A rate: one token comes back every `every` milliseconds, `burst` may be spent in one go. */
export interface Rate {
  readonly every: number;
  readonly burst: number;
}

/** A shop that asks for a longer pause is asked again after this long: it may have mistaken itself. */
export const LONGEST_PAUSE = 3600_000;

/** Spends `cost` of a bucket that is full again at `tat`; `wait` is how long to hold back before acting. */
export function spend(
  tat: number,
  now: number,
  rate: Rate,
  cost = 1,
): { tat: number; wait: number } {
  const next = Math.max(tat, now) + rate.every * cost;
  return { tat: next, wait: Math.max(0, next - now - rate.every * rate.burst) };
}

/** Tokens that could be spent now without waiting. */
export function tokensLeft(tat: number, now: number, rate: Rate): number {
  return Math.max(0, Math.floor(rate.burst - Math.max(0, tat - now) / rate.every));
}

/**
 * The rate at which to spend. Where the vendor counts per window, no one knows where its windows
 * begin, so half may be spent in one go and half comes back during one: no window ever holds more.
 */
export function rateOf(published: Pick<Limit, 'tokens' | 'seconds' | 'burst' | 'window'>): Rate {
  const { tokens, seconds = 1, burst, window } = published;
  if (!tokens) return { every: 0, burst: 1 };
  if (!window) return { every: (seconds * 1000) / tokens, burst: burst ?? Math.max(1, tokens) };
  const half = Math.max(1, Math.floor(tokens / 2));
  return { every: (seconds * 1000) / Math.max(1, tokens - half), burst: half };
}

/** The same for what an answer states; undefined for what it does not. */
export function statedRate(
  { rate, burst }: Pick<Pace, 'rate' | 'burst'>,
  window: Limit['window'],
): Partial<Rate> {
  if (rate !== undefined && rate > 0 && burst !== undefined && burst > 0 && window)
    return rateOf({ tokens: burst, seconds: burst / rate, window });
  return {
    ...(rate !== undefined && rate > 0 && { every: 1000 / rate }),
    ...(burst !== undefined && burst > 0 && { burst }),
  };
}

/** A bucket that all instances share, once something was spent of it, or was not; times are from now on. */
export interface Spent extends Rate {
  readonly taken: boolean;
  readonly wait: number;
  /** Milliseconds until a pause is over, and until the bucket is full again. */
  readonly paused: number;
  readonly ahead: number;
}

/** What a channel's answer changes of a bucket that all instances share. */
export interface News {
  /** The rate as the channel publishes it; what was learned of the bucket before wins over it. */
  readonly published: Rate;
  readonly every?: number | undefined;
  readonly burst?: number | undefined;
  /** Milliseconds until the bucket is full again, at least. */
  readonly ahead: number;
  readonly pause: number;
}
