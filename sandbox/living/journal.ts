// What was done to the records of one vendor: which of them changed, how, and whether a date shows it.
import type { Change, ChangeWay, Instant, Order, Product } from '../catalogue/types.ts';
import type { Store, StoreShop } from '../store.ts';
import { isOf } from './derived.ts';
import type { Living, Note, Stepped } from './living.ts';

export interface JournalEntry {
  /** Counts every step of the sandbox, whichever vendors know it. */
  readonly seq: number;
  readonly at: Instant;
  readonly channel: string;
  readonly shop: string;
  readonly resource: 'orders' | 'products';
  /** As the vendor names the record. */
  readonly id: string;
  /** The step: `edit`, `refund`, `hide` and so on. */
  readonly act: string;
  /** What an edit touched; `products` where lines follow a product that came or went. */
  readonly what: readonly string[];
  readonly way: ChangeWay | null;
  /** The vendor by whose API it was written. */
  readonly by: string | null;
  /** `deleted`: it left the lists, `created`: it came into them. */
  readonly change: 'created' | 'updated' | 'deleted';
  /** Whether a list by date of change shows it from then on. */
  readonly moves: boolean;
}

/**
 * What happened in the shop of one vendor, oldest first. Where nothing moves, a vendor may show
 * nothing of it either: a tag at bol. A shop with few records holds some of these only.
 */
export function journalOf(
  { notes }: Pick<Living, 'notes'>,
  store: Store,
  shop: StoreShop,
): readonly JournalEntry[] {
  const orders = lookAt(store, shop, 'orders');
  const products = lookAt(store, shop, 'products');
  return notes.flatMap((note) => {
    if (note.order) return orders(note, note.order);
    if (!note.product) return [];
    const own = products(note, note.product);
    const isThere = own.some(({ change }) => change !== 'updated');
    return isThere ? [...own, ...followersOf(note, store, shop)] : own;
  });
}

/** One write that a vendor's API took: so many of these, so often was a record written. */
export type Written = Pick<JournalEntry, 'seq' | 'at' | 'resource' | 'id' | 'act' | 'what'>;

/** Whatever shop of the vendor it was asked of, oldest first. */
export const writtenBy = (
  { notes }: Pick<Living, 'notes'>,
  { channel, orderId, productId }: Store,
): readonly Written[] =>
  notes.flatMap(({ seq, change, order, product }): Written[] => {
    const { at, by, kind: act, fields: what } = change;
    if (by !== channel) return [];
    if (order) return [{ seq, at, resource: 'orders', id: orderId(order.after), act, what }];
    if (!product) return [];
    return [{ seq, at, resource: 'products', id: productId(product.after), act, what }];
  });

interface Kind<Of> {
  readonly id: (record: Of) => string;
  readonly lists: (record: Of) => boolean;
  readonly moves: (change: Change, record: Of) => boolean;
}

function kindsOf(store: Store, { name }: StoreShop) {
  const { channel, display } = store;
  const moves = display?.moves?.(name) ?? {};
  const isMoved = (change: Change, does: boolean | undefined) =>
    isOf(change, channel) && (does ?? change.of === undefined);
  const orders: Kind<Order> = {
    id: (order) => store.orderId(order),
    lists: (order) =>
      display?.order !== undefined &&
      (display.listsOrder?.(order, name) ?? display.whyNoOrder(order) === undefined),
    moves: (change, order) => isMoved(change, moves.order?.(change, order)),
  };
  const products: Kind<Product> = {
    id: (product) => store.productId(product),
    lists: (product) =>
      display?.listsProduct?.(product, name) ?? display?.whyNoProduct(product) === undefined,
    moves: (change, product) => isMoved(change, moves.product?.(change, product)),
  };
  return { orders, products };
}

function lookAt<R extends 'orders' | 'products'>(store: Store, shop: StoreShop, resource: R) {
  type Of = R extends 'orders' ? Order : Product;
  const kind = kindsOf(store, shop)[resource] as unknown as Kind<Of>;
  return ({ seq, change }: Note, { before, after, isGone }: Stepped<Of>): JournalEntry[] => {
    const was = before !== undefined && kind.lists(before);
    const is = !isGone && kind.lists(after);
    if ((!was && !is) || (was && is && !isOf(change, store.channel))) return [];
    return [
      {
        ...{ seq, at: change.at, channel: store.channel, shop: shop.name, resource },
        id: kind.id(after),
        act: change.kind,
        what: change.fields,
        way: change.way ?? null,
        by: change.by ?? null,
        change: !was ? 'created' : is ? 'updated' : 'deleted',
        moves: is && kind.moves(change, after),
      },
    ];
  };
}

/** Orders whose lines no longer find the product, or find it again: no date of theirs shows it. */
function followersOf(
  { seq, change, followers: orders }: Note,
  store: Store,
  shop: StoreShop,
): JournalEntry[] {
  if (!store.display?.linesFollow) return [];
  const { id, lists } = kindsOf(store, shop).orders;
  return orders.filter(lists).map((order) => ({
    ...{ seq, at: change.at, channel: store.channel, shop: shop.name, resource: 'orders' },
    id: id(order),
    act: change.kind,
    what: ['products'],
    way: null,
    by: null,
    change: 'updated',
    moves: false,
  }));
}
