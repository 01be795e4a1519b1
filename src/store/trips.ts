// The rows of trips: a browser is away at a vendor to say yes, and what it must find when it is back.
import type { Kysely, Selectable } from 'kysely';
import type { Seal } from '../seal.ts';
import { isMissingParent } from './faults.ts';
import type { Tables, TripTable } from './schema.ts';

/** What must be known again when the browser is back; sealed at rest. */
export interface PendingState {
  readonly state: string;
  readonly verifier: string;
  /** Where the browser was sent. */
  readonly url: string;
  readonly account: Readonly<Record<string, string>>;
  /** What was typed before leaving, for whoever wants to change it. */
  readonly draft?: string;
  /** What was found at the address that was typed, for people. */
  readonly found?: {
    readonly address: string;
    readonly name?: string | undefined;
    readonly isAsTyped?: boolean;
  };
}

/** What a browser came back with, and when. */
export interface Brought {
  readonly query: Readonly<Record<string, string>>;
  readonly at: number;
}

/** How a trip ended: linked, or as the draft shows it. */
export type TripOutcome = { readonly linked: true } | { readonly draft: string };

export interface Trip {
  readonly id: string;
  readonly visitId: string;
  readonly channel: string;
  readonly way: string;
  readonly pendingState: PendingState;
  readonly arrival: Brought | undefined;
  readonly outcome: TripOutcome | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly departed: boolean;
  /** Since when somebody deals with its arrival. */
  readonly claimedAt: number | undefined;
}

export interface NewTrip {
  readonly id: string;
  readonly visitId: string;
  readonly channel: string;
  readonly way: string;
  readonly stateHash: string;
  readonly pendingState: PendingState;
  readonly expiresAt: number;
}

export type TripStore = ReturnType<typeof tripStore>;

export function tripStore(
  db: Kysely<Tables>,
  now: () => number,
  seal: Pick<Seal, 'seal' | 'open'>,
) {
  const toTrip = (row: Selectable<TripTable>): Trip => ({
    id: row.id,
    visitId: row.visit_id,
    channel: row.channel,
    way: row.way,
    pendingState: JSON.parse(seal.open(row.pending_state, tripContext(row.id))),
    arrival:
      row.arrival === null ? undefined : JSON.parse(seal.open(row.arrival, arrivalContext(row.id))),
    outcome: row.outcome === null ? undefined : JSON.parse(row.outcome),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    departed: row.departed_at !== null,
    claimedAt: row.claimed_at ?? undefined,
  });

  return {
    /** Begins a trip beside those that are under way. False when the visit is gone. */
    async begin(trip: NewTrip): Promise<boolean> {
      const row: Selectable<TripTable> = {
        id: trip.id,
        visit_id: trip.visitId,
        channel: trip.channel,
        way: trip.way,
        state_hash: trip.stateHash,
        pending_state: seal.seal(JSON.stringify(trip.pendingState), tripContext(trip.id)),
        arrival: null,
        outcome: null,
        created_at: now(),
        expires_at: trip.expiresAt,
        departed_at: null,
        claimed_at: null,
      };
      try {
        await db.insertInto('vendor_trip').values(row).execute();
        return true;
      } catch (error) {
        if (isMissingParent(error)) return false;
        throw error;
      }
    },

    async find(id: string): Promise<Trip | undefined> {
      const row = await db
        .selectFrom('vendor_trip')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toTrip(row);
    },

    /** The trip that left with this state, whatever became of it. */
    async findByState(stateHash: string): Promise<Trip | undefined> {
      const row = await db
        .selectFrom('vendor_trip')
        .selectAll()
        .where('state_hash', '=', stateHash)
        .executeTakeFirst();
      return row && toTrip(row);
    },

    /** Returns whether the browser leaves for the first time. */
    async depart(id: string): Promise<boolean> {
      const result = await db
        .updateTable('vendor_trip')
        .set({ departed_at: now() })
        .where('id', '=', id)
        .where('departed_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Keeps what the browser brought back, once; false when it was back already or too late. */
    async arrive(id: string, brought: Brought): Promise<boolean> {
      const result = await db
        .updateTable('vendor_trip')
        .set({ arrival: seal.seal(JSON.stringify(brought), arrivalContext(id)) })
        .where('id', '=', id)
        .where('arrival', 'is', null)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** True for exactly one caller: it deals with the arrival. */
    async claim(id: string): Promise<boolean> {
      const result = await db
        .updateTable('vendor_trip')
        .set({ claimed_at: now() })
        .where('id', '=', id)
        .where('claimed_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** For a vendor's own server that brings a credential: by the state, once, while it is live. */
    async claimByState(stateHash: string): Promise<Trip | undefined> {
      const row = await db
        .updateTable('vendor_trip')
        .set({ claimed_at: now() })
        .where('state_hash', '=', stateHash)
        .where('claimed_at', 'is', null)
        .where('expires_at', '>', now())
        .returningAll()
        .executeTakeFirst();
      return row && toTrip(row);
    },

    async end(id: string, outcome: TripOutcome): Promise<void> {
      await db
        .updateTable('vendor_trip')
        .set({ outcome: JSON.stringify(outcome) })
        .where('id', '=', id)
        .execute();
    },
  };
}

export const tripContext = (id: string): string => `trip/${id}`;
export const arrivalContext = (id: string): string => `arrival/${id}`;
