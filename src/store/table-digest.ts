// A digest of all rows of a table, the same for the same rows on both databases, in whatever order they come.
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export interface Digest {
  readonly rows: number;
  /** The sum of the rows' own digests. */
  readonly sum: string;
}

export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'bigint' | 'double';
}

/** The parts of a row's digest, in hexadecimal digits, that are summed up apart. */
const PARTS = [0, 15, 30, 45] as const;
const DIGITS = 15;
const MASK = (1n << 60n) - 1n;

/** In an order that does not hang on which step added them. */
export function columnsOf(db: DatabaseSync, table: string, schema = 'main'): Column[] {
  const rows = db.prepare(`pragma ${schema}.table_info(${quote(table)})`).all();
  const columns = rows.map(({ name, type }): Column => {
    const said = String(type).toLowerCase();
    const kind = said === 'text' || said === 'bigint' ? said : undefined;
    if (!kind && said !== 'double precision')
      throw new Error(`${table}.${name} is of type ${said}`);
    return { name: String(name), kind: kind ?? 'double' };
  });
  return columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export type Value = string | bigint | number | null;
export type Row = Readonly<Record<string, Value>>;

/** Row after row, whole numbers as such however large. */
export function rowsOf(
  db: DatabaseSync,
  table: string,
  columns: readonly Column[],
  schema = 'main',
): Iterable<Row> {
  const names = columns.map(({ name }) => quote(name)).join(', ');
  const select = db.prepare(`select ${names} from ${schema}.${quote(table)}`);
  select.setReadBigInts(true);
  return select.iterate() as Iterable<Row>;
}

export function createDigest(columns: readonly Column[]) {
  const sums = PARTS.map(() => 0n);
  let rows = 0;
  return {
    add(row: Row) {
      const hash = createHash('sha256');
      for (const { name, kind } of columns) hash.update(written(row[name] ?? null, kind));
      const hex = hash.digest('hex');
      for (const [at, from] of PARTS.entries())
        sums[at] = (sums[at] ?? 0n) + BigInt(`0x${hex.slice(from, from + DIGITS)}`);
      rows += 1;
    },
    end: (): Digest => ({ rows, sum: sumOf(sums) }),
  };
}

const sumOf = (sums: readonly bigint[]): string =>
  sums.map((sum) => (sum & MASK).toString(16).padStart(DIGITS, '0')).join('');

/** Each value with its length before it, so that no two rows are written alike. */
function written(value: Value, kind: Column['kind']): string {
  if (value === null) return '-';
  if (kind === 'double') return `16:${doubleBytes(Number(value))}`;
  const text = String(value);
  return `${Buffer.byteLength(text)}:${text}`;
}

function doubleBytes(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}

export function sqliteDigest(
  db: DatabaseSync,
  table: string,
  columns: readonly Column[],
  schema = 'main',
): Digest {
  const digest = createDigest(columns);
  for (const row of rowsOf(db, table, columns, schema)) digest.add(row);
  return digest.end();
}

/** The same, for PostgreSQL to work out; `readDigest` reads the one row that it gives. */
export function postgresDigest(table: string, columns: readonly Column[]): string {
  const parts = columns.map(({ name, kind }) => {
    const column = quote(name);
    const text = kind === 'text' ? column : `${column}::text`;
    const value =
      kind === 'double'
        ? `'16:' || encode(float8send(${column}), 'hex')`
        : `octet_length(convert_to(${text}, 'UTF8'))::text || ':' || ${text}`;
    return `coalesce(${value}, '-')`;
  });
  const sums = PARTS.map(
    (from, at) =>
      `coalesce(sum(('x' || substr(hex, ${from + 1}, ${DIGITS}))::bit(60)::bigint), 0)::text as part_${at}`,
  );
  return `select count(*)::text as rows, ${sums.join(', ')} from (
    select encode(sha256(convert_to(${parts.join(' || ')}, 'UTF8')), 'hex') as hex from ${quote(table)}
  ) as hashed`;
}

export function readDigest(row: Readonly<Record<string, string>>): Digest {
  return {
    rows: Number(row.rows),
    sum: sumOf(PARTS.map((_, at) => BigInt(row[`part_${at}`] ?? '0'))),
  };
}
