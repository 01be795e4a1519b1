import type { Connection } from './connection.ts';
import { type Page } from './page.ts';
import type { Channel, ErrorCode } from './records.d.ts';
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
    readonly warnings: readonly {
        readonly code: string;
        readonly count: number;
    }[];
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
/** Waits for an execution in the background, and gives its page. */
export declare function resultOf<Item>(connection: Connection, id: string, { signal }?: Waiting): Promise<Page<Item>>;
/** Data calls of the last 30 days, newest first. */
export declare function executionsOf(connection: Connection, { signal, user, ...filters }: ExecutionFilters): AsyncIterable<Execution>;
