// Whether the caller is still there.
import type { FastifyReply } from 'fastify';
import { Fault } from '../model/faults.ts';

/**
 * Aborted when the connection closes before the answer is out. Fastify's own `request.signal` is
 * not: it is aborted as soon as a body has been read.
 */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(wentAway());
  });
  return gone.signal;
}

export const wentAway = () => new Fault('unavailable', 'The client went away.');
