// An embedded store with rows of every kind in it, odd ones too, for tests that carry them elsewhere.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { columnsOf } from '../../src/care/move.ts';
import { openStore } from '../../src/store/index.ts';
import { EVERY_TABLE } from '../../src/store/schema.ts';
import { openEmbedded } from '../../src/store/sqlite.ts';
import { testSeal } from './databases.ts';

/** Texts that are easily spoiled on the way: quotes, backslashes, braces, lines, letters beyond the first plane. */
const ODD = [
  '',
  'NULL',
  '{"a":"\\"b\\\\"}',
  "it's; {a,b}\n\t\\N",
  '  ',
  'ẞüß 日本 👩‍👩‍👧',
  '\u007f\u2028',
];

/** Fills every table with `each` rows a client; their parents are there. Returns the folder. */
export async function fillStore(dataDir: string, clients = 3, each = 4): Promise<string> {
  const store = await openStore({ dataDir, role: 'service', now: Date.now, seal: testSeal });
  await store.keys.note('test');
  await store.close();
  const opened = await openEmbedded(dataDir);
  insertRows(opened.db, clients, each);
  opened.close();
  return dataDir;
}

/** What points to a row of another table. */
const PARENT: Readonly<Record<string, string>> = {
  client_id: 'client',
  user_id: 'user',
  visit_id: 'visit',
  reading_id: 'reading',
  watch_id: 'watch',
};
/** Of these every client has one row. */
const ONE_EACH = new Set<string>(['client', 'feed']);

export function insertRows(db: DatabaseSync, clients: number, each: number, from = 0) {
  db.exec('begin');
  for (const table of EVERY_TABLE) {
    // Those of keys are held against the ring at every start.
    if (['migration', 'probe', 'key_in_use'].includes(table)) continue;
    const columns = columnsOf(table);
    const keys = new Set(
      db
        .prepare(`pragma table_info("${table}")`)
        .all()
        .flatMap(({ name, pk }) => (pk ? String(name) : [])),
    );
    const optional = new Set(
      db
        .prepare(`pragma table_info("${table}")`)
        .all()
        .flatMap(({ name, notnull }) => (notnull ? [] : String(name))),
    );
    const insert = db.prepare(
      `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    const unique = uniqueIn(db, table);
    const count = ONE_EACH.has(table) ? clients : clients * each;
    for (let n = from; n < from + count; n++) {
      const client = ONE_EACH.has(table) ? n : from + Math.floor((n - from) / each);
      const own = (parent: string) => (parent === 'client' ? `client-${client}` : `${parent}-${n}`);
      insert.run(
        ...columns.map(({ name, kind }, at) => {
          if (table === 'client' && name === 'id') return `client-${n}`;
          const parent = PARENT[name];
          if (parent) return kind === 'text' ? own(parent) : n;
          if (name === 'id') return kind === 'text' ? `${table}-${n}` : n;
          if (keys.has(name) || unique.has(name))
            return kind === 'text' ? `${name} ${n} ${ODD[n % ODD.length]}` : n;
          if (optional.has(name) && (n + at) % 3 === 0) return null;
          if (kind === 'text') return `${ODD[(n + at) % ODD.length]}`;
          if (kind === 'double precision')
            return [0.1 + n, 1e300, -1 / 3, 5e-324, 42, 1e21][n % 6] ?? 0;
          // A restored log goes on with higher numbers.
          if (table === 'feed') return n;
          return [n, -n, Number.MAX_SAFE_INTEGER, 1_796_000_000_000 + n][(n + at) % 4] ?? 0;
        }),
      );
    }
  }
  db.exec('commit');
}

/** Columns that take part in something that no two rows may have alike. */
function uniqueIn(db: DatabaseSync, table: string): ReadonlySet<string> {
  const names = db
    .prepare(
      `select info.name from pragma_index_list(?) list, pragma_index_info(list.name) info
        where list."unique" = 1`,
    )
    .all(table);
  return new Set(names.map(({ name }) => String(name)));
}

/** Every row of the embedded store, by table, as a text. */
export function rowsIn(dataDir: string): Record<string, string[]> {
  const db = new DatabaseSync(join(dataDir, 'manifold.db'), { readOnly: true });
  const tables = EVERY_TABLE.map((table) => {
    const columns = columnsOf(table).map(({ name }) => `"${name}"`);
    return [table, asTexts(db.prepare(`select ${columns.join(', ')} from "${table}"`).all())];
  });
  db.close();
  return Object.fromEntries(tables);
}

/** In an order that does not hang on where they come from. */
export const asTexts = (rows: readonly object[]): string[] =>
  rows
    .map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
    .sort();

/** The tables that do not have the same rows; to compare them as a whole would print them all. */
export const differing = (
  one: Readonly<Record<string, readonly string[]>>,
  other: Readonly<Record<string, readonly string[]>>,
): string[] => EVERY_TABLE.filter((table) => one[table]?.join('\n') !== other[table]?.join('\n'));
