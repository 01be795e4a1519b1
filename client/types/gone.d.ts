import type { Connection } from './connection.ts';
import { type Asking, type Resource } from './data.ts';
import type { Page } from './page.ts';
/** As many identifiers as one call may name. */
export declare const CONCURRENCY = 100;
/** A record of the copy: with its dates, more can be said of one that a vendor shows for a time only. */
export interface Known {
    readonly id: string;
    readonly created_at?: string | null | undefined;
    readonly updated_at?: string | null | undefined;
}
/** A record that the channel did not give. */
export interface Absent {
    readonly id: string;
    /** `unknown`: it may be there all the same, so keep it. */
    readonly answer: 'gone' | 'unknown';
    /** Why it is not known, in sentences. */
    readonly why?: string;
}
export interface Sought extends Asking {
    readonly resource: Resource;
    /** Identifiers, or records of the copy with their dates. */
    readonly ids: Iterable<string | Known>;
}
/** Which of these the channel does not give any record for, and whether that proves anything. */
export declare function goneOf(connection: Connection, { ids, resource, ...asking }: Sought): AsyncGenerator<Absent, void, undefined>;
/** What the channel gives for these, and which it does not give. */
interface Found<Item> {
    readonly pages: readonly Page<Item>[];
    readonly absent: readonly Absent[];
}
export declare function lookUp<Item extends Known>(connection: Connection, resource: Resource, asking: Asking, group: readonly Known[]): Promise<Found<Item>>;
export {};
