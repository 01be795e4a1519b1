// A catalogue that lives: the generated one to start from, and a layer of changes on top.
import { byId } from '../catalogue/index.ts';
import type { Numbering } from '../catalogue/order-lines.ts';
import type { Catalogue, Order, Product } from '../catalogue/types.ts';
import { derived } from './derived.ts';

/** The last identifier of each kind that was given away. */
export interface LastIds extends Numbering {
  order: number;
  product: number;
  variant: number;
  image: number;
}

export interface Living {
  /** As it is now; the same object for as long as the sandbox lives. */
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
  reset(): void;
}

type Present = Pick<Catalogue, 'orders' | 'deletedOrders' | 'products' | 'deletedProducts'>;

export function openLiving(start: Catalogue): Living {
  let version = start.version;
  let now: Present = start;
  let ids: LastIds | undefined;

  function become(next: Partial<Present>): void {
    now = { ...presentOf(now), ...next };
    version += 1;
  }

  const catalogue: Catalogue = {
    ...start,
    get version() {
      return version;
    },
    get orders() {
      return now.orders;
    },
    get deletedOrders() {
      return now.deletedOrders;
    },
    get products() {
      return now.products;
    },
    get deletedProducts() {
      return now.deletedProducts;
    },
    get orderById() {
      return now === start ? start.orderById : orderById();
    },
    get productById() {
      return now === start ? start.productById : productById();
    },
    get variantById() {
      return now === start ? start.variantById : variantById();
    },
  };
  const orderById = derived(catalogue, () => byId(now.orders));
  const productById = derived(catalogue, () => byId([...now.products, ...now.deletedProducts]));
  const variantById = derived(catalogue, () =>
    byId([...productById().values()].flatMap(({ variants }) => variants)),
  );

  return {
    catalogue,
    get lastIds() {
      ids ??= lastIdsOf(start);
      return ids;
    },
    started: { orders: start.orders.length, products: start.products.length },
    putOrder: (order) => become({ orders: put(now.orders, order) }),
    removeOrder: (order) =>
      become({
        orders: now.orders.filter(({ id }) => id !== order.id),
        deletedOrders: [...now.deletedOrders, order],
      }),
    putProduct: (product) =>
      become({
        products: put(now.products, product),
        // Whoever keeps what it made of an order looks at it again, since it may show the product.
        orders: now.orders.map((order) => (names(order, product.id) ? { ...order } : order)),
      }),
    removeProduct: (product) =>
      become({
        products: now.products.filter(({ id }) => id !== product.id),
        deletedProducts: [...now.deletedProducts, product],
        orders: now.orders.map((order) => withoutProduct(order, product.id)),
      }),
    reset() {
      now = start;
      ids = undefined;
      version += 1;
    },
  };
}

const presentOf = ({ orders, deletedOrders, products, deletedProducts }: Present): Present => ({
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
