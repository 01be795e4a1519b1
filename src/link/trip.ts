// Trips to a vendor: the browser leaves to sign in and say yes there, and comes back with the answer.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Channel } from '../channels/channel.ts';
import type { ByConsent, Trip as Journey } from '../channels/way.ts';
import type { Credential, Given, VendorApp } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import { browserAddress, type Routes } from '../net/route.ts';
import type { Store, Trip, TripOutcome } from '../store/index.ts';
import type { Attempt } from './attempt.ts';
import type { Guest } from './visit.ts';

export interface TripDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly store: Store;
  readonly attempt: Attempt;
  readonly routes: Routes;
  readonly now: () => number;
  /** Where vendors send the browser, and their servers a credential. */
  readonly addresses: Readonly<Record<'back' | 'receive', (name: string) => string>>;
}

/** Long enough to find a password and a second factor. */
const LIFE_MS = 30 * 60_000;
/** After this long nobody is dealing with an arrival any more. */
const GIVEN_UP_MS = 60_000;

export type Returned = 'arrived' | 'again' | 'late' | 'none';
export type Settled =
  | { readonly kind: 'linked' | 'waiting' | 'none' }
  | { readonly kind: 'failed'; readonly outcome: TripOutcome };

export type Trips = ReturnType<typeof createTrips>;

export function createTrips(deps: TripDependencies) {
  const { store, now, addresses } = deps;

  const journey = (name: string, state: string, verifier: string, appName: string): Journey => ({
    app: deps.apps[name] ?? {},
    state,
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    returnUrl: addresses.back(name),
    receiveUrl: addresses.receive(state),
    appName,
    now: now(),
  });

  const wayOf = (trip: Trip): ByConsent => {
    const way = deps.channels[trip.channel]?.ways.find(({ id }) => id === trip.way);
    if (way?.kind !== 'consent') throw new Fault('unexpected', 'The way of this trip is gone.');
    return way;
  };

  /** Notes how a trip ended; undefined is linked. */
  async function end(trip: Trip, fault: Fault | undefined): Promise<Settled> {
    const outcome: TripOutcome = fault
      ? {
          code: fault.code,
          ...(fault.reason !== undefined && { reason: fault.reason }),
          ...(fault.native !== undefined && { native: fault.native }),
        }
      : { linked: true };
    await store.trips.end(trip.id, outcome);
    return fault ? { kind: 'failed', outcome } : { kind: 'linked' };
  }

  return {
    /** Throws `invalid_request` for inputs that cannot be right. */
    async begin({ visit, client }: Guest, name: string, way: ByConsent, given: Given) {
      const state = randomBytes(32).toString('base64url');
      const verifier = randomBytes(32).toString('base64url');
      const { url, account } = way.begin(given, journey(name, state, verifier, client.name));
      await store.trips.begin({
        id: randomUUID(),
        visitId: visit.id,
        channel: name,
        way: way.id,
        stateHash: hashState(state),
        luggage: { state, verifier, url, account },
        expiresAt: now() + LIFE_MS,
      });
    },

    /** Where the browser is to go, and whether it goes there for the first time. */
    async leave({ visit }: Guest, name: string) {
      const trip = await store.trips.find(visit.id, name);
      if (!trip || trip.arrival || trip.outcome) return undefined;
      const { url } = trip.luggage;
      const first = await store.trips.depart(trip.id);
      return { url: browserAddress(url, deps.routes), host: new URL(url).host, first };
    },

    /** The browser is back: what it brought is kept until it is dealt with. */
    async back({ visit }: Guest, name: string, query: Readonly<Record<string, string>>) {
      const trip = await store.trips.find(visit.id, name);
      if (!trip) return 'none' satisfies Returned;
      if (trip.arrival) return 'again' satisfies Returned;
      return ((await store.trips.arrive(trip.id, query)) ? 'arrived' : 'late') satisfies Returned;
    },

    /** Deals with what the browser brought back, once; later it only says how that ended. */
    async settle({ visit, client }: Guest, name: string): Promise<Settled> {
      const trip = await store.trips.find(visit.id, name);
      if (!trip?.arrival) return { kind: 'none' };
      if (trip.outcome) return settledBy(trip.outcome);
      if (!(await store.trips.claim(trip.id)))
        // Far from now in either direction: the clock may have been set back since.
        return Math.abs(now() - (trip.claimedAt ?? now())) > GIVEN_UP_MS
          ? { kind: 'none' }
          : { kind: 'waiting' };
      const way = wayOf(trip);
      const { state, verifier, account } = trip.luggage;
      const { arrival: query } = trip;
      const fault = await deps.attempt(visit, name, account, async (bare) => {
        if (!way.finish) throw new Fault('credential_refused', '', { reason: 'not_received' });
        return way.finish({ query, account }, journey(name, state, verifier, client.name), bare);
      });
      return end(trip, fault);
    },

    /** The vendor's own server brings a credential. Undefined when nobody waits for it. */
    async receive(state: string, body: unknown): Promise<Settled | undefined> {
      const trip = await store.trips.claimByState(hashState(state));
      const visit = trip && (await store.visits.find(trip.visitId));
      if (!trip || !visit) return undefined;
      const { account } = trip.luggage;
      const fault = await deps.attempt(visit, trip.channel, account, (): Credential => {
        const way = wayOf(trip);
        if (!way.receive) throw new Fault('invalid_request', 'This way receives nothing.');
        return way.receive(body, account);
      });
      return end(trip, fault);
    },

    /** A way that worked makes the failure of another forgotten. */
    forget: ({ visit }: Guest, name: string) => store.trips.forget(visit.id, name),

    /** How the last trip to a channel failed, if it did. */
    async failure({ visit }: Guest, name: string): Promise<TripOutcome | undefined> {
      const trip = await store.trips.find(visit.id, name);
      return trip?.outcome && !('linked' in trip.outcome) ? trip.outcome : undefined;
    },
  };
}

const settledBy = (outcome: TripOutcome): Settled =>
  'linked' in outcome ? { kind: 'linked' } : { kind: 'failed', outcome };

const hashState = (state: string): string => createHash('sha256').update(state).digest('base64url');
