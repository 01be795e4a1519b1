// The client: one object for one client application of one service.
import { type ChangeBatch, changesOf, type Following, type Watches, watchesOf } from './changes.ts';
import { type Connection, createConnection, type ManifoldOptions } from './connection.ts';
import { copy } from './copy/copy.ts';
import type { Copying, CopyStep } from './copy/steps.ts';
import {
  type At,
  type Fields,
  type Include,
  type Query,
  type RecordOf,
  type Records,
  type Resource,
  type Resources,
  recordsOf,
} from './data.ts';
import {
  type Execution,
  type ExecutionFilters,
  executionsOf,
  resultOf,
  type Waiting,
} from './executions.ts';
import { type Absent, goneOf, type Sought } from './gone.ts';
import {
  type ChannelWays,
  type LinkResult,
  type LinkTyped,
  linkChannel,
  readWays,
  type WaysOptions,
} from './linking.ts';
import type { Page } from './page.ts';
import type {
  Carriers,
  Channel,
  ChannelCapabilities,
  ChannelLineage,
  FulfillmentItem,
  FulfillmentsOutcome,
  PriceItem,
  PricesOutcome,
  StockItem,
  StockOutcome,
} from './records.d.ts';
import { type Batch, type Syncing, sync } from './sync.ts';
import {
  forgetUser,
  lineageOf,
  listChannels,
  listUsers,
  type MagicLink,
  type MagicLinkOptions,
  makeMagicLink,
  readUser,
  type User,
  type UserFilters,
  unlinkChannel,
} from './users.ts';
import {
  carriersOf,
  type StartedWrite,
  startWrite,
  type WriteKind,
  type WriteKinds,
  type WriteOptions,
  type Written,
  write,
} from './writes.ts';

export type SyncQuery<R extends Resource, F = undefined, I = undefined> = Omit<
  Syncing,
  'resource' | 'fields' | 'include'
> & {
  readonly resource: R;
  /** Only these fields, beside `id` and `channel_name`. */
  readonly fields?: F;
  /** What to add to every record. */
  readonly include?: I;
};

type OrderFields = Fields<'orders'> | undefined;
type OrderInclude = Include<'orders'> | undefined;
type ProductFields = Fields<'products'> | undefined;
type ProductInclude = Include<'products'> | undefined;

export class Manifold {
  /** Where the service is. */
  readonly url: string;
  /** Who calls. The secret is not to be had from this object. */
  readonly clientId: string;
  /** What the service follows for this client application: `put`, `list`, `get`, `delete`. */
  readonly watches: Watches;
  readonly #connection: Connection;

  constructor(options: ManifoldOptions) {
    this.#connection = createConnection(options);
    this.url = options.url;
    this.clientId = options.clientId;
    this.watches = watchesOf(this.#connection);
  }

  /** Orders of one channel of one user: `for await (const order of manifold.orders({ channel, user }))`. */
  orders<
    const F extends OrderFields = undefined,
    const I extends OrderInclude = undefined,
    const C extends string = string,
  >(query: Query<'orders', F, I> & At<'orders', C>): Records<RecordOf<'orders', F, I>> {
    return recordsOf(this.#connection, 'orders', query);
  }

  /** Products of one channel of one user. */
  products<
    const F extends ProductFields = undefined,
    const I extends ProductInclude = undefined,
    const C extends string = string,
  >(query: Query<'products', F, I> & At<'products', C>): Records<RecordOf<'products', F, I>> {
    return recordsOf(this.#connection, 'products', query);
  }

  /** What changed since the last run, in batches to be kept together with their state. */
  sync<
    R extends Resource,
    const F extends Fields<R> | undefined = undefined,
    const I extends Include<R> | undefined = undefined,
    const C extends string = string,
  >(query: SyncQuery<R, F, I> & At<R, C>): AsyncIterable<Batch<RecordOf<R, F, I>>> {
    return sync(this.#connection, query);
  }

  /** What the watches found, from a cursor on and then as it comes: `for await (const { changes, cursor } of …)`. */
  changes(following: Following = {}): AsyncIterable<ChangeBatch> {
    return changesOf(this.#connection, following);
  }

  /** Keeps a copy of all orders and products in a database; each step says what was done. */
  copy(copying: Copying): AsyncIterable<CopyStep> {
    return copy(this.#connection, this.clientId, copying);
  }

  /** Which of these the channel does not give any more: gone, or not known whether it is. */
  gone(query: Sought): AsyncIterable<Absent> {
    return goneOf(this.#connection, query);
  }

  /** Reports what has left the merchant, with its tracking. */
  fulfill(
    channel: Channel,
    user: string,
    items: readonly FulfillmentItem[],
    options: WriteOptions = {},
  ): Promise<Written<FulfillmentsOutcome>> {
    return write(this.#connection, 'fulfillments', { channel, user }, items, options);
  }

  /** Sets how many of a variant can be sold. */
  setStock(
    channel: Channel,
    user: string,
    items: readonly StockItem[],
    options: WriteOptions = {},
  ): Promise<Written<StockOutcome>> {
    return write(this.#connection, 'stock', { channel, user }, items, options);
  }

  /** Sets what a variant costs. */
  setPrices(
    channel: Channel,
    user: string,
    items: readonly PriceItem[],
    options: WriteOptions = {},
  ): Promise<Written<PricesOutcome>> {
    return write(this.#connection, 'prices', { channel, user }, items, options);
  }

  /** The same three in the background: answered when the write is queued, its outcomes later. */
  startWrite<W extends WriteKind>(
    kind: W,
    channel: Channel,
    user: string,
    items: readonly WriteKinds[W]['item'][],
    options: WriteOptions = {},
  ): Promise<StartedWrite<WriteKinds[W]['outcome']>> {
    return startWrite(this.#connection, kind, { channel, user }, items, options);
  }

  /** Which native values the fields of a channel's orders and products are made of. */
  lineage(channel: Channel, { signal }: Waiting = {}): Promise<ChannelLineage> {
    return lineageOf(this.#connection, channel, signal);
  }

  /** What `tracking_company` may be on a channel. */
  carriers(channel: Channel, waiting: Waiting = {}): Promise<Carriers> {
    return carriersOf(this.#connection, channel, waiting);
  }

  /** An address where a user links channels. */
  magicLink(options: MagicLinkOptions): Promise<MagicLink> {
    return makeMagicLink(this.#connection, options);
  }

  /** All users of this client application, or those with a channel in some state. */
  users(filters: UserFilters = {}): AsyncIterable<User> {
    return listUsers(this.#connection, filters);
  }

  /** One user, with the channels linked and how each is. */
  user(user: string, { signal }: Waiting = {}): Promise<User> {
    return readUser(this.#connection, user, signal);
  }

  /** How a user can link a channel, for an application that draws its own forms. */
  ways(user: string, channel: Channel, options: WaysOptions = {}): Promise<ChannelWays> {
    return readWays(this.#connection, user, channel, options);
  }

  /** Links a channel with what a user typed, or begins a consent. */
  link(user: string, channel: Channel, typed: LinkTyped): Promise<LinkResult> {
    return linkChannel(this.#connection, user, channel, typed);
  }

  /** Forgets a user and everything kept of them, for good. */
  forget(user: string, { signal }: Waiting = {}): Promise<void> {
    return forgetUser(this.#connection, user, signal);
  }

  /** Forgets the credential of one channel of a user, for good. */
  unlink(user: string, channel: Channel, { signal }: Waiting = {}): Promise<void> {
    return unlinkChannel(this.#connection, user, channel, signal);
  }

  /** Every channel, with what it can do. */
  channels({ signal }: Waiting = {}): Promise<readonly ChannelCapabilities[]> {
    return listChannels(this.#connection, signal);
  }

  /** Data calls of the last 30 days, newest first. */
  executions(filters: ExecutionFilters = {}): AsyncIterable<Execution> {
    return executionsOf(this.#connection, filters);
  }

  /** Waits for a page that was begun with `start()`, here or in another process. */
  result<R extends Resource>(
    _resource: R,
    executionId: string,
    waiting: Waiting = {},
  ): Promise<Page<Resources[R]>> {
    return resultOf(this.#connection, executionId, waiting);
  }
}
