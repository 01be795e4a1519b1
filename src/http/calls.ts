// The data calls under way: every client has its share of the slots, calls are turned away before they
// cost anything when the process is far behind, and at the end they are drained.
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Fault } from '../model/faults.ts';
import { createSlots, LineFull } from '../model/slots.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The slot of a data call among those under way. */
    slot: Slot | undefined;
  }
}

interface Slot {
  /** Aborted, with the fault to end with, when the caller goes away or the service ends. */
  readonly signal: AbortSignal;
  readonly waited: number;
}

export interface CallsOptions {
  /** Data calls under way at the same time, in all and of one client. */
  readonly max: number;
  readonly each: number;
}

/** So many calls of one client may wait for a slot. */
export const LINE = 100;
/** The body of a call in line is not read; left unread for a minute, the request would be cut. */
const LONGEST_WAIT = 50_000;
const COME_BACK = 2000;
const LAST_WORDS = 5000;
/** How often it is looked whether the process is behind. */
const LOOK = 100;
/** Behind by this much, answers come too late to be of use. */
const TOO_LATE = 1500;
/** Below this many calls a late loop is somebody else's doing (a start, a slow disk). */
const FEW = 50;

export type Calls = ReturnType<typeof createCalls>;

export function createCalls({ max, each }: CallsOptions) {
  const slots = createSlots({ max, each, line: LINE });
  /** With a slot or in line for one. */
  const present = new Set<AbortController>();
  let inLine = 0;
  let closing = false;
  let empty = () => {};
  let open = 0;
  let behind = 0;
  let last = performance.now();
  const looking = setInterval(() => {
    const now = performance.now();
    behind = Math.max(0, now - last - LOOK);
    last = now;
  }, LOOK);
  looking.unref();

  async function wait(client: string, ending: AbortController, patience: number) {
    const most = Math.min(patience, LONGEST_WAIT);
    const timer = setTimeout(() => ending.abort(ownCalls(most)), most);
    inLine += 1;
    try {
      return await slots.enter(client, ending.signal);
    } catch (error) {
      throw error instanceof LineFull ? ownCalls() : error;
    } finally {
      clearTimeout(timer);
      inLine -= 1;
    }
  }

  /** A call comes in: `slot` is its own, or the wait for it; `end` gives it back, early with a fault. */
  function join(client: string, patience: number) {
    if (closing) throw shuttingDown();
    if (slots.used() >= max) throw tooMuch(COME_BACK);
    const ending = new AbortController();
    let leave: (() => void) | undefined;
    present.add(ending);
    const began = performance.now();
    return {
      async slot(): Promise<Slot> {
        leave = slots.take(client) ?? (await wait(client, ending, patience));
        // It may have come in the moment in which its caller went.
        if (!present.has(ending)) leave();
        return { signal: ending.signal, waited: performance.now() - began };
      },
      end(fault?: Fault) {
        if (fault) ending.abort(fault);
        leave?.();
        present.delete(ending);
        if (present.size === 0) empty();
      },
    };
  }

  return {
    /** The first hook of a data call, when it is not yet known whose it is. */
    shed: ((_, { raw }, done) => {
      if (behind > TOO_LATE && open > FEW) throw tooMuch(COME_BACK / 2);
      open++;
      raw.on('close', () => {
        open--;
      });
      done();
    }) satisfies onRequestHookHandler,

    join,

    /** For a request whose client is known: takes a slot, or waits in line for one, `patience` at most. */
    async enter(request: FastifyRequest, { raw }: Pick<FastifyReply, 'raw'>, patience: number) {
      if (raw.destroyed) throw wentAway();
      const { slot, end } = join(request.caller?.client.id ?? '', patience);
      raw.on('close', () => end(raw.writableFinished ? undefined : wentAway()));
      request.slot = await slot();
    },

    count: () => ({ underWay: present.size - inLine, inLine }),

    /** Resolves when all are out; after so many milliseconds those still there are asked to end. */
    async drain(milliseconds: number) {
      const out = new Promise<void>((resolve) => {
        empty = resolve;
      });
      if (present.size > 0) await within(milliseconds, out);
      closing = true;
      for (const call of present) call.abort(shuttingDown());
      if (present.size > 0) await within(LAST_WORDS, out);
      clearInterval(looking);
    },
  };
}

const tooMuch = (retryAfter: number) =>
  new Fault(
    'unavailable',
    'The service has more calls under way than it can carry. Try again in a moment.',
    { retryAfter },
  );

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
  const over = new AbortController();
  await Promise.race([what, pause(milliseconds, undefined, { signal: over.signal })]);
  over.abort();
}

/** Aborted when the connection closes first; Fastify's own is aborted as soon as a body has been read. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(wentAway());
  });
  return gone.signal;
}

const wentAway = () => new Fault('unavailable', 'The client went away.');
