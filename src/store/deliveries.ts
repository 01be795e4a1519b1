// The rows of deliveries: claimed, tried, given up, listed and replayed.
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { storable } from '../model/text.ts';
import { ifOpens, type Seal } from '../seal.ts';
import { moment } from './clock.ts';
import {
  addressLane,
  type Content,
  type Delivery,
  type DeliveryState,
  deliveryContext,
  deliveryRow,
  type NewDelivery,
  openAddress,
  type Try,
} from './delivery-rows.ts';
import { type Claimed, type Claiming, leases } from './leases.ts';
import type { Flavor } from './migrate.ts';
import type { DeliveryTable, Tables } from './schema.ts';
import { type After, type Listed, walk } from './walk.ts';

/** A delivery in hand. */
export interface ClaimedDelivery extends Delivery, Claimed {}

/** Deliveries to addresses that calls named, or to event addresses. */
export type DeliveryKind = 'calls' | 'notices';

/** Which deliveries are listed; what is not given does not matter. */
export interface DeliveryFilter {
  readonly kind?: DeliveryKind | undefined;
  readonly state?: DeliveryState | undefined;
  readonly type?: string | undefined;
  readonly addressId?: string | undefined;
}

/** What a try leads to. */
export interface TryOutcome {
  readonly state: DeliveryState;
  readonly tried: Try;
  readonly nextTryAt: number;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** More tries than this are not kept one by one: a replayed delivery has ten more each time. */
const KEPT_TRIES = 50;
export const KEEP_DELIVERIES_MS = 30 * 24 * 60 * 60 * 1000;

export function deliveryStore(
  db: Kysely<Tables>,
  flavor: Flavor,
  now: () => number,
  seal: Pick<Seal, 'seal' | 'open'>,
  onForgotten: () => void,
) {
  const { claim, ...leased } = leases(db, flavor, 'delivery');
  /** Both empty when no key of the ring opens it: one such row must not hide the others. */
  const contentOf = ({ id, content }: Selectable<DeliveryTable>): Content =>
    ifOpens(() => JSON.parse(seal.open(content, deliveryContext(id)))) ?? ['', ''];
  const toDelivery = (row: Selectable<DeliveryTable>, current?: string | null): Delivery => {
    const [first, body, traceparent] = contentOf(row);
    const url = current && row.address_id ? openAddress(seal, row.address_id, current) : first;
    return {
      id: row.id,
      clientId: row.client_id,
      executionId: row.execution_id,
      addressId: row.address_id,
      userId: row.user_id,
      deleteWhenSent: row.delete_when_sent === 1,
      type: row.type,
      url,
      body,
      traceparent,
      state: row.state,
      attempts: row.attempts,
      tries: JSON.parse(row.tries),
      nextTryAt: row.run_at,
      createdAt: row.created_at,
      giveUpAt: row.give_up_at,
      finishedAt: row.finished_at,
    };
  };
  /** With the event address as it is now: that is where a delivery to one goes. */
  const withAddress = () =>
    db
      .selectFrom('delivery')
      .leftJoin('event_address', 'event_address.id', 'delivery.address_id')
      .selectAll('delivery')
      .select('event_address.url as current');
  const isOf = (kind: DeliveryKind | undefined) => {
    if (!kind) return sql<boolean>`1 = 1`;
    const nulls = kind === 'calls' ? sql`is null` : sql`is not null`;
    return sql<boolean>`address_id ${nulls}`;
  };
  /** Not those to an event address that was removed: they would only fail anew. */
  const replayable = (clientId: string) => sql<boolean>`(address_id is null
    or address_id in (select id from event_address where client_id = ${clientId}))`;
  /** Those about to end that are to leave nothing behind. */
  const forget = async (which: RawBuilder<boolean>): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from delivery where delete_when_sent = 1 and ${which}`.execute(db);
    const forgotten = Number(numAffectedRows ?? 0n);
    if (forgotten > 0) onForgotten();
    return forgotten;
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
    ...leased,

    async add(delivery: NewDelivery): Promise<void> {
      await db.insertInto('delivery').values(deliveryRow(seal, delivery)).execute();
    },

    async claim(claiming: Claiming): Promise<readonly ClaimedDelivery[]> {
      const rows = await claim(claiming);
      return rows.map((row) => ({
        ...toDelivery(row),
        lockedBy: row.locked_by,
        deaths: row.deaths,
      }));
    },

    /** Puts it off until its address is resumed, or its time is over. It does not count as a try. */
    async hold({ id, lockedBy, giveUpAt }: ClaimedDelivery): Promise<void> {
      await db
        .updateTable('delivery')
        .set((e) => ({
          run_at: giveUpAt,
          locked_until: 0,
          locked_by: '',
          attempts: e('attempts', '-', 1),
        }))
        .where('id', '=', id)
        .where('locked_by', '=', lockedBy)
        .execute();
    },

    /** Ends up to `limit` deliveries that wait for an event address; returns how many. */
    async endWaiting(
      clientId: string,
      addressId: string,
      reason: string,
      limit: number,
    ): Promise<number> {
      const time = now();
      await forget(sql<boolean>`state = 'waiting' and locked_until <= ${time}
        and lane = ${addressLane(clientId, addressId)}`);
      const last: Try = { at: time, duration: 0, error: reason };
      const tried = JSON.stringify(last);
      const result = await db
        .updateTable('delivery')
        .set({
          state: 'failed',
          finished_at: time,
          tries: sql<string>`case when tries = '[]' then ${`[${tried}]`}
            else substr(tries, 1, length(tries) - 1) || ${`,${tried}]`} end`,
        })
        .where('id', 'in', (q) =>
          q
            .selectFrom('delivery')
            .select('id')
            .where('state', '=', 'waiting')
            .where('lane', '=', addressLane(clientId, addressId))
            .where('locked_until', '<=', time)
            .limit(limit),
        )
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    /** Writes a try down, if the lease still holds; returns whether it did. */
    async finishTry(held: ClaimedDelivery, outcome: TryOutcome): Promise<boolean> {
      const { state, tried, nextTryAt } = outcome;
      if (held.deleteWhenSent && state !== 'waiting')
        return (await forget(sql<boolean>`id = ${held.id} and locked_by = ${held.lockedBy}`)) > 0;
      const result = await db
        .updateTable('delivery')
        .set({
          state,
          tries: JSON.stringify([...held.tries, tried].slice(-KEPT_TRIES)),
          run_at: moment(nextTryAt),
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
      await forget(sql<boolean>`state = 'waiting' and give_up_at <= ${time}
        and locked_until <= ${time}`);
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

    async find(clientId: string, id: string, kind?: DeliveryKind): Promise<Delivery | undefined> {
      if (!storable(id)) return undefined;
      const row = await withAddress()
        .where('delivery.id', '=', id)
        .where('delivery.client_id', '=', clientId)
        .where(isOf(kind))
        .executeTakeFirst();
      return row && toDelivery(row, row.current);
    },

    /** Newest first. */
    async list(
      clientId: string,
      { kind, state, type, addressId: address_id }: DeliveryFilter,
      after: After | undefined,
      limit: number,
    ): Promise<Listed<Delivery>> {
      const seek = [sql<boolean>`client_id = ${clientId}`];
      const sifted = Object.entries({ state, type, address_id });
      const sift = sifted.flatMap(([column, value]) =>
        value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
      );
      if (kind) sift.push(isOf(kind));
      const columns = sifted.map(([column]) => column);
      const walking = { table: 'delivery', time: 'created_at', seek, sift, columns } as const;
      return await walk(
        db,
        { ...walking, after, limit },
        async (ids) => {
          const rows = await withAddress()
            .where('delivery.id', 'in', ids)
            .orderBy('delivery.created_at', 'desc')
            .orderBy('delivery.id', 'desc')
            .execute();
          return rows.map((row) => toDelivery(row, row.current));
        },
        ({ createdAt }) => createdAt,
      );
    },

    /**
     * Has it tried anew, from the first try on, with the same id and body; false if it is unknown,
     * under way, or goes to an event address that was removed.
     */
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
        .where(replayable(clientId))
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** The same for up to `limit` failed ones of the client; returns how many, and where to go on after. */
    async replayFailed(
      clientId: string,
      giveUpAt: number,
      limit: number,
      kind?: DeliveryKind,
      after?: After,
    ): Promise<{ readonly count: number; readonly next: After | undefined }> {
      const { rows, next } = await walk(
        db,
        {
          ...{ table: 'delivery', time: 'created_at', columns: ['address_id'] },
          // Written out: with a value in its place the index of failed ones would not be seen to fit.
          seek: [sql`client_id = ${clientId}`, sql`state = 'failed'`],
          sift: [replayable(clientId), isOf(kind)],
          ...{ after, limit },
        },
        (ids) =>
          db
            .selectFrom('delivery')
            .select(['id', 'created_at'])
            .where('id', 'in', ids)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .execute(),
        ({ created_at }) => created_at,
      );
      if (rows.length === 0) return { count: 0, next };
      const ids = rows.map(({ id }) => id);
      const result = await db
        .updateTable('delivery')
        .set(again(now(), giveUpAt))
        .where('id', 'in', ids)
        .where('state', '=', 'failed')
        .executeTakeFirst();
      return { count: Number(result.numUpdatedRows), next };
    },
  };
}
