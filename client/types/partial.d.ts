import type { Page } from './page.ts';
/** By identifier of the record: the fields that came without what the channel has there. */
export type LeftOut = ReadonlyMap<string, readonly string[]>;
interface Named {
    readonly id: string;
}
/** Of the records of a page. */
export declare function partialOf({ records, warnings, }: Pick<Page<Named>, 'records' | 'warnings'>): LeftOut;
/**
 * The record as a copy keeps it: what this answer left out of it is taken from the record that the
 * copy has. Everything else is as it came.
 */
export declare function mergeLeftOut<Item extends Named>(record: Item, old: object | null | undefined, partial: LeftOut): Item;
export {};
