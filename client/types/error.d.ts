import type { ErrorCode, ErrorItem } from './records.d.ts';
/** Codes of the client's own, beside those of the service. */
export type ClientErrorCode = 
/** No answer came: the address, the network, or the service is down. */
'no_answer'
/** What answered is not Manifold, or something between changed its answer. */
 | 'not_manifold'
/** The client id or secret is not accepted. */
 | 'invalid_client'
/** The pages of a list lead back to one that was read. */
 | 'page_repeats'
/** The channel cannot say what changed since a time. */
 | 'cannot_sync'
/** The state of a sync is damaged, or belongs to another. */
 | 'invalid_state'
/** Another process copies into the same database. */
 | 'copy_taken_over'
/** What came is not an event that this service signed. */
 | 'invalid_event'
/** The result of an execution is not kept, or not any more. */
 | 'no_result';
export interface ManifoldErrorDetail {
    /** The HTTP status; undefined where there was no answer. */
    readonly status?: number | undefined;
    /** Whether the same call may succeed later without a change. */
    readonly retryable?: boolean | undefined;
    /** Seconds after which trying again makes sense, where the service said so. */
    readonly retryAfter?: number | undefined;
    /** The input field at fault. */
    readonly field?: string | undefined;
    /** The stage that failed: validate, authorize, fetch or transform. */
    readonly step?: string | undefined;
    /** Where the documentation explains the code. */
    readonly help?: string | undefined;
    readonly channel?: string | undefined;
    /** The channel's own words. */
    readonly native?: string | undefined;
    readonly traceId?: string | undefined;
    readonly executionId?: string | undefined;
    /** Of a write: its `Idempotency-Key`. The same call with it is not done a second time. */
    readonly key?: string | undefined;
    /** Everything that was found wrong, the first cause included. */
    readonly items?: readonly ManifoldErrorItem[] | undefined;
    readonly cause?: unknown;
}
/** One thing that was found wrong. */
export type ManifoldErrorItem = ErrorItem;
/** Its message is a sentence that says what to do. No secret is ever part of it. */
export declare class ManifoldError extends Error {
    readonly name: string;
    readonly code: ErrorCode | ClientErrorCode;
    readonly status: number | undefined;
    readonly retryable: boolean;
    readonly retryAfter: number | undefined;
    readonly field: string | undefined;
    readonly step: string | undefined;
    readonly help: string | undefined;
    readonly channel: string | undefined;
    readonly native: string | undefined;
    readonly traceId: string | undefined;
    readonly executionId: string | undefined;
    readonly key: string | undefined;
    readonly items: readonly ManifoldErrorItem[];
    constructor(code: ErrorCode | ClientErrorCode, message: string, detail?: ManifoldErrorDetail);
}
/** Something else answered. */
export declare const notManifold: () => ManifoldError;
