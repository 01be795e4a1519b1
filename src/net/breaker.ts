// A breaker: what fails again and again, a channel's host or a receiver, is left alone for a while, then probed.
import { steady } from '../model/steady.ts';

export interface BreakerOptions {
  /** After so many failures in a row it is left alone. */
  readonly opensAfter: number;
  /** Milliseconds of the first rest; each failure after it doubles the rest, up to the longest. */
  readonly firstRest: number;
  readonly longestRest: number;
  /** Calls that one key may have at the same time; absent: any number. */
  readonly concurrency?: number;
  /** Between 0 and 1, for jitter. */
  readonly random: () => number;
}

export type Breaker = ReturnType<typeof createBreaker>;

/** How a call ended; only the first word counts. `pause`: how long the server asked to be left alone. */
export type End = (outcome: 'good' | 'bad' | 'unknown', now: number, pause?: number) => void;

interface State {
  underWay: number;
  failures: number;
  closedUntil: number;
}

const LONGEST_PAUSE = 5 * 60_000;
/** Keys remembered; of more, those that ended longest ago are forgotten. */
const REMEMBERED = 10_000;

export function createBreaker(options: BreakerOptions) {
  const { opensAfter, firstRest, longestRest, concurrency = Infinity, random } = options;
  const states = new Map<string, State>();
  const clock = steady();

  function forgetOne() {
    for (const [key, { underWay }] of states) {
      if (underWay > 0) continue;
      states.delete(key);
      return;
    }
  }

  function placesOf(state: State, now: number): number {
    if (state.closedUntil > now) return 0;
    // Each failure costs a place, so that one that never answers soon holds a single one; and after
    // a rest a single call finds out whether it is well again.
    const most = state.failures < opensAfter ? Math.max(1, concurrency - state.failures) : 1;
    return Math.max(0, most - state.underWay);
  }

  function restAfter(failures: number): number {
    const beyond = failures - opensAfter;
    if (beyond < 0) return 0;
    return Math.min(longestRest, firstRest * 2 ** beyond) * (0.8 + 0.4 * random());
  }

  return {
    /** Milliseconds until what the key names may be called; 0 when it may be now. */
    closedFor(key: string, machineTime: number): number {
      const now = clock(machineTime);
      const state = states.get(key);
      if (!state || placesOf(state, now) > 0) return 0;
      return state.closedUntil > now ? state.closedUntil - now : firstRest;
    },

    /** How many calls may begin now. */
    places(key: string, machineTime: number): number {
      const state = states.get(key);
      return state ? placesOf(state, clock(machineTime)) : concurrency;
    },

    full(machineTime: number): ReadonlySet<string> {
      const now = clock(machineTime);
      return new Set(
        states.entries().flatMap(([key, state]) => (placesOf(state, now) === 0 ? [key] : [])),
      );
    },

    /** A call begins; what this returns is to be called when it has ended. */
    begin(key: string): End {
      const state = states.get(key) ?? { underWay: 0, failures: 0, closedUntil: 0 };
      states.set(key, state);
      state.underWay++;
      let isOver = false;
      return (outcome, machineTime, pause = 0) => {
        if (isOver) return;
        isOver = true;
        const now = clock(machineTime);
        state.underWay--;
        if (outcome === 'good') {
          state.failures = 0;
          state.closedUntil = 0;
        }
        if (outcome === 'bad') state.failures++;
        const rest = outcome === 'bad' ? restAfter(state.failures) : 0;
        const closed = now + Math.max(rest, Math.min(pause, LONGEST_PAUSE));
        state.closedUntil = Math.max(state.closedUntil, closed);
        // What is well needs no memory; the others stand in the order in which they ended.
        states.delete(key);
        if (state.underWay > 0 || state.failures > 0 || state.closedUntil > now)
          states.set(key, state);
        if (states.size > REMEMBERED) forgetOne();
      };
    },
  };
}
