// How a shop is asked for records, and how its answer is taken apart: by rows, or by identifiers.

import type { Account } from '../../model/credential.ts';
import type { Ask, Pairs, Reply } from '../../model/exchange.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { batches, inGroups } from '../kit/groups.ts';
import { isRecord } from '../kit/loose.ts';
import { orFewer } from '../kit/paging.ts';
import { readable } from '../kit/records.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import type { Row } from './native.ts';
import { numberOf } from './values.ts';

/** Most rows a shop gives at a time. */
export const MOST = 100;

/** An ask of WooCommerce's own part of the site's API. */
export const askFor = (
  { account, version }: Pick<Reading, 'account' | 'version'>,
  path: string,
  query?: Pairs,
): Ask => askSite(account, `${version}/${path}`, query);

/**
 * With plain permalinks the route stands in the query. WooCommerce looks at a key only where the
 * address holds `wp-json/wc/`, wherever (`WC_REST_Authentication::is_request_to_rest_api`).
 */
export const askSite = (
  { baseUrl, permalinks }: Account,
  path: string,
  query: Pairs = [],
): Ask => ({
  ...(permalinks === 'plain'
    ? { url: `${baseUrl}/?x=/wp-json/wc/`, query: [['rest_route', `/${path}`], ...query] as Pairs }
    : { url: `${baseUrl}/wp-json/${path}`, query }),
  // Caching plugins keep answers of the REST API.
  headers: { 'cache-control': 'no-cache' },
  // Amounts are text, but plugins that change prices write JSON numbers.
  numbers: 'exact',
  // PHP and plugins print notices ahead of the answer.
  begins: beginningIn,
});

/** An ask that writes. */
export const writing = (ask: Ask, method: 'POST' | 'PUT', body: object): Ask => ({
  ...ask,
  method,
  headers: { ...ask.headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export const beginningIn = (head: string): number => head.search(BEGINNING);

/**
 * How an answer begins. Only the first such place is tried: behind a later one, the tail of an
 * answer that broke off might pass for a whole one.
 */
const BEGINNING = /\[\{"|\{"|\[\]\s*$/;

/** The rows of a list, each with its identifier as a number. */
export function rowsOf<R extends Row>({ body }: Reply, reading: Pick<Reading, 'leaveOut'>): R[] {
  if (!Array.isArray(body)) throw brokenAnswer('The shop', 'a list');
  return readable(body, (row) => rowOf<R>(row), reading);
}

function rowOf<R extends Row>(row: unknown): R {
  const id = isRecord<R>(row) ? numberOf(row.id) : null;
  if (id === null) throw unreadableRecord(undefined, 'id');
  return { ...(row as R), id };
}

/** One record by itself; undefined where there is none. */
export async function readOne<R extends Row>(
  path: string,
  id: number,
  query: Pairs,
  reading: Pick<Reading, 'account' | 'version' | 'call'>,
): Promise<R | undefined> {
  const ask = askFor(reading, `${path}/${id}`, query);
  const { status, body } = await reading.call({ ...ask, expect: [404] });
  return status === 404 ? undefined : rowOf<R>(body);
}

/** Named records, a hundred at a time; fewer where a weak host cannot manage as many. */
export async function readNamed<R extends Row>(
  path: string,
  ids: readonly number[],
  query: Pairs,
  reading: Reading,
): Promise<R[]> {
  const read = async (some: readonly number[]) => {
    const named: Pairs = [
      ['include', some.join(',')],
      ['per_page', String(some.length)],
    ];
    return rowsOf<R>(await reading.call(askFor(reading, path, [...named, ...query])), reading);
  };
  const found = await inGroups(batches(ids, MOST), (batch) =>
    orFewer(batch.length, async (size) => (await inGroups(batches(batch, size), read, 1)).flat()),
  );
  return found.flat();
}
