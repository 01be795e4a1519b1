// How a Magento shop is asked: where its API is, search criteria, and lists read to their end.

import type { Account } from '../../model/credential.ts';
import type { Ask, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { collect } from '../kit/paging.ts';
import { readable } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import { unlike } from '../kit/unlike.ts';

/** Hosts of Adobe Commerce as a Cloud Service, where the API has no `/rest` before it. */
const CLOUD = /\.api\.commerce\.adobe\.com$/;

export const isCloud = (baseUrl: string): boolean => CLOUD.test(new URL(baseUrl).hostname);

/** Where the API may be; the second where the web server does not rewrite addresses. */
export const API_PATHS = ['/rest', '/index.php/rest'] as const;

const DAY = 86_400;
/** Most rows of a page where the shop limits them and does not say to how many. */
const MOST = 300;

export type Reads = Pick<Reading, 'account' | 'call' | 'remember' | 'leaveOut'>;
type Located = Pick<Reading, 'account' | 'call' | 'remember'>;

/** The account with its API's place, which the check keeps and a bare credential must find out. */
export async function located(reads: Located): Promise<Account> {
  const { account, call, remember } = reads;
  if (account.apiPath !== undefined) return account;
  const apiPath = await remember('api path', DAY, async () => (await discover(account, call)).path);
  return { ...account, apiPath };
}

/** Tries the places one after another, by the ask for the shop's settings. */
export async function discover(
  account: Account,
  call: Reading['call'],
): Promise<{ readonly path: string; readonly reply: Reply }> {
  const paths = account.apiPath === undefined ? API_PATHS : [account.apiPath];
  for (const apiPath of paths) {
    const ask = askFor({ ...account, apiPath }, 'store/storeConfigs');
    const reply = await call({ ...ask, expect: [401, 404] });
    if (reply.status < 300 && !areSettings(reply)) throw notMagento(account, 'its settings');
    if (reply.status !== 404 || isMagentoError(reply)) return { path: apiPath, reply };
  }
  throw new Fault(
    'channel_failed',
    `There is no Magento API at ${account.baseUrl}: check the address of the shop. Where the storefront is a separate application, give the address of Magento itself.`,
    { status: 404, reason: 'not_magento', field: 'baseUrl', retryable: false },
  );
}

const isMagentoError = ({ body }: Reply): boolean =>
  isRecord(body) && typeof body.message === 'string';

/** One entry a store view, of which each shop has at least one. */
const areSettings = ({ body }: Reply): boolean =>
  Array.isArray(body) &&
  body.some(
    (view: unknown) =>
      isRecord(view) && filled(view.code) !== null && filled(view.website_id) !== null,
  );

export const notMagento = ({ baseUrl }: Account, wanted: string): Fault =>
  unlike({ address: baseUrl, vendor: 'Magento', wanted, reason: 'not_magento' });

export function askFor(account: Account, path: string, query: Pairs = []): Ask {
  const { baseUrl = '', apiPath = '/rest', storeCode, auth = 'token' } = account;
  const cloud = isCloud(baseUrl);
  const scope = cloud || !storeCode ? '' : `/${storeCode}`;
  return {
    url: `${baseUrl}${apiPath}${scope}/V1/${path}`,
    query,
    // Where a proxy adds its own wishes, XML would come back.
    headers: {
      accept: 'application/json',
      ...(cloud && storeCode && { store: storeCode }),
    },
    numbers: 'exact',
    // The options of an attribute come in one list: a bookshop has a hundred thousand authors.
    ...(path === 'products/attributes' && { longest: 200_000 }),
    // What a refusal means depends on how the ask was signed.
    operation: auth,
  };
}

export interface Filter {
  readonly field: string;
  readonly value: string;
  readonly condition: 'eq' | 'in' | 'gt' | 'gteq' | 'lteq';
}

export interface Criteria {
  /** Groups must all hold; within a group one filter is enough. */
  readonly groups: readonly (readonly Filter[])[];
  readonly sort: string;
  readonly size: number;
  readonly number?: number;
  readonly fields?: string;
}

export function criteriaPairs({ groups, sort, size, number = 1, fields }: Criteria): Pairs {
  // Shops sort parameters for a signature by their names: encoded, decoded or by the numbers in
  // them, depending on the version. With indices of the same length all three agree.
  const first = groups.length > 10 ? 10 : 0;
  const pairs: [string, string][] = groups.flatMap((filters, group) =>
    filters.flatMap(({ field, value, condition }, index): [string, string][] => {
      const at = `searchCriteria[filter_groups][${first + group}][filters][${index}]`;
      return [
        [`${at}[field]`, field],
        [`${at}[value]`, value],
        [`${at}[condition_type]`, condition],
      ];
    }),
  );
  pairs.push(
    ['searchCriteria[sortOrders][0][field]', sort],
    ['searchCriteria[sortOrders][0][direction]', 'ASC'],
    ['searchCriteria[pageSize]', String(size)],
    ['searchCriteria[currentPage]', String(number)],
  );
  if (fields !== undefined) pairs.push(['fields', fields]);
  return pairs;
}

export interface Slice<R> {
  readonly rows: readonly R[];
  /** How many rows came, those that cannot be read included. */
  readonly count: number;
  /** How many rows the criteria have in all. */
  readonly total: number;
  /** How many were asked for. */
  readonly size: number;
}

/** Makes something of a row: undefined leaves it out; throws for a record that cannot be read. */
export type ReadRow<R> = (row: unknown) => R | undefined;

/** One page of a list; where the shop allows fewer rows than were asked for, that many. */
export async function readSlice<R>(
  path: string,
  criteria: Criteria,
  readRow: ReadRow<R>,
  reads: Reads,
): Promise<Slice<R>> {
  const account = await located(reads);
  const allowed = await reads.remember('page size', DAY, () => Promise.resolve({ most: MOST }));
  const ask = async (size: number) => {
    const reply = await reads.call(askFor(account, path, criteriaPairs({ ...criteria, size })));
    return { ...rowsOf(reply, readRow, reads), size };
  };
  try {
    return await ask(Math.min(criteria.size, allowed.most));
  } catch (error) {
    const most = mostRows(error);
    if (most === undefined || most >= Math.min(criteria.size, allowed.most)) throw error;
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

/** A list to its end. Some versions repeat the last page for ever, so the count says where it is. */
export const readAll = <R>(
  path: string,
  criteria: Omit<Criteria, 'number'>,
  readRow: ReadRow<R>,
  reads: Reads,
): Promise<readonly R[]> =>
  collect<R, number>(path, async (number = 1) => {
    const slice = await readSlice(path, { ...criteria, number }, readRow, reads);
    const more = slice.count > 0 && number * slice.size < slice.total;
    return { rows: slice.rows, ...(more && { next: number + 1 }) };
  });

function rowsOf<R>({ body }: Reply, readRow: ReadRow<R>, reads: Reads) {
  const { items, total_count } = isRecord(body) ? body : {};
  // With `fields`, an empty list comes as null.
  const rows = items ?? [];
  if (!Array.isArray(rows) || !Number.isSafeInteger(total_count))
    throw new Fault('channel_invalid_response', 'The shop sent something else than a list.');
  return {
    rows: readable(rows, readRow, reads).filter((row) => row !== undefined),
    count: rows.length,
    total: total_count as number,
  };
}

/** Lists short enough for an address. */
export function batches<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const lists: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += size) lists.push(items.slice(at, at + size));
  return lists;
}
