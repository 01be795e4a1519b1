// Which keys of the ring something stored is sealed with, and whether the ring has them all.
import { type Kysely, sql } from 'kysely';
import { keyIdOf, type Seal, SealError } from '../seal.ts';
import { StoreOpenError } from './faults.ts';
import type { Tables } from './schema.ts';
import { signingContext } from './signing.ts';
import { credentialContext } from './user-keys.ts';

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
  now: number,
  seal: Fingerprints & Pick<Seal, 'open'>,
  someLost = false,
): Promise<void> {
  const known = await db.selectFrom('key_in_use').selectAll().execute();
  if (known.length === 0) return await noteFound(db, now, seal, someLost);
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

/** What lasts and is sealed under the ring itself, as a version before left it. */
async function noteFound(
  db: Kysely<Tables>,
  now: number,
  seal: Fingerprints & Pick<Seal, 'open'>,
  someLost: boolean,
): Promise<void> {
  const found = new Map<string, { readonly sealed: string; readonly context: string }>();
  const look = (sealed: string | null, context: string) => {
    const id = sealed === null ? undefined : keyIdOf(sealed);
    if (id !== undefined && sealed !== null && !found.has(id)) found.set(id, { sealed, context });
  };
  // One of each key: the next that begins with none of those found.
  for (;;) {
    const before = found.size;
    const others = (column: ReturnType<typeof sql.ref>) =>
      sql<boolean>`${sql.join(
        [
          sql`${column} like 'mfe1.%'`,
          ...[...found.keys()].map(
            (id) => sql`substr(${column}, 1, ${id.length + 6}) <> ${`mfe1.${id}.`}`,
          ),
        ],
        sql` and `,
      )}`;
    const credential = await db
      .selectFrom('credential')
      .select(['user_id', 'channel', 'secrets'])
      .where(others(sql.ref('secrets')))
      .limit(1)
      .executeTakeFirst();
    if (credential)
      look(
        credential.secrets,
        credentialContext({ userId: credential.user_id, channel: credential.channel }),
      );
    const client = await db
      .selectFrom('client')
      .select(['id', 'signing_secrets'])
      .where(others(sql.ref('signing_secrets')))
      .limit(1)
      .executeTakeFirst();
    if (client) look(client.signing_secrets, signingContext(client.id));
    if (found.size === before) break;
  }
  for (const [id, { sealed, context }] of found) {
    if (seal.fingerprint(id) === undefined) {
      if (someLost) continue;
      throw new StoreOpenError(missing(id));
    }
    try {
      seal.open(sealed, context);
    } catch (error) {
      if (error instanceof SealError) throw new StoreOpenError(another(id));
      throw error;
    }
  }
  for (const id of found.keys())
    if (seal.fingerprint(id) !== undefined) await note(db, now, seal, id);
}
