// Puts everything that is sealed under the key ring under its newest key.
import { type Kysely, sql } from 'kysely';
import { ifOpens, type Seal } from '../seal.ts';
import { addressContext, deliveryContext } from './delivery-rows.ts';
import { hookContext } from './hooks.ts';
import { callbackContext, requestContext, resultContext } from './jobs.ts';
import type { Tables } from './schema.ts';
import { addressSigningContext, signingContext } from './signing.ts';
import { userKeyContext } from './user-keys.ts';
import { eachRow } from './walk.ts';

/** Every column under the ring, the column that names its row, and what ties it to that row. */
export const SEALED: readonly (readonly [
  table: keyof Tables,
  key: string,
  column: string,
  context: (key: string) => string,
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
  readonly complete: boolean;
}

type Counts = Omit<Rewrapped, 'complete'>;

export interface RewrapOptions {
  readonly db: Kysely<Tables>;
  readonly seal: Pick<Seal, 'open' | 'rewrap' | 'newestKeyId'>;
  /** Breaks off between two rows when it says so. */
  readonly ending?: (() => boolean) | undefined;
}

export async function rewrapAll(options: RewrapOptions): Promise<Rewrapped> {
  const { ending = () => false } = options;
  const total = { rewrapped: 0, failed: 0 };
  const add = ({ rewrapped, failed }: Counts) => {
    total.rewrapped += rewrapped;
    total.failed += failed;
  };
  for (const sealed of SEALED) add(await rewrapColumn(options, sealed));
  const complete = total.failed === 0 && !ending();
  return { ...total, complete };
}

/** Rows under a key of the ring that is not its newest. */
const older = (column: ReturnType<typeof sql.ref>, newest: string) =>
  sql<boolean>`${column} like 'mfe1.%'
    and substr(${column}, 1, ${newest.length + 6}) <> ${`mfe1.${newest}.`}`;

async function rewrapColumn(
  { db, seal, ending = () => false }: RewrapOptions,
  [tableName, keyName, columnName, context]: (typeof SEALED)[number],
): Promise<Counts> {
  const [table, key, column] = [sql.table(tableName), sql.ref(keyName), sql.ref(columnName)];
  const sealedRows = eachRow(ROWS_AT_ONCE, async (last?: { id: string; sealed: string }) => {
    const { rows } = await sql<{ id: string; sealed: string }>`
      select ${key} as id, ${column} as sealed from ${table}
      where ${older(column, seal.newestKeyId)} and ${key} > ${last?.id ?? ''}
      order by ${key} limit ${ROWS_AT_ONCE}`.execute(db);
    return rows;
  });
  let [rewrapped, failed] = [0, 0];
  for await (const { id, sealed } of sealedRows) {
    if (ending()) break;
    const fresh = ifOpens(() => seal.rewrap(sealed, context(id)));
    if (fresh === undefined) failed += 1;
    else {
      // Another text that was written in between is sealed with a newer key already.
      const result = await sql`update ${table} set ${column} = ${fresh}
        where ${key} = ${id} and ${column} = ${sealed}`.execute(db);
      rewrapped += Number(result.numAffectedRows ?? 0n);
    }
  }
  return { rewrapped, failed };
}
