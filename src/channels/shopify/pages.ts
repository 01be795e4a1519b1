// Lists of Shopify's: those inside a record read to their end, searches and ids page by page.
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { collect, type Stretch } from '../kit/paging.ts';
import { readable } from '../kit/records.ts';
import type { MoreOperation, Operation } from './documents.ts';
import { ask, type Data, invalid, type Variables } from './graphql.ts';
import type { Place } from './long-walk.ts';
import type { Connection } from './native.ts';

/** A list as GraphQL answers it, looked at before use. */
function connection<T>(value: unknown, name: string): Connection<T> {
  const { nodes, pageInfo } = (value ?? {}) as Partial<Connection<T>>;
  if (!Array.isArray(nodes) || typeof pageInfo?.hasNextPage !== 'boolean')
    throw invalid(`no list of ${name}`);
  if (pageInfo.hasNextPage && (nodes.length === 0 || typeof pageInfo.endCursor !== 'string'))
    throw invalid(`a page of ${name} that does not lead to the next`);
  return { nodes, pageInfo };
}

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
  const { field } = operation;
  if (!isRecord(part) || !Array.isArray(part.nodes)) return part;
  try {
    if (!connection(part, field).pageInfo.hasNextPage) return part;
    const nodes = await collect<T, string>(field, async (after) => {
      if (after === undefined) return stretchOf(connection<T>(part, field));
      const variables = (first: number) => ({ id, first, after });
      const { data } = await ask(operation, operation.most, variables, reading);
      const owner = data[operation.root] as Readonly<Record<string, unknown>>;
      return stretchOf(connection<T>(owner[field], field));
    });
    return { pageInfo: { hasNextPage: false, endCursor: null }, nodes };
  } catch (error) {
    // One list that breaks off spoils one record.
    if (!(error instanceof Fault) || error.code !== 'channel_invalid_response') throw error;
    throw unreadableRecord(recordOf(record), field, error);
  }
}

const stretchOf = <T>({ nodes, pageInfo }: Connection<T>): Stretch<T, string> => ({
  rows: nodes,
  next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
});

const recordOf = (gid: string): string => gid.split('/').at(-1) ?? gid;

/** Pages that may bring nothing, since the service's own filters took all of it. */
const SPARE = 5;

/** How many pages of theirs one of ours may cost: what it takes, and some to spare. */
export const pagesFor = (limit: number, { most }: Operation): number =>
  Math.ceil(limit / most) + SPARE;

/** One page of theirs, and the rest of what came with it. */
export interface Page<T> extends Stretch<T, Place> {
  readonly data: Data;
}

/** One stretch of a search. */
export async function search<T>(
  operation: Operation,
  wanted: number,
  after: string | undefined,
  variables: Variables,
  reading: Reading,
): Promise<{ readonly data: Data; readonly rows: readonly T[]; readonly after?: string }> {
  const asked = (first: number) => ({ first, ...(after && { after }), ...variables });
  const { data } = await ask(operation, wanted, asked, reading);
  const { nodes, pageInfo } = connection<unknown>(data[operation.root], operation.root);
  const rows = readable(nodes, (row, at) => rowOf<T>(row, `nodes.${at}`), reading);
  if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return { data, rows };
  if (pageInfo.endCursor === after) throw stuck(operation);
  return { data, rows, after: pageInfo.endCursor };
}

/** A row that says which record it is; without that it can neither be asked about nor named. */
function rowOf<T>(row: unknown, place: string): T {
  if (!isRecord(row)) throw unreadableRecord(undefined, place);
  const { id, legacyResourceId } = row as { id?: unknown; legacyResourceId?: unknown };
  if (typeof id !== 'string') throw unreadableRecord(legacyResourceId, `${place}.id`);
  return row as T;
}

/** https://github.com/Shopify/shopify-app-js/issues/1507 */
function stuck({ root }: Operation): Fault {
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

/** One stretch of a list of global ids; what is not there, or is something else, is left out. */
export async function byIds<T extends { readonly id: string }>(
  operation: Operation,
  wanted: number,
  { at = 0 }: Place,
  ids: readonly string[],
  variables: Variables,
  reading: Reading,
): Promise<Page<T>> {
  const asked = (first: number) => ({ ids: ids.slice(at, at + first), ...variables });
  const { data, first } = await ask(operation, Math.min(wanted, ids.length - at), asked, reading);
  const nodes = data[operation.root];
  if (!Array.isArray(nodes)) throw invalid('no list of records');
  const rows = nodes.filter((node): node is T => typeof node?.id === 'string');
  return { data, rows, next: at + first < ids.length ? { at: at + first } : undefined };
}

/** All of a list of global ids. */
export function allByIds<T extends { readonly id: string }>(
  operation: Operation,
  ids: readonly string[],
  reading: Reading,
): Promise<T[]> {
  return collect<T, Place>(operation.name, (place = { at: 0 }) =>
    byIds<T>(operation, operation.most, place, ids, {}, reading),
  );
}
