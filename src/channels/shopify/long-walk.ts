// Walks longer than Shopify lets one list be paged: after so many records a new search takes over.
// https://shopify.dev/docs/api/usage/limits#pagination-limits
import { readInstant, writeZulu } from '../../model/time.ts';
import type { Time } from '../kit/bounds.ts';
import { recordId } from './native.ts';
import { sinceTerm, type Timed, timeOf } from './search.ts';

/** The most objects that Shopify pages through in one list. */
export const PAGED_AT_MOST = 25_000;
/** From here on the last records are kept in mind, and from there on a new search is begun. */
const REMEMBER_FROM = 20_000;
const RESTART_FROM = 24_000;
/** More records of one moment than this are not carried along; the restart waits for another moment. */
const MOST_AT_A_TIME = 100;

/** Where a walk stands: in a search, or how many of the asked ids were read. */
export interface Cursor {
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

/** What a search sorts by. */
export interface Sort {
  readonly field: 'id' | Time;
  readonly reverse: boolean;
}

/** What a search finds, with what it may be sorted by. */
export type Found = Timed & { readonly id: string; readonly legacyResourceId?: string };

const sortValue = (record: Found, { field }: Sort): string =>
  field === 'id' ? (recordId(record) ?? '') : timeOf(record, field);

/** The term that leaves out what earlier searches of the walk have read. */
export function startTerm({ start }: Cursor, { field, reverse }: Sort): string | undefined {
  if (!start) return undefined;
  if (field === 'id') return sinceTerm(start.value);
  return `${field}:${reverse ? '<=' : '>='}'${writeZulu(readInstant(start.value) ?? 0)}'`;
}

/** The records that no earlier search of the walk has read. */
export const unread = <T extends Found>(rows: readonly T[], { start }: Cursor, sort: Sort) =>
  start
    ? rows.filter((row) => sortValue(row, sort) !== start.value || !start.ids.includes(row.id))
    : rows;

/** Where the walk goes on after a page whose cursor is `after`; by the same search without a sort. */
export function cursorAfter(
  rows: readonly Found[],
  after: string,
  from: Cursor,
  sort: Sort | undefined,
): Cursor {
  const read = (from.read ?? 0) + rows.length;
  const { start } = from;
  if (!sort || read < REMEMBER_FROM) return { after, read, ...(start && { start }) };
  const edge = edgeAfter(rows, from.edge, sort);
  if (read >= RESTART_FROM && edge && canStart(edge, sort)) return { read: 0, start: edge };
  return { after, read, ...(edge && { edge }), ...(start && { start }) };
}

const canStart = ({ value, ids }: Edge, { field }: Sort): boolean =>
  ids.length <= MOST_AT_A_TIME &&
  (field === 'id' ? /^\d+$/.test(value) : readInstant(value) !== undefined);

function edgeAfter(rows: readonly Found[], before: Edge | undefined, sort: Sort) {
  let edge = before;
  for (const row of rows) {
    const value = sortValue(row, sort);
    if (edge?.value !== value) edge = { value, ids: [row.id] };
    else if (edge.ids.length <= MOST_AT_A_TIME) edge = { value, ids: [...edge.ids, row.id] };
  }
  return edge;
}
