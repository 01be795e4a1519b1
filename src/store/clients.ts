// The rows of client applications.
import { type Kysely, type Selectable, sql } from 'kysely';
import { storable } from '../model/text.ts';
import type { Flavor } from './migrate.ts';
import { userInKey } from './owned.ts';
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

/** What goes with a client, in rows. */
export interface Holdings {
  readonly users: number;
  readonly credentials: number;
  readonly tokens: number;
  readonly executions: number;
  readonly results: number;
  readonly deliveries: number;
  /** Of those, deliveries that still wait to be sent. */
  readonly waiting: number;
}

export interface ClientStoreDependencies {
  readonly db: Kysely<Tables>;
  readonly flavor: Flavor;
  readonly now: () => number;
  /** Rows were erased: they are to leave the files too. */
  readonly onErased: () => Promise<void>;
}

export function clientStore({ db, flavor, now, onErased }: ClientStoreDependencies) {
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

    async holdings(id: string): Promise<Holdings> {
      const theirs = sql`client_id = ${id}`;
      const { rows } = await sql<Holdings>`select
        (select count(*) from ${sql.table('user')} where ${theirs}) as users,
        (select count(*) from credential
          where user_id in (select id from ${sql.table('user')} where ${theirs})) as credentials,
        (select count(*) from access_token where ${theirs}) as tokens,
        (select count(*) from execution where ${theirs}) as executions,
        (select count(*) from job where ${theirs}) as results,
        (select count(*) from delivery where ${theirs}) as deliveries,
        (select count(*) from delivery where ${theirs} and state = 'waiting') as waiting`.execute(
        db,
      );
      const [counted] = rows;
      if (!counted) throw new Error('Nothing was counted.');
      return { ...counted };
    },

    /** Removes the client with all that is kept of it and of its users, for good. */
    async remove(id: string): Promise<boolean> {
      if (!storable(id)) return false;
      const removed = await db.transaction().execute(async (work) => {
        let query = work.selectFrom('client').select('id').where('id', '=', id);
        if (flavor === 'postgres') query = query.forUpdate();
        if (!(await query.executeTakeFirst())) return false;
        const users = sql`select id from ${sql.table('user')} where client_id = ${id}`;
        // All else hangs on the client's row.
        for (const table of ['bucket', 'place'] as const)
          await sql`delete from ${sql.table(table)}
            where ${userInKey(flavor)} in (${users})`.execute(work);
        await sql`update hook_message set lane = '' where state = 'done' and lane in (
          select channel || ' ' || account_key from credential where user_id in (${users}))`.execute(
          work,
        );
        await work.deleteFrom('client').where('id', '=', id).execute();
        return true;
      });
      if (removed) await onErased();
      return removed;
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
