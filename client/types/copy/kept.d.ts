import type { Known } from '../gone.ts';
import { type LeftOut } from '../partial.ts';
import { type Scope, type ScopeState, type Tried, type Unread } from './scope.ts';
import type { CopyTarget } from './target.ts';
export interface Writing {
    readonly cursor?: string;
    readonly scopes?: readonly ScopeState[];
    readonly drop?: readonly Scope[];
    readonly records?: readonly (Scope & {
        readonly records: readonly Known[];
        readonly partial: LeftOut;
        /** Taken even where what is kept is newer by its date. */
        readonly sure?: boolean;
    })[];
    readonly marks?: readonly (Scope & {
        readonly id: string;
        readonly as: Mark;
    })[];
    readonly unread?: readonly (Unread & {
        readonly tries?: number;
    })[];
    /** Everything of it was listed: what it has beside that is looked for. */
    readonly listed?: readonly ScopeState[];
}
export type Mark = 'deleted_at' | 'left_window_at';
export type Kept = Awaited<ReturnType<typeof openKept>>;
/** Makes the tables where there are none, and takes over from the process that wrote to them before. */
export declare function openKept(target: CopyTarget, clientId: string, clock: () => Promise<number>): Promise<{
    write: (writing: Writing) => Promise<{
        written: number;
        older: number;
    }>;
    cursor: () => string | undefined;
    scopes: () => Promise<readonly ScopeState[]>;
    unreadCount: () => Promise<number>;
    /** Those that are to be tried again now, and some that are there. */
    due(scope: Scope): Promise<{
        tried: readonly Tried[];
        controls: readonly Known[];
    }>;
}>;
