// A read that every call needs, built and compiled once: only its values differ.
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Reads the embedded database without the query builder's way to its one connection; undefined where
 * a transaction is open: then that way is taken, which waits for its end.
 */
export type ReadNow = <Row>(
  query: CompiledQuery<Row>,
  values: readonly unknown[],
) => readonly Row[] | undefined;

/**
 * Makes what reads the rows for some values. The statement is compiled with marks in their places,
 * which then show where each value belongs; building it again would cost more than running it.
 */
export type PreparedReads = ReturnType<typeof preparedReads>;

export const preparedReads =
  (db: Kysely<Tables>, readNow: ReadNow | undefined) =>
  <Row, const Values extends readonly string[]>(
    make: (...values: Values) => Compilable<Row>,
    count: Values['length'],
  ): ((...values: Values) => Promise<readonly Row[]>) => {
    let places: readonly number[] | undefined;
    let compiled: CompiledQuery<Row> | undefined;
    return async (...values) => {
      if (!compiled || !places) {
        const marks = Array.from({ length: count }, (_, n) => `value ${n}`);
        compiled = make(...(marks as unknown as Values)).compile();
        places = compiled.parameters.map((mark) => marks.indexOf(String(mark)));
        if (places.includes(-1)) throw new Error('a statement holds a value that was not given');
      }
      const parameters = places.map((place) => values[place]);
      const rows = readNow?.(compiled, parameters);
      return rows ?? (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
    };
  };
