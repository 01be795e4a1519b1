// Walks longer than Shopify lets one list be paged: after so many records a new search takes over.
// https://shopify.dev/docs/api/usage/limits#pagination-limits
import { readInstant, writeZulu } from '../../model/time.ts';
import { sinceTerm, type Time } from './search.ts';

/** The most objects that Shopify pages through in one list. */
export const PAGED_AT_MOST = 25_000;
/** From here on the last records are kept in mind, and from there on a new search is begun. */
const REMEMBER_FROM = 20_000;
const RESTART_FROM = 24_000;
/** More records of one moment than this are not carried along; the restart waits for another moment. */
const MOST_AT_ONCE = 100;

/** Where a walk stands: in a search, or how many of the asked ids were read. */
export interface Place {
  readonly after?: string;
  /** How many records the search has paged through. */
  readonly read?: number;
  /** Where the search last stood, by what it sorts on. */
  readonly edge?: Edge;
  /** The records before this are done with: the search begins there. */
  readonly start?: Edge;
  readonly at?: number;
}

/** A value of the sort, and the records met that have it. */
interface Edge {
  readonly value: string;
  readonly ids: readonly string[];
}

/** What a search sorts by, and how a record shows it. */
export interface Sort<T> {
  readonly field: 'id' | Time;
  readonly reverse: boolean;
  readonly valueOf: (record: T) => string;
  readonly idOf: (record: T) => string;
}

/** The term that leaves out what earlier searches of the walk have read. */
export function startTerm<T>({ start }: Place, sort: Sort<T>): string | undefined {
  if (!start) return undefined;
  if (sort.field === 'id') return sinceTerm(start.value);
  const instant = readInstant(start.value) ?? 0;
  return `${sort.field}:${sort.reverse ? '<=' : '>='}'${writeZulu(instant)}'`;
}

/** The records that no earlier search of the walk has read. */
export function unread<T>(rows: readonly T[], { start }: Place, sort: Sort<T>): readonly T[] {
  if (!start) return rows;
  return rows.filter(
    (row) => sort.valueOf(row) !== start.value || !start.ids.includes(sort.idOf(row)),
  );
}

/** Where the walk goes on after a page whose cursor is `after`. */
export function placeAfter<T>(
  rows: readonly T[],
  after: string,
  from: Place,
  sort: Sort<T> | undefined,
): Place {
  const read = (from.read ?? 0) + rows.length;
  const { start } = from;
  if (!sort || read < REMEMBER_FROM) return { after, read, ...(start && { start }) };
  const edge = edgeAfter(rows, from.edge, sort);
  if (read >= RESTART_FROM && edge && canStart(edge, sort)) return { read: 0, start: edge };
  return { after, read, ...(edge && { edge }), ...(start && { start }) };
}

const canStart = <T>({ value, ids }: Edge, { field }: Sort<T>): boolean =>
  ids.length <= MOST_AT_ONCE &&
  (field === 'id' ? /^\d+$/.test(value) : readInstant(value) !== undefined);

function edgeAfter<T>(rows: readonly T[], before: Edge | undefined, sort: Sort<T>) {
  let edge = before;
  for (const row of rows) {
    const [value, id] = [sort.valueOf(row), sort.idOf(row)];
    if (edge?.value !== value) edge = { value, ids: [id] };
    else if (edge.ids.length <= MOST_AT_ONCE) edge = { value, ids: [...edge.ids, id] };
  }
  return edge;
}
