// Long work in slices: whoever else waits gets a turn every few milliseconds.

/** Milliseconds after which others get their turn. */
const TURN = 8;

/**
 * Call what it returns between two pieces of work, and wait for what that returns: nothing while the
 * work is young, a moment for everybody else once it is not.
 */
export function createTurns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN) return undefined;
    return new Promise((go) => {
      setImmediate(() => {
        since = performance.now();
        go();
      });
    });
  };
}
