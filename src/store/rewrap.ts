// Puts everything that is sealed under the key ring under its newest key.
import { type Kysely, sql } from 'kysely';
import { ifOpens, type Seal } from '../seal.ts';
import { credentialContext } from './credentials.ts';
import { addressContext, deliveryContext } from './delivery-rows.ts';
import { hookContext } from './hooks.ts';
import { callbackContext, requestContext, resultContext } from './jobs.ts';
import type { Tables } from './schema.ts';
import { addressSigningContext, signingContext } from './signing.ts';
import { eachRow } from './walk.ts';

/** Every sealed column, the columns that name its row, and what ties it to that row. */
export const SEALED: readonly (readonly [
  table: keyof Tables,
  key: readonly string[],
  column: string,
  context: (...key: string[]) => string,
])[] = [
  [
    'credential',
    ['user_id', 'channel'],
    'secrets',
    (userId = '', channel = '') => credentialContext({ userId, channel }),
  ],
  ['client', ['id'], 'signing_secrets', (id = '') => signingContext(id)],
  ['event_address', ['id'], 'url', (id = '') => addressContext(id)],
  ['event_address', ['id'], 'signing_secrets', (id = '') => addressSigningContext(id)],
  ['delivery', ['id'], 'content', (id = '') => deliveryContext(id)],
  ['hook_message', ['id'], 'content', (id = '') => hookContext(id)],
  ['job', ['id'], 'callback', (id = '') => callbackContext(id)],
  ['job', ['id'], 'request', (id = '') => requestContext(id)],
  ['job', ['id'], 'result', (id = '') => resultContext(id)],
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

type Row = Readonly<Record<string, string>>;

async function rewrapColumn(
  { db, seal, ending = () => false }: RewrapOptions,
  [tableName, keyNames, columnName, context]: (typeof SEALED)[number],
): Promise<Counts> {
  const [table, column] = [sql.table(tableName), sql.ref(columnName)];
  const key = sql.join(keyNames.map((name) => sql.ref(name)));
  const keyOf = (row: Row | undefined) => keyNames.map((name) => row?.[name] ?? '');
  const sealedRows = eachRow(ROWS_AT_ONCE, async (last?: Row) => {
    const { rows } = await sql<Row>`
      select ${key}, ${column} as sealed from ${table}
      where ${older(column, seal.newestKeyId)} and (${key}) > (${sql.join(keyOf(last))})
      order by ${key} limit ${ROWS_AT_ONCE}`.execute(db);
    return rows;
  });
  let [rewrapped, failed] = [0, 0];
  for await (const row of sealedRows) {
    if (ending()) break;
    const { sealed = '' } = row;
    const fresh = ifOpens(() => seal.rewrap(sealed, context(...keyOf(row))));
    if (fresh === undefined) failed += 1;
    else {
      // Another text that was written in between is sealed with a newer key already.
      const result = await sql`update ${table} set ${column} = ${fresh}
        where (${key}) = (${sql.join(keyOf(row))}) and ${column} = ${sealed}`.execute(db);
      rewrapped += Number(result.numAffectedRows ?? 0n);
    }
  }
  return { rewrapped, failed };
}
