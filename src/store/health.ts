// Whether the store can be used: learnt from its errors, tried out now and then, and found out again by itself.
import { performance } from 'node:perf_hooks';
import type { Trouble } from '../model/trouble.ts';
import { StoreUnavailableError } from './faults.ts';

export interface HealthOptions {
  readonly ping: () => Promise<void>;
  /** Writes something; throws when that cannot be done. */
  readonly probe: () => Promise<void>;
  /** Something is wrong now, or, if undefined, all is well again. Once for each change. */
  readonly onChange: (trouble: Trouble | undefined) => void;
  readonly clock?: () => number;
}

/** Milliseconds between two writes that try the store out: while something is wrong, and otherwise. */
const TRY_AGAIN = 1000;
const TRY_ANYWAY = 10_000;

export function createHealth(options: HealthOptions) {
  const { ping, probe, onChange, clock = () => performance.now() } = options;
  let trouble: Trouble | undefined;
  let tried = Number.NEGATIVE_INFINITY;
  let trying: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function become(found: Trouble | undefined) {
    // What is damaged stays so: other pages that can be written prove nothing.
    if (closed || trouble === 'damaged') return;
    if (found !== trouble) {
      trouble = found;
      onChange(found);
    }
    if (trouble && trouble !== 'damaged') later();
  }

  function later() {
    timer ??= setTimeout(() => {
      timer = undefined;
      void tryOut();
    }, TRY_AGAIN);
    timer.unref();
  }

  function fail(error: unknown) {
    const found = error instanceof StoreUnavailableError ? error.trouble : 'unreachable';
    // Somebody else writes: that passes, and says nothing of the store.
    become(found === 'busy' ? trouble : found);
  }

  function saw(error: StoreUnavailableError): void {
    // Where another connection is refused, those that are open may do.
    if (error.trouble === 'crowded') return;
    // Late answers may be the first sign that there will be none.
    if (error.trouble === 'busy') void check();
    else fail(error);
  }

  /** What is wrong now, if anything is. However often it is asked, it writes only now and then. */
  async function check(): Promise<Trouble | undefined> {
    if (trouble || closed) return trouble;
    if (clock() - tried >= TRY_ANYWAY) await tryOut();
    else await ping().catch(fail);
    return trouble;
  }

  function tryOut(): Promise<void> {
    trying ??= probe()
      .then(() => become(undefined), fail)
      .finally(() => {
        tried = clock();
        trying = undefined;
      });
    return trying;
  }

  return {
    saw,
    check,
    /** Whether it was last found not to answer at all. */
    isAway: (): boolean => trouble === 'unreachable',
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
