// Executions: what became of data calls, and the results of those that ran in the background.
import { errorOf, partOf, retryAfterOf, textOf } from './answer.ts';
import type { Connection } from './connection.ts';
import { ManifoldError, notManifold } from './error.ts';
import { itemsOf, pagesFrom } from './list.ts';
import { type Page, pageOf } from './page.ts';
import type { Channel, ErrorCode } from './records.d.ts';
import { sleep } from './retry.ts';

/** One data call, as the service remembers it for 30 days. */
export interface Execution {
  readonly execution_id: string;
  readonly status: 'running' | 'succeeded' | 'failed';
  readonly status_url: string;
  readonly mode: 'direct' | 'async';
  readonly operation: 'orders' | 'products' | 'fulfillments' | 'stock' | 'prices';
  readonly channel: Channel | null;
  readonly tpUserId: string | null;
  readonly step: string;
  /** Null on success. */
  readonly code: ErrorCode | null;
  readonly trace_id: string;
  readonly result_count: number;
  readonly override_count: number;
  readonly call_count: number;
  readonly durations: Readonly<Record<string, number>> | null;
  readonly warnings: readonly { readonly code: string; readonly count: number }[];
  readonly started_at: string;
  readonly finished_at: string | null;
}

export interface ExecutionFilters {
  readonly channel?: Channel | undefined;
  readonly operation?: Execution['operation'] | undefined;
  readonly status?: Execution['status'] | undefined;
  readonly user?: string | undefined;
  readonly started_at_min?: string | Date | undefined;
  readonly started_at_max?: string | Date | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Waiting {
  /** Ends the waiting, not the execution. */
  readonly signal?: AbortSignal | undefined;
}

const PATH = '/api/ServiceClientApp/Executions';
const PAGE = 100;
/** Seconds between two looks, where the service names none. */
const LOOK_AGAIN = 2;

/** Waits for an execution in the background, and gives its page. */
export async function resultOf<Item>(
  connection: Connection,
  id: string,
  { signal }: Waiting = {},
): Promise<Page<Item>> {
  for (;;) {
    const path = `${PATH}/${encodeURIComponent(id)}`;
    const { body, headers } = await connection.send({ method: 'GET', path, signal });
    if (textOf(body, 'status') !== 'running') return readResult<Item>(body, id);
    await sleep(retryAfterOf(headers.get('retry-after')) ?? LOOK_AGAIN, signal);
  }
}

function readResult<Item>(body: unknown, id: string): Page<Item> {
  const response = partOf(body, 'response');
  if (!response)
    throw new ManifoldError(
      'no_result',
      `There is no result of ${id}: it is kept for 24 hours, and only of calls that were made with start(). Make the call again.`,
      { executionId: id },
    );
  if (textOf(partOf(response, 'Errors'), 'code') !== undefined)
    throw errorOf({ status: undefined }, response);
  return pageOf<Item>(response);
}

/** Data calls of the last 30 days, newest first. */
export function executionsOf(
  connection: Connection,
  { signal, user, ...filters }: ExecutionFilters,
): AsyncIterable<Execution> {
  const read = async (token: string | undefined) => {
    const query: Record<string, string | undefined> = { limit: String(PAGE), tpUserId: user };
    for (const [name, value] of Object.entries(filters))
      query[name] = value instanceof Date ? value.toISOString() : value;
    const { body } = await connection.send({
      method: 'GET',
      path: PATH,
      query: { ...query, next_page_token: token },
      signal,
    });
    if (!isList(body)) throw notManifold();
    return { records: body.result, token: body.next_page_token };
  };
  return itemsOf(pagesFrom(read, undefined));
}

const isList = (
  body: unknown,
): body is { readonly result: readonly Execution[]; readonly next_page_token?: string } =>
  typeof body === 'object' && body !== null && 'result' in body && Array.isArray(body.result);
