import type { Connection } from '../connection.ts';
import type { Kept } from './kept.ts';
import { type Scope, type ScopeState } from './scope.ts';
import type { Copying, CopyStep } from './steps.ts';
/** A scope of this run. */
export interface Wanted {
    state: ScopeState;
    /** `waiting`: its watch reads for the first time. What changes before it has is not in the log. */
    how: 'ready' | 'waiting' | 'stuck' | 'unlinked';
    /** How far its watch is complete. */
    readonly mark: string | null;
}
/** A fault of one shop; one of the service as a whole goes on. */
export declare function troubleOf(scope: Scope, error: unknown): CopyStep & {
    readonly step: 'trouble';
};
export declare function survey(connection: Connection, kept: Kept, options: Copying): Promise<{
    wanted: Map<string, Wanted>;
    troubles: CopyStep[];
}>;
/** Before anything was read, and when everything is to be read again. */
export declare const AGAIN: {
    readonly loadedAt: null;
    readonly page: null;
    readonly dated: false;
};
