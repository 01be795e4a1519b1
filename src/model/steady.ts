// A clock that never goes back, whatever happens to the machine's.

/**
 * Takes the time as the machine gives it and returns one that only goes forward: where the machine's
 * clock is set back, what was counted against the old time must not wait for it to come round again.
 */
export function steady(): (time: number) => number {
  let last = Number.NEGATIVE_INFINITY;
  let ahead = 0;
  return (time) => {
    if (time + ahead < last) ahead = last - time;
    last = time + ahead;
    return last;
  };
}
