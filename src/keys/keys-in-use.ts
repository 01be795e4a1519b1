// Which keys of the ring something stored is sealed with, and whether the ring has them all.
import { type Base, findAll, insert, remove } from '../store/base.ts';
import { StoreOpenError } from '../store/faults.ts';

export function keyStore({ db, now, seal }: Base) {
  return {
    /** The longest in use first. */
    async inUse(): Promise<readonly { readonly id: string; readonly since: number }[]> {
      const keys = await findAll(db, 'key_in_use', {}, 'since', 'keyId');
      return keys.map(({ keyId: id, since }) => ({ id, since }));
    },

    /** To be called before anything is sealed with this key. */
    async note(id: string): Promise<void> {
      const proof = seal.fingerprint(id);
      if (proof === undefined) throw new StoreOpenError(missing(id));
      await insert(db, 'key_in_use', { keyId: id, proof, since: now() }, { by: ['keyId'] });
    },

    /** Nothing stored is sealed with it any more. */
    async drop(id: string): Promise<void> {
      await remove(db, 'key_in_use', { keyId: id });
    },
  };
}

/**
 * Throws a StoreOpenError unless the ring has every key that something stored is sealed with, and
 * each is the one it was. Where some are known to be lost, those may be missing.
 */
export async function checkKeys(
  { db, seal }: Pick<Base, 'db' | 'seal'>,
  someLost = false,
): Promise<void> {
  for (const { keyId: id, proof } of await findAll(db, 'key_in_use', {})) {
    const mine = seal.fingerprint(id);
    if (mine === undefined && someLost) continue;
    if (mine === undefined) throw new StoreOpenError(missing(id));
    if (mine !== proof) throw new StoreOpenError(another(id));
  }
}

const missing = (id: string) =>
  `The store holds what was sealed with the key "${id}", which is not in the key ring: put that key back, in MANIFOLD_KEYS_FILE or MANIFOLD_KEYS. If it is lost for good, "manifold keys forget ${id}" removes what cannot be opened any more; the users must then link again.`;
const another = (id: string) =>
  `The key "${id}" of the key ring is not the one of that name that sealed what is stored: put the right one in its place, and give a new key a name of its own.`;
