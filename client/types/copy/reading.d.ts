import type { Connection } from '../connection.ts';
import { type Known } from '../gone.ts';
import type { Page } from '../page.ts';
import type { Scope, ScopeState, Unread } from './scope.ts';
/** The next page of everything, and the scope as it is then. */
export declare function readPage(connection: Connection, state: ScopeState, signal: AbortSignal | undefined): Promise<{
    readonly page: Page<Known>;
    readonly state: ScopeState;
}>;
/** The records of these as they are now; those that did not come, with the reason. */
export declare function readNamed(connection: Connection, { tpUserId: user, channel, resource }: Scope, known: readonly Known[], signal: AbortSignal | undefined): Promise<{
    records: Known[];
    partial: Map<string, readonly string[]>;
    absent: readonly import("../gone.ts").Absent[];
}>;
/** What a page left out; without an identifier where it has none that can be read. */
export declare function leftOutOf({ tpUserId, channel, resource }: Scope, { warnings }: Pick<Page<Known>, 'warnings'>): readonly Unread[];
