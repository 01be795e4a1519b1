// Whether repetitions are wanted: more seeds, more kills, the second database beyond a smoke test.
export const isAll = process.env.TEST_ALL === '1';

/** Of `npm test -- --channel=…` all that is only repetition for others is wanted too. */
export const isFull = (channel: string): boolean => isAll || channel === process.env.CHANNEL;

/** How many generated cases are tried, of as many as there are with repetitions. */
export const runs = (all: number): number => (isAll ? all : Math.ceil(all / 5));
