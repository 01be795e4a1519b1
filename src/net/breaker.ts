// A breaker: a host that fails a client again and again is left alone for a while, then probed.
import { LRUCache } from 'lru-cache';
import { steady } from '../model/steady.ts';

export interface Breaker {
  /** Milliseconds until what the key names may be called again; 0 when it may be now. */
  closedFor(key: string, now: number): number;
  /** A call begins; tell how it ended by calling what this returns. Only the first word counts. */
  begin(key: string): (outcome: 'good' | 'bad' | 'unknown', now: number) => void;
}

interface State {
  underWay: number;
  /** Failures in a row. */
  failures: number;
  closedUntil: number;
}

const OPENS_AFTER = 8;
const FIRST_REST = 2000;
const LONGEST_REST = 30_000;

export function createBreaker(random: () => number, maxHosts = 10_000): Breaker {
  const states = new LRUCache<string, State>({ max: maxHosts });
  const clock = steady();

  return {
    closedFor(key, machineTime) {
      const now = clock(machineTime);
      const state = states.get(key);
      if (!state || state.failures < OPENS_AFTER) return 0;
      if (state.closedUntil > now) return state.closedUntil - now;
      // After a rest a single call finds out whether the host is well again.
      return state.underWay > 0 ? FIRST_REST : 0;
    },

    begin(key) {
      const state = states.get(key) ?? { underWay: 0, failures: 0, closedUntil: 0 };
      states.set(key, state);
      state.underWay++;
      let told = false;
      return (outcome, now) => {
        if (told) return;
        told = true;
        state.underWay--;
        if (outcome === 'good') state.failures = 0;
        if (outcome !== 'bad') return;
        state.failures++;
        const beyond = state.failures - OPENS_AFTER;
        if (beyond < 0) return;
        const rest = Math.min(LONGEST_REST, FIRST_REST * 2 ** Math.min(beyond, 10));
        state.closedUntil = clock(now) + rest * (0.8 + 0.4 * random());
      };
    },
  };
}
