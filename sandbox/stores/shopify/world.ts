// One shop as its resolvers see it: what it holds, where to find it and how it is sorted.
import type {
  Catalogue,
  Customer,
  Location,
  Order,
  Product,
  Variant,
} from '../../catalogue/types.ts';
import { holds, type Scope } from './app.ts';
import { type PageArgs, type Sorted, type SortValue, sorted } from './connection.ts';
import { numberOf } from './ids.ts';
import type { SearchWarning } from './search-syntax.ts';

export interface VariantSource {
  readonly product: Product;
  readonly variant: Variant;
}

export interface World {
  readonly name: string;
  readonly host: string;
  /** The number in image addresses and order links. */
  readonly number: number;
  readonly timeZone: string;
  readonly catalogue: Catalogue;
  readonly orders: readonly Order[];
  readonly products: readonly Product[];
  readonly variants: readonly VariantSource[];
  readonly orderById: ReadonlyMap<number, Order>;
  readonly productById: ReadonlyMap<number, Product>;
  readonly variantById: ReadonlyMap<number, VariantSource>;
  readonly locationById: ReadonlyMap<number, Location>;
  readonly orderCounts: ReadonlyMap<number, number>;
  sortedOrders(key: string): Sorted<Order>;
  sortedProducts(key: string): Sorted<Product>;
  sortedVariants(key: string): Sorted<VariantSource>;
}

/** One search that the vendor did not honour whole, as told in `extensions.search`. */
export interface SearchReport {
  readonly path: readonly (string | number)[];
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
}

/** Every argument that a field of the schema may carry. */
export interface FieldArgs extends PageArgs {
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly query?: string | null;
  readonly sortKey?: string | null;
  readonly limit?: number | null;
  readonly handle?: string;
  readonly identifier?: { readonly id?: string; readonly handle?: string };
  readonly locationId?: string;
  readonly inventoryItemId?: string;
  readonly names?: readonly string[];
  readonly truncateAt?: number | null;
  readonly withCodeDiscounts?: boolean;
  readonly withName?: boolean;
  readonly withCompany?: boolean;
}

export type Resolve<S> = (source: S, args: FieldArgs, ask: Ask) => unknown;
export type Resolvers<S> = Readonly<Record<string, Resolve<S>>>;

const days60 = 60 * 86_400_000;

/** Without `read_all_orders` only the last 60 days exist, and nothing says so. */
export function visible(order: Order, ask: Ask): boolean {
  return holds(ask.scopes, 'read_all_orders') || order.createdAt >= ask.now - days60;
}

export interface WorldInput {
  readonly name: string;
  readonly host: string;
  readonly number: number;
  readonly timeZone: string;
  readonly catalogue: Catalogue;
  readonly orders: readonly Order[];
  readonly products: readonly Product[];
}

export function worldOf(input: WorldInput): World {
  const { catalogue, orders, products } = input;
  const variants = products.flatMap((product) =>
    product.variants.map((variant) => ({ product, variant })),
  );
  const customers = catalogue.customerById;
  const orderCounts = new Map<number, number>();
  for (const { customerId } of orders) {
    if (customerId !== null) orderCounts.set(customerId, (orderCounts.get(customerId) ?? 0) + 1);
  }
  return {
    ...input,
    variants,
    orderById: new Map(orders.map((order) => [order.id, order])),
    productById: new Map(products.map((product) => [product.id, product])),
    variantById: new Map(variants.map((source) => [source.variant.id, source])),
    locationById: new Map(catalogue.locations.map((location) => [location.id, location])),
    orderCounts,
    sortedOrders: once((key) =>
      sorted(orders, key, orderValue(key, customers), (order) => numberOf('Order', order.id)),
    ),
    sortedProducts: once((key) =>
      sorted(products, key, productValue(key), (product) => numberOf('Product', product.id)),
    ),
    sortedVariants: once((key) =>
      sorted(variants, key, variantValue(key), (source) =>
        numberOf('ProductVariant', source.variant.id),
      ),
    ),
  };
}

function once<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const old = known.get(key);
    if (old !== undefined) return old;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

function orderValue(
  key: string,
  customers: ReadonlyMap<number, Customer>,
): (order: Order) => SortValue {
  switch (key) {
    case 'CREATED_AT':
      return (order) => order.createdAt;
    case 'UPDATED_AT':
      return (order) => order.updatedAt;
    case 'PROCESSED_AT':
      return (order) => order.processedAt;
    case 'ORDER_NUMBER':
      return (order) => order.number;
    case 'TOTAL_PRICE':
      return (order) => order.totals.total.shop;
    case 'CURRENT_TOTAL_PRICE':
      return (order) => order.totals.total.shop - order.totals.refunded.shop;
    case 'TOTAL_ITEMS_QUANTITY':
      return (order) => order.lines.reduce((sum, line) => sum + line.quantity, 0);
    case 'CUSTOMER_NAME':
      return (order) => {
        const customer = order.customerId === null ? undefined : customers.get(order.customerId);
        return customer === undefined ? '' : `${customer.lastName} ${customer.firstName}`;
      };
    case 'DESTINATION':
      return (order) => order.shipping?.city ?? '';
    case 'FINANCIAL_STATUS':
      return (order) => order.financialStatus;
    case 'FULFILLMENT_STATUS':
      return (order) => order.fulfilmentStatus ?? '';
    case 'PO_NUMBER':
      return (order) => order.poNumber ?? '';
    default:
      return (order) => numberOf('Order', order.id);
  }
}

function productValue(key: string): (product: Product) => SortValue {
  switch (key) {
    case 'CREATED_AT':
      return (product) => product.createdAt;
    case 'UPDATED_AT':
      return (product) => product.updatedAt;
    case 'PUBLISHED_AT':
      return (product) => product.publishedAt ?? 0;
    case 'TITLE':
      return (product) => product.title.toLowerCase();
    case 'VENDOR':
      return (product) => product.brand?.name.toLowerCase() ?? '';
    case 'PRODUCT_TYPE':
      return (product) => product.productType?.toLowerCase() ?? '';
    case 'INVENTORY_TOTAL':
      return (product) => product.variants.reduce((sum, variant) => sum + stockOf(variant), 0);
    default:
      return (product) => numberOf('Product', product.id);
  }
}

function variantValue(key: string): (source: VariantSource) => SortValue {
  switch (key) {
    case 'POSITION':
      return (source) => source.variant.position;
    case 'SKU':
      return (source) => source.variant.sku?.toLowerCase() ?? '';
    case 'TITLE':
    case 'NAME':
      return (source) => source.variant.title?.toLowerCase() ?? '';
    case 'FULL_TITLE':
      return (source) => `${source.product.title} ${source.variant.title ?? ''}`.toLowerCase();
    case 'INVENTORY_QUANTITY':
    case 'INVENTORY_LEVELS_AVAILABLE':
      return (source) => stockOf(source.variant);
    case 'INVENTORY_POLICY':
      return (source) => (source.variant.stock.backorders ? 'continue' : 'deny');
    case 'INVENTORY_MANAGEMENT':
      return (source) => (source.variant.stock.tracked ? 'shopify' : '');
    default:
      return (source) => numberOf('ProductVariant', source.variant.id);
  }
}

/** The sum over all locations; 0 for what is not counted. */
export function stockOf(variant: Variant): number {
  return variant.stock.levels.reduce((sum, level) => sum + level.available, 0);
}
