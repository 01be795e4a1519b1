// Measures the time during which at least one of something was under way.

export function createMeter(clock: () => number) {
  let underWay = 0;
  let since = 0;
  let total = 0;
  return {
    /** One begins; call what it returns when it ended. */
    begin() {
      if (underWay++ === 0) since = clock();
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        if (--underWay === 0) total += clock() - since;
      };
    },
    total: () => total + (underWay > 0 ? clock() - since : 0),
  };
}
