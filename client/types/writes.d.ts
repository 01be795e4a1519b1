import type { Connection } from './connection.ts';
import type { Params } from './data.ts';
import { type Waiting } from './executions.ts';
import { type Warning } from './page.ts';
import type { Carriers, Channel, FulfillmentItem, FulfillmentsOutcome, PriceItem, PricesOutcome, Report, StockItem, StockOutcome } from './records.d.ts';
/** The three kinds: what one takes, and what became of it. */
export interface WriteKinds {
    readonly fulfillments: {
        readonly item: FulfillmentItem;
        readonly outcome: FulfillmentsOutcome;
    };
    readonly stock: {
        readonly item: StockItem;
        readonly outcome: StockOutcome;
    };
    readonly prices: {
        readonly item: PriceItem;
        readonly outcome: PricesOutcome;
    };
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
export declare function write<W extends WriteKind>(connection: Connection, kind: W, to: Target, items: readonly WriteKinds[W]['item'][], options: WriteOptions): Promise<Written<WriteKinds[W]['outcome']>>;
/** Answered when it is queued; the service need not be waited for. */
export declare function startWrite<W extends WriteKind>(connection: Connection, kind: W, to: Target, items: readonly WriteKinds[W]['item'][], options: WriteOptions): Promise<StartedWrite<WriteKinds[W]['outcome']>>;
/** Who can carry a parcel of a channel. */
export declare function carriersOf(connection: Connection, channel: Channel, { signal }: Waiting): Promise<Carriers>;
