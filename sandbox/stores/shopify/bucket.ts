// A leaky bucket: so many points at most, restored evenly with time.

export interface Bucket {
  readonly size: number;
  readonly perSecond: number;
  /** Points left at this moment, rounded down. */
  available(): number;
  /** Takes points when there are enough; false leaves the bucket as it is. */
  take(points: number): boolean;
  /** Gives back what turned out not to be needed. */
  giveBack(points: number): void;
}

export function openBucket(size: number, perSecond: number, now: () => number): Bucket {
  let level = size;
  let at = now();
  const settle = (): void => {
    const moment = now();
    level = Math.min(size, level + (Math.max(0, moment - at) / 1000) * perSecond);
    at = moment;
  };
  return {
    size,
    perSecond,
    available() {
      settle();
      return Math.floor(level);
    },
    take(points) {
      settle();
      if (points > level) return false;
      level -= points;
      return true;
    },
    giveBack(points) {
      settle();
      level = Math.min(size, level + points);
    },
  };
}
