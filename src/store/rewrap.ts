// Puts what is sealed beside credentials (signing secrets, event addresses, deliveries, hooks, jobs)
// under the newest key.
import { type Kysely, sql } from 'kysely';
import { type Seal, SealError } from '../seal.ts';
import { addressContext, deliveryContext } from './deliveries.ts';
import { hookContext } from './hooks.ts';
import { callbackContext, requestContext, resultContext } from './jobs.ts';
import type { Tables } from './schema.ts';
import { addressSigningContext, signingContext } from './signing.ts';

/** Every sealed column of a row with an id, and what ties it to that row. */
const SEALED: readonly (readonly [
  table: string,
  column: string,
  context: (id: string) => string,
])[] = [
  ['client', 'signing_secrets', signingContext],
  ['event_address', 'url', addressContext],
  ['event_address', 'signing_secrets', addressSigningContext],
  ['delivery', 'content', deliveryContext],
  ['hook_message', 'content', hookContext],
  ['job', 'callback', callbackContext],
  ['job', 'request', requestContext],
  ['job', 'result', resultContext],
];
const ROWS_AT_ONCE = 200;

export interface Rewrapped {
  readonly rewrapped: number;
  /** Left as they are, since no key of the ring opens them. */
  readonly failed: number;
}

export async function rewrapEvents(
  db: Kysely<Tables>,
  seal: Pick<Seal, 'rewrap'>,
): Promise<Rewrapped> {
  let rewrapped = 0;
  let failed = 0;
  for (const [name, columnName, context] of SEALED) {
    const [table, column] = [sql.table(name), sql.ref(columnName)];
    for (let after = ''; ; ) {
      const { rows } = await sql<{ id: string; sealed: string }>`
        select id, ${column} as sealed from ${table}
        where ${column} is not null and id > ${after} order by id limit ${ROWS_AT_ONCE}`.execute(
        db,
      );
      for (const { id, sealed } of rows) {
        const fresh = rewrap(seal, sealed, context(id));
        if (fresh === undefined) failed += 1;
        else if (fresh !== sealed) {
          // Whoever wrote another text in between sealed it with the newest key already.
          const result = await sql`update ${table} set ${column} = ${fresh}
            where id = ${id} and ${column} = ${sealed}`.execute(db);
          rewrapped += Number(result.numAffectedRows ?? 0n);
        }
      }
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) break;
      after = last.id;
    }
  }
  return { rewrapped, failed };
}

function rewrap(seal: Pick<Seal, 'rewrap'>, sealed: string, context: string): string | undefined {
  try {
    return seal.rewrap(sealed, context);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
