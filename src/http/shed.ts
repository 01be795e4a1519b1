// Load shedding: when the process is far behind, calls are turned away before they cost anything.
import { performance } from 'node:perf_hooks';
import type { onRequestHookHandler } from 'fastify';
import { Fault } from '../model/faults.ts';

export interface Shed {
  /** The first hook of a data call, when it is not yet known whose it is. */
  readonly hook: onRequestHookHandler;
  readonly close: () => void;
}

const LOOK = 100;
/** Behind by this much, answers come too late to be of use. */
const TOO_LATE = 1500;
/** Below this many calls a late loop is somebody else's doing (a start, a slow disk). */
const FEW = 50;
const COME_BACK = 1000;

export function createShed(): Shed {
  let open = 0;
  let behind = 0;
  let last = performance.now();
  const looking = setInterval(() => {
    const now = performance.now();
    behind = Math.max(0, now - last - LOOK);
    last = now;
  }, LOOK);
  looking.unref();

  return {
    hook(_, reply, done) {
      if (behind > TOO_LATE && open > FEW)
        throw new Fault(
          'unavailable',
          'The service has more calls under way than it can carry. Try again in a moment.',
          { retryAfter: COME_BACK },
        );
      open++;
      reply.raw.on('close', () => {
        open--;
      });
      done();
    },
    close: () => clearInterval(looking),
  };
}
