// One time for all instances: the database's, kept up between two looks at it by the machine's own beat.
import { performance } from 'node:perf_hooks';

export type SharedClock = Awaited<ReturnType<typeof sharedClock>>;

export interface SharedClockOptions {
  /** The database's time in milliseconds since 1970. */
  readonly ask: () => Promise<number>;
  readonly machine?: () => number;
  /** Milliseconds that pass whatever becomes of the machine's clock. */
  readonly beat?: () => number;
}

const EVERY = 30_000;
/** The quickest of so many answers says best what time it is. */
const LOOKS = 3;
/** The machine's clock and its beat went apart by so much: one was set, or the machine slept. */
const APART = 1000;

/** Throws what `ask` throws when the database cannot be asked the first time. */
export async function sharedClock(options: SharedClockOptions) {
  const { ask, machine = Date.now, beat = () => performance.now() } = options;
  let last = Number.NEGATIVE_INFINITY;
  let shared = 0;
  let beaten = 0;
  let machines = 0;
  let measuring: Promise<void> | undefined;
  const timer = setInterval(() => void measure().catch(() => {}), EVERY);
  timer.unref();

  async function look() {
    let quickest = Number.POSITIVE_INFINITY;
    for (let left = LOOKS; left > 0; left -= 1) {
      const before = beat();
      const time = await ask();
      const took = beat() - before;
      if (took >= quickest) continue;
      quickest = took;
      shared = time + took / 2;
      beaten = before + took;
      machines = machine();
    }
  }

  function measure(): Promise<void> {
    measuring ??= look().finally(() => {
      measuring = undefined;
    });
    return measuring;
  }

  const raw = () => shared + beat() - beaten;

  try {
    await measure();
  } catch (error) {
    clearInterval(timer);
    throw error;
  }
  return {
    now(): number {
      if (Math.abs(machine() - machines - (beat() - beaten)) > APART) {
        // Asked for once: until the answer is here, the beat is all there is.
        machines = machine() - (beat() - beaten);
        measure().catch(() => {});
      }
      const time = raw();
      // A look that corrects it by a little makes it stand, not go back; a clock that was set is followed.
      if (time > last || last - time > APART) last = time;
      return Math.floor(last);
    },
    /** Milliseconds that the machine's clock is ahead of the shared one; negative where it is behind. */
    ahead: () => Math.round(machine() - raw()),
    measure,
    close: () => clearInterval(timer),
  };
}
