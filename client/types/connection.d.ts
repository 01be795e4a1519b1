import type { Warning } from './page.ts';
import { type Patience, type Wait } from './retry.ts';
export interface ManifoldOptions {
    /** Where the service is, such as https://api.example.com. */
    readonly url: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** Where the token service is, if it has an address of its own. */
    readonly authUrl?: string | undefined;
    /** Any of orders, products, links, orders.write, products.write; all that the client has unless set. */
    readonly scope?: string | readonly string[] | undefined;
    /** In place of the platform's own, to go through a proxy or to test. */
    readonly fetch?: Fetch | undefined;
    readonly patience?: Patience | undefined;
    /** Called before each wait. */
    readonly onWait?: ((wait: Wait) => void) | undefined;
    /** Called with the warnings of each page that has some, however its records are read. */
    readonly onWarnings?: ((warnings: readonly Warning[], of: Warned) => void) | undefined;
    /** The version of the API to be answered by, such as 2026-11-18; the client's own unless set. */
    readonly version?: string | undefined;
    /** Seconds after which a try without an answer is given up. Default: 120. */
    readonly timeout?: number | undefined;
    /** The time in milliseconds; the service's own clock, as far as its answers show it, unless set. */
    readonly now?: (() => number) | undefined;
}
/** What was read. */
export interface Warned {
    readonly resource: 'orders' | 'products';
    readonly channel: string;
    readonly user: string;
}
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export interface Request {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly path: string;
    readonly query?: Readonly<Record<string, string | undefined>>;
    readonly body?: object;
    readonly headers?: Readonly<Record<string, string>>;
    /** Whether a second one does no harm, where no one knows what became of the first. Default: yes. */
    readonly repeatable?: boolean;
    /** Seconds that this request may take beyond the usual. */
    readonly wait?: number | undefined;
    readonly signal?: AbortSignal | undefined;
}
export interface Answer {
    readonly status: number;
    readonly headers: Headers;
    readonly body: unknown;
}
export interface Connection {
    send(request: Request): Promise<Answer>;
    readonly onWarnings: ManifoldOptions['onWarnings'];
    /** What time it is for the service. */
    clock(signal?: AbortSignal): Promise<number>;
}
export declare function createConnection(options: ManifoldOptions): Connection;
