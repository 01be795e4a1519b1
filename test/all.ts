// Whether repetitions are wanted: more seeds, more kills, the second database beyond a smoke test.
export const isAll = process.env.TEST_ALL === '1';

const { CHANNEL } = process.env;

/** Whether this is `npm test -- --channel=…`. */
export const isOne = CHANNEL !== undefined;

/**
 * Whether every product of what varies is wanted too (`TEST_DEEP=1 npm run test:all`): where a law is shown
 * over several things that vary, repetitions otherwise deal them, so that each value of each is met and
 * pairs of them by turns. It takes hours.
 */
export const isDeep = isAll && process.env.TEST_DEEP === '1';

/** Of `npm test -- --channel=…` all that is only repetition for others is wanted too. */
export const isFull = (channel: string): boolean => isAll || channel === CHANNEL;

/**
 * The channels that a law is shown on: all with repetitions, else every fourth, beginning with one of
 * the first four, so that each channel is met by a quarter of the laws, and each law by another quarter.
 */
export const shownOn = <T>(
  channels: Readonly<Record<string, T>>,
  first: 0 | 1 | 2 | 3,
): readonly [string, T][] =>
  Object.entries(channels).filter(([name], at) => at % 4 === first || isFull(name));

/** How many generated cases are tried, of as many as there are with repetitions. */
export const runs = (all: number): number => (isAll ? all : Math.ceil(all / 5));
