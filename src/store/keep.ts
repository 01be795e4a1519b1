// Holds a client or a user in its place to the end of a transaction, so that what hangs on it can be written.
import type { Kysely } from 'kysely';
import type { Flavor } from './migrate.ts';
import type { Tables } from './schema.ts';

// Locks are taken in one order, that none waits for another in a circle: the client, the user, then
// whatever hangs on them. Who deletes one of them has it before the rest too. The transactions of
// SQLite take the one lock there is as they begin.

/** False if the client is gone. */
export async function keepClient(
  work: Kysely<Tables>,
  flavor: Flavor,
  clientId: string,
): Promise<boolean> {
  let query = work.selectFrom('client').select('id').where('id', '=', clientId);
  if (flavor === 'postgres') query = query.forKeyShare();
  return (await query.executeTakeFirst()) !== undefined;
}

/** False if the user is gone. */
export async function keepUser(
  work: Kysely<Tables>,
  flavor: Flavor,
  userId: string,
): Promise<boolean> {
  let query = work.selectFrom('user').select('id').where('id', '=', userId);
  if (flavor === 'postgres') query = query.forKeyShare();
  return (await query.executeTakeFirst()) !== undefined;
}

/** The user whom the client calls so, if there is one. */
export async function keepUserCalled(
  work: Kysely<Tables>,
  flavor: Flavor,
  clientId: string,
  tpUserId: string | undefined,
): Promise<string | null> {
  if (tpUserId === undefined) return null;
  let query = work
    .selectFrom('user')
    .select('id')
    .where('client_id', '=', clientId)
    .where('tp_user_id', '=', tpUserId);
  if (flavor === 'postgres') query = query.forKeyShare();
  return (await query.executeTakeFirst())?.id ?? null;
}
