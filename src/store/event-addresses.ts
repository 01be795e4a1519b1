// The rows of event addresses: where a client wants events, which types, and its own signing secrets.
import { randomUUIDv7 } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { storable } from '../model/text.ts';
import type { Seal } from '../seal.ts';
import { addressContext, addressLane, openAddress } from './delivery-rows.ts';
import type { Flavor } from './migrate.ts';
import { lockRoom } from './room.ts';
import type { EventAddressTable, Tables } from './schema.ts';
import { addressSigningContext, type SigningSecret } from './signing.ts';

export interface EventAddress {
  readonly id: string;
  readonly clientId: string;
  /** Empty when no key of the ring opens it. */
  readonly url: string;
  readonly types: readonly string[];
  readonly paused: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface Wishes {
  readonly url: string;
  readonly types: readonly string[];
  readonly paused: boolean;
}
/** One that is there already, as it is to be. */
export interface KeptAddress extends Wishes {
  readonly id: string;
}
/** One that is to be made. */
export interface NewAddress extends Wishes {
  readonly secret: string;
}
export type WantedAddress = KeptAddress | NewAddress;

export interface ChangedAddresses {
  /** In the order in which they were wanted. */
  readonly addresses: readonly EventAddress[];
  /** Those that are no more. */
  readonly removed: readonly string[];
}

export type EventAddressStore = ReturnType<typeof eventAddressStore>;

export function eventAddressStore(
  db: Kysely<Tables>,
  flavor: Flavor,
  now: () => number,
  seal: Pick<Seal, 'seal' | 'open'>,
) {
  const toAddress = (row: Selectable<EventAddressTable>): EventAddress => ({
    id: row.id,
    clientId: row.client_id,
    url: openAddress(seal, row.id, row.url),
    types: JSON.parse(row.types),
    paused: row.paused !== 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });

  const list = async (work: Kysely<Tables>, clientId: string): Promise<readonly EventAddress[]> => {
    const rows = await work
      .selectFrom('event_address')
      .selectAll()
      .where('client_id', '=', clientId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toAddress);
  };

  async function add(work: Kysely<Tables>, clientId: string, wanted: NewAddress) {
    const id = `ea_${randomUUIDv7().replaceAll('-', '')}`;
    const time = now();
    const secrets: readonly SigningSecret[] = [
      { secret: wanted.secret, createdAt: time, expiresAt: null },
    ];
    const row = await work
      .insertInto('event_address')
      .values({
        ...columns(id, wanted),
        id,
        client_id: clientId,
        signing_secrets: seal.seal(JSON.stringify(secrets), addressSigningContext(id)),
        created_at: time,
        updated_at: time,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toAddress(row);
  }

  async function keep(work: Kysely<Tables>, before: EventAddress, wanted: KeptAddress) {
    const { id, clientId } = before;
    const same =
      before.url === wanted.url &&
      before.paused === wanted.paused &&
      before.types.join() === wanted.types.join();
    if (same) return before;
    const row = await work
      .updateTable('event_address')
      .set({
        ...columns(id, wanted),
        // One that no key of the ring opens is left as it is, for a ring that does.
        ...(before.url === wanted.url && { url: undefined }),
        updated_at: now(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    // Those that were held go out now; the others wait for their next try as they did.
    if (before.paused && !wanted.paused)
      await work
        .updateTable('delivery')
        .set({ run_at: now() })
        .where('state', '=', 'waiting')
        .where('lane', '=', addressLane(clientId, id))
        .whereRef('run_at', '=', 'give_up_at')
        .execute();
    return toAddress(row);
  }

  const columns = (id: string, { url, types, paused }: Wishes) => ({
    url: seal.seal(url, addressContext(id)),
    types: JSON.stringify(types),
    paused: paused ? 1 : 0,
  });

  return {
    /** All of a client, oldest first. */
    list: (clientId: string) => list(db, clientId),

    async find(clientId: string, id: string): Promise<EventAddress | undefined> {
      if (!storable(id)) return undefined;
      const row = await db
        .selectFrom('event_address')
        .selectAll()
        .where('id', '=', id)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      return row && toAddress(row);
    },

    /**
     * Puts what `decide` makes of the addresses in place of them, one change of a client at a time;
     * what it throws leaves all as it was. Undefined when the client is gone.
     */
    async change(
      clientId: string,
      decide: (current: readonly EventAddress[]) => readonly WantedAddress[],
    ): Promise<ChangedAddresses | undefined> {
      return await db.transaction().execute(async (work) => {
        if (!(await lockRoom(work, flavor, clientId))) return undefined;
        const current = await list(work, clientId);
        const wanted = decide(current);
        const kept = new Set(wanted.flatMap((one) => ('id' in one ? [one.id] : [])));
        const removed = current.map(({ id }) => id).filter((id) => !kept.has(id));
        if (removed.length > 0)
          await work.deleteFrom('event_address').where('id', 'in', removed).execute();
        const addresses: EventAddress[] = [];
        for (const one of wanted) {
          if (!('id' in one)) addresses.push(await add(work, clientId, one));
          else {
            const before = current.find(({ id }) => id === one.id);
            if (before) addresses.push(await keep(work, before, one));
          }
        }
        return { addresses, removed };
      });
    },
  };
}
