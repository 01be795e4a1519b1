// What a channel lets a client change, and how: declared beside how it is read.
import type { Ask, Reply } from '../model/exchange.ts';
import type { LineItem, Order } from '../model/order.ts';
import type { Product, Variant } from '../model/product.ts';
import {
  type FulfillmentItem,
  type PriceItem,
  type Refusal,
  type StockItem,
  WRITE_TABLE,
  WRITES,
  type WriteScope,
} from '../model/writes.ts';
import type { Reasoned } from './changes.ts';
import type { Reading } from './reading.ts';

/** Something that is so, and how it is known: a page of the vendor’s, or what was seen where. */
export interface Sourced {
  readonly about: string;
  readonly source: string;
}

/** What there is to know of one kind of write: for documents, `GET Channels` and the engine. */
export interface WriteFacts {
  /** What the vendor asks of the credential, in its own words, such as `write_products`. */
  readonly needs: Sourced;
  /** The most items of one call to the vendor. */
  readonly most: number;
  /**
   * After so many seconds at the latest a reading shows what was written; until then it is
   * `accepted`. 0: as soon as the vendor answered.
   */
  readonly shows: Reasoned;
  /** Whether the vendor itself sees to it that one write sent twice is done once. */
  readonly idempotent: Sourced & { readonly is: boolean };
  /** Whether the vendor compares before it sets, for `if_available`. */
  readonly comparesFirst?: true;
  /** What it cannot do, or does otherwise than one might think. */
  readonly limits: readonly Sourced[];
}

/** An order and what is to leave of it: `lines` are those asked for, or all that is left. */
export interface FulfillmentWrite {
  /** Which of the items it is. */
  readonly at: number;
  readonly item: FulfillmentItem;
  readonly order: Order;
  /** The order in the vendor's words, as `fetch` or `read` gave it. */
  readonly native: unknown;
  readonly lines: readonly { readonly line: LineItem; readonly quantity: number }[];
}

/** A variant and what is asked for it. */
export interface VariantWrite<Item> {
  readonly at: number;
  readonly item: Item;
  readonly product: Product;
  readonly variant: Variant;
  readonly native: unknown;
}
/** The place is one of the variant's `inventory_levels`; undefined where it has none. */
export interface StockWrite extends VariantWrite<StockItem> {
  readonly locationId: string | undefined;
}
export type PriceWrite = VariantWrite<PriceItem>;

/** The vendor took it and works on it: what to ask for. Kept until it is settled, so no secrets. */
export interface Working {
  readonly process: string;
}

/** What a vendor said of one item: taken, refused, or being worked on. */
export type Taken = undefined | Refusal | Working;

/** One call to the vendor that writes some of the items. Those of one item are made in order. */
export interface Step {
  /** Which items it is for. */
  readonly items: readonly number[];
  readonly ask: Ask;
  /** What the answer says of each of its items, in their order; absent: all were taken. */
  readonly read?: (reply: Reply) => readonly Taken[];
  /** After it nothing has left or changed yet: where it fails, its items are refused. */
  readonly prepares?: true;
}

/** An item that the vendor would not take, found before anything was sent. */
export interface RefusedItem {
  readonly at: number;
  readonly refusal: Refusal;
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly refused: readonly RefusedItem[];
}

/** One kind of write. A plan may read what it needs beside the records; it writes nothing. */
export interface Writing<Write> {
  readonly facts: WriteFacts;
  plan(writes: readonly Write[], reading: Reading): Promise<Plan>;
}

export interface Fulfilling extends Writing<FulfillmentWrite> {
  /** Whether a line is ever shipped, so that it belongs to all that is left; absent: every line. */
  ships?(line: LineItem, native: unknown): boolean;
  /** The API version that orders are read by for it, where not every version shows what has left. */
  readonly version?: string;
  /**
   * Orders by their identifiers, for a channel whose orders are not read otherwise: what is needed
   * to ship them, in our shape.
   */
  read?(
    ids: readonly string[],
    reading: Reading,
  ): Promise<readonly { readonly native: unknown; readonly order: Order }[]>;
}

export interface Writes {
  /** Or why it is not offered. */
  readonly fulfillments: Fulfilling | { readonly why: string };
  readonly stock: Writing<StockWrite>;
  readonly prices: Writing<PriceWrite>;
  /** Which products have these variants; one that the channel does not have is left out. */
  productsOf(variantIds: readonly string[], reading: Reading): Promise<ReadonlyMap<string, string>>;
  /** What became of something that the vendor works on. */
  follow?(process: string, reading: Reading): Promise<'working' | 'done' | Refusal>;
  /**
   * A call that the vendor checks whole without writing anything, in place of a step's: for a dry
   * run; absent, or undefined of this step, where it has none.
   */
  rehearsal?(step: Step): Step | undefined;
}

/** Which of these scopes let a client change something on the channel. */
export function writesBy(
  { writes }: { readonly writes?: Writes | undefined },
  scopes: readonly string[],
): readonly WriteScope[] {
  const taken = WRITES.filter((operation) => writes && 'plan' in writes[operation]);
  const all = new Set(taken.map((operation) => WRITE_TABLE[operation].scope));
  return [...all].filter((scope) => scopes.includes(scope));
}
