import type { Connection } from './connection.ts';
import { type Asking, type Resource } from './data.ts';
import { type Known } from './gone.ts';
import type { Filter, Warning } from './page.ts';
import { type LeftOut } from './partial.ts';
export interface Syncing extends Asking {
    readonly resource: Resource;
    /** What the last batch gave; absent, the run reads everything. */
    readonly state?: string | undefined;
    /** Seconds before now up to which a run reads, for what is written late. Default: 120. */
    readonly settle?: number | undefined;
    /** Seconds that a run reads once more of what the run before it read. Default: 600. */
    readonly overlap?: number | undefined;
    readonly fields?: unknown;
    readonly include?: unknown;
    readonly api_version?: string | undefined;
}
/** Records to put into the copy, by their id; and the state to keep, in the same transaction. */
export interface Batch<Item> {
    readonly records: readonly Item[];
    readonly state: string;
    /** Everything that changed until then is in the copy. Undefined while the first run goes on. */
    readonly completeUntil: Date | undefined;
    /** What the service says of these records, and what may be missing among them. */
    readonly warnings: readonly Warning[];
    /** Every filter in force; `by: 'default'` where no one asked for it. */
    readonly filters: readonly Filter[];
    /**
     * By id: fields of these records that came without what the channel has there. Keep what the copy
     * has of them: `mergeLeftOut(record, old, partial)`.
     */
    readonly partial: LeftOut;
    /** Records that could not be read so far (`lenient`), by id. The state names them: each run tries again. */
    readonly unread: readonly string[];
}
export declare function sync<Item extends Known>(connection: Connection, { resource, state: kept, settle, overlap, ...asking }: Syncing): AsyncGenerator<Batch<Item>, void, undefined>;
