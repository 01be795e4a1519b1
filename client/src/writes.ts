// Writes: what has left, what is in stock and what it costs, under a key that makes a repeat harmless.
import { textOf } from './answer.ts';
import type { Connection, Request } from './connection.ts';
import type { Params } from './data.ts';
import { ManifoldError, notManifold } from './error.ts';
import { resultOf, type Waiting } from './executions.ts';
import { type Page, pageOf, type Warning } from './page.ts';
import type {
  Carriers,
  Channel,
  FulfillmentItem,
  FulfillmentsOutcome,
  PriceItem,
  PricesOutcome,
  Report,
  StockItem,
  StockOutcome,
} from './records.d.ts';

/** The three kinds: what one takes, and what became of it. */
export interface WriteKinds {
  readonly fulfillments: { readonly item: FulfillmentItem; readonly outcome: FulfillmentsOutcome };
  readonly stock: { readonly item: StockItem; readonly outcome: StockOutcome };
  readonly prices: { readonly item: PriceItem; readonly outcome: PricesOutcome };
}
export type WriteKind = keyof WriteKinds;

export interface WriteOptions {
  /** The `Idempotency-Key`. One is made unless set; to repeat a call that failed, give its own. */
  readonly key?: string | undefined;
  /** Reads and checks everything, and says what would be asked of the channel; writes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Keys to use for this call alone, by channel; kept nowhere. */
  readonly params?: Params | undefined;
  /** In place of the version of the channel's API that is the default. */
  readonly api_version?: string | undefined;
  /** Is sent an event when the outcome of the call is known. */
  readonly completionCallbackUrl?: string | undefined;
  /** Seconds that the service may take, up to 300. */
  readonly wait?: number | undefined;
  /** Ends the waiting, not the write. */
  readonly signal?: AbortSignal | undefined;
}

/** What became of a write. */
export interface Written<Outcome> {
  /** One for each item, in their order. */
  readonly outcomes: readonly Outcome[];
  /** Whether every item is confirmed, accepted or unchanged. */
  readonly isSuccess: boolean;
  /** The `Idempotency-Key` that it was sent with. */
  readonly key: string;
  /** `write.settled` names it when an item that was accepted or unknown has come to its end. */
  readonly executionId: string;
  /** Such as `race_possible`. */
  readonly warnings: readonly Warning[];
  readonly report: Report;
}

const API = '/api/ServiceClientApp';
const PATHS = {
  fulfillments: `${API}/Unified/Fulfillments`,
  stock: `${API}/Unified/Stock`,
  prices: `${API}/Unified/Prices`,
} as const satisfies Record<WriteKind, string>;

/** The outcomes after which there is nothing to do. */
const GOOD: ReadonlySet<string> = new Set(['confirmed', 'accepted', 'unchanged']);

/** A write that the service carries out by itself. */
export interface StartedWrite<Outcome> {
  readonly executionId: string;
  /** The `Idempotency-Key`: the same call with it gives the outcomes in another process too. */
  readonly key: string;
  /** Waits for its outcomes. */
  result(waiting?: Waiting): Promise<Written<Outcome>>;
}

export interface Target {
  readonly channel: Channel;
  readonly user: string;
}

/** Every try carries the same key: however often it is sent, it is done once. */
export async function write<W extends WriteKind>(
  connection: Connection,
  kind: W,
  to: Target,
  items: readonly WriteKinds[W]['item'][],
  options: WriteOptions,
): Promise<Written<WriteKinds[W]['outcome']>> {
  const key = keyOf(options);
  return await withKey(key, async () => {
    const { body } = await connection.send(requestFor(kind, to, items, { ...options, key }));
    return writtenOf<WriteKinds[W]['outcome']>(pageOf(body), key);
  });
}

/** Answered when it is queued; the service need not be waited for. */
export async function startWrite<W extends WriteKind>(
  connection: Connection,
  kind: W,
  to: Target,
  items: readonly WriteKinds[W]['item'][],
  options: WriteOptions,
): Promise<StartedWrite<WriteKinds[W]['outcome']>> {
  const key = keyOf(options);
  const request = requestFor(kind, to, items, { ...options, key }, ['respond-async']);
  const { body } = await withKey(key, () => connection.send(request));
  const executionId = textOf(body, 'execution_id');
  if (executionId === undefined) throw notManifold();
  return {
    ...{ executionId, key },
    result: (waiting = {}) =>
      withKey(key, async () => {
        try {
          return writtenOf(await resultOf(connection, executionId, waiting), key);
        } catch (error) {
          // An earlier try had been queued too: this one waits for it.
          if (!(error instanceof ManifoldError) || error.code !== 'write_in_progress') throw error;
          return await write(connection, kind, to, items, { ...options, ...waiting, key });
        }
      }),
  };
}

/** Anything else fails in the platform, as if no one had answered, or comes as other characters. */
function keyOf({ key = crypto.randomUUID() }: WriteOptions): string {
  if (/[^\x20-\x7e]/.test(key))
    throw new ManifoldError(
      'invalid_request',
      'The key is sent as a header, which takes ASCII alone: letters, digits and signs.',
      { field: 'Idempotency-Key', key },
    );
  return key;
}

function requestFor<W extends WriteKind>(
  kind: W,
  to: Target,
  items: readonly WriteKinds[W]['item'][],
  options: WriteOptions & { readonly key: string },
  prefer: readonly string[] = [],
): Request {
  const { key, dryRun, params, api_version, wait, signal, completionCallbackUrl } = options;
  const preferences = [...prefer, ...(wait === undefined ? [] : [`wait=${wait}`])];
  return {
    method: 'POST',
    path: PATHS[kind],
    query: { channel: to.channel, tpUserId: to.user, completionCallbackUrl },
    body: { items, ...(dryRun && { dry_run: true }), params, api_version },
    headers: {
      'idempotency-key': key,
      ...(preferences.length > 0 && { prefer: preferences.join(', ') }),
    },
    wait,
    signal,
  };
}

function writtenOf<Outcome extends { readonly outcome: string }>(
  { records, executionId, warnings, report }: Page<Outcome>,
  key: string,
): Written<Outcome> {
  return {
    outcomes: records,
    isSuccess: records.every(({ outcome }) => GOOD.has(outcome)),
    ...{ key, executionId, warnings, report },
  };
}

/** What became of it may not be known: with this key it can be asked for, and is not done again. */
async function withKey<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ManifoldError
      ? new ManifoldError(error.code, error.message, { ...error, cause: error.cause, key })
      : error;
  }
}

/** Who can carry a parcel of a channel. */
export async function carriersOf(
  connection: Connection,
  channel: Channel,
  { signal }: Waiting,
): Promise<Carriers> {
  const path = `${API}/Carriers`;
  const { body } = await connection.send({ method: 'GET', path, query: { channel }, signal });
  if (!isCarriers(body)) throw notManifold();
  return body;
}

// What is inside is the service's word.
const isCarriers = (body: unknown): body is Carriers =>
  typeof body === 'object' && body !== null && 'carriers' in body;
