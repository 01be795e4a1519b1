// The rows of client applications.
import { type Selectable, sql } from 'kysely';
import { storable } from '../model/text.ts';
import { NEWEST_VERSION } from '../model/versions.ts';
import { type Base, findAll, findOne, holding, insert, remove, update, updateOne } from './base.ts';
import { userInKey } from './owned.ts';
import { type Rec, type Tables, toRecord } from './schema.ts';
import type { ClientSecret } from './tables-accounts.ts';

export type Client = Omit<Rec<'client'>, 'signingSecrets'>;

/** What it may do, what users see of a client, where they may be led, and by which version it is answered. */
export type ClientShown = Pick<
  Client,
  'name' | 'scopes' | 'redirectOrigins' | 'logoUrl' | 'branding' | 'version'
>;

/** `onErased`: rows were erased, and are to leave the files too. */
export function clientStore(base: Base, onErased: () => Promise<void>) {
  const { db, dialect, now } = base;
  return {
    /** The new client, held to the newest version of the API; undefined when the id is taken. */
    async create(client: Omit<Client, 'createdAt' | 'version'>): Promise<Client | undefined> {
      const made = { ...client, version: NEWEST_VERSION, createdAt: now() };
      return (await insert(db, 'client', made, { by: ['id'] })) > 0 ? made : undefined;
    },

    async find(id: string): Promise<Client | undefined> {
      if (!storable(id)) return undefined;
      const client = await findOne(db, 'client', { id });
      return client && shown(client);
    },

    async list(): Promise<readonly Client[]> {
      return (await findAll(db, 'client', {}, 'createdAt', 'id')).map(shown);
    },

    /** Puts `secrets` in place if the client still has the ones of `seen`; returns whether it did. */
    async replaceSecrets(seen: Client, secrets: readonly ClientSecret[]): Promise<boolean> {
      const unchanged = { id: seen.id, secrets: seen.secrets };
      return (await update(db, 'client', unchanged, { secrets })) > 0;
    },

    /** The client as it now is, or undefined if it is gone. */
    async update(client: ClientShown & Pick<Client, 'id'>): Promise<Client | undefined> {
      const { id, name, scopes, redirectOrigins, logoUrl, branding, version } = client;
      if (!storable(id)) return undefined;
      const to = { name, scopes, redirectOrigins, logoUrl, branding, version };
      const changed = await updateOne(db, 'client', { id }, to);
      return changed && shown(changed);
    },

    /** How many rows go with a client, by what they are; of deliveries, those that still wait too. */
    async holdings(id: string) {
      const theirs = sql`where client_id = ${id}`;
      const users = sql`from ${sql.table('user')} ${theirs}`;
      const held = {
        users,
        credentials: sql`from credential where user_id in (select id ${users})`,
        tokens: sql`from access_token ${theirs}`,
        watches: sql`from watch ${theirs}`,
        executions: sql`from execution ${theirs}`,
        results: sql`from job ${theirs}`,
        deliveries: sql`from delivery ${theirs}`,
        waiting: sql`from delivery ${theirs} and state = 'waiting'`,
      };
      const counts = Object.entries(held).map(
        ([name, from]) => sql`(select count(*) ${from}) as ${sql.ref(name)}`,
      );
      const { rows } = await sql`select ${sql.join(counts)}`.execute(db);
      return { ...(rows[0] as { readonly [N in keyof typeof held]: number }) };
    },

    /** Removes the client with all that is kept of it and of its users, for good. */
    async remove(id: string): Promise<boolean> {
      if (!storable(id)) return false;
      const removed = await holding(base, id, 'update', async (work) => {
        const users = sql`select id from ${sql.table('user')} where client_id = ${id}`;
        // All else hangs on the client's row.
        for (const table of ['bucket', 'place'] as const)
          await sql`delete from ${sql.table(table)}
            where ${userInKey(dialect)} in (${users})`.execute(work);
        await sql`update hook_message set lane = '' where state = 'done' and lane in (
          select channel || ' ' || account_key from credential where user_id in (${users}))`.execute(
          work,
        );
        await remove(work, 'call_count', { client: id });
        await remove(work, 'client', { id });
        return true;
      });
      if (removed) await onErased();
      return removed === true;
    },
  };
}

const shown = ({ signingSecrets, ...client }: Rec<'client'>): Client => client;

export const toClient = (row: Selectable<Tables['client']>): Client =>
  shown(toRecord('client', row));
