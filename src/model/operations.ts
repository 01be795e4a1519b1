// The operations of data calls, a row each: what may be asked, which records come, and all their names.
import { envelope } from './envelope.ts';
import type { Operation } from './execution.ts';
import { ORDER_INCLUDES, PRODUCT_INCLUDES } from './include.ts';
import { Order } from './order.ts';
import { completeOrder } from './order-draft.ts';
import { completeProduct, Product } from './product.ts';
import {
  type BodyFields,
  bodyOf,
  ORDER_FIELDS,
  ORDER_FILTERS,
  type OrderQuery,
  PRODUCT_FIELDS,
  PRODUCT_FILTERS,
  type ProductQuery,
} from './query.ts';
import type { Odd } from './record.ts';
import { named } from './schema.ts';
import { type TSchema, Type } from './type.ts';

/** A query of any of them, as a driver wants it. */
export type Query = OrderQuery & ProductQuery;

interface Row {
  /** In the published document: what the call does, and its schemas. */
  readonly summary: string;
  readonly request: string;
  readonly credentials: string;
  readonly answer: TSchema;
  /** The record as answers hold it: what `include` asks for may be there too. */
  readonly answered: TSchema;
  readonly scope: Operation;
  /** The schema of each field of the body, and of them all. */
  readonly fields: BodyFields;
  readonly body: TSchema;
  readonly filters: readonly string[];
  /** Those of them whose value `any` restricts nothing. */
  readonly any: ReadonlySet<string>;
  /** The record as it is without `include`, its name, and the names of its fields for `fields`. */
  readonly record: { readonly properties: Readonly<Record<string, TSchema>> };
  readonly recordName: string;
  readonly recordFields: ReadonlySet<string>;
  readonly includes: readonly string[];
  /** Fills a driver's draft up to a whole record. */
  readonly complete: (
    draft: { readonly id: string },
    channel: string,
    odd?: Odd,
  ) => Record<string, unknown>;
}

interface Kind extends Pick<Row, 'fields' | 'filters' | 'record' | 'recordName' | 'complete'> {
  readonly any: readonly string[];
  readonly include: Readonly<Record<string, TSchema>>;
}

function row(operation: Operation, plural: string, kind: Kind): Row {
  const { recordName, record, include, fields } = kind;
  const whole = { ...record, properties: { ...record.properties, ...include } };
  const answered = named(recordName, whole as TSchema);
  return {
    ...kind,
    summary: `Retrieve ${operation}`,
    request: `${plural}Request`,
    credentials: `${plural}Credentials`,
    answered,
    answer: envelope(`${plural}Answer`, `A page of ${operation}.`, Type.Array(answered)),
    scope: operation,
    body: bodyOf(fields),
    any: new Set(kind.any),
    recordFields: new Set(Object.keys(record.properties)),
    includes: Object.keys(include),
  };
}

export const OPERATION_TABLE: Readonly<Record<Operation, Row>> = {
  orders: row('orders', 'Orders', {
    ...{ recordName: 'Order', record: Order, complete: completeOrder, include: ORDER_INCLUDES },
    ...{ fields: ORDER_FIELDS, filters: ORDER_FILTERS },
    any: ['status', 'financial_status', 'fulfillment_status'],
  }),
  products: row('products', 'Products', {
    ...{ recordName: 'Product', record: Product, complete: completeProduct },
    ...{ include: PRODUCT_INCLUDES, fields: PRODUCT_FIELDS, filters: PRODUCT_FILTERS },
    any: ['published_status'],
  }),
};
