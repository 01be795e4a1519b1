// The outbox: makes deliveries of events and has them delivered, each at least once.
import { randomUUIDv7 } from 'node:crypto';
import { completionEvent, testEvent } from '../model/event.ts';
import type { Finished } from '../model/execution.ts';
import { createBreaker } from '../net/breaker.ts';
import { SealError } from '../seal.ts';
import type { ClaimedDelivery, NewDelivery, Store } from '../store/index.ts';
import { type DeliverDependencies, type Delivered, deliver } from './deliver.ts';
import { GIVE_UP_AFTER } from './schedule.ts';
import type { Signing } from './signing.ts';
import { createWorker, type Worker } from './worker.ts';

export interface OutboxDependencies extends Omit<DeliverDependencies, 'deadline'> {
  readonly store: Pick<Store, 'deliveries'>;
  readonly signing: Signing;
  readonly onTrouble: (error: unknown) => void;
  readonly deadline?: number;
}

export type Outbox = Worker;

const DEADLINE = 15_000;
/** Deliveries under way at once: in this process, and of one client. */
const AT_ONCE = 256;
const AT_ONCE_EACH = 64;
/** How many calls one receiver of a client may have at once, and when it is left alone. */
export const RECEIVER_RESTS = { atOnce: 4, opensAfter: 5, firstRest: 5000, longestRest: 60_000 };
/** How long a stopping process waits for receivers before it breaks off. */
const PATIENCE = 3000;
const TIDY_EVERY = 60_000;
const TIDY_ROWS = 500;

export function createOutbox(deps: OutboxDependencies): Outbox {
  const { store, signing, now, random, onTrouble, deadline = DEADLINE } = deps;
  const breaker = createBreaker({ ...RECEIVER_RESTS, random });
  let stopping = new AbortController();
  let tidied = 0;

  async function work(held: ClaimedDelivery, lane: string): Promise<void> {
    const ended = breaker.begin(lane);
    let outcome: Delivered | undefined;
    try {
      const secrets = await secretsOf(held.clientId);
      // The client was deleted, and its deliveries with it.
      if (!secrets) return;
      outcome = await deliver(held, secrets, stopping.signal, { ...deps, deadline });
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      return await store.deliveries.release(held);
    } finally {
      ended(outcome ? (outcome.well ? 'good' : 'bad') : 'unknown', now(), outcome?.pause);
    }
    const { state, tried, nextTryAt } = outcome;
    await store.deliveries.finishTry(held, { state, tried, nextTryAt });
  }

  /** None when no key of the ring opens them: the try fails, as it would again and again. */
  async function secretsOf(clientId: string): Promise<readonly string[] | undefined> {
    try {
      return await signing.live(clientId);
    } catch (error) {
      if (error instanceof SealError) return [];
      throw error;
    }
  }

  async function tidy(): Promise<void> {
    if (Math.abs(now() - tidied) < TIDY_EVERY) return;
    tidied = now();
    while ((await store.deliveries.giveUp(TIDY_ROWS)) === TIDY_ROWS);
  }

  const worker = createWorker({
    source: store.deliveries,
    now,
    random,
    atOnce: AT_ONCE,
    atOnceEach: AT_ONCE_EACH,
    room: (lane) => breaker.places(lane, now()),
    full: () => breaker.full(now()),
    work,
    tidy,
    onTrouble,
  });
  return {
    start() {
      stopping = new AbortController();
      worker.start();
    },
    wake: worker.wake,
    async stop() {
      const hurry = setTimeout(() => stopping.abort(), PATIENCE);
      await worker.stop();
      clearTimeout(hurry);
    },
  };
}

/** The delivery of a completion event; undefined where none was asked for. */
export function completionDelivery(finished: Finished): NewDelivery | undefined {
  const { id, client, callback, finishedAt } = finished;
  if (callback === undefined) return undefined;
  return newDelivery(client, id, callback, completionEvent(finished), finishedAt);
}

export function testDelivery(clientId: string, url: string, now: number): NewDelivery {
  return newDelivery(clientId, null, url, testEvent(now), now);
}

function newDelivery(
  clientId: string,
  executionId: string | null,
  url: string,
  event: { readonly type: string },
  now: number,
): NewDelivery {
  return {
    id: `msg_${randomUUIDv7().replaceAll('-', '')}`,
    clientId,
    executionId,
    type: event.type,
    url,
    body: JSON.stringify(event),
    createdAt: now,
    giveUpAt: now + GIVE_UP_AFTER,
  };
}
