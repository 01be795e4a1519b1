// Whether repetitions are wanted: more seeds, more kills, the second database beyond a smoke test.
export const isAll = process.env.TEST_ALL === '1';
