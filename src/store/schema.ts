// All tables: the types of their rows, as Kysely takes them and as the rooms above see them.
import { type AddedOf, type RecordOf, type RowOf, recordsOf, type Table } from './columns.ts';
import { ACCOUNT_TABLES } from './tables-accounts.ts';
import { CHANGE_TABLES } from './tables-changes.ts';
import { WORK_TABLES } from './tables-work.ts';

/** Parents before their children. */
export const TABLES = { ...ACCOUNT_TABLES, ...WORK_TABLES, ...CHANGE_TABLES };

export const EVERY_TABLE: readonly string[] = Object.keys(TABLES);

export type TableName = keyof typeof TABLES;
export type Tables = { [T in TableName]: RowOf<(typeof TABLES)[T]> };
/** A row as the rooms above see it. */
export type Rec<T extends TableName> = RecordOf<(typeof TABLES)[T]>;
/** One that is to be added. */
export type NewRec<T extends TableName> = AddedOf<(typeof TABLES)[T]>;

export const { toRecord, toRow } = recordsOf(TABLES);

/** The columns that name a row. */
export function keysOf(table: TableName): readonly string[] {
  const { columns, primary }: Table = TABLES[table];
  return primary ?? Object.keys(columns).slice(0, 1);
}

/** Ties what is sealed in a column to its row: copied to another, it does not open. */
export const contextOf = <T extends TableName>(
  table: T,
  column: keyof Tables[T] & string,
  id: string,
): string => `${table}/${id}/${column}`;
