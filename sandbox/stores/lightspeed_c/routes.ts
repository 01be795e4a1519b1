// The resources of a shop: who may read which, by which parameters, and the answer.
import type { Catalogue, Order, Product } from '../../catalogue/types.ts';
import { derived, perRecord } from '../../living/derived.ts';
import type { Writes } from '../../living/writes.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { languageList, permissions, rateLimit, shopRecord } from './account.ts';
import { orderId, orderOfShipment, productId, variantId } from './ids.ts';
import { nativeLines } from './order-lines.ts';
import { nativeOrder, wholeOrder } from './orders.ts';
import { dates, type Known, type Parameters, paging, readParameters } from './params.ts';
import { nativeProduct, nativeVariant } from './products.ts';
import type { Taken } from './quota.ts';
import { error, forbidden, json, notFound } from './replies.ts';
import { nativeShipment, nativeShipments, shipmentProducts } from './shipments.ts';
import type { Group, LightspeedShop } from './shops.ts';
import { statusOf } from './status.ts';

/** What a shop holds, newest first; each record is written once and kept. */
export interface Holding {
  readonly orders: readonly Order[];
  readonly products: readonly Product[];
  text(order: Order): string;
  productText(product: Product): string;
  /** Orders whose lines were asked for before. */
  readonly asked: Set<number>;
}

export function holdingOf(shop: LightspeedShop, catalogue: Catalogue): Holding {
  const orders = derived(catalogue, () =>
    shop.orders.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id),
  );
  const products = derived(catalogue, () => shop.products.toSorted((a, b) => b.id - a.id));
  return {
    get orders() {
      return orders();
    },
    get products() {
      return products();
    },
    text: perRecord((order) => JSON.stringify(nativeOrder(order, shop))),
    productText: perRecord((product) => JSON.stringify(nativeProduct(product, shop))),
    asked: new Set(),
  };
}

export interface Visit {
  readonly request: StoreRequest;
  readonly shop: LightspeedShop;
  readonly holding: Holding;
  readonly catalogue: Catalogue;
  readonly taken: Taken;
  readonly now: number;
  readonly writes: Writes;
}

interface Route {
  readonly path: RegExp;
  readonly group: Group | null;
  readonly known: Known;
  /** The body, or undefined where there is no such record. */
  answer(visit: Visit, parameters: Parameters, match: RegExpExecArray): string | undefined;
}

const orderFilters: Known = {
  ...dates,
  since_id: 'number',
  status: 'status',
  number: 'text',
  customer: 'number',
  email: 'text',
};

const text = (value: unknown): string => JSON.stringify(value);
const list = (root: string, rows: readonly string[]): string => `{"${root}":[${rows.join(',')}]}`;

const routes: readonly Route[] = [
  {
    path: /^account\/permissions$/,
    group: null,
    known: {},
    answer: ({ shop }) => text(permissions(shop)),
  },
  {
    path: /^account\/ratelimit$/,
    group: null,
    known: {},
    answer: ({ taken, now }) => text(rateLimit(taken, now)),
  },
  {
    path: /^shop$/,
    group: 'settings',
    known: {},
    answer: ({ shop, catalogue }) => text(shopRecord(shop, catalogue)),
  },
  {
    path: /^languages$/,
    group: 'settings',
    known: {},
    answer: ({ shop }) => text(languageList(shop)),
  },
  {
    path: /^orders$/,
    group: 'orders',
    known: { ...orderFilters, ...paging },
    answer: (visit, parameters) =>
      list('orders', paged(found(visit, parameters), parameters).map(visit.holding.text)),
  },
  {
    path: /^orders\/count$/,
    group: 'orders',
    known: orderFilters,
    answer: (visit, parameters) => text({ count: found(visit, parameters).length }),
  },
  {
    path: /^orders\/(\d+)$/,
    group: 'orders',
    known: {},
    answer(visit, _, match) {
      const order = orderIn(visit, match);
      return order && text({ order: wholeOrder(order, visit.shop, visit.catalogue) });
    },
  },
  {
    path: /^orders\/(\d+)\/products$/,
    group: 'orders',
    known: paging,
    answer(visit, parameters, match) {
      const order = orderIn(visit, match);
      if (!order) return undefined;
      const first = !visit.holding.asked.has(order.id);
      visit.holding.asked.add(order.id);
      if (visit.shop.flaky && first) return undefined;
      return text({ orderProducts: paged(nativeLines(order, visit.shop), parameters) });
    },
  },
  {
    path: /^shipments$/,
    group: 'orders',
    known: { order: 'number', ...paging },
    answer(visit, parameters) {
      const wanted = parameters.number('order');
      const rows = visit.holding.orders
        .filter((order) => wanted === undefined || orderId(order) === wanted)
        .flatMap((order) => nativeShipments(order, visit.shop));
      return text({ shipments: paged(rows, parameters) });
    },
  },
  {
    path: /^shipments\/(\d+)$/,
    group: 'orders',
    known: {},
    answer({ holding, shop }, _, match) {
      const id = Number(match[1]);
      const order = holding.orders.find((one) => one.id === orderOfShipment(id));
      const shipment = order && nativeShipment(order, id, shop);
      return shipment && text({ shipment });
    },
  },
  {
    path: /^shipments\/(\d+)\/products$/,
    group: 'orders',
    known: paging,
    answer(visit, parameters, match) {
      const shipment = Number(match[1]);
      const order = visit.holding.orders.find(({ id }) => id === orderOfShipment(shipment));
      const rows = order && shipmentProducts(order, shipment, visit.shop);
      return rows && text({ shipmentProducts: paged(rows, parameters) });
    },
  },
  {
    path: /^catalog$/,
    group: 'products',
    known: paging,
    answer: ({ holding }, parameters) =>
      list('products', paged(holding.products, parameters).map(holding.productText)),
  },
  {
    path: /^catalog\/count$/,
    group: 'products',
    known: {},
    answer: ({ holding }) => text({ count: holding.products.length }),
  },
  {
    path: /^variants$/,
    group: 'products',
    known: { product: 'number', ...paging },
    answer({ holding, shop }, parameters) {
      const wanted = parameters.number('product');
      const rows = holding.products
        .filter((product) => wanted === undefined || productId(product) === wanted)
        .flatMap((product) => product.variants.map((variant) => ({ product, variant })));
      return text({
        variants: paged(rows, parameters).map(({ product, variant }) =>
          nativeVariant(variant, product, shop),
        ),
      });
    },
  },
  {
    path: /^variants\/(\d+)$/,
    group: 'products',
    known: {},
    answer({ holding, shop }, _, match) {
      const found = variantIn(holding, Number(match[1]));
      return found && text({ variant: nativeVariant(found.variant, found.product, shop) });
    },
  },
];

export function variantIn({ products }: Holding, id: number) {
  for (const product of products) {
    const variant = product.variants.find((one) => variantId(one) === id);
    if (variant) return { product, variant };
  }
  return undefined;
}

/** The part of the path after the language, without `.json`. */
export function answer(visit: Visit, resource: string): StoreReply {
  const { request, shop, taken } = visit;
  for (const route of routes) {
    const match = route.path.exec(resource);
    if (match === null) continue;
    if (route.group !== null && !shop.reads.includes(route.group))
      return forbidden(request, taken.headers);
    const read = readParameters(request, route.known);
    if ('errors' in read)
      return error(request, 422, 'Invalid parameters.', taken.headers, read.errors);
    const body = route.answer(visit, read.parameters, match);
    if (body !== undefined) return json(200, body, taken.headers);
    return error(request, 404, 'Order not found.', taken.headers);
  }
  return notFound(request, taken.headers);
}

function paged<T>(rows: readonly T[], parameters: Parameters): readonly T[] {
  const limit = parameters.number('limit') ?? 50;
  const page = Math.max(1, parameters.number('page') ?? 1);
  return rows.slice((page - 1) * limit, page * limit);
}

function found({ holding, shop }: Visit, parameters: Parameters): readonly Order[] {
  const bound = (name: string): number | undefined => parameters.instant(name, shop.filterZone);
  const [createdMin, createdMax] = [bound('created_at_min'), bound('created_at_max')];
  const [updatedMin, updatedMax] = [bound('updated_at_min'), bound('updated_at_max')];
  const since = parameters.number('since_id');
  const status = parameters.text('status');
  const number = parameters.text('number');
  const email = parameters.text('email');
  return holding.orders.filter(
    (order) =>
      order.createdAt >= (createdMin ?? 0) &&
      order.createdAt <= (createdMax ?? Infinity) &&
      order.updatedAt >= (updatedMin ?? 0) &&
      order.updatedAt <= (updatedMax ?? Infinity) &&
      (since === undefined || orderId(order) > since) &&
      (status === undefined || statusOf(order, shop.oldStatuses) === status) &&
      (number === undefined || `ORD${String(order.number).padStart(5, '0')}` === number) &&
      (email === undefined || order.email === email),
  );
}

function orderIn({ holding }: Visit, match: RegExpExecArray): Order | undefined {
  const id = Number(match[1]);
  return holding.orders.find((order) => orderId(order) === id);
}
