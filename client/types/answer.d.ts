import { ManifoldError } from './error.ts';
import type { Report } from './records.d.ts';
/** The answer of a data call. */
export interface Envelope<Record> {
    readonly Errors: {
        readonly code?: string;
    };
    readonly Output: {
        readonly execution_id: string;
        readonly override_count: number;
        readonly result: readonly Record[];
        readonly next_page_token?: string;
    };
    readonly Report: Report;
}
/** The JSON of an answer; undefined where it is none. */
export declare function parse(text: string): unknown;
/** What is known of an answer beside its body. */
export interface Outside {
    /** Undefined where the answer came inside another. */
    readonly status: number | undefined;
    readonly url?: string | undefined;
    readonly headers?: {
        get(name: string): string | null;
    } | undefined;
}
/** Why an answer is not a success. */
export declare function errorOf({ status, url, headers }: Outside, body: unknown): ManifoldError;
/** Seconds to wait: the header holds a number of them, or a date. */
export declare function retryAfterOf(header: string | null): number | undefined;
type Part = Readonly<Record<string, unknown>>;
/** An object within an answer, of which nothing is known yet. */
export declare const partOf: (value: unknown, name: string) => Part | undefined;
export declare const textOf: (value: unknown, name: string) => string | undefined;
export declare const numberOf: (value: unknown, name: string) => number | undefined;
export {};
