export interface Tokens {
    /** A token that holds; everyone who asks meanwhile waits for the same. */
    get(): Promise<string>;
    /** The service does not take this one any more. */
    drop(token: string): void;
}
export interface TokenOptions {
    readonly url: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly scope: string | undefined;
    /** Sends one request, and answers with the text of what came. */
    readonly send: (url: string, init: RequestInit) => Promise<{
        response: Response;
        text: string;
    }>;
    readonly now: () => number;
}
export declare function createTokens(options: TokenOptions): Tokens;
