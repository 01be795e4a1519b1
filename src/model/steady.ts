// A clock that never goes back, whatever happens to the machine's.

/** Only goes forward: what was counted must not wait where the machine's clock is set back. */
export function steady(): (time: number) => number {
  let last = Number.NEGATIVE_INFINITY;
  let ahead = 0;
  return (time) => {
    if (time + ahead < last) ahead = last - time;
    last = time + ahead;
    return last;
  };
}
