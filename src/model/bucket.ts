// The generic cell rate algorithm: a token bucket that is one number.

/** A rate: one token comes back every `every` milliseconds, `burst` may be spent at once. */
export interface Rate {
  readonly every: number;
  readonly burst: number;
}

/**
 * Spends `cost` tokens of a bucket whose state is `tat`, the time at which it is full again.
 * `wait` is how long to hold back before acting on them.
 */
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
