// The rows of event addresses: where a client wants events, which types, and its own signing secrets.
import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { storable } from '../model/text.ts';
import { type Base, findAll, findOne, holding, insert, remove, update } from './base.ts';
import { addressLane, openAddress } from './delivery-rows.ts';
import { contextOf, type Rec, type Tables } from './schema.ts';
import { type SigningSecret, signingContext } from './signing.ts';

/** Its `url` is empty when no key of the ring opens it. */
export interface EventAddress extends Omit<Rec<'event_address'>, 'paused' | 'signingSecrets'> {
  readonly paused: boolean;
}

type Wishes = Pick<EventAddress, 'url' | 'types' | 'paused'>;
type NewAddress = Wishes & { readonly secret: string };
/** One that is there already, as it is to be, or one that is to be made. */
export type WantedAddress = (Wishes & { readonly id: string }) | NewAddress;

export interface ChangedAddresses {
  /** In the order in which they were wanted. */
  readonly addresses: readonly EventAddress[];
  /** Those that are no more. */
  readonly removed: readonly string[];
}

export function eventAddressStore(base: Base) {
  const { db, now, seal } = base;
  const toAddress = ({ signingSecrets, ...address }: Rec<'event_address'>): EventAddress => ({
    ...address,
    url: openAddress(seal, address.id, address.url),
    paused: address.paused !== 0,
  });

  const list = async (work: Kysely<Tables>, clientId: string): Promise<readonly EventAddress[]> => {
    const all = await findAll(work, 'event_address', { clientId }, 'createdAt', 'id');
    return all.map(toAddress);
  };

  async function add(work: Kysely<Tables>, clientId: string, wanted: NewAddress, time: number) {
    const id = `ea_${randomUUIDv7().replaceAll('-', '')}`;
    const secrets: readonly SigningSecret[] = [
      { secret: wanted.secret, createdAt: time, expiresAt: null },
    ];
    const signingSecrets = seal.seal(JSON.stringify(secrets), signingContext('event_address', id));
    const made = { id, clientId, signingSecrets, createdAt: time, updatedAt: time };
    await insert(work, 'event_address', { ...columns(id, wanted), ...made });
    return id;
  }

  async function keep(work: Kysely<Tables>, before: EventAddress, wanted: Wishes) {
    const { id, clientId } = before;
    const same =
      before.url === wanted.url &&
      before.paused === wanted.paused &&
      before.types.join() === wanted.types.join();
    if (same) return;
    const { url, ...rest } = columns(id, wanted);
    // One that no key of the ring opens is left as it is, for a ring that does.
    const to = { ...rest, ...(before.url !== wanted.url && { url }), updatedAt: now() };
    await update(work, 'event_address', { id }, to);
    // Those that were held go out now; the others wait for their next try as they did.
    if (before.paused && !wanted.paused)
      await sql`update delivery set run_at = ${now()} where state = 'waiting'
        and lane = ${addressLane(clientId, id)} and run_at = give_up_at`.execute(work);
  }

  const columns = (id: string, { url, types, paused }: Wishes) => ({
    url: seal.seal(url, contextOf('event_address', 'url', id)),
    ...{ types, paused: paused ? 1 : 0 },
  });

  return {
    /** All of a client, oldest first. */
    list: (clientId: string) => list(db, clientId),

    async find(clientId: string, id: string): Promise<EventAddress | undefined> {
      if (!storable(id)) return undefined;
      const found = await findOne(db, 'event_address', { id, clientId });
      return found && toAddress(found);
    },

    /** Puts what `decide` makes of the addresses in their place; undefined when the client is gone. */
    async change(
      clientId: string,
      decide: (current: readonly EventAddress[]) => readonly WantedAddress[],
    ): Promise<ChangedAddresses | undefined> {
      return await holding(base, clientId, 'no key update', async (work) => {
        const current = await list(work, clientId);
        const wanted = decide(current);
        const ids: string[] = [];
        for (const one of wanted) {
          const before = 'id' in one ? current.find(({ id }) => id === one.id) : undefined;
          // One after the other, also within a millisecond: they are listed by when they were made.
          if (!('id' in one)) ids.push(await add(work, clientId, one, now() + ids.length));
          else if (before) {
            await keep(work, before, one);
            ids.push(one.id);
          }
        }
        const removed = current.map(({ id }) => id).filter((id) => !ids.includes(id));
        for (const id of removed) await remove(work, 'event_address', { id });
        const there = await list(work, clientId);
        const addresses = ids.flatMap((id) => there.find((one) => one.id === id) ?? []);
        return { addresses, removed };
      });
    },
  };
}
