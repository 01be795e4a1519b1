// The rows of deliveries: one event to one address, its state and its tries.
import type { Insertable, Kysely, Selectable } from 'kysely';
import { storable } from '../model/text.ts';
import { type Seal, SealError } from '../seal.ts';
import { type Claiming, type Lease, leases } from './leases.ts';
import type { Flavor } from './migrate.ts';
import type { DeliveryTable, Tables } from './schema.ts';

/** One try to deliver. */
export interface Try {
  readonly at: number;
  /** Milliseconds. */
  readonly duration: number;
  /** The receiver's status; absent when there was no answer. */
  readonly status?: number;
  /** Why it did not count as delivered, in a few words. */
  readonly error?: string;
}

export interface NewDelivery {
  /** The `webhook-id`, the same in every try. */
  readonly id: string;
  readonly clientId: string;
  readonly executionId: string | null;
  readonly type: string;
  readonly url: string;
  readonly body: string;
  readonly createdAt: number;
  /** Whatever is left of it then fails. */
  readonly giveUpAt: number;
}

export type DeliveryState = DeliveryTable['state'];
export const DELIVERY_STATES: readonly DeliveryState[] = ['waiting', 'delivered', 'failed'];

export interface Delivery extends NewDelivery {
  readonly state: DeliveryState;
  /** Tries begun since it was made or replayed. */
  readonly attempts: number;
  readonly tries: readonly Try[];
  readonly nextTryAt: number;
  readonly finishedAt: number | null;
}

/** A delivery in hand. */
export interface ClaimedDelivery extends Delivery, Lease {}

/** What a try leads to. */
export interface TryOutcome {
  readonly state: DeliveryState;
  readonly tried: Try;
  readonly nextTryAt: number;
}

/** Where a list goes on: after the row of this time and id. */
export interface After {
  readonly at: number;
  readonly id: string;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** More tries than this are not kept one by one: a replayed delivery has ten more each time. */
const KEPT_TRIES = 50;
export const KEEP_DELIVERIES_MS = 30 * 24 * 60 * 60 * 1000;

export const laneOf = (clientId: string, url: string): string =>
  `${clientId} ${new URL(url).origin}`;

export function deliveryRow(
  seal: Pick<Seal, 'seal'>,
  delivery: NewDelivery,
): Insertable<DeliveryTable> {
  const { id, clientId, executionId, type, url, body, createdAt, giveUpAt } = delivery;
  return {
    id,
    lane: laneOf(clientId, url),
    state: 'waiting',
    run_at: createdAt,
    attempts: 0,
    locked_until: 0,
    locked_by: '',
    client_id: clientId,
    execution_id: executionId,
    type,
    // Sealed, since receivers' addresses often carry a token in their query.
    content: seal.seal(JSON.stringify([url, body]), deliveryContext(id)),
    tries: '[]',
    created_at: createdAt,
    give_up_at: giveUpAt,
    finished_at: null,
  };
}

export function deliveryStore(
  db: Kysely<Tables>,
  flavor: Flavor,
  now: () => number,
  seal: Pick<Seal, 'seal' | 'open'>,
) {
  const { lanes, claim, extend, release, freeAll } = leases(db, flavor, 'delivery');
  /** Both empty when no key of the ring opens it: one such row must not hide the others. */
  const contentOf = (row: Selectable<DeliveryTable>): [url: string, body: string] => {
    try {
      return JSON.parse(seal.open(row.content, deliveryContext(row.id)));
    } catch (error) {
      if (error instanceof SealError) return ['', ''];
      throw error;
    }
  };
  const toDelivery = (row: Selectable<DeliveryTable>): Delivery => {
    const [url, body] = contentOf(row);
    return {
      id: row.id,
      clientId: row.client_id,
      executionId: row.execution_id,
      type: row.type,
      url,
      body,
      state: row.state,
      attempts: row.attempts,
      tries: JSON.parse(row.tries),
      nextTryAt: row.run_at,
      createdAt: row.created_at,
      giveUpAt: row.give_up_at,
      finishedAt: row.finished_at,
    };
  };
  const again = (at: number, giveUpAt: number) => ({
    state: 'waiting' as const,
    run_at: at,
    attempts: 0,
    locked_until: 0,
    locked_by: '',
    give_up_at: giveUpAt,
    finished_at: null,
  });

  return {
    lanes,
    extend,
    release,
    freeAll,

    async add(delivery: NewDelivery): Promise<void> {
      await db.insertInto('delivery').values(deliveryRow(seal, delivery)).execute();
    },

    async claim(claiming: Claiming): Promise<readonly ClaimedDelivery[]> {
      const rows = await claim(claiming);
      return rows.map((row) => ({ ...toDelivery(row), lockedBy: row.locked_by }));
    },

    /** Writes a try down, if the lease still holds; returns whether it did. */
    async finishTry(held: ClaimedDelivery, outcome: TryOutcome): Promise<boolean> {
      const { state, tried, nextTryAt } = outcome;
      const result = await db
        .updateTable('delivery')
        .set({
          state,
          tries: JSON.stringify([...held.tries, tried].slice(-KEPT_TRIES)),
          run_at: nextTryAt,
          locked_until: 0,
          locked_by: '',
          finished_at: state === 'waiting' ? null : now(),
        })
        .where('id', '=', held.id)
        .where('locked_by', '=', held.lockedBy)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Ends up to `limit` deliveries whose time is over; returns how many. */
    async giveUp(limit: number): Promise<number> {
      const time = now();
      const result = await db
        .updateTable('delivery')
        .set({ state: 'failed', finished_at: time })
        .where('id', 'in', (q) =>
          q
            .selectFrom('delivery')
            .select('id')
            .where('state', '=', 'waiting')
            .where('give_up_at', '<=', time)
            .where('locked_until', '<=', time)
            .limit(limit),
        )
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    async find(clientId: string, id: string): Promise<Delivery | undefined> {
      if (!storable(id)) return undefined;
      const row = await db
        .selectFrom('delivery')
        .selectAll()
        .where('id', '=', id)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      return row && toDelivery(row);
    },

    /** Newest first. */
    async list(
      clientId: string,
      state: DeliveryState | undefined,
      after: After | undefined,
      limit: number,
    ): Promise<readonly Delivery[]> {
      let query = db.selectFrom('delivery').selectAll().where('client_id', '=', clientId);
      if (state) query = query.where('state', '=', state);
      if (after)
        query = query.where((e) =>
          e.or([
            e('created_at', '<', after.at),
            e.and([e('created_at', '=', after.at), e('id', '<', after.id)]),
          ]),
        );
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toDelivery);
    },

    /** Has it tried anew, from the first try on, with the same id and body; false if unknown. */
    async replay(clientId: string, id: string, giveUpAt: number): Promise<boolean> {
      if (!storable(id)) return false;
      const time = now();
      const result = await db
        .updateTable('delivery')
        .set(again(time, giveUpAt))
        .where('id', '=', id)
        .where('client_id', '=', clientId)
        // One that is under way at this moment is left to its holder.
        .where('locked_until', '<=', time)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** The same for up to `limit` failed ones of the client; returns how many. */
    async replayFailed(clientId: string, giveUpAt: number, limit: number): Promise<number> {
      const result = await db
        .updateTable('delivery')
        .set(again(now(), giveUpAt))
        .where('id', 'in', (q) =>
          q
            .selectFrom('delivery')
            .select('id')
            .where('client_id', '=', clientId)
            .where('state', '=', 'failed')
            .limit(limit),
        )
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },
  };
}

export const deliveryContext = (id: string): string => `delivery/${id}`;
