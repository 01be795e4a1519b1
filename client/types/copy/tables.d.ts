/** The same in both databases: exact decimals, times with their zone, the rest as it is. */
type Kind = 'text' | 'decimal' | 'integer' | 'time' | 'flag' | 'json';
export type Dialect = 'postgres' | 'sqlite';
export type Value = string | number | null;
/** By the name of the column; the field of the record is called the same unless a path is given. */
type Columns = Readonly<Record<string, Kind | readonly [Kind, path: string]>>;
export interface Table {
    readonly name: string;
    readonly key: readonly string[];
    readonly columns: Columns;
}
/** What is kept of each resource: its records, and a row for each item of a list within them. */
export declare const TABLES: {
    readonly orders: {
        readonly parent: Table;
        readonly list: string;
        readonly of: string;
        readonly child: Table;
    };
    readonly products: {
        readonly parent: Table;
        readonly list: string;
        readonly of: string;
        readonly child: Table;
    };
};
export declare const STATE: Table;
export declare const SCOPES: Table;
export declare const UNREAD: Table;
/** The statements that make them; that of the state comes first and does no harm again. */
export declare function declarations(dialect: Dialect): readonly string[];
type Item = Readonly<Record<string, unknown>>;
/** The row of an item; `own` is what it does not say itself. */
export declare function rowOf({ columns }: Table, item: Item, own: Readonly<Record<string, Value>>): Value[];
/** The whole record, as it is kept beside the columns. */
export declare const jsonOf: (item: unknown) => string;
/** The items of a list, each with a name of its own: its identifier, or its place where it has none. */
export declare function itemsOf(list: unknown): ReadonlyMap<string, {
    item: Item;
    position: number;
}>;
export {};
