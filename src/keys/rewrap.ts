// Puts everything that is sealed under the key ring under its newest key.
import { type RawBuilder, sql } from 'kysely';
import { affected, type Base } from '../store/base.ts';
import type { Table } from '../store/columns.ts';
import { contextOf, keysOf, TABLES, type TableName } from '../store/schema.ts';
import { eachRow } from '../store/walk.ts';
import { ifOpens } from './seal.ts';

/** Every column under the ring; the rows of their tables are named by one column. */
export const SEALED = Object.entries<Table>(TABLES).flatMap(([table, { columns }]) =>
  Object.entries(columns)
    .filter(([, { kind }]) => kind === 'sealed')
    .map(([column]) => ({ table: table as TableName, column })),
);
const ROWS_AT_A_TIME = 200;

/** Rows under a key of the ring that is not its newest. */
const older = (column: RawBuilder<unknown>, newest: string) =>
  sql<boolean>`${column} like 'mfe1.%'
    and substr(${column}, 1, ${newest.length + 6}) <> ${`mfe1.${newest}.`}`;

/**
 * Breaks off between two rows when `ending` says so. What no key of the ring opens stays as it is and
 * has `failed`; `complete`: everything that is sealed was gone through, and all of it is as it should be.
 */
export async function rewrapAll({ db, seal }: Base, ending = () => false) {
  let [rewrapped, failed] = [0, 0];
  for (const { table, column } of SEALED) {
    const [key = ''] = keysOf(table);
    const [from, id, text] = [sql.table(table), sql.ref(key), sql.ref(column)];
    const rows = eachRow(ROWS_AT_A_TIME, async (last?: { id: string; sealed: string }) => {
      const page = sql<{ id: string; sealed: string }>`
        select ${id} as id, ${text} as sealed from ${from}
        where ${older(text, seal.newestKeyId)} and ${id} > ${last?.id ?? ''}
        order by ${id} limit ${ROWS_AT_A_TIME}`;
      return (await page.execute(db)).rows;
    });
    for await (const row of rows) {
      if (ending()) break;
      const context = contextOf(table, column as never, row.id);
      const fresh = ifOpens(() => seal.rewrap(row.sealed, context));
      // Another text that was written in between is sealed with a newer key already.
      const query = sql`update ${from} set ${text} = ${fresh}
        where ${id} = ${row.id} and ${text} = ${row.sealed}`;
      if (fresh === undefined) failed += 1;
      else rewrapped += await affected(db, query);
    }
  }
  return { rewrapped, failed, complete: failed === 0 && !ending() };
}
