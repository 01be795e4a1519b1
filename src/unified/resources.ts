// The two kinds of records: what their bodies may hold, and how a draft becomes a whole record.
import type { Channel, Resource } from '../channels/channel.ts';
import type { Operation } from '../model/execution.ts';
import { ORDER_INCLUDES, PRODUCT_INCLUDES } from '../model/include.ts';
import { Order } from '../model/order.ts';
import { completeOrder } from '../model/order-draft.ts';
import { completeProduct, Product } from '../model/product.ts';
import {
  MAX_LIMIT,
  ORDER_FIELDS,
  ORDER_FILTERS,
  type OrderQuery,
  OrdersBody,
  PRODUCT_FIELDS,
  PRODUCT_FILTERS,
  type ProductQuery,
  ProductsBody,
} from '../model/query.ts';
import type { Odd } from '../model/record.ts';
import type { TSchema } from '../model/type.ts';

export type Query = OrderQuery & ProductQuery;
export type AnyResource = Resource<Query, string, { readonly id: string }>;

interface Kind {
  readonly body: typeof OrdersBody | typeof ProductsBody;
  /** Body fields, with what each must be in words. */
  readonly bodyFields: Readonly<Record<string, { readonly must: string }>>;
  readonly filters: readonly string[];
  /** Those of them whose value `any` restricts nothing. */
  readonly any: ReadonlySet<string>;
  readonly record: { readonly properties: Readonly<Record<string, TSchema>> };
  /** Names of the record's fields, for `fields`. */
  readonly recordFields: ReadonlySet<string>;
  /** What may be added to it, for `include`. */
  readonly includes: readonly string[];
  readonly of: (channel: Channel) => AnyResource | undefined;
  readonly complete: (
    draft: { readonly id: string },
    channel: string,
    odd?: Odd,
  ) => Record<string, unknown>;
}

export const KINDS: Readonly<Record<Operation, Kind>> = {
  orders: {
    body: OrdersBody,
    bodyFields: ORDER_FIELDS,
    filters: ORDER_FILTERS,
    any: new Set(['status', 'financial_status', 'fulfillment_status']),
    record: Order,
    recordFields: new Set(Object.keys(Order.properties)),
    includes: Object.keys(ORDER_INCLUDES),
    of: (channel) => channel.orders as AnyResource | undefined,
    complete: completeOrder,
  },
  products: {
    body: ProductsBody,
    bodyFields: PRODUCT_FIELDS,
    filters: PRODUCT_FILTERS,
    any: new Set(['published_status']),
    record: Product,
    recordFields: new Set(Object.keys(Product.properties)),
    includes: Object.keys(PRODUCT_INCLUDES),
    of: (channel) => channel.products as AnyResource | undefined,
    complete: completeProduct,
  },
};

/** The most records of one page. */
export const largestPage = ({ largestPage: declared }: AnyResource, version: string): number =>
  (declared && Object.hasOwn(declared, version) ? declared[version] : undefined) ?? MAX_LIMIT;

/** Whether a word of `include` can be honoured; every channel has its native record. */
export const canInclude = (resource: AnyResource | undefined, word: string): boolean =>
  resource !== undefined && (word === 'raw' || Object.hasOwn(resource.includes ?? {}, word));
