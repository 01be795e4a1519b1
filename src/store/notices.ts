// Notices to clients: a change of state and the events that tell of it, written in one transaction.
import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { ALL_TYPES, type Notice } from '../model/notices.ts';
import type { Seal } from '../seal.ts';
import { accountName } from './bound.ts';
import { addressLane, deliveryRow, failedRow, newDelivery, openAddress } from './delivery-rows.ts';
import { keepClient, keepUser } from './keep.ts';
import type { Flavor } from './migrate.ts';
import type { Tables } from './schema.ts';

/** Notes an event; it is written with whatever else the transaction does, or not at all. */
export type Tell = (event: Notice) => void;

export interface Told {
  readonly clientId: string;
  readonly tpUserId: string;
}

/** How events are written down. */
export interface Telling {
  /** A repeat under the same words is the same event. */
  readonly once?: string | undefined;
  /** Whom they are about: with the user they go. */
  readonly userId?: string | undefined;
  /** They are about a user who goes now: each goes as soon as it ended. */
  readonly deleteWhenSent?: boolean | undefined;
}

export type NoticeStore = ReturnType<typeof noticeStore>;

/** So many may wait for one address; what comes then has failed at once, and can be replayed. */
export const MOST_WAITING = 10_000;
/** Written when it is needed: whatever first asks for a locale waits 25 ms for its data. */
const reasonFull = () =>
  `more than ${MOST_WAITING.toLocaleString('en-US')} deliveries wait for this address`;

export interface NoticeDependencies {
  readonly db: Kysely<Tables>;
  readonly flavor: Flavor;
  readonly now: () => number;
  readonly seal: Pick<Seal, 'seal' | 'open'>;
  /** Called when deliveries were written. */
  readonly onNotice: () => void;
}

export function noticeStore({ db, flavor, now, seal, onNotice }: NoticeDependencies) {
  /**
   * Changes something of a client and tells it so, all in one transaction. Undefined when the client
   * is gone.
   */
  async function change<T>(
    clientId: string,
    work: (transaction: Transaction<Tables>, tell: Tell) => Promise<T>,
    telling: Telling = {},
  ): Promise<T | undefined> {
    let written = 0;
    const result = await db.transaction().execute(async (transaction) => {
      if (!(await keepClient(transaction, flavor, clientId))) return undefined;
      const events: Notice[] = [];
      const done = await work(transaction, (event) => void events.push(event));
      written = await addNotices(transaction, seal, now(), clientId, events, telling);
      return done;
    });
    if (written > 0) onNotice();
    return result;
  }

  return {
    change,

    /** The same for something of a user. Undefined when the user is gone. */
    async changeOf<T>(
      userId: string,
      work: (transaction: Transaction<Tables>, tell: Tell, user: Told) => Promise<T>,
    ): Promise<T | undefined> {
      const row = await db
        .selectFrom('user')
        .select(['client_id', 'tp_user_id'])
        .where('id', '=', userId)
        .executeTakeFirst();
      if (!row) return undefined;
      const user = { clientId: row.client_id, tpUserId: row.tp_user_id };
      const kept = async (transaction: Transaction<Tables>, tell: Tell) =>
        (await keepUser(transaction, flavor, userId))
          ? await work(transaction, tell, user)
          : undefined;
      return await change(user.clientId, kept, { userId });
    },

    /**
     * Tells a client of something that is written nowhere else; a repeat under the same `once` is
     * the same event. False when the client is gone.
     */
    async add(clientId: string, event: Notice, once?: string): Promise<boolean> {
      const tellIt = async (_: unknown, tell: Tell) => {
        tell(event);
        return true;
      };
      return (await change(clientId, tellIt, { once })) === true;
    },
  };
}

/**
 * Writes one delivery for each event and each address of the client that wants it and is not paused,
 * within a transaction of another; returns how many. Whoever sends them must be woken afterwards.
 */
export async function addNotices(
  transaction: Kysely<Tables>,
  seal: Pick<Seal, 'seal' | 'open'>,
  now: number,
  clientId: string,
  events: readonly Notice[],
  { once, userId, deleteWhenSent = false }: Telling = {},
): Promise<number> {
  if (events.length === 0) return 0;
  const addresses = await transaction
    .selectFrom('event_address')
    .select(['id', 'url', 'types'])
    .where('client_id', '=', clientId)
    .where('paused', '=', 0)
    .orderBy('id')
    .execute();
  let written = 0;
  for (const { id: addressId, url: sealed, types } of addresses) {
    const wanted: readonly string[] = JSON.parse(types);
    const theirs = events.filter(({ type }) => wanted.includes(ALL_TYPES) || wanted.includes(type));
    if (theirs.length === 0) continue;
    const full = await isFull(transaction, addressLane(clientId, addressId));
    // It would have failed at once, and what is deleted when sent goes when it ended.
    if (full && deleteWhenSent) continue;
    const url = openAddress(seal, addressId, sealed);
    const rows = theirs.map((event) => {
      const made = newDelivery({ clientId, url, addressId, userId, deleteWhenSent }, event, now);
      const delivery = once === undefined ? made : { ...made, id: idOf(once, addressId) };
      const row = full ? failedRow(seal, delivery, reasonFull()) : deliveryRow(seal, delivery);
      return { ...row, account: accountOf(event) };
    });
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto('delivery')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    written += Number(numInsertedOrUpdatedRows);
  }
  return written;
}

/** The account that an event is about which names no user. */
const accountOf = (event: Notice): string | null =>
  event.type === 'privacy.request' ? accountName(event.data.channel, event.data.shop) : null;

/** The same for the same event to the same address, however often it is made. */
const idOf = (once: string, addressId: string): string =>
  `msg_${createHash('sha256').update(`${once} ${addressId}`).digest('hex').slice(0, 32)}`;

async function isFull(transaction: Kysely<Tables>, lane: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('delivery')
    .select('id')
    .where('state', '=', 'waiting')
    .where('lane', '=', lane)
    .limit(1)
    .offset(MOST_WAITING - 1)
    .executeTakeFirst();
  return row !== undefined;
}
