// Which rows are a user's, table by table: what goes with the user, and what an export shows.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Seal, SealError } from '../seal.ts';
import { deliveryContext } from './delivery-rows.ts';
import type { Flavor } from './migrate.ts';
import type { Tables } from './schema.ts';

/** A user, or whoever a client calls so in its calls without having made a user of them. */
export interface Person {
  readonly clientId: string;
  readonly tpUserId: string;
  readonly userId: string | undefined;
  /** The accounts that are linked now, as their vendors name them. */
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
 * those of budgets, whose tables hold two days at most. Rows of versions before did not note the
 * user: they are found by what the client calls the user.
 */
export function conditionsOf(table: Owned, person: Person, flavor: Flavor): readonly Condition[] {
  const { clientId, tpUserId, userId = '' } = person;
  const calls = sql`select id from execution
    where client_id = ${clientId} and tp_user_id = ${tpUserId}`;
  const byUser = sql<boolean>`user_id = ${userId}`;
  switch (table) {
    case 'delivery':
      return [
        byUser,
        sql`user_id is null and client_id = ${clientId} and execution_id in (${calls})`,
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

export async function accountsOf(
  db: Kysely<Tables>,
  userId: string,
): Promise<readonly LinkedAccount[]> {
  const rows = await db
    .selectFrom('credential')
    .select(['channel', 'account_key'])
    .where('user_id', '=', userId)
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

/** A delivery that does not say whom it is about, though what it carries does. */
export interface Unowned {
  readonly id: string;
  readonly waiting: boolean;
  /** The account that it is about, where it names one instead of the user. */
  readonly account: LinkedAccount | undefined;
}

const LOOKED_AT = 200;

/**
 * Deliveries of notices that a version before wrote about the user, and requests that vendors passed
 * on about an account of theirs: found by opening what a client has of such, a few at a time.
 */
export async function* unowned(
  db: Kysely<Tables>,
  seal: Pick<Seal, 'open'>,
  { clientId, tpUserId, accounts }: Person,
): AsyncGenerator<Unowned> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('delivery')
      .select(['id', 'state', 'content'])
      .where('client_id', '=', clientId)
      .where('user_id', 'is', null)
      .where('execution_id', 'is', null)
      .where('brief', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(LOOKED_AT)
      .execute();
    for (const { id, state, content } of rows) {
      const { tpUserId: whose, channel, shop } = dataOf(seal, id, content);
      const account = accounts.find((one) => one.channel === channel && one.accountKey === shop);
      if (whose === tpUserId || account) yield { id, waiting: state === 'waiting', account };
    }
    const last = rows.at(-1);
    if (!last || rows.length < LOOKED_AT) return;
    after = last.id;
  }
}

/** Nothing where no key of the ring opens it. */
function dataOf(
  seal: Pick<Seal, 'open'>,
  id: string,
  content: string,
): { readonly tpUserId?: unknown; readonly channel?: unknown; readonly shop?: unknown } {
  try {
    const [, body]: [string, string] = JSON.parse(seal.open(content, deliveryContext(id)));
    const { data = {} } = JSON.parse(body);
    return data;
  } catch (error) {
    if (error instanceof SealError) return {};
    throw error;
  }
}
