// Whose browser came back from a vendor: known by the state it brings, or, where a vendor sends none, by
// a ticket in a cookie and the visitor's own word.
import { Fault } from '../model/faults.ts';
import type { Brought, Client, Trip } from '../store/index.ts';
import type { Attempts } from './attempt.ts';
import type { From } from './dependencies.ts';
import type { KeepDraft } from './drafts.ts';
import { orFault } from './form.ts';
import { hashToken, openedToken } from './token.ts';
import type { Trips } from './trip.ts';
import type { Guest } from './visit.ts';

interface ReturnParts extends From<'channels' | 'store' | 'seal' | 'now'> {
  readonly trips: Trips;
  readonly keepDraft: KeepDraft;
  readonly attempts: Attempts;
}

type Query = Brought['query'];

/** A browser may have left for one vendor several times. */
const MOST_CANDIDATES = 20;
const TICKET = 'link-trip';

/** Where a browser that came back belongs: its trip, and the path of the visit that it left from. */
type Home = Readonly<Record<'trip' | 'visit', string>>;
/** An answer that cannot be what the browser left for, as the draft shows it. */
type Mismatch = Readonly<Record<'visit' | 'channel' | 'way' | 'draft', string>>;

export function createConsentReturns(deps: ReturnParts) {
  const { store, now, keepDraft } = deps;
  const { broughtBack, wayOf, own } = deps.trips;

  /** Which shop came back, where no state says so; a fault where it cannot be this trip's. */
  const shopOf = (trip: Trip, arrival: Brought, client: Client): string | Fault =>
    orFault(() => wayOf(trip).shopOf?.(...broughtBack(trip, client, arrival))) ?? wrongState();

  /** It left, has not come back, and may still. */
  const isAway = (trip: Trip): boolean =>
    trip.departedAt !== null && !trip.arrival && !trip.outcome && trip.expiresAt > now();

  return {
    /** What a browser holds that left for a vendor which sends no state. */
    ticket: (id: string): string => deps.seal.sealToken(TICKET, id, ''),

    /**
     * Whether a trip to such a vendor may not begin, since another visit of this browser is away there
     * and could not be distinguished from this one by name when an answer comes.
     */
    async isInTheWay(guest: Guest, name: string, tickets: readonly string[]): Promise<boolean> {
      const away = await tripsAway(name, tickets);
      const others = away.filter(({ visit }) => visit.id !== guest.visit.id);
      return others.some((one) => nameless(one) || nameless(guest) || whose(one) === whose(guest));
    },

    /** The trip that a browser at a vendor's return address left on, by the state it brings. */
    async byState(name: string, query: Query): Promise<Home | undefined> {
      const ways = deps.channels[name]?.ways ?? [];
      const named = ways.map((way) => way.kind === 'consent' && way.stateOf?.(query));
      const states = new Set([query.state, ...named]);
      for (const state of states) {
        const trip = state ? await store.trips.findByState(hashToken(state)) : undefined;
        const visit = trip?.channel === name ? await store.visits.find(trip.visitId) : undefined;
        if (trip && visit) return { trip: trip.id, visit: visit.linkHash };
      }
      return undefined;
    },

    /**
     * The same for a vendor that sends no state. Where one visit alone was away, its visitor is asked;
     * of several the browser's user says which. Nothing is used up before a yes. An answer that fits
     * none of them is shown to the last that left, which goes on.
     */
    async byTicket(
      name: string,
      tickets: readonly string[],
      query: Query,
    ): Promise<Home | Mismatch | 'several' | undefined> {
      const brought = { query, at: now() };
      const fitting: Away[] = [];
      let mismatch: { readonly away: Away; readonly fault: Fault } | undefined;
      for (const away of await tripsAway(name, tickets)) {
        const came = shopOf(away.trip, brought, away.client);
        if (typeof came === 'string') fitting.push(away);
        else if (away.isOpen) mismatch ??= { away, fault: came };
      }
      // Of one visit the last trip counts.
      const open = fitting.filter(
        ({ visit, isOpen }, index) =>
          isOpen && fitting.findIndex((other) => other.visit.id === visit.id) === index,
      );
      const others = open.map(({ trip }) => trip.id);
      for (const { trip, visit } of open) {
        const { id, channel, way } = trip;
        const came = { channel, way, given: {}, arrival: brought, others };
        await keepDraft(visit, came, undefined, id);
      }
      const [only] = open;
      if (only && fitting.every(({ visit }) => visit.id === only.visit.id)) return homeOf(only);
      if (only) return 'several';
      if (!mismatch) return undefined;
      const { trip, visit } = mismatch.away;
      const { channel, way } = trip;
      const tried = { channel, way, given: trip.pendingState.account };
      const draft = await keepDraft(visit, tried, mismatch.fault);
      return { visit: visit.linkHash, channel, way, draft };
    },

    /** The visits that what came back may be for, each with the shop and with whom it would be linked. */
    async candidates(name: string, tickets: readonly string[]) {
      const found: (Home & { readonly shop: string; readonly whom: string })[] = [];
      for (const away of await tripsAway(name, tickets)) {
        const { trip, visit, client } = away;
        const draft = away.isOpen ? await store.drafts.find(visit.id, trip.id) : undefined;
        const shop = draft?.arrival && shopOf(trip, draft.arrival, client);
        if (!draft?.arrival || typeof shop !== 'string') continue;
        // The same shop came for all of them.
        const said = found[0]?.shop ?? (await nameOf(away, { trip, arrival: draft.arrival }));
        found.push({ ...homeOf(away), shop: said ?? shop, whom: whose(away) });
      }
      return found;
    },

    /** What the visitor is asked to say yes to. */
    async asked(guest: Guest, id: string) {
      const found = await pending(guest, id);
      const shop = found && shopOf(found.trip, found.arrival, guest.client);
      if (!found || typeof shop !== 'string') return undefined;
      const { channel } = found.trip;
      return { channel, shop: (await nameOf(guest, found)) ?? shop, whom: whose(guest) };
    },

    /** The visitor says yes: what came back counts, once and for no one else. */
    async confirm(guest: Guest, id: string): Promise<boolean> {
      const found = await pending(guest, id);
      if (!found) return false;
      for (const other of found.others.filter((one) => one !== id)) {
        const trip = await store.trips.find(other);
        const visit = trip && (await store.visits.find(trip.visitId));
        if (visit) await store.drafts.forget(visit.id, trip.channel);
      }
      if (!(await store.trips.arrive(id, found.arrival))) return false;
      await store.linkSteps.add(guest.visit, 'returned', found.trip.channel);
      return true;
    },

    /** The visitor says no. Returns the channel where it may belong to another visit of this browser. */
    async deny(guest: Guest, id: string): Promise<string | undefined> {
      const found = await pending(guest, id);
      if (!found) return undefined;
      await store.drafts.forget(guest.visit.id, found.trip.channel);
      return found.others.length > 1 ? found.trip.channel : undefined;
    },
  };

  /** What came back for a trip of this visit, before anybody said yes to it. */
  async function pending(guest: Guest, id: string) {
    const trip = await own(guest, id);
    const { arrival, others = [] } =
      (trip && (await store.drafts.find(guest.visit.id, trip.id))) ?? {};
    return trip && arrival && { trip, arrival, others };
  }

  /** What the shop that came calls itself, where asking it uses nothing up. */
  async function nameOf(guest: Guest, { trip, arrival }: { trip: Trip; arrival: Brought }) {
    const { finish, asksTwice } = wayOf(trip);
    if (!finish || !asksTwice) return undefined;
    const brought = broughtBack(trip, guest.client, arrival);
    const { account } = trip.pendingState;
    return await deps.attempts.nameOf(guest.visit, trip.channel, account, (bare) =>
      finish(...brought, bare),
    );
  }

  /** The trips of this browser that have not come back, the last first; of visits that ended, too. */
  async function tripsAway(name: string, tickets: readonly string[]): Promise<readonly Away[]> {
    const away: Away[] = [];
    for (const ticket of tickets.slice(-MOST_CANDIDATES)) {
      const id = openedToken(deps.seal, TICKET, ticket, '');
      const trip = id === undefined ? undefined : await store.trips.find(id);
      if (trip?.channel !== name || !isAway(trip)) continue;
      const visit = await store.visits.find(trip.visitId);
      const client = visit && (await store.clients.find(visit.clientId));
      if (visit && client) away.push({ trip, visit, client, isOpen: visit.status === null });
    }
    return away.sort((one, other) => other.trip.createdAt - one.trip.createdAt);
  }
}

/** A trip that has not come back. */
interface Away extends Guest {
  readonly trip: Trip;
  /** Its visit goes on. */
  readonly isOpen: boolean;
}

const homeOf = ({ trip, visit }: Away): Home => ({ trip: trip.id, visit: visit.linkHash });

/** The application, and what it calls its user. */
const whose = ({ client, visit }: Guest): string =>
  visit.userName === null ? client.name : `${client.name} (${visit.userName})`;
const nameless = ({ visit }: Guest): boolean => visit.userName === null;

const wrongState = () =>
  new Fault('credential_refused', 'The browser came back for another visit. Begin again.', {
    reason: 'wrong_state',
  });
