// Counters for vendors' rate limits: a refilling bucket and a fixed window.

export interface Taken {
  readonly allowed: boolean;
  /** What is left after this request, never below 0. */
  readonly left: number;
  /** Milliseconds until it is worth trying again (bucket) or until the window ends (window). */
  readonly resetMs: number;
}

export interface Counter {
  take(cost?: number): Taken;
}

export interface Bucket extends Counter {
  readonly capacity: number;
  readonly perSecond: number;
  /** Points there are at this moment. */
  level(): number;
  /** Gives back what turned out not to be needed. */
  giveBack(points: number): void;
}

/** Holds `capacity` points and gets `perSecond` back all the time, as Amazon and Shopify count. */
export function bucket(capacity: number, perSecond: number, now: () => number): Bucket {
  let level = capacity;
  let at = now();
  const settle = (): void => {
    const instant = now();
    level = Math.min(capacity, level + (Math.max(0, instant - at) / 1000) * perSecond);
    at = instant;
  };
  return {
    capacity,
    perSecond,
    level() {
      settle();
      return level;
    },
    giveBack(points) {
      settle();
      level = Math.min(capacity, level + points);
    },
    take(cost = 1) {
      settle();
      if (level < cost) {
        return {
          allowed: false,
          left: level,
          resetMs: Math.ceil(((cost - level) / perSecond) * 1000),
        };
      }
      level -= cost;
      return { allowed: true, left: level, resetMs: 0 };
    },
  };
}

/** Allows `capacity` requests in each stretch of `windowMs`, as BigCommerce and bol count. */
export function window(capacity: number, windowMs: number, now: () => number): Counter {
  let began = Number.NEGATIVE_INFINITY;
  let used = 0;
  return {
    take(cost = 1) {
      const instant = now();
      if (instant >= began + windowMs) {
        began = instant;
        used = 0;
      }
      const resetMs = began + windowMs - instant;
      if (used + cost > capacity)
        return { allowed: false, left: Math.max(0, capacity - used), resetMs };
      used += cost;
      return { allowed: true, left: capacity - used, resetMs };
    },
  };
}

/** One counter for each key, such as a credential. */
export function perKey<C extends Counter>(make: () => C): (key: string) => C {
  const counters = new Map<string, C>();
  return (key) => {
    const known = counters.get(key);
    if (known !== undefined) return known;
    const made = make();
    counters.set(key, made);
    return made;
  };
}
