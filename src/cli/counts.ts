// How commands say how many rows there are of what.
import type { Rows } from '../store/backup.ts';

/** "1 user", "2 users". */
export const many = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

/** What people know, and all rows together. */
export function count(tables: Rows): string {
  const rows = (table: string) => tables[table] ?? 0;
  const all = Object.values(tables).reduce((sum, some) => sum + some, 0);
  return `${many(rows('client'), 'client')}, ${many(rows('user'), 'user')}, ${many(rows('credential'), 'credential')}; ${many(all, 'row')} in all`;
}

/** "0.4 MiB". */
export const amount = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
