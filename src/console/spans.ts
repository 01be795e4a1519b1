// The lengths of time that pages look back over.
const HOUR = 3_600_000;

const ALL = {
  '1h': ['Last hour', HOUR],
  '6h': ['Last 6 hours', 6 * HOUR],
  '24h': ['Last 24 hours', 24 * HOUR],
  '7d': ['Last 7 days', 7 * 24 * HOUR],
  '30d': ['Last 30 days', 30 * 24 * HOUR],
} as const;
type Span = keyof typeof ALL;

export const SPANS = Object.entries(ALL).map(([value, [words]]) => [value, words] as const);

/** The one that is asked for, if it is one of them. */
export const spanIn = (asked: string | undefined, otherwise: Span): Span =>
  asked !== undefined && Object.hasOwn(ALL, asked) ? (asked as Span) : otherwise;

/** Milliseconds. */
export const lengthOf = (span: Span): number => ALL[span][1];
