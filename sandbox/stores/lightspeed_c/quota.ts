// The three windows of a key: five minutes, an hour and a day, each beginning by the clock.
import type { Rates } from '../../store.ts';

const windows = [
  { seconds: 300, requests: 300 },
  { seconds: 3600, requests: 3000 },
  { seconds: 86_400, requests: 12_000 },
] as const;

/** Shown where nothing is refused, so that a caller who keeps count is not held up either. */
const plenty = 10_000;

export interface Taken {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** As `account/ratelimit` gives it. */
  readonly states: readonly State[];
}

interface State {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly reset: number;
}

export interface Quota {
  take(key: string): Taken;
}

export function openQuota(rates: Rates, now: () => number): Quota {
  const used = new Map<string, { began: number; count: number }[]>();
  const scale = rates === 'vendor' ? 1 : plenty;
  return {
    take(key) {
      const seconds = Math.floor(now() / 1000);
      const counts = used.get(key) ?? windows.map(() => ({ began: 0, count: 0 }));
      used.set(key, counts);
      for (const [i, window] of windows.entries()) {
        const began = seconds - (seconds % window.seconds);
        if (counts[i]?.began !== began) counts[i] = { began, count: 0 };
      }
      const room = windows.every(({ requests }, i) => (counts[i]?.count ?? 0) < requests * scale);
      const allowed = rates === 'relaxed' || room;
      if (allowed) for (const count of counts) count.count += 1;
      const states = windows.map(({ requests, seconds: length }, i): State => {
        const left = requests * scale - (counts[i]?.count ?? 0);
        return {
          limit: requests * scale,
          remaining: left <= 0 && !allowed ? -1 : Math.max(0, left),
          reset: (counts[i]?.began ?? 0) + length - seconds,
        };
      });
      const joined = (of: (state: State) => number): string => states.map(of).join('/');
      return {
        allowed,
        states,
        headers: {
          'x-ratelimit-limit': joined(({ limit }) => limit),
          'x-ratelimit-remaining': joined(({ remaining }) => remaining),
          'x-ratelimit-reset': joined(({ reset }) => reset),
        },
      };
    },
  };
}

/** A date, as it has been seen: when the windows that are used up have ended. */
export function retryAfter({ states }: Taken, now: number): string {
  const wait = Math.max(...states.map(({ remaining, reset }) => (remaining < 0 ? reset : 0)));
  return new Date((Math.floor(now / 1000) + wait) * 1000).toUTCString();
}
