import { ManifoldError } from './error.ts';
/** How patient a call is. */
export interface Patience {
    /** How often a call is made at most; 1 never tries again. Default: 8. */
    readonly tries?: number | undefined;
    /** How many seconds one call may spend waiting between its tries. Default: 300. */
    readonly seconds?: number | undefined;
}
/** Called before each wait. */
export interface Wait {
    /** How long it will be. */
    readonly seconds: number;
    /** How many tries were made. */
    readonly tries: number;
    /** Why. */
    readonly error: ManifoldError;
}
export interface RetryOptions {
    readonly patience?: Patience | undefined;
    readonly onWait?: ((wait: Wait) => void) | undefined;
    readonly signal?: AbortSignal | undefined;
}
/** Makes the call until it succeeds, cannot succeed, or patience ends; then throws the last error. */
export declare function retry<Answer>(call: () => Promise<Answer>, { patience, onWait, signal }: RetryOptions): Promise<Answer>;
/** Milliseconds for a timer, which fires immediately where it is asked for more than it can hold. */
export declare const timerOf: (seconds: number) => number;
/** Waits, unless the caller gives up, which ends it immediately. */
export declare function sleep(seconds: number, signal?: AbortSignal): Promise<void>;
/** What is shared goes on for the others; who gives up stops waiting for it. */
export declare function unlessAborted<Value>(value: Promise<Value>, signal?: AbortSignal): Promise<Value>;
