// How commands say how many rows there are of what.
import type { Digest } from '../store/table-digest.ts';

/** "1 user", "2 users". */
export const many = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

/** What people know, and all rows together. */
export function count(tables: Readonly<Record<string, Digest>>): string {
  const rows = (table: string) => tables[table]?.rows ?? 0;
  const all = Object.values(tables).reduce((sum, { rows: some }) => sum + some, 0);
  return `${many(rows('client'), 'client')}, ${many(rows('user'), 'user')}, ${many(rows('credential'), 'credential')}; ${many(all, 'row')} in all`;
}

/** "0.4 MiB". */
export const amount = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

/** How many rows each table has, for programs. */
export const rowsOf = (tables: Readonly<Record<string, Digest>>): Record<string, number> =>
  Object.fromEntries(Object.entries(tables).map(([table, { rows }]) => [table, rows]));
