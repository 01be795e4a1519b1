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

/** How its link pages look and where they lead; all of it may be absent. */
export interface ClientLooks {
  /** Six hexadecimal digits after a `#`. */
  readonly accent?: string;
  readonly privacyUrl?: string;
  readonly termsUrl?: string;
  /** An https or a mailto address. */
  readonly supportUrl?: string;
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
  readonly looks: ClientLooks;
  readonly createdAt: number;
}

/** What users see of a client, and where they may be led. */
export type ClientShown = Pick<Client, 'name' | 'redirectOrigins' | 'logoUrl' | 'looks'>;

export type ClientStore = ReturnType<typeof clientStore>;

export function clientStore(db: Kysely<Tables>, now: () => number) {
  return {
    /** The new client, or undefined when the id is taken. */
    async create(client: Omit<Client, 'createdAt'>): Promise<Client | undefined> {
      const row = await db
        .insertInto('client')
        .values({
          id: client.id,
          secrets: JSON.stringify(client.secrets),
          scopes: JSON.stringify(client.scopes),
          token_seconds: client.tokenSeconds,
          ...shownOf(client),
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

    /** Changes what users see of it and where they may be led; returns it, or undefined if it is gone. */
    async update(client: ClientShown & Pick<Client, 'id'>): Promise<Client | undefined> {
      if (!storable(client.id)) return undefined;
      const row = await db
        .updateTable('client')
        .set(shownOf(client))
        .where('id', '=', client.id)
        .returningAll()
        .executeTakeFirst();
      return row && toClient(row);
    },

    /** Removes the client with its users, credentials, tokens and links, for good. */
    async remove(id: string): Promise<boolean> {
      if (!storable(id)) return false;
      const result = await db.deleteFrom('client').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

const shownOf = ({ name, redirectOrigins, logoUrl, looks }: ClientShown) => ({
  name,
  redirect_origins: JSON.stringify(redirectOrigins),
  logo_url: logoUrl,
  looks: JSON.stringify(looks),
});

export function toClient(row: Selectable<ClientTable>): Client {
  return {
    id: row.id,
    name: row.name,
    secrets: JSON.parse(row.secrets),
    scopes: JSON.parse(row.scopes),
    redirectOrigins: JSON.parse(row.redirect_origins),
    tokenSeconds: row.token_seconds,
    logoUrl: row.logo_url,
    looks: JSON.parse(row.looks ?? '{}'),
    createdAt: row.created_at,
  };
}
