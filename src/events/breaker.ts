// A breaker per receiver: one that fails again and again is left alone for a while, then probed.

export interface Breaker {
  /** How many calls may begin now, of those that the receiver may have at once. */
  places(lane: string, now: number): number;
  begin(lane: string): void;
  /** A call ended. `pause` is how long the receiver asked to be left alone, if it did. */
  end(lane: string, good: boolean, now: number, pause?: number): void;
  /** Lanes that may not be called now. */
  full(now: number): string[];
}

export interface BreakerOptions {
  /** Calls one receiver may have at once. */
  readonly atOnce: number;
  /** Between 0 and 1, for jitter. */
  readonly random: () => number;
}

interface State {
  underWay: number;
  /** Failures in a row. */
  failures: number;
  closedUntil: number;
}

const OPENS_AFTER = 5;
const FIRST_REST = 5000;
const LONGEST_REST = 60_000;
const LONGEST_PAUSE = 5 * 60_000;

export function createBreaker({ atOnce, random }: BreakerOptions): Breaker {
  const states = new Map<string, State>();

  const stateOf = (lane: string): State => {
    let state = states.get(lane);
    if (!state) {
      state = { underWay: 0, failures: 0, closedUntil: 0 };
      states.set(lane, state);
    }
    return state;
  };

  function placesOf(state: State, now: number): number {
    if (state.closedUntil > now) return 0;
    // After a rest a single call finds out whether the receiver is well again.
    const most = state.failures >= OPENS_AFTER ? 1 : atOnce;
    return Math.max(0, most - state.underWay);
  }

  return {
    places: (lane, now) => {
      const state = states.get(lane);
      return state ? placesOf(state, now) : atOnce;
    },

    begin(lane) {
      stateOf(lane).underWay++;
    },

    end(lane, good, now, pause = 0) {
      const state = stateOf(lane);
      state.underWay--;
      state.failures = good ? 0 : state.failures + 1;
      const beyond = state.failures - OPENS_AFTER;
      const rest =
        beyond < 0 ? 0 : Math.min(LONGEST_REST, FIRST_REST * 2 ** beyond) * (0.8 + 0.4 * random());
      state.closedUntil = Math.max(
        good ? 0 : state.closedUntil,
        now + Math.max(rest, Math.min(pause, LONGEST_PAUSE)),
      );
      // A well receiver needs no memory.
      if (state.underWay === 0 && state.failures === 0 && state.closedUntil <= now)
        states.delete(lane);
    },

    full: (now) =>
      [...states].filter(([, state]) => placesOf(state, now) === 0).map(([lane]) => lane),
  };
}
