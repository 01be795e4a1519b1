// The end of a piece of work: its deadline or its caller's departure, whichever comes first.
import type { Fault } from '../model/faults.ts';

/** `gone` must carry a fault as its reason; `late` says what the deadline found, when it passes. */
export function limited(gone: AbortSignal, milliseconds: number, late: () => Fault) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late()), milliseconds);
  const leave = () => controller.abort(gone.reason);
  if (gone.aborted) leave();
  gone.addEventListener('abort', leave, { once: true });
  /** The work is over: nothing is waited for any more. */
  const end = () => {
    clearTimeout(timer);
    gone.removeEventListener('abort', leave);
  };
  return { signal: controller.signal, end };
}
