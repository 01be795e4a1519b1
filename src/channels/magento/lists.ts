// Lists of a Magento shop: search criteria, one page, or all pages to their end.

import type { Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { count, membersOf } from '../kit/loose.ts';
import { collect } from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { type Lenience, readable } from '../kit/records.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { askFor, located } from './asks.ts';

const DAY = 86_400;
/** Most rows of a page where the shop limits them and does not say to how many. */
const MOST = 300;

/** What a list is called, how it is asked for, and how its rows are read. */
export interface List<Row> {
  readonly path: string;
  readonly sort: string;
  /** Rows a page. */
  readonly size: number;
  readonly fields?: string;
  /** Undefined leaves a row out; throws for a record that cannot be read. */
  readonly read: (row: unknown) => Row | undefined;
}

export type Filter = readonly [
  field: string,
  condition: 'eq' | 'in' | 'gt' | 'gteq' | 'lteq',
  value: string,
];

/** Groups must all hold; within a group one filter is enough. */
export type Groups = readonly (readonly Filter[])[];

export interface Criteria extends Pick<List<unknown>, 'sort' | 'size' | 'fields'> {
  readonly groups: Groups;
  readonly number?: number;
}

export function criteriaPairs({ groups, sort, size, number = 1, fields }: Criteria): Pairs {
  // Shops sort parameters for a signature by their names: encoded, decoded or by the numbers in
  // them, depending on the version. With indices of the same length all three agree.
  const first = groups.length > 10 ? 10 : 0;
  const filters = groups.flatMap((group, at) =>
    group.flatMap(([field, condition, value], index): Pairs => {
      const place = `searchCriteria[filter_groups][${first + at}][filters][${index}]`;
      return [
        [`${place}[field]`, field],
        [`${place}[value]`, value],
        [`${place}[condition_type]`, condition],
      ];
    }),
  );
  return [
    ...filters,
    ['searchCriteria[sortOrders][0][field]', sort],
    ['searchCriteria[sortOrders][0][direction]', 'ASC'],
    ['searchCriteria[pageSize]', String(size)],
    ['searchCriteria[currentPage]', String(number)],
    ...pair('fields', fields),
  ];
}

export type Reads = Lenience & Pick<Reading, 'account' | 'call' | 'remember'>;

export interface Slice<Row> {
  readonly rows: readonly Row[];
  /** How many rows came, those that cannot be read included. */
  readonly count: number;
  /** How many rows the criteria have in all. */
  readonly total: number;
  /** How many were asked for; fewer, where the shop says that it looked for fewer. */
  readonly size: number;
}

/** One page of a list; where the shop allows fewer rows than were asked for, that many. */
export async function readSlice<Row>(
  list: List<Row>,
  groups: Groups,
  number: number,
  reads: Reads,
): Promise<Slice<Row>> {
  const account = await located(reads);
  const allowed = await reads.remember('page size', DAY, () => Promise.resolve({ most: MOST }));
  const ask = async (size: number) => {
    const query = criteriaPairs({ ...list, groups, number, size });
    const reply = await reads.call(askFor(account, list.path, query));
    const found = rowsOf(reply, list, reads);
    return { ...found, size: Math.min(size, sizeSaid(reply, found.count)) };
  };
  const size = Math.min(list.size, allowed.most);
  try {
    return await ask(size);
  } catch (error) {
    const most = mostRows(error);
    if (most === undefined || most >= size) throw error;
    allowed.most = most;
    return ask(most);
  }
}

/** The limit that a shop names when it refuses a page for its size. */
function mostRows(error: unknown): number | undefined {
  if (!(error instanceof Fault) || error.reason !== 'page_size') return undefined;
  const most = Number(/\d+/.exec(error.native ?? '')?.[0]);
  return most > 0 ? most : undefined;
}

/** Every list repeats the criteria that it was made by: a module may have made its pages smaller. */
function sizeSaid({ body }: Reply, rows: number): number {
  const size = count(membersOf(membersOf(body).search_criteria).page_size);
  return size === undefined || size === 0 || size < rows ? Number.POSITIVE_INFINITY : size;
}

/** A list to its end. Some versions repeat the last page for ever, so the count says where it is. */
export const readAll = <Row>(list: List<Row>, groups: Groups, reads: Reads): Promise<Row[]> =>
  collect<Row, number>(list.path, async (number = 1) => {
    const { rows, count, size, total } = await readSlice(list, groups, number, reads);
    return { rows, ...(count > 0 && number * size < total && { next: number + 1 }) };
  });

function rowsOf<Row>({ body }: Reply, { read }: List<Row>, reads: Lenience) {
  // With `fields`, an empty list comes as null.
  const { items, total_count: total } = membersOf(body);
  const rows = items ?? [];
  if (!Array.isArray(rows) || typeof total !== 'number' || !Number.isSafeInteger(total))
    throw brokenAnswer('The shop', 'a list');
  return {
    rows: readable(rows, read, reads).filter((row) => row !== undefined),
    count: rows.length,
    total,
  };
}
