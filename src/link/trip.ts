// Trips to a vendor: the browser leaves to sign in and say yes there, and comes back with the answer.
// Any number may be under way; each is known by its state, or, where a vendor sends none, by a ticket
// in a cookie.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Channel } from '../channels/channel.ts';
import type { ByConsent, Trip as Journey } from '../channels/way.ts';
import type { Credential, Given, VendorApp } from '../model/credential.ts';
import type { Call } from '../model/exchange.ts';
import { Fault } from '../model/faults.ts';
import { browserAddress, type Routes } from '../net/route.ts';
import type { Seal } from '../seal.ts';
import type { Brought, Client, Store, Trip, TripOutcome, Visit } from '../store/index.ts';
import type { Attempt } from './attempt.ts';
import type { Drafts } from './drafts.ts';
import type { Found } from './locate.ts';
import type { Guest } from './visit.ts';

export interface TripDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly store: Store;
  readonly attempt: Attempt;
  readonly drafts: Drafts;
  readonly seal: Pick<Seal, 'sealToken' | 'openToken'>;
  readonly routes: Routes;
  readonly now: () => number;
  /** Where vendors send the browser, and their servers a credential. */
  readonly addresses: Readonly<Record<'back' | 'receive', (name: string) => string>>;
}

type Query = Readonly<Record<string, string>>;

/** Long enough to find a password and a second factor. */
export const TRIP_LIFE_MS = 30 * 60_000;
/** After this long nobody is dealing with an arrival any more. */
const GIVEN_UP_MS = 60_000;
/** A browser may have left for one vendor several times. */
const MOST_CANDIDATES = 8;
const TICKET = 'link-trip';

/** Where a browser that came back belongs. */
export interface Home {
  readonly trip: string;
  /** The path of the visit that it left from. */
  readonly visit: string;
}

/** An answer that cannot be what the browser left for, as the draft shows it. */
export interface Misfit {
  readonly visit: string;
  readonly channel: string;
  readonly way: string;
  readonly draft: string;
}

export type Settled =
  | { readonly kind: 'waiting' | 'none' }
  | { readonly kind: 'linked'; readonly channel: string }
  | {
      readonly kind: 'failed';
      readonly channel: string;
      readonly way: string;
      readonly draft: string;
    };

export type Trips = ReturnType<typeof createTrips>;

export function createTrips(deps: TripDependencies) {
  const { store, now, addresses, drafts } = deps;

  const journey = (
    name: string,
    { state, verifier }: Pick<Trip['luggage'], 'state' | 'verifier'>,
    appName: string,
    at = now(),
  ): Journey => ({
    app: deps.apps[name] ?? {},
    state,
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    returnUrl: addresses.back(name),
    receiveUrl: addresses.receive(state),
    appName,
    now: at,
  });

  const wayOf = (trip: Trip): ByConsent => {
    const way = deps.channels[trip.channel]?.ways.find(({ id }) => id === trip.way);
    if (way?.kind !== 'consent') throw new Fault('unexpected', 'The way of this trip is gone.');
    return way;
  };

  /** A trip of this visit. */
  const own = async ({ visit }: Guest, id: string): Promise<Trip | undefined> => {
    const trip = await store.trips.find(id);
    return trip?.visitId === visit.id ? trip : undefined;
  };

  /** Notes how a trip ended; no fault is linked. */
  async function end(trip: Trip, visit: Visit, fault: Fault | undefined): Promise<Settled> {
    const { channel, way } = trip;
    const given = trip.luggage.account;
    const outcome: TripOutcome = fault
      ? { draft: await drafts.keep(visit, { channel, way, given }, fault) }
      : { linked: true };
    await store.trips.end(trip.id, outcome);
    return settledBy(trip, outcome);
  }

  /** Which shop came back, where no state says so; a fault where it cannot be this trip's. */
  function whoCame(trip: Trip, { query, at }: Brought, client: Client): string | Fault {
    const { luggage, channel } = trip;
    const { account } = luggage;
    try {
      const came = journey(channel, luggage, client.name, at);
      return wayOf(trip).whoCame?.({ query, account }, came) ?? stray();
    } catch (error) {
      if (error instanceof Fault) return error;
      throw error;
    }
  }

  const opened = (ticket: string): string | undefined => {
    try {
      return deps.seal.openToken(TICKET, ticket, '').toString('utf8');
    } catch {
      return undefined;
    }
  };

  const isOpen = (trip: Trip): boolean =>
    trip.departed && !trip.arrival && !trip.outcome && trip.expiresAt > now();

  return {
    /** Returns the name of the trip; throws `invalid_request` for inputs that cannot be right. */
    async begin(
      { visit, client }: Guest,
      name: string,
      way: ByConsent,
      given: Given,
      located?: Found,
    ): Promise<string> {
      const state = randomBytes(32).toString('base64url');
      const verifier = randomBytes(32).toString('base64url');
      const { url, account } = way.begin(given, journey(name, { state, verifier }, client.name));
      const found = located && {
        ...{ address: located.address, name: located.name },
        isAsTyped: located.isAsTyped,
      };
      const id = randomUUID();
      const begun = await store.trips.begin({
        id,
        visitId: visit.id,
        channel: name,
        way: way.id,
        stateHash: hashState(state),
        luggage: { state, verifier, url, account, ...(found && { found }) },
        expiresAt: now() + TRIP_LIFE_MS,
      });
      if (!begun) throw new Fault('unknown_user', 'The user was removed meanwhile.');
      return id;
    },

    /** Where the browser is to go, and whether it goes there for the first time; or will go. */
    async leave(guest: Guest, id: string, goes: 'now' | 'later' = 'now') {
      const trip = await own(guest, id);
      if (!trip) return undefined;
      const { channel, way, luggage, arrival, outcome } = trip;
      if (arrival || outcome || trip.expiresAt <= now())
        return { channel, way, gone: true as const };
      const first = goes === 'now' && (await store.trips.depart(trip.id));
      return {
        ...{ channel, way, first, found: luggage.found },
        url: browserAddress(luggage.url, deps.routes),
        host: new URL(luggage.url).host,
        stateless: wayOf(trip).whoCame !== undefined,
      };
    },

    /** What a browser holds that left for a vendor which sends no state. */
    ticket: (id: string): string => deps.seal.sealToken(TICKET, id, ''),

    /** The trip that a browser at a vendor's return address left on, by the state it brings. */
    async byState(name: string, query: Query): Promise<Home | undefined> {
      const ways = (deps.channels[name]?.ways ?? []).filter((way) => way.kind === 'consent');
      const states = new Set([query.state, ...ways.map((way) => way.stateOf?.(query))]);
      for (const state of states) {
        const trip = state ? await store.trips.findByState(hashState(state)) : undefined;
        const visit = trip?.channel === name ? await store.visits.find(trip.visitId) : undefined;
        if (trip && visit) return { trip: trip.id, visit: visit.linkHash };
      }
      return undefined;
    },

    /**
     * The same for a vendor that sends no state: of the trips this browser has a ticket for, the last one
     * that the answer can belong to. Its visitor is asked; nothing is used up before a yes. An
     * answer that fits none of them is shown to the last that left, which goes on.
     */
    async byTicket(
      name: string,
      tickets: readonly string[],
      query: Query,
    ): Promise<Home | Misfit | undefined> {
      const brought = { query, at: now() };
      const fitting: Trip[] = [];
      let misfit: { readonly trip: Trip; readonly visit: Visit; readonly fault: Fault } | undefined;
      for (const { trip, visit, client } of await openTrips(name, tickets)) {
        const came = whoCame(trip, brought, client);
        if (typeof came === 'string') fitting.push(trip);
        else misfit ??= { trip, visit, fault: came };
      }
      if (fitting.length > 0)
        return await askFor(
          brought,
          fitting.map(({ id }) => id),
        );
      if (!misfit) return undefined;
      const { trip, visit, fault } = misfit;
      const { channel, way, luggage } = trip;
      const draft = await drafts.keep(visit, { channel, way, given: luggage.account }, fault);
      return { visit: visit.linkHash, channel, way, draft };
    },

    /** What the visitor is asked to say yes to. */
    async asked(guest: Guest, id: string) {
      const trip = await own(guest, id);
      const draft = trip && (await drafts.find(guest.visit, trip.id));
      if (!trip || !draft?.arrival) return undefined;
      const shop = whoCame(trip, draft.arrival, guest.client);
      return typeof shop === 'string' ? { channel: trip.channel, shop } : undefined;
    },

    /** The visitor says yes: what came back counts, once. */
    async confirm(guest: Guest, id: string): Promise<boolean> {
      const trip = await own(guest, id);
      const draft = trip && (await drafts.find(guest.visit, trip.id));
      return Boolean(trip && draft?.arrival && (await store.trips.arrive(trip.id, draft.arrival)));
    },

    /** The visitor says no: perhaps it belongs to another visit of this browser. */
    async deny(guest: Guest, id: string): Promise<Home | undefined> {
      const trip = await own(guest, id);
      const draft = trip && (await drafts.find(guest.visit, trip.id));
      if (!draft?.arrival) return undefined;
      await drafts.forget(guest.visit, draft.channel);
      return await askFor(draft.arrival, draft.others ?? []);
    },

    /** The browser is back: what it brought is kept until it is dealt with. */
    async back(guest: Guest, id: string, query: Query): Promise<'arrived' | 'again' | 'late'> {
      const trip = await own(guest, id);
      if (!trip) return 'late';
      if (trip.arrival || trip.outcome) return 'again';
      return (await store.trips.arrive(trip.id, { query, at: now() })) ? 'arrived' : 'late';
    },

    /** The channel of a trip of this visit. */
    channelOf: async (guest: Guest, id: string): Promise<string | undefined> =>
      (await own(guest, id))?.channel,

    /** How a trip ended, if it did. */
    async endOf(guest: Guest, id: string): Promise<Settled> {
      const trip = await own(guest, id);
      return trip?.outcome ? settledBy(trip, trip.outcome) : { kind: trip ? 'waiting' : 'none' };
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
      const way = wayOf(trip);
      const { luggage, channel } = trip;
      const { query, at } = trip.arrival;
      const { account } = luggage;
      const came = journey(channel, luggage, guest.client.name, at);
      const obtain = async (bare: Call) => {
        if (!way.finish) throw new Fault('credential_refused', '', { reason: 'not_received' });
        return way.finish({ query, account }, came, bare);
      };
      const fault = await deps.attempt(guest.visit, channel, account, obtain, way.id);
      return end(trip, guest.visit, fault);
    },

    /** The vendor's own server brings a credential. Undefined when nobody waits for it. */
    async receive(state: string, body: unknown): Promise<Settled | undefined> {
      const trip = await store.trips.claimByState(hashState(state));
      const visit = trip && (await store.visits.find(trip.visitId));
      if (!trip || visit?.status !== null) return undefined;
      const { account } = trip.luggage;
      const obtain = (): Credential => {
        const way = wayOf(trip);
        if (!way.receive) throw new Fault('invalid_request', 'This way receives nothing.');
        return way.receive(body, account);
      };
      const fault = await deps.attempt(visit, trip.channel, account, obtain, trip.way);
      return end(trip, visit, fault);
    },
  };

  /** The trips of this browser that nobody came back from, the last first. */
  async function openTrips(name: string, tickets: readonly string[]) {
    const open: { readonly trip: Trip; readonly visit: Visit; readonly client: Client }[] = [];
    for (const ticket of tickets.slice(0, MOST_CANDIDATES)) {
      const id = opened(ticket);
      const trip = id === undefined ? undefined : await store.trips.find(id);
      if (trip?.channel !== name || !isOpen(trip)) continue;
      const visit = await store.visits.find(trip.visitId);
      const client = visit?.status === null ? await store.clients.find(visit.clientId) : undefined;
      if (visit && client) open.push({ trip, visit, client });
    }
    return open.sort((one, other) => other.trip.createdAt - one.trip.createdAt);
  }

  /** Puts away what came back, for the visitor of the first of these trips to look at. */
  async function askFor(arrival: Brought, trips: readonly string[]): Promise<Home | undefined> {
    const [id, ...others] = trips;
    const trip = id === undefined ? undefined : await store.trips.find(id);
    const visit = trip && (await store.visits.find(trip.visitId));
    if (!trip || !visit) return others.length > 0 ? await askFor(arrival, others) : undefined;
    const { channel, way } = trip;
    await drafts.keep(visit, { channel, way, given: {}, arrival, others }, undefined, trip.id);
    return { trip: trip.id, visit: visit.linkHash };
  }
}

const stray = () =>
  new Fault('credential_refused', 'The browser came back for another visit. Begin again.', {
    reason: 'wrong_state',
  });

const settledBy = ({ channel, way }: Trip, outcome: TripOutcome): Settled =>
  'linked' in outcome
    ? { kind: 'linked', channel }
    : { kind: 'failed', channel, way, draft: outcome.draft };

const hashState = (state: string): string => createHash('sha256').update(state).digest('base64url');
