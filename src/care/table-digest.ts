// A digest of all rows of a table, the same for the same rows on both databases, in whatever order they come.
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type RawBuilder, sql } from 'kysely';
import type { Table } from '../store/columns.ts';
import { TABLES } from '../store/schema.ts';

export interface Digest {
  readonly rows: number;
  /** The sum of the first 60 bits of the rows' own digests. */
  readonly sum: string;
}

export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'bigint' | 'double precision';
}

const DIGITS = 15;

export const columnsOf = (table: string): readonly Column[] =>
  Object.entries((TABLES as Readonly<Record<string, Table>>)[table]?.columns ?? {}).map(
    ([name, { sql: said }]) => {
      const [kind] = /^(text|bigint|double precision)/.exec(said) ?? [];
      return { name, kind: kind as Column['kind'] };
    },
  );

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export type Value = string | bigint | number | null;
export type Row = Readonly<Record<string, Value>>;

/** Row after row, whole numbers as such however large. */
export function rowsOf(db: DatabaseSync, table: string): Iterable<Row> {
  const names = columnsOf(table).map(({ name }) => quote(name));
  const select = db.prepare(`select ${names.join(', ')} from ${quote(table)}`);
  select.setReadBigInts(true);
  return select.iterate() as Iterable<Row>;
}

export function createDigest(table: string) {
  const columns = columnsOf(table);
  let [rows, sum] = [0, 0n];
  return {
    add(row: Row) {
      const hash = createHash('sha256');
      for (const { name, kind } of columns) hash.update(written(row[name] ?? null, kind));
      sum += BigInt(`0x${hash.digest('hex').slice(0, DIGITS)}`);
      rows += 1;
    },
    end: (): Digest => ({ rows, sum: String(sum) }),
  };
}

/** Each value with its length before it, so that no two rows are written alike. */
function written(value: Value, kind: Column['kind']): string {
  if (value === null) return '-';
  if (kind === 'double precision') return `16:${doubleBytes(Number(value))}`;
  const text = String(value);
  return `${Buffer.byteLength(text)}:${text}`;
}

function doubleBytes(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}

/** The same, for PostgreSQL to work out. */
export function postgresDigest(table: string): RawBuilder<Digest> {
  const parts = columnsOf(table).map(({ name, kind }) => {
    const column = quote(name);
    const text = kind === 'text' ? column : `${column}::text`;
    const value =
      kind === 'double precision'
        ? `'16:' || encode(float8send(${column}), 'hex')`
        : `octet_length(convert_to(${text}, 'UTF8'))::text || ':' || ${text}`;
    return `coalesce(${value}, '-')`;
  });
  return sql`select count(*) as rows,
    coalesce(sum(('x' || substr(hex, 1, ${sql.lit(DIGITS)}))::bit(60)::bigint), 0)::text as sum
    from (select encode(sha256(convert_to(${sql.raw(parts.join(' || '))}, 'UTF8')), 'hex') as hex
      from ${sql.table(table)}) as hashed`;
}
