import type { Connection } from './connection.ts';
import type { Resource, Resources } from './data.ts';
import type { Waiting } from './executions.ts';
import type { Channel } from './records.d.ts';
/** What is followed for this client, and how far it is complete. */
export interface Watch {
    readonly id: string;
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    readonly channel: Channel;
    readonly resource: Resource;
    /** `behind`: it does not get on, and is tried again; `broken`: somebody must act. */
    readonly state: 'live' | 'catching_up' | 'behind' | 'broken';
    /** Why it is not live, or what else is to be known of it. */
    readonly why: string | null;
    /** The same for programs. */
    readonly why_code: string | null;
    /** Whatever the channel shows as changed before it is in the log. */
    readonly complete_until: string | null;
    readonly last_read: string | null;
    readonly next_read: string | null;
    /** Seconds between two readings. */
    readonly every: number;
    /** True where the channel's own floor is in force instead of what was asked for. */
    readonly every_raised?: boolean;
    readonly since: string | null;
    /** Hours between two looks at everything; null takes the channel's own. */
    readonly sweep: number | null;
    readonly keep: 'digests' | 'nothing';
    /** Calls to the channel on a day on which little happens. */
    readonly calls_a_day: number | null;
    readonly created_at: string;
    readonly updated_at: string;
}
/** A watch as it should be; one for each user, channel and resource. */
export interface WatchWish extends Waiting {
    readonly user: string;
    readonly channel: Channel;
    readonly resource: Resource;
    /** Seconds between two readings, 60 to 86,400. */
    readonly every?: number | undefined;
    /** History from then on comes as `created` entries; without it the watch begins with now. */
    readonly since?: string | Date | undefined;
    /** Hours between two looks at everything; 0 for none. */
    readonly sweep?: number | undefined;
    readonly keep?: Watch['keep'] | undefined;
}
export interface ChangeFilters {
    readonly user?: string | undefined;
    readonly channel?: Channel | undefined;
    readonly resource?: Resource | undefined;
}
/** One entry of the log. */
export interface Change {
    /** Grows with every entry. */
    readonly seq: number;
    readonly watch_id: string;
    readonly tpUserId: string;
    readonly channel: Channel;
    readonly resource: Resource;
    /** Of the record; null where it has none that can be read. */
    readonly id: string | null;
    /** `left_window`: the vendor no longer shows it because of its age; it is not deleted. */
    readonly change: 'created' | 'updated' | 'deleted' | 'left_window';
    /** When it was seen. */
    readonly at: string;
    /** Why the record could not be read, as a code. */
    readonly fault: string | null;
    /** With `include: 'record'`: as it is now; null where it is gone or could not be read. */
    readonly record?: Resources[Resource] | null;
    /** Why it could not be read now. */
    readonly record_fault?: {
        readonly code: string;
        readonly message: string;
    };
}
/** Entries, and the cursor to keep with them: in the same transaction, nothing is lost or skipped. */
export interface ChangeBatch {
    /** Empty where nothing came within the wait: keep the cursor all the same. */
    readonly changes: readonly Change[];
    readonly cursor: string;
    /** There may be more already, whether or not this batch holds any. */
    readonly more: boolean;
}
export interface Following extends ChangeFilters, Waiting {
    /** Of the last batch, or `now`; absent, it begins with the oldest entry that is kept. */
    readonly cursor?: string | undefined;
    /** Seconds that the service holds a request until there is something, up to 60. Default: 30. */
    readonly wait?: number | undefined;
    /** Entries in a batch, up to 100. Default: 100. */
    readonly limit?: number | undefined;
    /** `record` adds the records, read live. */
    readonly include?: 'record' | undefined;
    /** False ends it at the end of the log. Default: it goes on until you stop. */
    readonly follow?: boolean | undefined;
}
/** What this client application follows. */
export interface Watches {
    /** Makes the watch of this user, channel and resource, or changes it. */
    put(wish: WatchWish): Promise<Watch>;
    list(filters?: ChangeFilters & Waiting): AsyncIterable<Watch>;
    get(id: string, waiting?: Waiting): Promise<Watch>;
    /** What is kept for it, its entries in the log included, is erased. */
    delete(id: string, waiting?: Waiting): Promise<void>;
}
export declare function watchesOf(connection: Connection): Watches;
/** The log after a cursor, batch by batch, and then whatever comes. */
export declare function changesOf(connection: Connection, { follow, ...asked }: Following): AsyncGenerator<ChangeBatch, void, undefined>;
/** One batch. */
export declare function readChanges(connection: Connection, { user, wait, limit, signal, ...asked }: Omit<Following, 'follow'>): Promise<ChangeBatch>;
