// Which keys of the ring something stored is sealed with, and whether the ring has them all.
import type { Kysely } from 'kysely';
import type { Seal } from '../seal.ts';
import { StoreOpenError } from './faults.ts';
import type { Tables } from './schema.ts';

export interface KeyInUse {
  readonly id: string;
  readonly since: number;
}

export type KeyStore = ReturnType<typeof keyStore>;

type Fingerprints = Pick<Seal, 'fingerprint'>;

export function keyStore(db: Kysely<Tables>, now: () => number, seal: Fingerprints) {
  return {
    /** The longest in use first. */
    async inUse(): Promise<readonly KeyInUse[]> {
      const rows = await db
        .selectFrom('key_in_use')
        .select(['key_id', 'since'])
        .orderBy('since')
        .orderBy('key_id')
        .execute();
      return rows.map(({ key_id, since }) => ({ id: key_id, since }));
    },

    /** To be called before anything is sealed with this key. */
    note: (id: string) => note(db, now(), seal, id),

    /** Nothing stored is sealed with it any more. */
    async drop(id: string): Promise<void> {
      await db.deleteFrom('key_in_use').where('key_id', '=', id).execute();
    },
  };
}

async function note(
  db: Kysely<Tables>,
  since: number,
  seal: Fingerprints,
  id: string,
): Promise<void> {
  const proof = seal.fingerprint(id);
  if (proof === undefined) throw new StoreOpenError(missing(id));
  await db
    .insertInto('key_in_use')
    .values({ key_id: id, proof, since })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute();
}

/**
 * Throws a StoreOpenError unless the ring has every key that something stored is sealed with, and
 * each is the one it was. Where some are known to be lost, those may be missing.
 */
export async function checkKeys(
  db: Kysely<Tables>,
  seal: Fingerprints,
  someLost = false,
): Promise<void> {
  const known = await db.selectFrom('key_in_use').selectAll().execute();
  for (const { key_id: id, proof } of known) {
    const mine = seal.fingerprint(id);
    if (mine === undefined && someLost) continue;
    if (mine === undefined) throw new StoreOpenError(missing(id));
    if (mine !== proof) throw new StoreOpenError(another(id));
  }
}

const missing = (id: string) =>
  `The store holds what was sealed with the key "${id}", which is not in the key ring: put that key back, in MANIFOLD_KEYS_FILE or MANIFOLD_KEYS. If it is lost for good, "manifold keys forget ${id}" removes what cannot be opened any more; the users must then link anew.`;
const another = (id: string) =>
  `The key "${id}" of the key ring is not the one of that name that sealed what is stored: put the right one in its place, and give a new key a name of its own.`;
