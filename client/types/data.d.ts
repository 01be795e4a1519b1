import type { Connection } from './connection.ts';
import { type Waiting } from './executions.ts';
import { type Page } from './page.ts';
import type { Channel, Fulfillment, Having, NullReason, Order, OrderFilters, Product, ProductFilters, Refund, Salable } from './records.d.ts';
/** The two kinds of records. */
export interface Resources {
    readonly orders: Order;
    readonly products: Product;
}
export type Resource = keyof Resources;
/** What `include` adds to a record. */
export interface Includes {
    readonly orders: {
        /** The record as the channel gave it. */
        readonly raw: unknown;
        /** Why each null of the record is null, by its path. */
        readonly reasons: Readonly<Record<string, NullReason>>;
        readonly fulfillments: readonly Fulfillment[];
        readonly refunds: readonly Refund[];
    };
    readonly products: {
        /** The record as the channel gave it. */
        readonly raw: unknown;
        /** Why each null of the record is null, by its path. */
        readonly reasons: Readonly<Record<string, NullReason>>;
        readonly salable: readonly Salable[];
    };
}
export interface Filters {
    readonly orders: OrderFilters;
    readonly products: ProductFilters;
}
/** These are always there. */
type Always = 'id' | 'channel_name';
/** Names of fields: a list, or as the service takes them, comma-separated. */
export type Fields<R extends Resource> = string | readonly (keyof Resources[R])[];
export type Include<R extends Resource> = string | readonly (keyof Includes[R])[];
type Chosen<R extends Resource, F> = F extends readonly (infer Name extends keyof Resources[R])[] ? Pick<Resources[R], Name | (Always & keyof Resources[R])> : F extends string ? Partial<Resources[R]> & Pick<Resources[R], Always & keyof Resources[R]> : Resources[R];
type Included<R extends Resource, I> = I extends readonly (infer Word extends keyof Includes[R])[] ? Pick<Includes[R], Word> : I extends string ? Partial<Includes[R]> : unknown;
/** A record as it was asked for: whole, or with some of its fields, and with what was included. */
export type RecordOf<R extends Resource, F = undefined, I = undefined> = Chosen<R, F> & Included<R, I>;
/** Which shop is read, how, and for how long. */
export interface Asking {
    readonly channel: Channel;
    /** Your own identifier of the user (`tpUserId`). */
    readonly user: string;
    /** Keys to use for this call alone, by channel; kept nowhere. */
    readonly params?: Params | undefined;
    /** Records on a page, up to 100. Default: 100. */
    readonly limit?: number | undefined;
    /** Leaves out records that cannot be read and names them in the report, where otherwise one fails the page. */
    readonly lenient?: boolean | undefined;
    /** Seconds that the service may take for a page, up to 300. */
    readonly wait?: number | undefined;
    readonly signal?: AbortSignal | undefined;
}
export type Params = Readonly<Record<string, readonly {
    readonly key: string;
    readonly value: string | readonly string[];
}[]>>;
export type Query<R extends Resource, F = undefined, I = undefined> = Asking & Filters[R] & {
    /** Only these fields, beside `id` and `channel_name`. */
    readonly fields?: F;
    /** What to add to every record. */
    readonly include?: I;
    /** Is sent an event when the outcome of a page is known. */
    readonly completionCallbackUrl?: string | undefined;
};
/**
 * A name that is written down must be that of a channel that has such records; one that is only known when
 * it runs is for the service to judge.
 */
export interface At<R extends Resource, C extends string> {
    readonly channel: C & (string extends C ? C : Having[R]);
}
/** Records to go through with `for await`; nothing is read before. */
export interface Records<Item> extends AsyncIterable<Item> {
    /** The same by pages, from the start or from the token of an earlier page. */
    pages(from?: {
        readonly from?: string | undefined;
    }): AsyncIterable<Page<Item>>;
    /** Has the service read one page by itself, to be fetched within 24 hours. */
    start(from?: {
        readonly from?: string | undefined;
    }): Promise<Started<Item>>;
}
/** A page that is read in the background. */
export interface Started<Item> {
    readonly executionId: string;
    /** Waits for it. */
    result(waiting?: Waiting): Promise<Page<Item>>;
}
/** A query of either kind; what else it holds goes into the body as it is. */
export type AnyQuery = Asking & {
    readonly completionCallbackUrl?: string | undefined;
};
export declare function recordsOf<Item>(connection: Connection, resource: Resource, query: AnyQuery): Records<Item>;
export {};
