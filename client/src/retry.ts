// Tries again what may pass: as long as the service says, as often as is sensible, until the caller gives up.
import { ManifoldError } from './error.ts';

/** How patient a call is. */
export interface Patience {
  /** How often a call is made at most; 1 never tries again. Default: 8. */
  readonly tries?: number | undefined;
  /** How many seconds one call may spend waiting between its tries. Default: 300. */
  readonly seconds?: number | undefined;
}

/** Called before each wait. */
export interface Wait {
  /** How long it will be. */
  readonly seconds: number;
  /** How many tries were made. */
  readonly tries: number;
  /** Why. */
  readonly error: ManifoldError;
}

/** With the pauses between them, half a minute at least: as long as a restart takes. */
const TRIES = 8;
const PATIENCE = 300;
/** Seconds; the first pause, where the service names none, and the longest. */
const FIRST = 0.5;
const LONGEST = 30;

export interface RetryOptions {
  readonly patience?: Patience | undefined;
  readonly onWait?: ((wait: Wait) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Makes the call until it succeeds, cannot succeed, or patience ends; then throws the last error. */
export async function retry<Answer>(
  call: () => Promise<Answer>,
  { patience = {}, onWait, signal }: RetryOptions,
): Promise<Answer> {
  const { tries: most = TRIES, seconds: longest = PATIENCE } = patience;
  let waited = 0;
  for (let tries = 1; ; ) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ManifoldError) || !error.retryable || tries >= most) throw error;
      // Anything from half to the whole pause, so that callers who failed together do not meet again.
      const pause = (Math.min(LONGEST, FIRST * 2 ** (tries - 1)) * (1 + Math.random())) / 2;
      const seconds = error.retryAfter ?? pause;
      waited += seconds;
      if (waited > longest) throw error;
      onWait?.({ seconds, tries, error });
      await sleep(seconds, signal);
      // The first try is under way and its answer is waited for: that is not another one.
      if (error.code !== 'write_in_progress' || seconds < 1) tries += 1;
    }
  }
}

/** Milliseconds for a timer, which fires immediately where it is asked for more than it can hold. */
export const timerOf = (seconds: number): number => Math.min(2 ** 31 - 1, seconds * 1000);

/** Waits, unless the caller gives up, which ends it immediately. */
export function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, timerOf(seconds));
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** What is shared goes on for the others; who gives up stops waiting for it. */
export async function unlessAborted<Value>(
  value: Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  if (!signal) return value;
  let giveUp = () => {};
  const given = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
  try {
    return await Promise.race([value, given]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
