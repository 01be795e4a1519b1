// Load shedding: more calls than can be carried are turned away at once, before they cost anything.
import { performance } from 'node:perf_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../model/faults.ts';

export interface ShedOptions {
  /** Data calls that may be under way at the same time. */
  readonly maxCalls: number;
}

export interface Shed {
  /** A hook for the routes whose calls are counted. */
  readonly hook: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  readonly underWay: () => number;
  readonly close: () => void;
}

const LOOK = 100;
/** Behind by this much, answers come too late to be of use. */
const TOO_LATE = 1500;
/** Below this many calls a late loop is somebody else's doing (a start, a slow disk). */
const FEW = 50;
const COME_BACK = 1000;

export function createShed({ maxCalls }: ShedOptions): Shed {
  let underWay = 0;
  let behind = 0;
  let last = performance.now();
  const looking = setInterval(() => {
    const now = performance.now();
    behind = Math.max(0, now - last - LOOK);
    last = now;
  }, LOOK);
  looking.unref();

  return {
    async hook(_, reply) {
      if (underWay >= maxCalls || (behind > TOO_LATE && underWay > FEW))
        throw new Fault(
          'unavailable',
          'The service has more calls under way than it can carry. Try again in a moment.',
          { retryAfter: COME_BACK },
        );
      underWay++;
      reply.raw.once('close', () => {
        underWay--;
      });
    },
    underWay: () => underWay,
    close: () => clearInterval(looking),
  };
}
