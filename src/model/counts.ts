// What is counted of data calls and of calls to channels, minute by minute: figures that can be added up.

/** Milliseconds; a figure counts the calls that took no longer than one and longer than the one before. */
export const LATENCIES = [50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000] as const;

export const FIGURES = [
  /** Data calls that ended so, and their milliseconds. */
  ...(['calls', 'ms'] as const),
  ...LATENCIES.map((bound) => `to_${bound}` as const),
  /** Tries of calls to channels, their milliseconds, and how many were answered 429. */
  ...(['sent', 'sent_ms', 'limited'] as const),
  /** How often one waited for a limit, for how many milliseconds, and how often that would have been too long. */
  ...(['waits', 'waited', 'refused'] as const),
  /** How often tokens of a limit were taken, and the thousandths of the tightest limit in use each time. */
  ...(['takes', 'used'] as const),
] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Readonly<Record<Figure, number>>;

/** Of which calls: an empty client or channel stands for all of them together. */
export interface Counted {
  readonly client: string;
  readonly channel: string;
  /** The beginning of the minute. */
  readonly at: number;
  /** How data calls ended: `ok`, or the code of the fault; empty for figures of calls to channels. */
  readonly code: string;
}
export type Count = Counted & Figures;

export const OK = 'ok';
/** Where a call named no channel that exists. */
export const NO_CHANNEL = 'none';
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const noFigures = (): Record<Figure, number> =>
  Object.fromEntries(FIGURES.map((name) => [name, 0])) as Record<Figure, number>;

/** The one that a call of so many milliseconds counts in; undefined beyond the last. */
export const latencyOf = (ms: number): Figure | undefined => {
  const bound = LATENCIES.find((one) => ms <= one);
  return bound && `to_${bound}`;
};

/** About how many milliseconds the given share of the calls took at most; null where there were none. */
export function quantile(figures: Figures, share: number): number | null {
  if (figures.calls === 0) return null;
  const wanted = share * figures.calls;
  let [below, from] = [0, 0];
  for (const bound of LATENCIES) {
    const here = figures[`to_${bound}`];
    // Within a figure calls are taken to be spread evenly.
    if (here > 0 && below + here >= wanted)
      return Math.round(from + ((wanted - below) / here) * (bound - from));
    below += here;
    from = bound;
  }
  return from;
}
