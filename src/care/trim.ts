// Holds every client to its rows: of what piles up with its calls, the newest are kept.
import { type RawBuilder, sql } from 'kysely';
import { type Base, everyRow, removeSome } from '../store/base.ts';
import { trimTokens } from '../store/trim-tokens.ts';

/**
 * What one client can have any number of: the table, the column that says how old a row is, and which
 * rows may go. What still waits or runs ends by itself, and stays until then.
 */
const PILES = [
  ['execution', 'started_at', sql` and finished_at is not null`],
  ['delivery', 'created_at', sql` and state <> 'waiting'`],
  ['magic_link', 'created_at', sql``],
  ['audit', 'at', sql` and state not in ('begun', 'done')`],
] as const;

export interface Bounds {
  /** Executions, deliveries, magic links and audited acts, of each so many. */
  readonly rows: number;
  readonly tokens: number;
}

/** Rows passed over, or removed, in one statement: on SQLite nothing else happens meanwhile. */
const STEP = 5000;

/**
 * Removes what is older than the newest rows of a client, table by table, and tokens beyond its
 * bound; returns how many rows. Those of the very same millisecond as the last one stay.
 */
export async function trim(
  { db, now }: Base,
  { rows, tokens }: Bounds,
  ending: () => boolean,
): Promise<number> {
  let removed = 0;
  for await (const { id } of everyRow(db, 'client')) {
    if (ending()) break;
    removed += await trimTokens(db, id, tokens, now());
    for (const [table, column, over] of PILES) {
      const pile = { table: sql.table(table), column: sql.ref(column), client: id };
      const oldest = await nthNewest(db, pile, rows, ending);
      const older = sql`client_id = ${id} and ${pile.column} < ${oldest}${over}
        order by ${pile.column}`;
      for (let more = oldest !== undefined; more && !ending(); ) {
        const count = await removeSome(db, table, older, STEP);
        removed += count;
        more = count === STEP;
      }
    }
  }
  return removed;
}

interface Pile {
  readonly table: RawBuilder<unknown>;
  readonly column: RawBuilder<unknown>;
  readonly client: string;
}

/** The time of the nth newest row, found in short steps along the index; undefined if there are fewer. */
async function nthNewest(
  db: Base['db'],
  { table, column, client }: Pile,
  n: number,
  ending: () => boolean,
): Promise<number | undefined> {
  let at = Number.MAX_SAFE_INTEGER;
  for (let left = n; left > 0; left -= STEP) {
    if (ending()) return undefined;
    const { rows } = await sql<{ at: number }>`
      select ${column} as at from ${table} where client_id = ${client} and ${column} < ${at}
      order by ${column} desc limit 1 offset ${Math.min(STEP, left) - 1}`.execute(db);
    const [row] = rows;
    if (!row) return undefined;
    at = row.at;
  }
  return at;
}
