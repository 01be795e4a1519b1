// Signing secrets, of clients and of event addresses: kept sealed, since receivers need the same.
import { type Base, findOne, update } from './base.ts';
import { contextOf } from './schema.ts';

export interface SigningSecret {
  /** `whsec_…` */
  readonly secret: string;
  readonly createdAt: number;
  /** From then on it signs nothing; null while it has no end. */
  readonly expiresAt: number | null;
}

/** The secrets as they were read, oldest first; `replace` needs the whole of it. */
export interface SigningSecrets {
  /** The client or the event address they belong to. */
  readonly owner: string;
  readonly secrets: readonly SigningSecret[];
  readonly sealed: string | null;
}

export type SigningStore = ReturnType<typeof signingStore>;

type Owners = 'client' | 'event_address';
export const signingContext = (owners: Owners, owner: string): string =>
  contextOf(owners, 'signing_secrets', owner);

export function signingStore({ db, seal }: Base, owners: Owners) {
  const context = (owner: string) => signingContext(owners, owner);
  return {
    /** Undefined when there is no such owner. */
    async find(owner: string): Promise<SigningSecrets | undefined> {
      const row = await findOne<Owners>(db, owners, { id: owner });
      if (!row) return undefined;
      const { signingSecrets: sealed } = row;
      const secrets = sealed === null ? [] : JSON.parse(seal.open(sealed, context(owner)));
      return { owner, secrets, sealed };
    },

    /** Puts `secrets` in place if the owner still has the ones of `seen`; returns whether it did. */
    async replace(seen: SigningSecrets, secrets: readonly SigningSecret[]): Promise<boolean> {
      const { owner, sealed } = seen;
      const fresh = seal.seal(JSON.stringify(secrets), context(owner));
      const unchanged = { id: owner, signingSecrets: sealed };
      return (await update(db, owners, unchanged, { signingSecrets: fresh })) > 0;
    },
  };
}
