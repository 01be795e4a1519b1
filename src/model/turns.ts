// Long work in slices: everyone else who waits gets a turn every few milliseconds.

const TURN = 8;

/** Long works that wait for their next slice, the longest waiting first. */
const waiting: (() => void)[] = [];

/** One slice for each round of the event loop: however many work long, others never wait for two. */
function next() {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** Call what it returns between two pieces of work, and wait where it gives a promise: others' turn. */
export function createTurns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN) return undefined;
    return new Promise((go) => {
      waiting.push(() => {
        since = performance.now();
        go();
      });
      if (waiting.length === 1) setImmediate(next);
    });
  };
}
