// Which rows are a user's, table by table: what goes with the user, and what an export shows.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { findOne } from './base.ts';
import { accountName } from './bound.ts';
import type { SqlDialect } from './migrate.ts';
import type { Tables } from './schema.ts';

/** A user, or a name that a client uses in its calls without having made a user of it. */
export interface Person {
  readonly clientId: string;
  readonly tpUserId: string;
  readonly userId: string | undefined;
  /** The accounts whose requests, passed on by their vendors, are the user's too. */
  readonly accounts: readonly { readonly channel: string; readonly accountKey: string }[];
}

/** In the order in which they go: nothing before what is found by it. */
export const OWNED = [
  ...([
    'delivery',
    'job',
    'write_key',
    'write',
    'execution',
    'draft',
    'vendor_trip',
    'link_step',
    'visit',
    'magic_link',
  ] as const),
  ...(['change', 'hint', 'swept', 'seen', 'due', 'hook_subscription', 'reading', 'watch'] as const),
  ...(['credential', 'user_key', 'bucket', 'place', 'user'] as const),
] satisfies readonly (keyof Tables)[];
export type Owned = (typeof OWNED)[number];

export type Counts = Readonly<Record<Owned, number>>;

type Condition = RawBuilder<boolean>;

/**
 * The conditions that find a table's rows; no row meets two of them, and each has an index, but for
 * those of budgets, whose tables hold two days at most. Calls that named no user of ours are found by
 * what the client calls the user.
 */
export function conditionsOf(
  table: Owned,
  person: Person,
  dialect: SqlDialect,
): readonly Condition[] {
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
    case 'write':
      return [
        byUser,
        sql`user_id is null and client_id = ${clientId} and execution_id in (${calls})`,
      ];
    case 'write_key':
      return conditionsOf('write', person, dialect).map(
        (theirs) => sql`client_id = ${clientId}
          and execution_id in (select execution_id from write where ${theirs})`,
      );
    case 'execution':
      return [sql`client_id = ${clientId} and tp_user_id = ${tpUserId}`];
    case 'draft':
    case 'vendor_trip':
      return [sql`visit_id in (select id from visit where user_id = ${userId})`];
    case 'bucket':
    case 'place':
      return [sql`${userInKey(dialect)} = ${userId}`];
    case 'change':
      return [sql`watch_id in (select id from watch where user_id = ${userId})`];
    case 'hook_subscription':
      return [
        sql`id in (select cast(theirs.reading_id as text) from (${readOnlyFor(userId)}) theirs)`,
      ];
    case 'reading':
      return [sql`id in (${readOnlyFor(userId)})`];
    case 'swept':
    case 'seen':
      return [sql`reading_id in (${keptOnlyFor(userId)})`];
    case 'hint':
    case 'due':
      return [sql`reading_id in (${readOnlyFor(userId)})`];
    case 'user':
      return [sql`id = ${userId}`];
    default:
      return [byUser];
  }
}

/** Readings that no other user watches. */
const readOnlyFor = (userId: string, others = sql``) => sql`select reading_id from watch
  where user_id = ${userId} and reading_id is not null and not exists (select 1 from watch other
    where other.reading_id = watch.reading_id and other.user_id <> watch.user_id${others})`;

/** Readings of which no other user has digests kept. */
const keptOnlyFor = (userId: string) => readOnlyFor(userId, sql` and other.keep = 'digests'`);

/** The user in the key of a budget: it holds the identity of the credential, `linked/<user>/…`. */
export function userInKey(dialect: SqlDialect): RawBuilder<string> {
  const at = dialect === 'postgres' ? sql`strpos(key, '/linked/')` : sql`instr(key, '/linked/')`;
  return sql`case when ${at} > 0 then substr(key, ${at} + 8, 36) end`;
}

export async function findPerson(
  db: Kysely<Tables>,
  clientId: string,
  tpUserId: string,
): Promise<Person> {
  const user = await findOne(db, 'user', { clientId, tpUserId });
  return { clientId, tpUserId, userId: user?.id, accounts: await accountsOf(db, user?.id) };
}

/** What is linked now; `alone`, only what no other user of the client has linked too. */
export async function accountsOf(
  db: Kysely<Tables>,
  userId: string | undefined,
  alone = false,
): Promise<Person['accounts']> {
  const shared = sql<boolean>`exists (
    select 1 from credential other join ${sql.table('user')} theirs on theirs.id = other.user_id
    where other.channel = credential.channel and other.account_key = credential.account_key
      and other.user_id <> credential.user_id and theirs.client_id =
        (select client_id from ${sql.table('user')} mine where mine.id = credential.user_id))`;
  const { rows } = await sql<Person['accounts'][number]>`
    select channel, account_key as "accountKey" from credential
    where user_id = ${userId ?? ''} and account_key is not null
      and ${alone ? sql`not ${shared}` : sql`true`}`.execute(db);
  return rows;
}

export async function count(
  db: Kysely<Tables>,
  person: Person,
  dialect: SqlDialect,
): Promise<Record<Owned, number>> {
  const counts = noRows();
  for (const table of OWNED)
    for (const condition of conditionsOf(table, person, dialect)) {
      const { rows } = await sql<{ rows: number }>`
        select count(*) as rows from ${sql.table(table)} where ${condition}`.execute(db);
      counts[table] += rows[0]?.rows ?? 0;
    }
  return counts;
}

export const noRows = (): Record<Owned, number> =>
  Object.fromEntries(OWNED.toReversed().map((table) => [table, 0])) as Record<Owned, number>;
