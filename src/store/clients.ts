// The rows of client applications.
import type { Kysely, Selectable } from 'kysely';
import { storable } from '../model/text.ts';
import type { ClientTable, Tables } from './schema.ts';

/** One secret of a client. Only its hash is known here. */
export interface ClientSecret {
  readonly id: string;
  readonly hash: string;
  readonly createdAt: number;
  /** From then on it is refused; null while it has no end. */
  readonly expiresAt: number | null;
}

export interface Client {
  readonly id: string;
  readonly name: string;
  /** Oldest first. */
  readonly secrets: readonly ClientSecret[];
  readonly scopes: readonly string[];
  /** Empty allows any. */
  readonly redirectOrigins: readonly string[];
  readonly tokenSeconds: number | null;
  readonly logoUrl: string | null;
  readonly createdAt: number;
}

export type ClientStore = ReturnType<typeof clientStore>;

export function clientStore(db: Kysely<Tables>, now: () => number) {
  return {
    /** The new client, or undefined when the id is taken. */
    async create(client: Omit<Client, 'createdAt'>): Promise<Client | undefined> {
      const row = await db
        .insertInto('client')
        .values({
          id: client.id,
          name: client.name,
          secrets: JSON.stringify(client.secrets),
          scopes: JSON.stringify(client.scopes),
          redirect_origins: JSON.stringify(client.redirectOrigins),
          token_seconds: client.tokenSeconds,
          logo_url: client.logoUrl,
          created_at: now(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && toClient(row);
    },

    async find(id: string): Promise<Client | undefined> {
      if (!storable(id)) return undefined;
      const row = await db.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toClient(row);
    },

    /** All clients, oldest first. */
    async list(): Promise<readonly Client[]> {
      const rows = await db
        .selectFrom('client')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toClient);
    },

    /** Puts `secrets` in place if the client still has the ones of `seen`; returns whether it did. */
    async replaceSecrets(seen: Client, secrets: readonly ClientSecret[]): Promise<boolean> {
      const result = await db
        .updateTable('client')
        .set({ secrets: JSON.stringify(secrets) })
        .where('id', '=', seen.id)
        .where('secrets', '=', JSON.stringify(seen.secrets))
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Removes the client with its users, credentials, tokens and links, for good. */
    async remove(id: string): Promise<boolean> {
      if (!storable(id)) return false;
      const result = await db.deleteFrom('client').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

function toClient(row: Selectable<ClientTable>): Client {
  return {
    id: row.id,
    name: row.name,
    secrets: JSON.parse(row.secrets),
    scopes: JSON.parse(row.scopes),
    redirectOrigins: JSON.parse(row.redirect_origins),
    tokenSeconds: row.token_seconds,
    logoUrl: row.logo_url,
    createdAt: row.created_at,
  };
}
