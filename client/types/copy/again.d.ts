import type { Connection } from '../connection.ts';
import type { Absent } from '../gone.ts';
import type { Kept } from './kept.ts';
import { type Scope, type Unread } from './scope.ts';
import type { Steps } from './steps.ts';
/** Why a record is not in the copy as it is now. */
export declare function unreadOf(scope: Scope, { id, answer, why }: Pick<Absent, 'id'> & Partial<Absent>, fault: string | null | undefined): Unread;
export declare function tryAgain(connection: Connection, kept: Kept, of: Scope, signal: AbortSignal | undefined): Steps;
