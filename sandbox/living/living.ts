// A catalogue that changes: the generated one to start from, and a layer of changes on top.
import { byId } from '../catalogue/index.ts';
import type { Numbering } from '../catalogue/order-lines.ts';
import type { Catalogue, Change, Order, Product } from '../catalogue/types.ts';
import { derived } from './derived.ts';

/** The last identifier of each kind that was given away. */
export interface LastIds extends Numbering {
  order: number;
  product: number;
  variant: number;
  image: number;
}

export interface Living {
  /** As it is now; the same object for as long as the sandbox runs. */
  readonly catalogue: Catalogue;
  readonly lastIds: LastIds;
  /** How many orders and products there were at the start. */
  readonly started: { readonly orders: number; readonly products: number };
  /** Adds an order, or puts it in the place of the one with the same identifier. */
  putOrder(order: Order): void;
  removeOrder(order: Order): void;
  putProduct(product: Product): void;
  /** Takes it out of every list; the lines of orders stay, and say that their product is gone. */
  removeProduct(product: Product): void;
  /** What was done since the start, oldest first; of a long row the last ones. */
  readonly notes: readonly Note[];
  reset(): void;
  /** How often it was. */
  readonly resets: number;
  /** Called after every change. */
  onChange(listener: () => void): void;
}

/** One step: the record before, where there was one, and after. */
export interface Note {
  readonly seq: number;
  readonly change: Change;
  readonly order?: Stepped<Order>;
  readonly product?: Stepped<Product>;
  /** Orders that named the product at that moment. */
  readonly followers: readonly Order[];
}

export interface Stepped<Of> {
  readonly before: Of | undefined;
  readonly after: Of;
  readonly isGone: boolean;
}

const mostNotes = 20_000;

export type Present = Pick<Catalogue, 'orders' | 'deletedOrders' | 'products' | 'deletedProducts'>;

export function openLiving(start: Catalogue): Living {
  let version = start.version;
  let now: Present = start;
  let ids: LastIds | undefined;
  const listeners: (() => void)[] = [];
  let notes: Note[] = [];
  let seq = 0;
  let resets = 0;

  function become(next: Partial<Present>): void {
    now = { ...presentOf(now), ...next };
    version += 1;
    for (const listener of listeners) listener();
  }

  function note(changes: readonly Change[], record: Pick<Note, 'order' | 'product'>): void {
    const change = changes.at(-1);
    if (change === undefined) return;
    const { product } = record;
    const followers = product ? now.orders.filter((one) => names(one, product.after.id)) : [];
    seq += 1;
    notes.push({ seq, change, ...record, followers });
    // A sandbox that changes things by itself for days keeps no more than this.
    if (notes.length > mostNotes) notes = notes.slice(-mostNotes / 2);
  }

  const catalogue = viewOf(start, { state: () => now, version: () => version });

  return {
    catalogue,
    get lastIds() {
      ids ??= lastIdsOf(start);
      return ids;
    },
    started: { orders: start.orders.length, products: start.products.length },
    putOrder(order) {
      note(order.changes, { order: stepped(now.orders, order, false) });
      become({ orders: put(now.orders, order) });
    },
    removeOrder(order) {
      note(order.changes, { order: stepped(now.orders, order, true) });
      become({
        orders: now.orders.filter(({ id }) => id !== order.id),
        deletedOrders: [...now.deletedOrders, order],
      });
    },
    putProduct(product) {
      note(product.changes, { product: stepped(now.products, product, false) });
      become({
        products: put(now.products, product),
        // What was derived from an order is rebuilt, since it may show the product.
        orders: now.orders.map((order) => (names(order, product.id) ? { ...order } : order)),
      });
    },
    removeProduct(product) {
      note(product.changes, { product: stepped(now.products, product, true) });
      become({
        products: now.products.filter(({ id }) => id !== product.id),
        deletedProducts: [...now.deletedProducts, product],
        orders: now.orders.map((order) => withoutProduct(order, product.id)),
      });
    },
    get notes() {
      return notes;
    },
    reset() {
      now = start;
      ids = undefined;
      notes = [];
      resets += 1;
      version += 1;
      for (const listener of listeners) listener();
    },
    get resets() {
      return resets;
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}

/** A catalogue that is always the one of a state, which is another after every change. */
export function viewOf(
  start: Catalogue,
  { state, version }: { readonly state: () => Present; readonly version: () => number },
): Catalogue {
  const catalogue: Catalogue = {
    ...start,
    get version() {
      return version();
    },
    get orders() {
      return state().orders;
    },
    get deletedOrders() {
      return state().deletedOrders;
    },
    get products() {
      return state().products;
    },
    get deletedProducts() {
      return state().deletedProducts;
    },
    get orderById() {
      return state() === start ? start.orderById : orderById();
    },
    get productById() {
      return state() === start ? start.productById : productById();
    },
    get variantById() {
      return state() === start ? start.variantById : variantById();
    },
  };
  const orderById = derived(catalogue, () => byId(catalogue.orders));
  const productById = derived(catalogue, () =>
    byId([...catalogue.products, ...catalogue.deletedProducts]),
  );
  const variantById = derived(catalogue, () =>
    byId([...productById().values()].flatMap(({ variants }) => variants)),
  );
  return catalogue;
}

export const presentOf = ({
  orders,
  deletedOrders,
  products,
  deletedProducts,
}: Present): Present => ({
  orders,
  deletedOrders,
  products,
  deletedProducts,
});

/** Identifiers only grow, so that a new record belongs at the end. */
function put<T extends { readonly id: number }>(records: readonly T[], record: T): readonly T[] {
  const at = records.findIndex(({ id }) => id === record.id);
  return at < 0 ? [...records, record] : records.with(at, record);
}

const stepped = <T extends { readonly id: number }>(
  records: readonly T[],
  after: T,
  isGone: boolean,
): Stepped<T> => ({ before: records.find(({ id }) => id === after.id), after, isGone });

const names = ({ lines }: Order, product: number): boolean =>
  lines.some(({ productId }) => productId === product);

function withoutProduct(order: Order, productId: number): Order {
  if (!names(order, productId)) return order;
  const traits = order.traits.includes('deleted-product')
    ? order.traits
    : [...order.traits, 'deleted-product' as const];
  const lines = order.lines.map((line) =>
    line.productId === productId ? { ...line, productExists: false } : line,
  );
  return { ...order, traits, lines };
}

function lastIdsOf({ orders, products, deletedProducts }: Catalogue): LastIds {
  const every = [...products, ...deletedProducts];
  const last = (records: readonly { readonly id: number }[]): number =>
    records.reduce((most, { id }) => Math.max(most, id), 0);
  const refunds = orders.flatMap((order) => order.refunds);
  return {
    order: last(orders),
    line: last(orders.flatMap(({ lines }) => lines)),
    shipping: last(orders.flatMap(({ shippingLines }) => shippingLines)),
    payment: last(orders.flatMap(({ payments }) => payments)),
    refund: last(refunds),
    refundLine: last(refunds.flatMap(({ lines }) => lines)),
    fulfilment: last(orders.flatMap(({ fulfilments }) => fulfilments)),
    product: last(every),
    variant: last(every.flatMap(({ variants }) => variants)),
    image: last(every.flatMap(({ images }) => images)),
  };
}
