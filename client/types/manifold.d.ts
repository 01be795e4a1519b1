import { type ChangeBatch, type Following, type Watches } from './changes.ts';
import { type ManifoldOptions } from './connection.ts';
import type { Copying, CopyStep } from './copy/steps.ts';
import { type At, type Fields, type Include, type Query, type RecordOf, type Records, type Resource, type Resources } from './data.ts';
import { type Execution, type ExecutionFilters, type Waiting } from './executions.ts';
import { type Absent, type Sought } from './gone.ts';
import { type ChannelWays, type LinkResult, type LinkTyped, type WaysOptions } from './linking.ts';
import type { Page } from './page.ts';
import type { Carriers, Channel, ChannelCapabilities, ChannelLineage, FulfillmentItem, FulfillmentsOutcome, PriceItem, PricesOutcome, StockItem, StockOutcome } from './records.d.ts';
import { type Batch, type Syncing } from './sync.ts';
import { type MagicLink, type MagicLinkOptions, type User, type UserFilters } from './users.ts';
import { type StartedWrite, type WriteKind, type WriteKinds, type WriteOptions, type Written } from './writes.ts';
export type SyncQuery<R extends Resource, F = undefined, I = undefined> = Omit<Syncing, 'resource' | 'fields' | 'include'> & {
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
export declare class Manifold {
    #private;
    /** Where the service is. */
    readonly url: string;
    /** Who calls. The secret is not to be had from this object. */
    readonly clientId: string;
    /** What the service follows for this client application: `put`, `list`, `get`, `delete`. */
    readonly watches: Watches;
    constructor(options: ManifoldOptions);
    /** Orders of one channel of one user: `for await (const order of manifold.orders({ channel, user }))`. */
    orders<const F extends OrderFields = undefined, const I extends OrderInclude = undefined, const C extends string = string>(query: Query<'orders', F, I> & At<'orders', C>): Records<RecordOf<'orders', F, I>>;
    /** Products of one channel of one user. */
    products<const F extends ProductFields = undefined, const I extends ProductInclude = undefined, const C extends string = string>(query: Query<'products', F, I> & At<'products', C>): Records<RecordOf<'products', F, I>>;
    /** What changed since the last run, in batches to be kept together with their state. */
    sync<R extends Resource, const F extends Fields<R> | undefined = undefined, const I extends Include<R> | undefined = undefined, const C extends string = string>(query: SyncQuery<R, F, I> & At<R, C>): AsyncIterable<Batch<RecordOf<R, F, I>>>;
    /** What the watches found, from a cursor on and then as it comes: `for await (const { changes, cursor } of …)`. */
    changes(following?: Following): AsyncIterable<ChangeBatch>;
    /** Keeps a copy of all orders and products in a database; each step says what was done. */
    copy(copying: Copying): AsyncIterable<CopyStep>;
    /** Which of these the channel does not give any more: gone, or not known whether it is. */
    gone(query: Sought): AsyncIterable<Absent>;
    /** Reports what has left the merchant, with its tracking. */
    fulfill(channel: Channel, user: string, items: readonly FulfillmentItem[], options?: WriteOptions): Promise<Written<FulfillmentsOutcome>>;
    /** Sets how many of a variant can be sold. */
    setStock(channel: Channel, user: string, items: readonly StockItem[], options?: WriteOptions): Promise<Written<StockOutcome>>;
    /** Sets what a variant costs. */
    setPrices(channel: Channel, user: string, items: readonly PriceItem[], options?: WriteOptions): Promise<Written<PricesOutcome>>;
    /** The same three in the background: answered when the write is queued, its outcomes later. */
    startWrite<W extends WriteKind>(kind: W, channel: Channel, user: string, items: readonly WriteKinds[W]['item'][], options?: WriteOptions): Promise<StartedWrite<WriteKinds[W]['outcome']>>;
    /** Which native values the fields of a channel's orders and products are made of. */
    lineage(channel: Channel, { signal }?: Waiting): Promise<ChannelLineage>;
    /** What `tracking_company` may be on a channel. */
    carriers(channel: Channel, waiting?: Waiting): Promise<Carriers>;
    /** An address where a user links channels. */
    magicLink(options: MagicLinkOptions): Promise<MagicLink>;
    /** All users of this client application, or those with a channel in some state. */
    users(filters?: UserFilters): AsyncIterable<User>;
    /** One user, with the channels linked and how each is. */
    user(user: string, { signal }?: Waiting): Promise<User>;
    /** How a user can link a channel, for an application that draws its own forms. */
    ways(user: string, channel: Channel, options?: WaysOptions): Promise<ChannelWays>;
    /** Links a channel with what a user typed, or begins a consent. */
    link(user: string, channel: Channel, typed: LinkTyped): Promise<LinkResult>;
    /** Forgets a user and everything kept of them, for good. */
    forget(user: string, { signal }?: Waiting): Promise<void>;
    /** Forgets the credential of one channel of a user, for good. */
    unlink(user: string, channel: Channel, { signal }?: Waiting): Promise<void>;
    /** Every channel, with what it can do. */
    channels({ signal }?: Waiting): Promise<readonly ChannelCapabilities[]>;
    /** Data calls of the last 30 days, newest first. */
    executions(filters?: ExecutionFilters): AsyncIterable<Execution>;
    /** Waits for a page that was begun with `start()`, here or in another process. */
    result<R extends Resource>(_resource: R, executionId: string, waiting?: Waiting): Promise<Page<Resources[R]>>;
}
export {};
