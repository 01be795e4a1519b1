// The generic cell rate algorithm: a token bucket that is one number.

/** A rate: one token comes back every `every` milliseconds, `burst` may be spent at once. */
export interface Rate {
  readonly every: number;
  readonly burst: number;
}

/** A shop that asks for a longer pause is asked again after this long: it may have mistaken itself. */
export const LONGEST_PAUSE = 3600_000;

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

/** What a vendor publishes: so many tokens in so many seconds. */
export interface Published {
  readonly tokens?: number | undefined;
  readonly seconds?: number | undefined;
  /** How many may be spent at once, where the vendor keeps a bucket. */
  readonly burst?: number | undefined;
  /** Counted per window instead. */
  readonly window?: true | undefined;
}

/**
 * The rate at which to spend. Where the vendor counts per window, nobody knows where its windows
 * begin, so half may be spent at once and half comes back during one: no window ever holds more.
 */
export function rateOf({ tokens, seconds = 1, burst, window }: Published): Rate {
  if (!tokens) return { every: 0, burst: 1 };
  if (!window) return { every: (seconds * 1000) / tokens, burst: burst ?? Math.max(1, tokens) };
  const half = Math.max(1, Math.floor(tokens / 2));
  return { every: (seconds * 1000) / Math.max(1, tokens - half), burst: half };
}

/** The same for what an answer states; undefined for what it does not. */
export function statedRate(
  stated: { readonly rate?: number | undefined; readonly burst?: number | undefined },
  window: true | undefined,
): Partial<Rate> {
  const { rate, burst } = stated;
  if (rate !== undefined && rate > 0 && burst !== undefined && burst > 0 && window)
    return rateOf({ tokens: burst, seconds: burst / rate, window });
  return {
    ...(rate !== undefined && rate > 0 && { every: 1000 / rate }),
    ...(burst !== undefined && burst > 0 && { burst }),
  };
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
