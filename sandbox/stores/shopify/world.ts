// One shop as its resolvers see it: what it holds, where to find it and how it is sorted.
import type { GraphQLResolveInfo } from 'graphql';
import type { Catalogue, Location, Order, Product, Variant } from '../../catalogue/types.ts';
import type { Writes } from '../../living/writes.ts';
import { holds, type Scope } from './app.ts';
import { type PageArgs, type Sorted, sorted } from './connection.ts';
import { numberOf } from './ids.ts';
import type { SearchWarning } from './search-syntax.ts';
import type { AppWebhooks, SubscriptionInput } from './subscription.ts';

export interface VariantSource {
  readonly product: Product;
  readonly variant: Variant;
}

export interface WorldInput {
  readonly host: string;
  /** The number in image addresses and order links. */
  readonly number: number;
  readonly timeZone: string;
  readonly catalogue: Catalogue;
  readonly orders: readonly Order[];
  readonly products: readonly Product[];
}

export interface World extends WorldInput {
  readonly orderById: ReadonlyMap<number, Order>;
  readonly productById: ReadonlyMap<number, Product>;
  readonly variantById: ReadonlyMap<number, VariantSource>;
  readonly locationById: ReadonlyMap<number, Location>;
  sortedOrders(key: string): Sorted<Order>;
  sortedProducts(key: string): Sorted<Product>;
}

/** One search that the vendor did not fully honour, as reported in `extensions.search`. */
export interface SearchReport {
  readonly path: readonly string[];
  readonly query: string;
  readonly warnings: readonly SearchWarning[];
}

/** What one request brings to the resolvers. */
export interface Ask {
  readonly world: World;
  readonly scopes: readonly Scope[];
  readonly now: number;
  readonly reports: SearchReport[];
  /** Numbers of records that root fields gave, by name. */
  readonly sizes: Map<string, number>;
  /** What the app behind the token subscribed to. */
  readonly webhooks: AppWebhooks;
  readonly version: string;
  readonly writes: Writes;
  /** What was answered under a key, with what was asked. */
  readonly keys: Map<string, { readonly asked: string; readonly answer: unknown }>;
}

/** Every argument that a field of the schema may carry. */
export interface FieldArgs extends PageArgs {
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly query?: string | null;
  readonly sortKey?: string | null;
  readonly names?: readonly string[];
  readonly topic?: string;
  readonly topics?: readonly string[] | null;
  readonly uri?: string | null;
  readonly webhookSubscription?: SubscriptionInput;
  readonly locationId?: string;
  readonly inventoryItemId?: string;
  readonly available?: number | null;
  readonly productId?: string;
  readonly fulfillmentId?: string;
  readonly allowPartialUpdates?: boolean | null;
  readonly variants?: readonly VariantInput[];
  readonly fulfillment?: FulfilmentInput;
  readonly trackingInfoInput?: TrackingInput;
  readonly input?: QuantitiesInput;
}

export interface VariantInput {
  readonly id?: string | null;
  readonly price?: string | number | null;
  readonly compareAtPrice?: string | number | null;
}

export interface TrackingInput {
  readonly company?: string | null;
  readonly number?: string | null;
  readonly numbers?: readonly string[] | null;
  readonly url?: string | null;
  readonly urls?: readonly string[] | null;
}

export interface FulfilmentInput {
  readonly lineItemsByFulfillmentOrder: readonly {
    readonly fulfillmentOrderId: string;
    readonly fulfillmentOrderLineItems?: readonly { id: string; quantity: number }[] | null;
  }[];
  readonly trackingInfo?: TrackingInput | null;
}

export interface QuantitiesInput {
  readonly name: string;
  readonly reason: string;
  readonly ignoreCompareQuantity?: boolean | null;
  readonly quantities: readonly {
    readonly inventoryItemId: string;
    readonly locationId: string;
    readonly quantity: number;
    readonly changeFromQuantity?: number | null;
    readonly compareQuantity?: number | null;
  }[];
}

export type Resolve<S> = (
  source: S,
  args: FieldArgs,
  ask: Ask,
  info: GraphQLResolveInfo,
) => unknown;
export type Resolvers<S> = Readonly<Record<string, Resolve<S>>>;

const days60 = 60 * 86_400_000;

/** Without `read_all_orders` only the last 60 days exist, and nothing says so. */
export function visible(order: Order, ask: Ask): boolean {
  return holds(ask.scopes, 'read_all_orders') || order.createdAt >= ask.now - days60;
}

export function worldOf(input: WorldInput): World {
  const { catalogue, orders, products } = input;
  const variants = products.flatMap((product) =>
    product.variants.map((variant) => [variant.id, { product, variant }] as const),
  );
  return {
    ...input,
    orderById: new Map(orders.map((order) => [order.id, order])),
    productById: new Map(products.map((product) => [product.id, product])),
    variantById: new Map(variants),
    locationById: new Map(catalogue.locations.map((location) => [location.id, location])),
    sortedOrders: sorter(orders, (order) => numberOf('Order', order.id), {
      CREATED_AT: (order) => order.createdAt,
      UPDATED_AT: (order) => order.updatedAt,
      PROCESSED_AT: (order) => order.processedAt,
    }),
    sortedProducts: sorter(products, (product) => numberOf('Product', product.id), {
      CREATED_AT: (product) => product.createdAt,
      UPDATED_AT: (product) => product.updatedAt,
      PUBLISHED_AT: (product) => product.publishedAt ?? 0,
    }),
  };
}

/** Sorts by each key once; `ID`, the only key without an entry, goes by number. */
function sorter<T>(
  records: readonly T[],
  number: (record: T) => number,
  values: Readonly<Record<string, (record: T) => number>>,
): (key: string) => Sorted<T> {
  const known = new Map<string, Sorted<T>>();
  return (key) => {
    const list = known.get(key) ?? sorted(records, key, values[key] ?? number, number);
    known.set(key, list);
    return list;
  };
}
