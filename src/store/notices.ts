// Notices to clients: a change of state and the events that report it, written in one transaction.
import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { isWanted, type Notice } from '../model/notices.ts';
import { type Base, findAll, findOne, hold, holding, insert } from './base.ts';
import { accountName } from './bound.ts';
import { addressLane, deliveryRow, failedRow, newDelivery, openAddress } from './delivery-rows.ts';
import type { Rec, Tables } from './schema.ts';

/** Notes an event; it is written with whatever else the transaction does, or not at all. */
export type Emit = (event: Notice) => void;

export type Subject = Pick<Rec<'user'>, 'clientId' | 'tpUserId'>;

export interface EmitOptions {
  /** A repeat under the same words is the same event. */
  readonly once?: string | undefined;
  /** Whom they are about: with the user they go. */
  readonly userId?: string | undefined;
  /** They are about a user who goes now: each goes as soon as it ended. */
  readonly deleteWhenSent?: boolean | undefined;
}

export type NoticeStore = ReturnType<typeof noticeStore>;

/** So many may wait for one address; what comes then has failed immediately, and can be replayed. */
export const MOST_WAITING = 10_000;
/** Written when it is needed: whatever first asks for a locale waits 25 ms for its data. */
const reasonFull = () =>
  `more than ${MOST_WAITING.toLocaleString('en-US')} deliveries wait for this address`;

/** `onNotice` is called when deliveries were written. */
export function noticeStore(base: Omit<Base, 'prepared'>, onNotice: () => void) {
  const { db, now, seal } = base;
  /** Changes something of a client and notifies it, in one transaction; undefined when it is gone. */
  async function change<T>(
    clientId: string,
    work: (transaction: Transaction<Tables>, emit: Emit) => Promise<T>,
    options: EmitOptions = {},
  ): Promise<T | undefined> {
    let written = 0;
    const result = await holding(base, clientId, 'key share', async (transaction) => {
      const events: Notice[] = [];
      const done = await work(transaction, (event) => void events.push(event));
      written = await addNotices(transaction, clientId, events, options);
      return done;
    });
    if (written > 0) onNotice();
    return result;
  }

  /**
   * Writes one delivery for each event and each address of the client that wants it and is not paused,
   * within a transaction of another; returns how many. The sender must be woken afterwards.
   */
  async function addNotices(
    transaction: Kysely<Tables>,
    clientId: string,
    events: readonly Notice[],
    { once, userId, deleteWhenSent = false }: EmitOptions = {},
  ): Promise<number> {
    if (events.length === 0) return 0;
    const wanting = { clientId, paused: 0 };
    let written = 0;
    for (const address of await findAll(transaction, 'event_address', wanting, 'id')) {
      const { id: addressId, url: sealed, types: wanted } = address;
      const theirs = events.filter(({ type }) => isWanted(wanted, type));
      if (theirs.length === 0) continue;
      const full = await isFull(transaction, addressLane(clientId, addressId));
      // It would have failed immediately, and what is deleted when sent goes when it ended.
      if (full && deleteWhenSent) continue;
      const url = openAddress(seal, addressId, sealed);
      const rows = theirs.map((event) => {
        const made = newDelivery(
          { clientId, url, addressId, userId, deleteWhenSent },
          event,
          now(),
        );
        const delivery = once === undefined ? made : { ...made, id: idOf(once, addressId) };
        const row = full ? failedRow(seal, delivery, reasonFull()) : deliveryRow(seal, delivery);
        return { ...row, account: accountOf(event) };
      });
      written += await insert(transaction, 'delivery', rows, { by: ['id'] });
    }
    return written;
  }

  return {
    change,

    /** The same for something of a user. Undefined when the user is gone. */
    async changeOf<T>(
      userId: string,
      work: (transaction: Transaction<Tables>, emit: Emit, user: Subject) => Promise<T>,
    ): Promise<T | undefined> {
      const user = await findOne(db, 'user', { id: userId });
      if (!user) return undefined;
      const kept = async (transaction: Transaction<Tables>, emit: Emit) =>
        (await hold(base, transaction, 'user', { id: userId }))
          ? await work(transaction, emit, user)
          : undefined;
      return await change(user.clientId, kept, { userId });
    },

    /** Notifies a client of something written nowhere else; false when the client is gone. */
    async add(clientId: string, event: Notice, once?: string): Promise<boolean> {
      const emitIt = async (_: unknown, emit: Emit) => {
        emit(event);
        return true;
      };
      return (await change(clientId, emitIt, { once })) === true;
    },
  };
}

/** The account that an event is about which names no user. */
const accountOf = (event: Notice): string | null =>
  event.type === 'privacy.request' ? accountName(event.data.channel, event.data.shop) : null;

/** The same for the same event to the same address, however often it is made. */
const idOf = (once: string, addressId: string): string =>
  `msg_${createHash('sha256').update(`${once} ${addressId}`).digest('hex').slice(0, 32)}`;

async function isFull(transaction: Kysely<Tables>, lane: string): Promise<boolean> {
  const { rows } = await sql`select id from delivery where state = 'waiting' and lane = ${lane}
    limit 1 offset ${MOST_WAITING - 1}`.execute(transaction);
  return rows.length > 0;
}
