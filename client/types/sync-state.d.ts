/** Seconds since 1970. */
type Seconds = number;
/** A stretch of time that is read as one; both ends belong to it. */
export interface Window {
    /** Absent in the first window, which reads everything. */
    readonly from?: Seconds | undefined;
    readonly to: Seconds;
    /** The next page, where the window was begun. */
    readonly token?: string | undefined;
    /** The form in which that page will come. */
    readonly form?: string | undefined;
    /** Something in it was left out that has no name: it does not count as read. */
    readonly hole?: boolean | undefined;
}
export interface State {
    /** All that changed up to here was read. */
    readonly until?: Seconds | undefined;
    /** What was being read. */
    readonly window?: Window | undefined;
    /** Records that were left out and are to be read again, by their identifiers. */
    readonly again?: readonly string[] | undefined;
}
/** Whose records they are: a state is of use for no other. */
export interface Owner {
    readonly resource: string;
    readonly channel: string;
    readonly user: string;
}
export declare function writeState(state: State, owner: Owner): string;
export declare function readState(text: string | undefined, owner: Owner): State;
export {};
