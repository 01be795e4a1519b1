// The lengths of time that pages look back over.
const HOUR = 3_600_000;

const ALL: readonly (readonly [value: string, words: string, milliseconds: number])[] = [
  ['24h', 'Last 24 hours', 24 * HOUR],
  ['1h', 'Last hour', HOUR],
  ['6h', 'Last 6 hours', 6 * HOUR],
  ['7d', 'Last 7 days', 7 * 24 * HOUR],
  ['30d', 'Last 30 days', 30 * 24 * HOUR],
];

export const SPANS = ALL.map(([value, words]) => [value, words] as const);

/** A day unless one of them is asked for. */
export const spanOf = (asked: string | undefined): number =>
  ALL.find(([value]) => value === asked)?.[2] ?? 24 * HOUR;
