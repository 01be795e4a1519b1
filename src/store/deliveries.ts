// The rows of deliveries: claimed, tried, given up, listed and replayed.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { ifOpens } from '../keys/seal.ts';
import { storable } from '../model/text.ts';
import { type Claimed, type Claiming, type Lease, queue, RELEASED } from '../work/queue.ts';
import { affected, type Base, changed, insert, matching, update } from './base.ts';
import { storedTime } from './clock.ts';
import {
  addressLane,
  type Content,
  type Delivery,
  type DeliveryState,
  deliveryRow,
  type NewDelivery,
  openAddress,
} from './delivery-rows.ts';
import { contextOf, type Rec, type Tables, toRecord } from './schema.ts';
import type { Try } from './tables-work.ts';
import { type After, equal, type Listed, walk } from './walk.ts';

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

export interface TryOutcome {
  readonly state: DeliveryState;
  readonly tried: Try;
  readonly nextTryAt: number;
}

/** As it is stored, with the event address as it is now where that was asked for. */
type Row = Selectable<Tables['delivery']> & { readonly current?: string | null };

/** More tries than this are not kept one by one: a replayed delivery has ten more each time. */
const KEPT_TRIES = 50;
const NEWEST = { table: 'delivery', time: 'created_at' } as const;

/** `onForgotten`: rows were erased, and are to leave the files too some time soon. */
export function deliveryStore(
  base: Pick<Base, 'db' | 'dialect' | 'now' | 'seal' | 'noDiskWait'>,
  onForgotten: () => void,
) {
  const { db, now, seal } = base;
  const { claim, ...leased } = queue(base, 'delivery');
  /** Both empty when no key of the ring opens it: one such row must not hide the others. */
  const contentOf = (id: string, content: string): Content =>
    ifOpens(() => JSON.parse(seal.open(content, contextOf('delivery', 'content', id)))) ?? ['', ''];
  const toDelivery = (row: Rec<'delivery'>, address?: string | null): Delivery => {
    const { lane, lockedUntil, lockedBy, deaths, account, ...rest } = row;
    const { content, runAt, deleteWhenSent, ...delivery } = rest;
    const { id, addressId } = delivery;
    const [first, body, traceparent] = contentOf(id, content);
    const url = address && addressId ? openAddress(seal, addressId, address) : first;
    return {
      ...{ ...delivery, url, body, traceparent },
      deleteWhenSent: deleteWhenSent === 1,
      nextTryAt: runAt,
    };
  };
  const shown = (row: Row) => toDelivery(toRecord('delivery', row), row.current);
  /** The event address as it is now: that is where a delivery to one goes. */
  const current = sql`, (select url from event_address where id = delivery.address_id) as current`;
  const isOf = (kind: DeliveryKind | undefined) =>
    sql.raw<boolean>(kind ? `address_id is ${kind === 'calls' ? '' : 'not '}null` : '1 = 1');
  /** Not those to an event address that was removed: they would only fail again. */
  const replayable = (clientId: string) => sql<boolean>`(address_id is null
    or address_id in (select id from event_address where client_id = ${clientId}))`;
  /** Those about to end that are to leave nothing behind. */
  const forget = async (which: RawBuilder<boolean>): Promise<number> => {
    const forgotten = await affected(
      db,
      sql`delete from delivery where delete_when_sent = 1 and ${which}`,
    );
    if (forgotten > 0) onForgotten();
    return forgotten;
  };
  const again = (at: number, giveUpAt: number) => ({
    ...{ state: 'waiting' as const, runAt: at, attempts: 0, ...RELEASED },
    ...{ giveUpAt, finishedAt: null },
  });
  const heldBy = ({ id, lockedBy }: Lease) => ({ id, lockedBy });
  /** Fails up to `limit` of those that wait and are in no one's hands; returns how many. */
  const endSome = async (
    which: RawBuilder<boolean>,
    limit: number,
    tries?: RawBuilder<string>,
  ): Promise<number> => {
    const time = now();
    const ending = sql<boolean>`state = 'waiting' and locked_until <= ${time} and ${which}`;
    await forget(ending);
    const some = db.selectFrom('delivery').select('id').where(ending).limit(limit);
    return await changed(
      db
        .updateTable('delivery')
        .set({ state: 'failed', finished_at: time, ...(tries && { tries }) })
        .where('id', 'in', some),
    );
  };

  return {
    ...leased,

    add: (delivery: NewDelivery): Promise<number> =>
      insert(db, 'delivery', deliveryRow(seal, delivery)),

    claim: async (claiming: Claiming): Promise<readonly ClaimedDelivery[]> =>
      (await claim(claiming)).map((held) =>
        Object.assign(toDelivery(held), { lockedBy: held.lockedBy, deaths: held.deaths }),
      ),

    /** Puts it off until its address is resumed, unless that is done just now. It does not count as a try. */
    async hold(held: ClaimedDelivery): Promise<void> {
      const isPaused = sql`exists (select 1 from event_address where id = delivery.address_id
        and paused = 1${sql.raw(base.dialect === 'postgres' ? ' for share' : '')})`;
      const runAt = sql`case when ${isPaused} then give_up_at else run_at end`;
      const later = { runAt, ...RELEASED, attempts: sql`attempts - 1` };
      await update(db, 'delivery', heldBy(held), later);
    },

    /** Ends up to `limit` deliveries that wait for an event address; returns how many. */
    async endWaiting(
      clientId: string,
      addressId: string,
      reason: string,
      limit: number,
    ): Promise<number> {
      const tried = JSON.stringify({ at: now(), duration: 0, error: reason } satisfies Try);
      const tries = sql<string>`case when tries = '[]' then ${`[${tried}]`}
        else substr(tries, 1, length(tries) - 1) || ${`,${tried}]`} end`;
      const lane = addressLane(clientId, addressId);
      return await endSome(sql<boolean>`lane = ${lane}`, limit, tries);
    },

    /** Writes a try down, if the lease still holds; returns whether it did. */
    async finishTry(held: ClaimedDelivery, outcome: TryOutcome): Promise<boolean> {
      const { state, tried, nextTryAt } = outcome;
      if (held.deleteWhenSent && state !== 'waiting')
        return (await forget(matching('delivery', heldBy(held)))) > 0;
      const to = {
        ...{ state, runAt: storedTime(nextTryAt), ...RELEASED },
        tries: [...held.tries, tried].slice(-KEPT_TRIES),
        finishedAt: state === 'waiting' ? null : now(),
      };
      return (await update(db, 'delivery', heldBy(held), to)) > 0;
    },

    /** Ends up to `limit` deliveries whose time is over; returns how many. */
    giveUp: (limit: number): Promise<number> =>
      endSome(sql<boolean>`give_up_at <= ${now()}`, limit),

    async find(clientId: string, id: string, kind?: DeliveryKind): Promise<Delivery | undefined> {
      if (!storable(id)) return undefined;
      const { rows } = await sql<Row>`select *${current} from delivery
        where id = ${id} and client_id = ${clientId} and ${isOf(kind)}`.execute(db);
      return rows[0] && shown(rows[0]);
    },

    /** Newest first. */
    async list(
      clientId: string,
      { kind, state, type, addressId: address_id }: DeliveryFilter,
      after: After | undefined,
      limit: number,
    ): Promise<Listed<Delivery>> {
      const seek = [sql<boolean>`client_id = ${clientId}`];
      const { sift, columns } = equal({ state, type, address_id });
      const all = { sift: [...sift, ...(kind ? [isOf(kind)] : [])], columns, also: current };
      return await walk(db, { ...NEWEST, seek, ...all, after, limit }, shown);
    },

    /** Has it tried again, with the same id and body; false if it is unknown, under way, or has no address. */
    async replay(clientId: string, id: string, giveUpAt: number): Promise<boolean> {
      if (!storable(id)) return false;
      const time = now();
      // One that is under way at this moment is left to its holder.
      const idle = { id, clientId, lockedUntil: sql`<= ${time} and ${replayable(clientId)}` };
      return (await update(db, 'delivery', idle, again(time, giveUpAt))) > 0;
    },

    /** The same for up to `limit` failed ones of the client; returns how many, and where to go on after. */
    async replayFailed(
      clientId: string,
      giveUpAt: number,
      limit: number,
      kind?: DeliveryKind,
      after?: After,
    ): Promise<{ readonly count: number; readonly next: After | undefined }> {
      const { rows: ids, next } = await walk(
        db,
        {
          ...{ ...NEWEST, columns: ['address_id'] },
          // Written out: with a value in its place the index of failed ones would not be seen to fit.
          seek: [sql`client_id = ${clientId}`, sql`state = 'failed'`],
          sift: [replayable(clientId), isOf(kind)],
          ...{ after, limit },
        },
        ({ id }) => id,
      );
      if (ids.length === 0) return { count: 0, next };
      const failed = { id: ids, state: 'failed' as const };
      return { count: await update(db, 'delivery', failed, again(now(), giveUpAt)), next };
    },
  };
}
