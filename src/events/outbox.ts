// The outbox: makes deliveries of events and has them delivered, each at least once.

import { SealError } from '../keys/seal.ts';
import { completionEvent } from '../model/event.ts';
import type { Finished } from '../model/execution.ts';
import { remembered } from '../model/remembered.ts';
import { NEWEST_VERSION, VERSION_HEADER } from '../model/versions.ts';
import type { DeliveryWatch } from '../model/watch.ts';
import { createBreaker } from '../net/breaker.ts';
import {
  type ClaimedDelivery,
  DEADLY,
  type NewDelivery,
  newDelivery,
  type Store,
} from '../store/index.ts';
import { createWorker, type WorkerRoom } from '../work/worker.ts';
import { type DeliverDependencies, type Delivered, deliver } from './deliver.ts';
import { pauseAfter } from './schedule.ts';
import type { Signing } from './signing.ts';

export interface OutboxDependencies
  extends WorkerRoom,
    Omit<DeliverDependencies, 'deadline' | 'headers'> {
  readonly store: Pick<Store, 'deliveries' | 'eventAddresses' | 'clients'>;
  /** The secrets of clients, and of their event addresses. */
  readonly signing: Signing;
  readonly addressSigning: Signing;
  readonly watch: DeliveryWatch;
}

/** What is written of a delivery whose event address is no more. */
export const ADDRESS_REMOVED = 'the address was removed';
const ADDRESS_PAUSED = 'the address was paused';
const SERVICE_ENDED = 'the service ended during this try and during the one before it';

const DEADLINE = 15_000;
/** Deliveries under way at the same time: in this process, and of one client. */
const CONCURRENCY = 256;
const CONCURRENCY_EACH = 64;
/** How many calls one receiver of a client may have at the same time, and when it is left alone. */
export const RECEIVER_RESTS = {
  concurrency: 4,
  opensAfter: 5,
  firstRest: 5000,
  longestRest: 60_000,
};
/** How long a stopping process waits for receivers before it breaks off. */
const PATIENCE = 3000;
const TIDY_EVERY = 60_000;
const VERSION_SEEN_FOR = 60_000;
const TIDY_ROWS = 500;

export function createOutbox(deps: OutboxDependencies) {
  const { store, signing, addressSigning, now, random, onTrouble } = deps;
  const breaker = createBreaker({ ...RECEIVER_RESTS, random });
  const versions = remembered(
    async (client) => (await store.clients.find(client))?.version,
    now,
    VERSION_SEEN_FOR,
  );
  let tidied = 0;

  async function work(held: ClaimedDelivery, lane: string, signal: AbortSignal): Promise<void> {
    if (held.deaths >= DEADLY) return await setAside(held);
    const ended = breaker.begin(lane);
    let seen: ReturnType<DeliveryWatch['sent']> | undefined;
    let outcome: Delivered | undefined;
    try {
      const url = held.addressId === null ? held.url : await currentUrl(held, held.addressId);
      if (url === undefined) return;
      const secrets = await (held.addressId === null
        ? secretsOf(signing, held.clientId)
        : secretsOf(addressSigning, held.addressId));
      // The client was deleted, and its deliveries with it; or the address was, just now.
      if (!secrets) return;
      const { id, type, attempts: tries, traceparent } = held;
      seen = deps.watch.sent({ id, type, tries, traceparent });
      const { headers = {} } = seen ?? {};
      const version = (await versions.get(held.clientId)) ?? NEWEST_VERSION;
      const own = {
        ...deps,
        deadline: DEADLINE,
        headers: { ...headers, [VERSION_HEADER]: version },
      };
      outcome = await deliver({ ...held, url }, secrets, signal, own);
    } catch (error) {
      if (!signal.aborted) throw error;
      return await store.deliveries.release(held);
    } finally {
      ended(outcome ? (outcome.well ? 'good' : 'bad') : 'unknown', now(), outcome?.pause);
      if (!outcome) seen?.ended({ outcome: 'broken_off', status: undefined });
    }
    const { state, tried, nextTryAt } = outcome;
    seen?.ended({ outcome: state === 'waiting' ? 'retried' : state, status: tried.status });
    await store.deliveries.finishTry(held, { state, tried, nextTryAt });
  }

  /** No event is lost by a crash: it waits as after a try that failed, longer each time. */
  async function setAside(held: ClaimedDelivery): Promise<void> {
    const { id, clientId: client, attempts, deaths } = held;
    deps.onSetAside('delivery', { id, client });
    const at = now();
    const pause = pauseAfter(attempts - deaths, random(), undefined);
    await store.deliveries.finishTry(held, {
      state: pause === undefined ? 'failed' : 'waiting',
      tried: { at, duration: 0, error: SERVICE_ENDED },
      nextTryAt: at + (pause ?? 0),
    });
  }

  /** Where the client's event address is now; undefined where it was removed or is paused. */
  async function currentUrl(held: ClaimedDelivery, addressId: string): Promise<string | undefined> {
    const address = await store.eventAddresses.find(held.clientId, addressId);
    if (address && !address.paused) return address.url;
    const at = now();
    if (address && at < held.giveUpAt) {
      await store.deliveries.hold(held);
      return undefined;
    }
    const error = address ? ADDRESS_PAUSED : ADDRESS_REMOVED;
    const tried = { at, duration: 0, error };
    await store.deliveries.finishTry(held, { state: 'failed', tried, nextTryAt: at });
    return undefined;
  }

  /** None when no key of the ring opens them: the try fails, as it would again and again. */
  async function secretsOf(of: Signing, owner: string): Promise<readonly string[] | undefined> {
    try {
      return await of.live(owner);
    } catch (error) {
      if (error instanceof SealError) return [];
      throw error;
    }
  }

  async function tidy(): Promise<void> {
    if (Math.abs(now() - tidied) < TIDY_EVERY) return;
    tidied = now();
    for (let ended = TIDY_ROWS; ended === TIDY_ROWS; ) {
      ended = await store.deliveries.giveUp(TIDY_ROWS);
      if (ended > 0) deps.watch.gaveUp(ended);
    }
  }

  return createWorker({
    source: store.deliveries,
    now,
    random,
    concurrency: CONCURRENCY,
    concurrencyEach: CONCURRENCY_EACH,
    room: (lane) => breaker.places(lane, now()),
    full: () => breaker.full(now()),
    work,
    patience: PATIENCE,
    tidy,
    onTrouble,
  });
}

export function completionDelivery(finished: Finished): NewDelivery | undefined {
  const { id: executionId, client: clientId, userId, callback: url, finishedAt } = finished;
  const { traceparent } = finished;
  if (url === undefined) return undefined;
  const addressee = { clientId, url, executionId, userId, traceparent };
  return newDelivery(addressee, completionEvent(finished), finishedAt);
}
