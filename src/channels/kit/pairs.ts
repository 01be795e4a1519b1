// Pairs of a query that are sent only where there is something to send.
import type { Pairs } from '../../model/exchange.ts';

/** None where there is no value; a list is joined by commas. */
export function pair(
  name: string,
  value: string | number | boolean | readonly (string | number)[] | null | undefined,
): Pairs {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object') return value.length === 0 ? [] : [[name, value.join(',')]];
  return [[name, String(value)]];
}
