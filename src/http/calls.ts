// The data calls under way: every client has its share of the places, and at the end they are drained.
import { performance } from 'node:perf_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../model/faults.ts';
import { createPlaces, LineFull } from '../model/places.ts';
import { wentAway } from './gone.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The place of a data call among those under way. */
    place: Place | undefined;
  }
}

export interface Place {
  /** Aborted, with the fault to end with, when the caller goes away or the service ends. */
  readonly signal: AbortSignal;
  /** Milliseconds in line. */
  readonly waited: number;
}

export interface CallsOptions {
  /** Data calls under way at the same time, in all and of one client. */
  readonly max: number;
  readonly each: number;
}

export interface Calls {
  /** For a call whose client is known: takes a place, or waits in line for one, `patience` at most. */
  enter(request: FastifyRequest, reply: FastifyReply, patience: number): Promise<void>;
  /**
   * Resolves when all are out, those in line too; nobody comes in after that. After so many
   * milliseconds whoever is still there is asked to end, and a little later no longer waited for.
   */
  drain(milliseconds: number): Promise<void>;
  /** How many there are now, under way and in line for a place. */
  count(): { readonly underWay: number; readonly inLine: number };
}

/** So many calls of one client may wait for a place. */
export const LINE = 100;
/** The body of a call in line is not read; left unread for a minute, the request would be cut. */
const LONGEST_WAIT = 50_000;
const COME_BACK = 2000;
const LAST_WORDS = 5000;

export function createCalls({ max, each }: CallsOptions): Calls {
  const places = createPlaces({ max, each, line: LINE });
  /** With a place or in line for one. */
  const present = new Set<AbortController>();
  let inLine = 0;
  let closing = false;
  let empty = () => {};

  async function wait(client: string, ending: AbortController, patience: number) {
    const most = Math.min(patience, LONGEST_WAIT);
    const timer = setTimeout(() => ending.abort(ownCalls(most)), most);
    inLine += 1;
    try {
      return await places.enter(client, ending.signal);
    } catch (error) {
      throw error instanceof LineFull ? ownCalls() : error;
    } finally {
      clearTimeout(timer);
      inLine -= 1;
    }
  }

  return {
    async enter(request, { raw }, patience) {
      if (closing) throw shuttingDown();
      if (raw.destroyed) throw wentAway();
      if (places.used() >= max)
        throw new Fault(
          'unavailable',
          'The service has more calls under way than it can carry. Try again in a moment.',
          { retryAfter: COME_BACK },
        );
      const ending = new AbortController();
      let leave: (() => void) | undefined;
      present.add(ending);
      raw.on('close', () => {
        if (!raw.writableFinished) ending.abort(wentAway());
        leave?.();
        present.delete(ending);
        if (present.size === 0) empty();
      });
      const client = request.caller?.client.id ?? '';
      const began = performance.now();
      leave = places.take(client) ?? (await wait(client, ending, patience));
      request.place = { signal: ending.signal, waited: performance.now() - began };
    },

    count: () => ({ underWay: present.size - inLine, inLine }),

    async drain(milliseconds) {
      const out = new Promise<void>((resolve) => {
        empty = resolve;
      });
      if (present.size > 0) await within(milliseconds, out);
      closing = true;
      for (const call of present) call.abort(shuttingDown());
      if (present.size > 0) await within(LAST_WORDS, out);
    },
  };
}

const shuttingDown = () =>
  new Fault('unavailable', 'The service is shutting down. Send the call again in a moment.', {
    retryAfter: COME_BACK,
  });

const ownCalls = (waited?: number) =>
  new Fault(
    'rate_limited',
    waited === undefined
      ? `This client’s own calls under way fill its share of the service, and ${LINE} more wait already. Let some of them end, then try again.`
      : `This call waited ${Math.round(waited / 1000)} seconds in line: this client’s own calls under way fill its share of the service. Let some of them end, then try again.`,
    { retryAfter: COME_BACK },
  );

async function within(milliseconds: number, what: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([what, over]);
  clearTimeout(timer);
}
