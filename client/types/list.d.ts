/** Pages of anything: the token leads to the next one and is undefined on the last. */
interface Paged {
    readonly token: string | undefined;
}
/** Reads page after page. A page is asked for when it is wanted, and not before. */
export declare function pagesFrom<Page extends Paged>(read: (token: string | undefined) => Promise<Page>, from: string | undefined): AsyncGenerator<Page, void, undefined>;
/** Every item of every page. */
export declare function itemsOf<Item>(pages: AsyncIterable<{
    readonly records: readonly Item[];
}>): AsyncGenerator<Item, void, undefined>;
export {};
