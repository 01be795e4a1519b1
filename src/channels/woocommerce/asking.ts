// How a shop is asked for records, and how its answer is taken apart: by rows, or by identifiers.

import type { Account } from '../../model/credential.ts';
import type { Ask, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { isRecord } from '../kit/loose.ts';
import { readable } from '../kit/records.ts';
import { beginningOf } from './json.ts';
import { numberOf } from './values.ts';

/** Most rows a shop gives at once. */
export const MOST = 100;
/** A read this small is not made smaller when the shop cannot manage it. */
export const SMALL = 10;
/** How many asks for named records are handed out together. */
const TOGETHER = 4;

export interface Row {
  readonly id: number;
}

export function askFor(
  { account, version }: { readonly account: Account; readonly version: string },
  path: string,
  query: Pairs = [],
): Ask {
  return {
    url: `${account.baseUrl}/wp-json/${version}/${path}`,
    query,
    // Caching plugins keep answers of the REST API.
    headers: { 'cache-control': 'no-cache' },
    // Amounts are text, but plugins that change prices write JSON numbers.
    numbers: 'exact',
    begins: beginningOf,
  };
}

/** The rows of a list, each with its identifier as a number. */
export function rowsOf<R extends Row>({ body }: Reply, reading: Pick<Reading, 'leaveOut'>): R[] {
  if (!Array.isArray(body))
    throw new Fault('channel_invalid_response', 'The shop sent something else than a list.');
  return readable(body, (row) => rowOf<R>(row), reading);
}

function rowOf<R extends Row>(row: unknown): R {
  const id = isRecord(row) ? numberOf((row as { id?: unknown }).id) : null;
  if (id === null) throw unreadableRecord(undefined, 'id');
  return (row as R).id === id ? (row as R) : { ...(row as R), id };
}

/** PHP ran out of memory or time: an error page, a gateway's failure, or half an answer. */
export const wasTooMuch = (error: unknown): boolean =>
  error instanceof Fault &&
  (TOO_MUCH.includes(error.status ?? 0) ||
    (error.code === 'channel_invalid_response' && error.retryable));

const TOO_MUCH = [500, 502, 504, 524];

/** Named records, a hundred at a time; fewer where a weak host cannot manage as many. */
export async function readNamed<R extends Row>(
  path: string,
  ids: readonly number[],
  query: Pairs,
  reading: Reading,
): Promise<R[]> {
  const batches: (readonly number[])[] = [];
  for (let at = 0; at < ids.length; at += MOST) batches.push(ids.slice(at, at + MOST));
  const found = await inGroups(
    batches,
    (batch) => readBatch<R>(path, batch, query, reading),
    TOGETHER,
  );
  return found.flat();
}

async function readBatch<R extends Row>(
  path: string,
  ids: readonly number[],
  query: Pairs,
  reading: Reading,
): Promise<R[]> {
  const pairs: Pairs = [['include', ids.join(',')], ['per_page', String(ids.length)], ...query];
  try {
    return rowsOf<R>(await reading.call(askFor(reading, path, pairs)), reading);
  } catch (error) {
    if (ids.length <= SMALL || !wasTooMuch(error)) throw error;
    const half = Math.ceil(ids.length / 2);
    const first = await readBatch<R>(path, ids.slice(0, half), query, reading);
    return [...first, ...(await readBatch<R>(path, ids.slice(half), query, reading))];
  }
}
