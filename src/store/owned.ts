// Which rows are a user's, table by table: what goes with the user, and what an export shows.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { accountName } from './bound.ts';
import type { Flavor } from './migrate.ts';
import type { Tables } from './schema.ts';

/** A user, or whoever a client calls so in its calls without having made a user of them. */
export interface Person {
  readonly clientId: string;
  readonly tpUserId: string;
  readonly userId: string | undefined;
  /** The accounts whose requests, passed on by their vendors, are the user's too. */
  readonly accounts: readonly LinkedAccount[];
}

export interface LinkedAccount {
  readonly channel: string;
  readonly accountKey: string;
}

/** In the order in which they go: nothing before what is found by it. */
export const OWNED = [
  'delivery',
  'job',
  'execution',
  'draft',
  'vendor_trip',
  'visit',
  'magic_link',
  'renewal',
  'credential',
  'user_key',
  'bucket',
  'place',
  'user',
] as const satisfies readonly (keyof Tables)[];
export type Owned = (typeof OWNED)[number];

/** How many rows of each. */
export type Counts = Readonly<Record<Owned, number>>;

type Condition = RawBuilder<boolean>;

/**
 * The conditions that find a table's rows; no row meets two of them, and each has an index, but for
 * those of budgets, whose tables hold two days at most. Calls that named no user of ours are found by
 * what the client calls the user.
 */
export function conditionsOf(table: Owned, person: Person, flavor: Flavor): readonly Condition[] {
  const { clientId, tpUserId, userId = '' } = person;
  const calls = sql`select id from execution
    where client_id = ${clientId} and tp_user_id = ${tpUserId}`;
  const byUser = sql<boolean>`user_id = ${userId}`;
  const names = person.accounts.map(({ channel, accountKey }) => accountName(channel, accountKey));
  switch (table) {
    case 'delivery':
      return [
        byUser,
        sql`user_id is null and client_id = ${clientId} and execution_id in (${calls})`,
        ...(names.length === 0
          ? []
          : [sql<boolean>`client_id = ${clientId} and account in (${sql.join(names)})`]),
      ];
    case 'job':
      return [byUser, sql`user_id is null and client_id = ${clientId} and id in (${calls})`];
    case 'execution':
      return [sql`client_id = ${clientId} and tp_user_id = ${tpUserId}`];
    case 'draft':
    case 'vendor_trip':
      return [sql`visit_id in (select id from visit where user_id = ${userId})`];
    case 'bucket':
    case 'place':
      return [sql`${userInKey(flavor)} = ${userId}`];
    case 'user':
      return [sql`id = ${userId}`];
    default:
      return [byUser];
  }
}

/** The user in the key of a budget: it holds the identity of the credential, `linked/<user>/…`. */
export function userInKey(flavor: Flavor): RawBuilder<string> {
  const at = flavor === 'postgres' ? sql`strpos(key, '/linked/')` : sql`instr(key, '/linked/')`;
  return sql`case when ${at} > 0 then substr(key, ${at} + 8, 36) end`;
}

export async function findPerson(
  db: Kysely<Tables>,
  clientId: string,
  tpUserId: string,
): Promise<Person> {
  const user = await db
    .selectFrom('user')
    .select('id')
    .where('client_id', '=', clientId)
    .where('tp_user_id', '=', tpUserId)
    .executeTakeFirst();
  const accounts = user ? await accountsOf(db, user.id) : [];
  return { clientId, tpUserId, userId: user?.id, accounts };
}

/** What is linked now; `alone`, only what no other user of the client has linked too. */
export async function accountsOf(
  db: Kysely<Tables>,
  userId: string,
  alone = false,
): Promise<readonly LinkedAccount[]> {
  const shared = sql<boolean>`exists (
    select 1 from credential other join ${sql.table('user')} theirs on theirs.id = other.user_id
    where other.channel = credential.channel and other.account_key = credential.account_key
      and other.user_id <> credential.user_id and theirs.client_id =
        (select client_id from ${sql.table('user')} mine where mine.id = credential.user_id))`;
  const rows = await db
    .selectFrom('credential')
    .select(['channel', 'account_key'])
    .where('user_id', '=', userId)
    .where(alone ? sql<boolean>`not ${shared}` : sql<boolean>`1 = 1`)
    .execute();
  return rows.flatMap(({ channel, account_key: accountKey }) =>
    accountKey === null ? [] : [{ channel, accountKey }],
  );
}

export async function count(
  db: Kysely<Tables>,
  person: Person,
  flavor: Flavor,
): Promise<Record<Owned, number>> {
  const counts = noRows();
  for (const table of OWNED)
    for (const condition of conditionsOf(table, person, flavor)) {
      const { rows } = await sql<{ rows: number }>`
        select count(*) as rows from ${sql.table(table)} where ${condition}`.execute(db);
      counts[table] += rows[0]?.rows ?? 0;
    }
  return counts;
}

export const noRows = (): Record<Owned, number> =>
  Object.fromEntries(OWNED.map((table) => [table, 0])) as Record<Owned, number>;
