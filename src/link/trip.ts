// Trips to a vendor: the browser leaves to sign in and say yes there, and comes back with the answer.
// Any number may be under way.
import { randomBytes, randomUUID } from 'node:crypto';
import type { ByConsent, Trip as Journey } from '../channels/way.ts';
import { writesBy } from '../channels/writing.ts';
import type { Given } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import { browserAddress } from '../net/route.ts';
import type { Brought, Client, Trip, TripOutcome, Visit } from '../store/index.ts';
import type { Attempts, Obtain } from './attempt.ts';
import type { From } from './dependencies.ts';
import type { KeepDraft } from './drafts.ts';
import type { Found } from './locate.ts';
import { hashToken } from './token.ts';
import type { Guest } from './visit.ts';

interface TripParts extends From<'channels' | 'apps' | 'store' | 'routes' | 'now' | 'addresses'> {
  readonly attempts: Attempts;
  readonly keepDraft: KeepDraft;
}

/** Long enough to find a password and a second factor. */
export const TRIP_LIFE_MS = 30 * 60_000;
/** After this long no one is dealing with an arrival any more. */
const GIVEN_UP_MS = 60_000;

export type Settled = { readonly kind: 'waiting' | 'none' } | Ended;
export type Ended =
  | { readonly kind: 'linked'; readonly channel: string }
  | {
      readonly kind: 'failed';
      readonly channel: string;
      readonly way: string;
      readonly draft: string;
    };

export type Trips = ReturnType<typeof createTrips>;

export function createTrips(deps: TripParts) {
  const { store, now, keepDraft, addresses } = deps;

  /** What the service brings along on every step of the way. */
  const journey = (
    name: string,
    { state, verifier, writes }: Pick<Trip['pendingState'], 'state' | 'verifier' | 'writes'>,
    appName: string,
    at = now(),
  ): Journey => ({
    ...{ app: deps.apps[name] ?? {}, state, verifier, challenge: hashToken(verifier) },
    ...{ returnUrl: addresses.back(name), receiveUrl: addresses.receive(state) },
    ...{ appName, writes, now: at },
  });

  const consentOf = (trip: Trip): ByConsent | undefined => {
    const way = deps.channels[trip.channel]?.ways.find(({ id }) => id === trip.way);
    return way?.kind === 'consent' ? way : undefined;
  };
  const wayOf = (trip: Trip): ByConsent => {
    const way = consentOf(trip);
    if (!way) throw new Fault('unexpected', 'The way of this trip is gone.');
    return way;
  };

  /** What the way of a trip is given when the browser is back. */
  const broughtBack = (trip: Trip, client: Client, { query, at }: Brought) => {
    const { channel, pendingState } = trip;
    const { account } = pendingState;
    return [{ query, account }, journey(channel, pendingState, client.name, at)] as const;
  };

  /** A trip of this visit. */
  const own = async ({ visit }: Guest, id: string): Promise<Trip | undefined> => {
    const trip = await store.trips.find(id);
    return trip?.visitId === visit.id ? trip : undefined;
  };

  /** Tries what came back, and notes how the trip ended. */
  async function end(trip: Trip, visit: Visit, obtain: Obtain): Promise<Settled> {
    const { channel, way, pendingState } = trip;
    const { account: given, writes } = pendingState;
    const fault = await deps.attempts.link(visit, channel, given, obtain, { way, writes });
    const outcome: TripOutcome = fault
      ? { draft: await keepDraft(visit, { channel, way, given }, fault) }
      : { linked: true };
    if (fault) await store.linkSteps.add(visit, 'refused', channel, fault.reason ?? fault.code);
    await store.trips.end(trip.id, outcome);
    return settledBy(trip, outcome);
  }

  return {
    broughtBack,
    wayOf,
    own,

    /** Returns the name of the trip; throws `invalid_request` for inputs that cannot be right. */
    async begin(
      { visit, client, isDirect }: Guest,
      name: string,
      way: ByConsent,
      typed: Given,
      located?: Found,
    ): Promise<string> {
      const given = located?.given ?? typed;
      const state = randomBytes(32).toString('base64url');
      const verifier = randomBytes(32).toString('base64url');
      const writes = writesBy(deps.channels[name] ?? {}, client.scopes);
      const came = journey(name, { state, verifier, writes }, client.name);
      const { url, account } = way.begin(given, came);
      const found = located && {
        ...{ address: located.address, name: located.name },
        isAsTyped: located.isAsTyped,
      };
      const draft = await keepDraft(visit, { channel: name, way: way.id, given: typed });
      const id = randomUUID();
      const begun = await store.trips.begin({
        id,
        visitId: visit.id,
        channel: name,
        way: way.id,
        stateHash: hashToken(state),
        pendingState: {
          ...{ state, verifier, url, account, writes, draft },
          ...(found && { found }),
          ...(isDirect && { direct: isDirect }),
        },
        expiresAt: now() + TRIP_LIFE_MS,
      });
      if (!begun) throw new Fault('unknown_user', 'The user was removed meanwhile.');
      return id;
    },

    /** Where the browser is to go, and whether it goes there for the first time; or will go. */
    async leave(guest: Guest, id: string, goes: 'now' | 'later' = 'now') {
      const trip = await own(guest, id);
      if (!trip) return undefined;
      const { channel, way, pendingState, arrival, outcome } = trip;
      if (arrival || outcome || trip.expiresAt <= now())
        return { channel, way, gone: true as const };
      const first = goes === 'now' && (await store.trips.depart(trip.id));
      if (first) await store.linkSteps.add(guest.visit, 'left', channel);
      return {
        ...{ channel, way, first, found: pendingState.found, draft: pendingState.draft },
        url: browserAddress(pendingState.url, deps.routes),
        host: new URL(pendingState.url).host,
      };
    },

    /** The browser is back: what it brought is kept until it is dealt with. */
    async back(
      guest: Guest,
      id: string,
      query: Brought['query'],
    ): Promise<'arrived' | 'again' | 'late'> {
      const trip = await own(guest, id);
      if (!trip) return 'late';
      if (trip.arrival || trip.outcome) return 'again';
      if (!(await store.trips.arrive(trip.id, { query, at: now() }))) return 'late';
      await store.linkSteps.add(guest.visit, 'returned', trip.channel);
      return 'arrived';
    },

    /** What a trip is, and how it ended, if it did. */
    async look(guest: Guest, id: string) {
      const trip = await own(guest, id);
      if (!trip) return undefined;
      const { channel, pendingState, departedAt, outcome } = trip;
      return {
        channel,
        /** The vendor sends no state back. */
        isStateless: consentOf(trip)?.shopOf !== undefined,
        /** The application itself began it. */
        isDirect: pendingState.direct === true,
        hasLeft: departedAt !== null,
        end: outcome && settledBy(trip, outcome),
      };
    },

    /** Deals with what the browser brought back, once; later it only says how that ended. */
    async settle(guest: Guest, id: string): Promise<Settled> {
      const trip = await own(guest, id);
      if (trip?.outcome) return settledBy(trip, trip.outcome);
      if (!trip?.arrival) return { kind: 'none' };
      if (!(await store.trips.claim(trip.id)))
        // Far from now in either direction: the clock may have been set back since.
        return Math.abs(now() - (trip.claimedAt ?? now())) > GIVEN_UP_MS
          ? { kind: 'none' }
          : { kind: 'waiting' };
      const { finish } = wayOf(trip);
      const brought = broughtBack(trip, guest.client, trip.arrival);
      return end(trip, guest.visit, (bare) => {
        if (!finish) throw new Fault('credential_refused', '', { reason: 'not_received' });
        return finish(...brought, bare);
      });
    },

    /** The vendor's own server brings a credential. Undefined when no one waits for it. */
    async receive(state: string, body: unknown): Promise<Settled | undefined> {
      const trip = await store.trips.claimByState(hashToken(state));
      const visit = trip && (await store.visits.find(trip.visitId));
      if (!trip || visit?.status !== null) return undefined;
      return end(trip, visit, () => {
        const { receive } = wayOf(trip);
        if (!receive) throw new Fault('invalid_request', 'This way receives nothing.');
        return receive(body, trip.pendingState.account);
      });
    },
  };
}

const settledBy = ({ channel, way }: Trip, outcome: TripOutcome): Ended =>
  'linked' in outcome
    ? { kind: 'linked', channel }
    : { kind: 'failed', channel, way, draft: outcome.draft };
