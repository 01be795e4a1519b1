// Lists of Shopify's: those inside a record read to their end, searches and ids page by page.
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { batches, inGroups } from '../kit/groups.ts';
import { isRecord } from '../kit/loose.ts';
import { collect, type Stretch } from '../kit/paging.ts';
import { readable } from '../kit/records.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { ask, type Data, type Variables } from './asks.ts';
import type { MoreOperation, Operation } from './documents.ts';
import { type Cursor, cursorAfter, type Found, type Sort, startTerm, unread } from './long-walk.ts';
import type { Connection } from './native.ts';

/** A list as GraphQL answers it, looked at before use. */
function connection<T>(value: unknown, name: string): Connection<T> {
  const { nodes, pageInfo } = (value ?? {}) as Partial<Connection<T>>;
  if (!Array.isArray(nodes) || typeof pageInfo?.hasNextPage !== 'boolean')
    throw brokenAnswer('Shopify', `a list of ${name}`);
  if (pageInfo.hasNextPage && (nodes.length === 0 || typeof pageInfo.endCursor !== 'string'))
    throw brokenAnswer('Shopify', `a page of ${name} that leads to the next`);
  return { nodes, pageInfo };
}

const cursorOf = ({ pageInfo }: Connection<unknown>): string | undefined =>
  pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined;

/**
 * The whole list: its first page as it came with the record, and what follows page by page. A list
 * that did not come at all is left to the reader of the record.
 */
export async function whole<T>(
  part: Connection<T>,
  operation: MoreOperation,
  id: string,
  reading: Reading,
  /** What the list belongs to in the end, where that is not what it is asked of. */
  record = id,
): Promise<Connection<T>> {
  const { field, root, most } = operation;
  if (!isRecord(part) || !Array.isArray(part.nodes)) return part;
  try {
    if (!connection(part, field).pageInfo.hasNextPage) return part;
    const nodes = await collect<T, string>(field, async (after) => {
      let page: unknown = part;
      if (after !== undefined) {
        const { data } = await ask(operation, most, (first) => ({ id, first, after }), reading);
        page = (data[root] as Readonly<Record<string, unknown>>)[field];
      }
      const read = connection<T>(page, field);
      return { rows: read.nodes, next: cursorOf(read) };
    });
    return { pageInfo: { hasNextPage: false, endCursor: null }, nodes };
  } catch (error) {
    // One list that breaks off spoils one record.
    if (!(error instanceof Fault) || error.code !== 'channel_invalid_response') throw error;
    throw unreadableRecord(record.split('/').at(-1), field, error);
  }
}

/** Pages that may bring nothing, since the service's own filters took all of it. */
const SPARE = 5;

/** How many pages of theirs one of ours may cost: what it takes, and some to spare. */
export const pagesFor = (limit: number, { most }: Operation): number =>
  Math.ceil(limit / most) + SPARE;

/** One page of theirs, and the rest of what came with it. */
export interface Page<T> extends Stretch<T, Cursor> {
  readonly data: Data;
}

export interface Search {
  readonly operation: Operation;
  readonly terms: string;
  readonly sort: Sort;
  readonly variables?: Variables;
  /** True where no other search can take over from one that was paged through too far. */
  readonly isOnlyOne?: boolean;
}

/** One page of a search. */
export async function bySearch<T extends Found>(
  { operation, terms, sort, variables = {}, isOnlyOne = false }: Search,
  from: Cursor,
  wanted: number,
  reading: Reading,
): Promise<Page<T>> {
  const { root } = operation;
  const query = [terms, startTerm(from, sort)].filter(Boolean).join(' ');
  const asked = (first: number) => ({
    first,
    ...(from.after && { after: from.after }),
    ...(query && { query }),
    ...variables,
  });
  const { data } = await ask(operation, wanted, asked, reading);
  const list = connection<unknown>(data[root], root);
  const rows = readable(list.nodes, (row, at) => rowOf<T>(row, `nodes.${at}`), reading);
  const after = cursorOf(list);
  if (after !== undefined && after === from.after) throw stuck(root);
  return {
    data,
    rows: unread(rows, from, sort),
    next:
      after === undefined
        ? undefined
        : cursorAfter(rows, after, from, isOnlyOne ? undefined : sort),
  };
}

/** A row that says which record it is; without that it can neither be asked about nor named. */
function rowOf<T extends Found>(row: unknown, place: string): T {
  if (!isRecord<T>(row)) throw unreadableRecord(undefined, place);
  if (typeof row.id !== 'string') throw unreadableRecord(row.legacyResourceId, `${place}.id`);
  return row;
}

/** https://github.com/Shopify/shopify-app-js/issues/1507 */
function stuck(root: string): Fault {
  const cause =
    root === 'orders'
      ? ' This is seen where the access token lacks the scope read_all_orders: grant it, or ask for orders of the last 60 days with created_at_min.'
      : '';
  return new Fault(
    'channel_invalid_response',
    `Shopify answered with the very cursor it was asked to go on from, so that reading ${root} would never end.${cause}`,
    { retryable: false },
  );
}

/** One page of a list of global ids; what is not there, or is something else, is left out. */
export async function byIds<T extends { readonly id: string }>(
  operation: Operation,
  ids: readonly string[],
  { at = 0 }: Cursor,
  wanted: number,
  reading: Reading,
  variables: Variables = {},
): Promise<Page<T>> {
  const asked = (first: number) => ({ ids: ids.slice(at, at + first), ...variables });
  const { data, first } = await ask(operation, Math.min(wanted, ids.length - at), asked, reading);
  const nodes = data[operation.root];
  if (!Array.isArray(nodes)) throw brokenAnswer('Shopify', 'a list of records');
  const rows = nodes.filter((node): node is T => typeof node?.id === 'string');
  return { data, rows, next: at + first < ids.length ? { at: at + first } : undefined };
}

/** All of a list of global ids. */
export async function allByIds<T extends { readonly id: string }>(
  operation: Operation,
  ids: readonly string[],
  reading: Reading,
): Promise<T[]> {
  const { name, most } = operation;
  const found = await inGroups(batches([...new Set(ids)], most), (batch) =>
    collect<T, Cursor>(name, (from = {}) => byIds(operation, batch, from, most, reading)),
  );
  return found.flat();
}
