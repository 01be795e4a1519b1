// Whose browser came back from a vendor: known by the state it brings, or, where a vendor sends none, by
// a ticket in a cookie and the visitor's own word.
import type { Channel } from '../channels/channel.ts';
import { Fault } from '../model/faults.ts';
import type { Seal } from '../seal.ts';
import type { Brought, Client, Store, Trip, Visit } from '../store/index.ts';
import type { Drafts } from './drafts.ts';
import { hashState, type Journeys } from './journey.ts';
import type { Guest } from './visit.ts';

export interface HomecomingDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Store;
  readonly journeys: Journeys;
  readonly drafts: Drafts;
  readonly seal: Pick<Seal, 'sealToken' | 'openToken'>;
  readonly now: () => number;
}

type Query = Brought['query'];

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

export function createHomecomings(deps: HomecomingDependencies) {
  const { store, now, drafts } = deps;
  const { journey, wayOf, own } = deps.journeys;

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
