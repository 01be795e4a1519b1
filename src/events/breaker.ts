// A breaker per receiver: one that fails again and again is left alone for a while, then probed.
import { steady } from '../model/steady.ts';

export interface Breaker {
  /** How many calls may begin now, of those that the receiver may have at once. */
  places(lane: string, now: number): number;
  begin(lane: string): void;
  /** A call ended. `pause` is how long the receiver asked to be left alone, if it did. */
  end(lane: string, good: boolean, now: number, pause?: number): void;
  /** Lanes that may not be called now. */
  full(now: number): ReadonlySet<string>;
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
/** Receivers remembered; of more, those that ended longest ago are forgotten. */
const REMEMBERED = 10_000;

export function createBreaker({ atOnce, random }: BreakerOptions): Breaker {
  const states = new Map<string, State>();
  const clock = steady();

  const stateOf = (lane: string): State => {
    let state = states.get(lane);
    if (!state) {
      state = { underWay: 0, failures: 0, closedUntil: 0 };
      states.set(lane, state);
    }
    return state;
  };

  function forget() {
    for (const [lane, { underWay }] of states) {
      if (underWay > 0) continue;
      states.delete(lane);
      return;
    }
  }

  function placesOf(state: State, now: number): number {
    if (state.closedUntil > now) return 0;
    // Each failure costs a place, so that one that never answers soon holds a single one; and after
    // a rest a single call finds out whether the receiver is well again.
    const most = Math.max(1, atOnce - state.failures);
    return Math.max(0, most - state.underWay);
  }

  return {
    places: (lane, now) => {
      const state = states.get(lane);
      return state ? placesOf(state, clock(now)) : atOnce;
    },

    begin(lane) {
      stateOf(lane).underWay++;
    },

    end(lane, good, machineTime, pause = 0) {
      const now = clock(machineTime);
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
      // A well receiver needs no memory; the others stand in the order in which they ended.
      states.delete(lane);
      if (state.underWay > 0 || state.failures > 0 || state.closedUntil > now)
        states.set(lane, state);
      if (states.size > REMEMBERED) forget();
    },

    full: (machineTime) => {
      const now = clock(machineTime);
      return new Set(
        states.entries().flatMap(([lane, state]) => (placesOf(state, now) === 0 ? [lane] : [])),
      );
    },
  };
}
