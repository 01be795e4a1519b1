// How a table is declared: once, for the statements that make it, for its types and for reading its rows.
import type { Generated, Insertable, Selectable } from 'kysely';

/** `Stored` is what the database gives, `Read` what the rooms above see. */
export interface Column<Stored, Read = Stored> {
  readonly sql: string;
  /** JSON is read and written as what it says; what is sealed is put under the newest key. */
  readonly kind?: 'json' | 'sealed' | undefined;
  /** Nothing at run time. */
  readonly is?: { readonly stored: Stored; readonly read: Read };
}

const column = <Stored, Read = Stored>(
  sql: string,
  kind?: 'json' | 'sealed',
): Column<Stored, Read> => ({ sql, kind });

/** The same on both databases; times are whole milliseconds since 1970. */
export const text = column<string>('text not null');
export const int = column<number>('bigint not null');
export const real = column<number>('double precision not null');
export const key = column<string>('text primary key');
export const intKey = column<number>('bigint primary key');
export const sealed = column<string>('text not null', 'sealed');
export const fromZero = column<Generated<number>, number>('bigint not null default 0');
export const oneOf = <T extends string>() => column<T>('text not null');
export const json = <T>() => column<string, T>('text not null', 'json');
/**
 * Everything of a client or a user hangs on its row by a cascade, so that deleting the row deletes it
 * all in one statement, and nothing can be added to it afterwards.
 */
export const ofTable = (name: 'client' | 'user' | 'visit') =>
  column<string>(`text not null references "${name}" (id) on delete cascade`);
/** A row of another table, with which this one goes; `set null`: which this one outlives. */
export const refersTo = <T extends 'text' | 'bigint'>(
  table: string,
  key: string,
  type: T,
  how: 'cascade' | 'set null' | 'primary key' = 'cascade',
) =>
  column<T extends 'text' ? string : number>(
    `${type} not null${how === 'primary key' ? ' primary key' : ''} references "${table}" (${key}) on delete ${how === 'set null' ? how : 'cascade'}`,
  );
export const unique = <S, R>(one: Column<S, R>): Column<S, R> => ({
  ...one,
  sql: `${one.sql} unique`,
});
export const maybe = <S, R>(one: Column<S, R>): Column<S | null, R | null> => ({
  sql: one.sql.replace(' not null', ''),
  kind: one.kind,
});

type AnyColumns = Readonly<Record<string, Column<unknown, unknown>>>;

export interface Table<C extends AnyColumns = AnyColumns> {
  readonly columns: C;
  /** Where it is not one column that says so itself. */
  readonly primary?: readonly string[];
  readonly unique?: readonly string[];
  /** By its columns, or by a name of its own and what follows it. */
  readonly indexes?: readonly (string | readonly [name: string, on: string])[];
}

export const table = <const C extends AnyColumns>(
  columns: C,
  rest: Omit<Table<C>, 'columns'> = {},
): Table<C> => ({ columns, ...rest });

export function statementsOf(name: string, { columns, ...table }: Table): readonly string[] {
  const lines = Object.entries(columns).map(([column, { sql }]) => `${column} ${sql}`);
  if (table.primary) lines.push(`primary key (${table.primary.join(', ')})`);
  if (table.unique) lines.push(`unique (${table.unique.join(', ')})`);
  const indexes = (table.indexes ?? []).map((index) => {
    const [end, on] =
      typeof index === 'string' ? [index.replaceAll(', ', '_'), `(${index})`] : index;
    return `create index ${name}_${end} on "${name}" ${on}`;
  });
  return [`create table "${name}" (${lines.join(', ')})`, ...indexes];
}

/** The row of a table as Kysely takes it. */
export type RowOf<T> =
  T extends Table<infer C>
    ? { [N in keyof C]: C[N] extends Column<infer S, unknown> ? S : never }
    : never;

type Camel<S> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;

/** The same as the rooms above see it: names in their own spelling, JSON read. */
export type RecordOf<T> =
  T extends Table<infer C>
    ? {
        readonly [N in keyof C as Camel<N> & string]: C[N] extends Column<infer _, infer R>
          ? R
          : never;
      }
    : never;

/** The same as it is added: what the database fills in, and what may be null, need not be there. */
export type AddedOf<T> = {
  readonly [C in keyof Insertable<RowOf<T>> as Camel<C> &
    string]: Camel<C> extends keyof RecordOf<T> ? RecordOf<T>[Camel<C>] : never;
};

/** A column, by the name that it has in records. */
export const columnNamed = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isSql = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'isRawBuilder' in value;

/** Reads and writes the rows of the tables given, as records; what `sql` says stays as it is. */
export function recordsOf<Tables extends Readonly<Record<string, unknown>>>(tables: Tables) {
  type Row<N extends keyof Tables> = Selectable<RowOf<Tables[N]>>;
  type Rec<N extends keyof Tables> = RecordOf<Tables[N]>;
  const plans = new Map(
    Object.entries(tables).map(([name, table]) => [
      name,
      Object.entries((table as Table).columns).map(([column, { kind }]) => ({
        column,
        name: column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
        isJson: kind === 'json',
      })),
    ]),
  );
  /** Those of the columns that are given, under their other name. */
  const convert = (
    table: string,
    given: object,
    [from, to]: readonly ['column' | 'name', 'column' | 'name'],
    change: (json: never) => unknown,
  ): unknown => {
    const made: Record<string, unknown> = {};
    for (const each of plans.get(table) ?? []) {
      const value = (given as Readonly<Record<string, unknown>>)[each[from]];
      if (value === undefined) continue;
      made[each[to]] =
        each.isJson && value !== null && !isSql(value) ? change(value as never) : value;
    }
    return made;
  };
  return {
    toRecord: <N extends keyof Tables & string, const R extends Partial<Row<N>>>(name: N, row: R) =>
      convert(name, row, ['column', 'name'], JSON.parse) as Pick<
        Rec<N>,
        Camel<keyof R> & keyof Rec<N>
      >,
    toRow: <N extends keyof Tables & string, const R extends Partial<Rec<N>>>(name: N, record: R) =>
      convert(name, record, ['name', 'column'], JSON.stringify) as {
        [C in keyof Row<N> as Camel<C> extends keyof R ? C : never]: Row<N>[C];
      },
  };
}
