// The end of a piece of work: its deadline or its caller's departure, whichever comes first.
import { Fault } from '../model/faults.ts';

export interface Limited {
  readonly signal: AbortSignal;
  /** The work is over: nothing is waited for any more. */
  readonly end: () => void;
}

/** `late` says what the deadline found, at the moment when it passes. */
export function limited(gone: AbortSignal, seconds: number, late: () => Fault): Limited {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late()), seconds * 1000);
  const leave = () => controller.abort(new Fault('unavailable', 'The client went away.'));
  if (gone.aborted) leave();
  gone.addEventListener('abort', leave, { once: true });
  const end = () => {
    clearTimeout(timer);
    gone.removeEventListener('abort', leave);
  };
  return { signal: controller.signal, end };
}
