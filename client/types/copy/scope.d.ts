import type { Resource } from '../data.ts';
import type { Known } from '../gone.ts';
import { type Value } from './tables.ts';
import type { Row } from './target.ts';
/** Whose records, of which kind: what is watched and loaded as one. */
export interface Scope {
    readonly tpUserId: string;
    readonly channel: string;
    readonly resource: Resource;
}
export declare const keysOf: ({ tpUserId, channel, resource }: Scope) => string[];
export declare const keyOf: (scope: Scope) => string;
export declare const scopeOf: ({ tpUserId, channel, resource }: Scope) => Scope;
/** How far a scope was loaded. */
export interface ScopeState extends Scope {
    readonly watchId: string;
    readonly account: string;
    /** When its load began; with a date of change up to then where the channel would leave out old ones. */
    readonly begunAt: string;
    readonly dated: boolean;
    /** The next page of the load. */
    readonly page: string | null;
    /** Null until everything was read once. */
    readonly loadedAt: string | null;
    readonly state: string;
    readonly why: string | null;
    readonly completeUntil: string | null;
}
/** A record that could not be read: the copy has it as it was. */
export interface Unread extends Scope {
    readonly id: string;
    readonly code: string;
    readonly message: string;
}
export interface Tried extends Unread {
    readonly since: number;
    readonly tries: number;
    readonly known: Known;
}
export declare const scopeRow: (scope: ScopeState) => Value[];
export declare const scopeIn: (row: Row) => ScopeState;
export declare function unreadRow({ tries, ...one }: Unread & {
    readonly tries?: number;
}, at: number): Value[];
export declare const triedIn: (row: Row, scope: Scope) => Tried;
export declare const timeIn: (value: unknown) => number | undefined;
export declare const recordIn: (row: Row | undefined) => object | null;
