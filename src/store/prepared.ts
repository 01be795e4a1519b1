// A statement that every call needs, built and compiled once: only its values differ.
import type { Compilable, CompiledQuery } from 'kysely';

/**
 * What gives the statement for some values. It is compiled with marks in their places, which then
 * tell where each value belongs; building it anew would cost more than running it.
 */
export function prepared<Row, const Values extends readonly string[]>(
  make: (...values: Values) => Compilable<Row>,
  count: Values['length'],
): (...values: Values) => CompiledQuery<Row> {
  let places: readonly number[] | undefined;
  let compiled: CompiledQuery<Row> | undefined;
  return (...values) => {
    if (!compiled || !places) {
      const marks = Array.from({ length: count }, (_, n) => `value ${n}`);
      compiled = make(...(marks as unknown as Values)).compile();
      places = compiled.parameters.map((mark) => marks.indexOf(String(mark)));
      if (places.includes(-1)) throw new Error('a statement holds a value that was not given');
    }
    return { ...compiled, parameters: places.map((place) => values[place]) };
  };
}
