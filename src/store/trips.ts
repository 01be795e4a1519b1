// The rows of trips: a browser is away at a vendor to say yes, and what it must find when it is back.
import { sql } from 'kysely';
import type { WriteScope } from '../model/writes.ts';
import { add, type Base, findOne, update, updateOne } from './base.ts';
import { contextOf, type Rec } from './schema.ts';
import type { TripOutcome } from './tables-accounts.ts';

/** What must be known again when the browser is back; sealed at rest. */
export interface PendingState {
  readonly state: string;
  readonly verifier: string;
  readonly url: string;
  readonly account: Readonly<Record<string, string>>;
  /** Scopes to write that the page spoke of before leaving. */
  readonly writes: readonly WriteScope[];
  /** Its end leads straight back to the application. */
  readonly direct?: true;
  /** What was typed before leaving, for a user who wants to change it. */
  readonly draft?: string;
  /** What was found at the address that was typed, for people. */
  readonly found?: {
    readonly address: string;
    readonly name?: string | undefined;
    readonly isAsTyped?: boolean;
  };
}

export interface Brought {
  readonly query: Readonly<Record<string, string>>;
  readonly at: number;
}

export interface Trip extends Omit<Rec<'vendor_trip'>, 'pendingState' | 'arrival' | 'outcome'> {
  readonly pendingState: PendingState;
  readonly arrival: Brought | undefined;
  readonly outcome: TripOutcome | undefined;
}

export type NewTrip = Pick<
  Trip,
  'id' | 'visitId' | 'channel' | 'way' | 'stateHash' | 'pendingState' | 'expiresAt'
>;

export function tripStore({ db, now, seal }: Base) {
  const toTrip = ({ id, pendingState, arrival, outcome, ...trip }: Rec<'vendor_trip'>): Trip => {
    const open = (column: 'pending_state' | 'arrival', sealed: string) =>
      JSON.parse(seal.open(sealed, contextOf('vendor_trip', column, id)));
    return {
      ...{ ...trip, id },
      pendingState: open('pending_state', pendingState),
      arrival: arrival === null ? undefined : open('arrival', arrival),
      outcome: outcome ?? undefined,
    };
  };
  const find = async (which: { id: string } | { stateHash: string }) => {
    const trip = await findOne(db, 'vendor_trip', which);
    return trip && toTrip(trip);
  };
  const sealed = (id: string, column: 'pending_state' | 'arrival', content: object) =>
    seal.seal(JSON.stringify(content), contextOf('vendor_trip', column, id));
  /** Notes the time of something that happens once; says whether it is the first time. */
  const once = async (id: string, column: 'departedAt' | 'claimedAt'): Promise<boolean> =>
    (await update(db, 'vendor_trip', { id, [column]: null }, { [column]: now() })) > 0;

  return {
    /** Begins a trip beside those that are under way. False when the visit is gone. */
    async begin({ pendingState: pending, ...trip }: NewTrip): Promise<boolean> {
      const pendingState = sealed(trip.id, 'pending_state', pending);
      return await add(db, 'vendor_trip', { ...trip, pendingState, createdAt: now() });
    },

    find: (id: string) => find({ id }),

    /** The trip that left with this state, whatever became of it. */
    findByState: (stateHash: string) => find({ stateHash }),

    /** Returns whether the browser leaves for the first time. */
    depart: (id: string) => once(id, 'departedAt'),

    /** Keeps what the browser brought back, once; false when it was back already or too late. */
    async arrive(id: string, brought: Brought): Promise<boolean> {
      const arrival = sealed(id, 'arrival', brought);
      const awaited = { id, arrival: null, expiresAt: sql`> ${now()}` };
      return (await update(db, 'vendor_trip', awaited, { arrival })) > 0;
    },

    /** True for exactly one caller: it deals with the arrival. */
    claim: (id: string) => once(id, 'claimedAt'),

    /** For a vendor's own server that brings a credential: by the state, once, while it is live. */
    async claimByState(stateHash: string): Promise<Trip | undefined> {
      const live = { stateHash, claimedAt: null, expiresAt: sql`> ${now()}` };
      const trip = await updateOne(db, 'vendor_trip', live, { claimedAt: now() });
      return trip && toTrip(trip);
    },

    async end(id: string, outcome: TripOutcome): Promise<void> {
      await update(db, 'vendor_trip', { id }, { outcome });
    },
  };
}
