import type { Resource } from '../data.ts';
import type { Scope } from './scope.ts';
import type { CopyTarget } from './target.ts';
export interface Copying {
    /** Where to: `postgresTarget(client)`, `sqliteTarget(database)`, or one of your own. */
    readonly to: CopyTarget;
    /** Only these; all unless given. */
    readonly users?: readonly string[] | undefined;
    readonly channels?: readonly string[] | undefined;
    readonly resources?: readonly Resource[] | undefined;
    /** Of watches that are made: seconds between two readings. */
    readonly every?: number | undefined;
    /** Of watches that are made: hours between two looks at everything. */
    readonly sweep?: number | undefined;
    /** Ends it when the copy is up to date. Default: it goes on until you stop. */
    readonly once?: boolean | undefined;
    readonly signal?: AbortSignal | undefined;
}
/** What was done, or what is in the way. Whatever was done is in the database already. */
export type CopyStep = 
/** Records so far, in this run. */
(Scope & {
    readonly step: 'loading';
    readonly records: number;
}) | (Scope & {
    readonly step: 'loaded';
    readonly records: number;
}) | {
    readonly step: 'changed';
    readonly records: number;
    readonly marked: number;
}
/** Of one scope, or of the service as a whole. */
 | (Partial<Scope> & {
    readonly step: 'trouble';
    readonly code: string;
    readonly message: string;
}) | UpToDate;
/** The log was read to its end. */
export interface UpToDate {
    readonly step: 'up_to_date';
    /** All that changed until then is in the copy; undefined where that is not known of all of it. */
    readonly completeUntil: Date | undefined;
    /** How many records could not be read; `copy_unread` names them. */
    readonly unread: number;
    /** What could not be loaded so far. */
    readonly missing: readonly Scope[];
}
/** Of a run, as far as it came. */
export type Steps<Result = void> = AsyncGenerator<CopyStep, Result, undefined>;
