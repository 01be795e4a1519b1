// The signing secrets of clients: kept sealed with the client's row, since receivers need the same.
import type { Kysely } from 'kysely';
import type { Seal } from '../seal.ts';
import type { Tables } from './schema.ts';

export interface SigningSecret {
  /** `whsec_…` */
  readonly secret: string;
  readonly createdAt: number;
  /** From then on it signs nothing; null while it has no end. */
  readonly expiresAt: number | null;
}

/** The secrets as they were read, oldest first; `replace` needs the whole of it. */
export interface SigningSecrets {
  readonly clientId: string;
  readonly secrets: readonly SigningSecret[];
  readonly sealed: string | null;
}

export type SigningStore = ReturnType<typeof signingStore>;

export function signingStore(db: Kysely<Tables>, seal: Pick<Seal, 'seal' | 'open'>) {
  return {
    /** Undefined when there is no such client. */
    async find(clientId: string): Promise<SigningSecrets | undefined> {
      const row = await db
        .selectFrom('client')
        .select('signing_secrets')
        .where('id', '=', clientId)
        .executeTakeFirst();
      if (!row) return undefined;
      const sealed = row.signing_secrets;
      const secrets =
        sealed === null ? [] : JSON.parse(seal.open(sealed, signingContext(clientId)));
      return { clientId, secrets, sealed };
    },

    /** Puts `secrets` in place if the client still has the ones of `seen`; returns whether it did. */
    async replace(seen: SigningSecrets, secrets: readonly SigningSecret[]): Promise<boolean> {
      const { clientId, sealed } = seen;
      const fresh = seal.seal(JSON.stringify(secrets), signingContext(clientId));
      const result = await db
        .updateTable('client')
        .set({ signing_secrets: fresh })
        .where('id', '=', clientId)
        .where('signing_secrets', sealed === null ? 'is' : '=', sealed)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
  };
}

export const signingContext = (clientId: string): string => `client/${clientId}/signing`;
