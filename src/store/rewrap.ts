// Puts everything that is sealed under the key ring under its newest key, and credentials under the
// keys of their users.
import { type Kysely, sql } from 'kysely';
import { type Seal, SealError } from '../seal.ts';
import { addressContext, deliveryContext } from './delivery-rows.ts';
import { hookContext } from './hooks.ts';
import { callbackContext, requestContext, resultContext } from './jobs.ts';
import type { Tables } from './schema.ts';
import { addressSigningContext, signingContext } from './signing.ts';
import { credentialContext, type UserKeys, userKeyContext } from './user-keys.ts';

/** Every sealed column, the column that names its row, and what ties it to that row. */
export const SEALED: readonly (readonly [
  table: keyof Tables,
  id: string,
  column: string,
  context: (id: string) => string,
])[] = [
  ['user_key', 'user_id', 'sealed', userKeyContext],
  ['client', 'id', 'signing_secrets', signingContext],
  ['event_address', 'id', 'url', addressContext],
  ['event_address', 'id', 'signing_secrets', addressSigningContext],
  ['delivery', 'id', 'content', deliveryContext],
  ['hook_message', 'id', 'content', hookContext],
  ['job', 'id', 'callback', callbackContext],
  ['job', 'id', 'request', requestContext],
  ['job', 'id', 'result', resultContext],
];
const ROWS_AT_ONCE = 200;

export interface Rewrapped {
  readonly rewrapped: number;
  /** Left as they are, since no key of the ring opens them. */
  readonly failed: number;
  /** Everything that is sealed was gone through, and all of it is as it should be. */
  readonly whole: boolean;
}

type Counts = Omit<Rewrapped, 'whole'>;

export interface RewrapOptions {
  readonly db: Kysely<Tables>;
  readonly seal: Pick<Seal, 'open' | 'rewrap' | 'newestKeyId'>;
  readonly userKeys: Pick<UserKeys, 'inUse' | 'sealSecrets'>;
  /** Breaks off between two rows when it says so. */
  readonly ending?: (() => boolean) | undefined;
}

export async function rewrapAll(options: RewrapOptions): Promise<Rewrapped> {
  const { userKeys, ending = () => false } = options;
  const total = { rewrapped: 0, failed: 0 };
  const add = ({ rewrapped, failed }: Counts) => {
    total.rewrapped += rewrapped;
    total.failed += failed;
  };
  add(await rewrapCredentials(options));
  for (const sealed of SEALED) add(await rewrapColumn(options, sealed));
  const whole = total.failed === 0 && userKeys.inUse() && !ending();
  return { ...total, whole };
}

/** Rows under a key of the ring that is not its newest. */
const older = (column: ReturnType<typeof sql.ref>, newest: string) =>
  sql<boolean>`${column} like 'mfe1.%'
    and substr(${column}, 1, ${newest.length + 6}) <> ${`mfe1.${newest}.`}`;

async function rewrapColumn(
  { db, seal, ending = () => false }: RewrapOptions,
  [tableName, idName, columnName, context]: (typeof SEALED)[number],
): Promise<Counts> {
  const [table, key, column] = [sql.table(tableName), sql.ref(idName), sql.ref(columnName)];
  let rewrapped = 0;
  let failed = 0;
  for (let after = ''; !ending(); ) {
    const { rows } = await sql<{ id: string; sealed: string }>`
      select ${key} as id, ${column} as sealed from ${table}
      where ${older(column, seal.newestKeyId)} and ${key} > ${after}
      order by ${key} limit ${ROWS_AT_ONCE}`.execute(db);
    for (const { id, sealed } of rows) {
      const fresh = tried(() => seal.rewrap(sealed, context(id)));
      if (fresh === undefined) failed += 1;
      else {
        // Whoever wrote another text in between sealed it with a newer key already.
        const result = await sql`update ${table} set ${column} = ${fresh}
          where ${key} = ${id} and ${column} = ${sealed}`.execute(db);
        rewrapped += Number(result.numAffectedRows ?? 0n);
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) break;
    after = last.id;
  }
  return { rewrapped, failed };
}

/** Those sealed under the ring, as versions before did it. */
async function rewrapCredentials({
  db,
  seal,
  userKeys,
  ending = () => false,
}: RewrapOptions): Promise<Counts> {
  const secrets = sql.ref('secrets');
  const which = userKeys.inUse()
    ? sql<boolean>`${secrets} like 'mfe1.%'`
    : older(secrets, seal.newestKeyId);
  let rewrapped = 0;
  let failed = 0;
  for (let after = { userId: '', channel: '' }; !ending(); ) {
    const rows = await db
      .selectFrom('credential')
      .select(['user_id', 'channel', 'secrets'])
      .where(which)
      .where((e) =>
        e.or([
          e('user_id', '>', after.userId),
          e.and([e('user_id', '=', after.userId), e('channel', '>', after.channel)]),
        ]),
      )
      .orderBy('user_id')
      .orderBy('channel')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const row of rows) {
      after = { userId: row.user_id, channel: row.channel };
      const plain = tried(() => seal.open(row.secrets, credentialContext(after)));
      if (plain === undefined) {
        failed += 1;
        continue;
      }
      // A renewal in between wrote another text, sealed as it should be: that one stays.
      const result = await db
        .updateTable('credential')
        .set({ secrets: await userKeys.sealSecrets(db, after, plain) })
        .where('user_id', '=', row.user_id)
        .where('channel', '=', row.channel)
        .where('secrets', '=', row.secrets)
        .executeTakeFirst();
      rewrapped += Number(result.numUpdatedRows);
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  return { rewrapped, failed };
}

function tried(work: () => string): string | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
