import type { Report } from './records.d.ts';
/** Something the reader of a page should know. */
export type Warning = Report['Warnings'][number];
/** What narrows the records of a page. */
export type Filter = Report['Filters'][number];
/** One page of records. */
export interface Page<Item> {
    readonly records: readonly Item[];
    /** Leads to the next page for 24 hours; undefined on the last. */
    readonly token: string | undefined;
    /** What the service says of this page, and what may be missing in it. */
    readonly warnings: readonly Warning[];
    /** Every filter in force; `by: 'default'` where no one asked for it. */
    readonly filters: readonly Filter[];
    /** How it went: durations, calls to the channel, and the above. */
    readonly report: Report;
    readonly executionId: string;
    /** How many values were changed by overrides. */
    readonly overrideCount: number;
}
/** The page in the answer of a data call. */
export declare function pageOf<Item>(body: unknown): Page<Item>;
