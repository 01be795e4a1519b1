// The routes of the API: who may read what, which parameters count, and the answer.
import type { Catalogue } from '../../catalogue/types.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import {
  allVariantArguments,
  brandArguments,
  customerArguments,
  inventoryArguments,
  oneOrderArguments,
  orderArguments,
  pagedArguments,
  productArguments,
  refundArguments,
  variantArguments,
} from './arguments.ts';
import { nativeStore } from './around.ts';
import type { Collections, OrderRow, PlainRow, ProductRow } from './collections.ts';
import { nativeLines, shippingAddresses } from './consignments.ts';
import { variantId } from './ids.ts';
import { nativeCoupons } from './order-parts.ts';
import type { Includes } from './orders.ts';
import { type Arguments, mostRows, type Parameters, readParameters } from './params.ts';
import { error, forbidden, type Generation, json, listV2, listV3, notFound } from './replies.ts';
import { nativeShipments } from './shipments.ts';
import type { BigcommerceShop, Scope } from './shops.ts';

export interface ApiCall {
  readonly request: StoreRequest;
  readonly shop: BigcommerceShop;
  readonly collections: Collections;
  readonly catalogue: Catalogue;
  readonly generation: Generation;
  /** The path after the generation, such as `/orders/2042`. */
  readonly route: string;
  readonly now: () => number;
}

type Answer = (call: ApiCall, parameters: Parameters, id: number) => StoreReply;

interface Route {
  readonly generation: Generation;
  readonly path: RegExp;
  readonly scope: Scope;
  readonly known: Arguments;
  readonly answer: Answer;
}

const route = (
  generation: Generation,
  path: RegExp,
  scope: Scope,
  known: Arguments,
  answer: Answer,
): Route => ({ generation, path, scope, known, answer });

const routes: readonly Route[] = [
  route('v2', /^\/store$/, 'information', {}, ({ shop, catalogue, now }) =>
    json(200, JSON.stringify(nativeStore(shop, catalogue, now()))),
  ),
  route('v2', /^\/time$/, 'information', {}, ({ now }) =>
    json(200, JSON.stringify({ time: Math.floor(now() / 1000) })),
  ),
  route('v2', /^\/orders$/, 'orders', orderArguments, listOrders),
  route('v2', /^\/orders\/(\d{1,10})$/, 'orders', oneOrderArguments, (call, parameters, id) => {
    const row = call.collections.orderById.get(id);
    return row === undefined ? notFound('v2') : json(200, row.text(includesOf(parameters)));
  }),
  route('v2', /^\/orders\/(\d{1,10})\/products$/, 'orders', pagedArguments, (call, parameters, id) => {
    const row = call.collections.orderById.get(id);
    if (row === undefined) return notFound('v2');
    const lines = nativeLines(row.order, call.shop, call.catalogue);
    return pageV2([...lines.values()], parameters);
  }), // biome-ignore format: one route
  route('v2', /^\/orders\/(\d{1,10})\/coupons$/, 'orders', pagedArguments, (call, parameters, id) => {
    const row = call.collections.orderById.get(id);
    return row === undefined ? notFound('v2') : pageV2(nativeCoupons(row.order), parameters);
  }), // biome-ignore format: one route
  route('v2', /^\/orders\/(\d{1,10})\/shipments$/, 'orders', pagedArguments, (call, parameters, id) => {
    const row = call.collections.orderById.get(id);
    return row === undefined ? notFound('v2') : pageV2(nativeShipments(row.order), parameters);
  }), // biome-ignore format: one route
  route('v2', /^\/orders\/(\d{1,10})\/shipping_addresses$/, 'orders', pagedArguments, (call, parameters, id) => {
    const row = call.collections.orderById.get(id);
    return row === undefined ? notFound('v2') : pageV2(shippingAddresses(row.order, call.shop), parameters);
  }), // biome-ignore format: one route
  route('v3', /^\/inventory\/items$/, 'inventory', inventoryArguments, listInventory),
  route('v3', /^\/orders\/payment_actions\/refunds$/, 'orders', refundArguments, listRefunds),
  route('v3', /^\/catalog\/products$/, 'products', productArguments, listProducts),
  route('v3', /^\/catalog\/products\/(\d{1,10})\/variants$/, 'products', variantArguments, (call, parameters, id) => {
    const row = call.collections.productById.get(id);
    if (row === undefined) return notFound('v3');
    const variants = row.variants(Number.POSITIVE_INFINITY) as readonly PlainRow['record'][];
    return pageV3(call, variants, parameters, (variant) => only(variant, parameters));
  }), // biome-ignore format: one route
  route('v3', /^\/catalog\/variants$/, 'products', allVariantArguments, listVariants),
  route('v3', /^\/catalog\/brands$/, 'products', brandArguments, listBrands),
  route('v3', /^\/customers$/, 'customers', customerArguments, listCustomers),
];

export function apiReply(call: ApiCall): StoreReply {
  const { request, generation } = call;
  for (const { generation: wanted, path, scope, known, answer } of routes) {
    if (wanted !== generation) continue;
    const match = path.exec(call.route);
    if (match === null) continue;
    if (request.method !== 'GET')
      return error(generation, 405, 'The method is not allowed on this resource.');
    if (!call.shop.scopes.includes(scope)) return forbidden();
    const parameters = readParameters(request.query, known, generation);
    return 'status' in parameters ? parameters : answer(call, parameters, Number(match[1] ?? 0));
  }
  return notFound(generation);
}

function includesOf(parameters: Parameters): Includes {
  const include = parameters.texts('include') ?? [];
  const lines = include.includes('consignments.line_items');
  return {
    consignments: lines || include.includes('consignments'),
    lines,
    fees: include.includes('fees'),
    object: parameters.text('consignment_structure') === 'object',
  };
}

/** Both bounds are included. */
const between = (at: number, min: number | undefined, max: number | undefined): boolean =>
  at >= (min ?? at) && at <= (max ?? at);

function listOrders({ collections }: ApiCall, parameters: Parameters): StoreReply {
  const { integer, time, text } = parameters;
  const status = integer('status_id');
  const customer = integer('customer_id');
  const channel = integer('channel_id');
  const kept = collections.orders.filter(
    ({ id, order, statusId }) =>
      between(id, integer('min_id'), integer('max_id')) &&
      between(order.createdAt, time('min_date_created'), time('max_date_created')) &&
      between(order.updatedAt, time('min_date_modified'), time('max_date_modified')) &&
      (status === undefined || statusId === status) &&
      (customer === undefined || (order.customerId ?? 0) === customer) &&
      (channel === undefined || channel === 1),
  );
  const [by = 'id', direction = 'asc'] = (text('sort') ?? 'id').split(':');
  const sign = direction === 'desc' ? -1 : 1;
  kept.sort(
    (one, other) => sign * (sortValue(by, one) - sortValue(by, other) || one.id - other.id),
  );
  const includes = includesOf(parameters);
  return listV2(paged(kept, parameters).map((row) => row.text(includes)));
}

function sortValue(by: string, { id, order, statusId }: OrderRow): number {
  switch (by) {
    case 'date_created':
      return order.createdAt;
    case 'date_modified':
      return order.updatedAt;
    case 'customer_id':
      return order.customerId ?? 0;
    case 'status_id':
      return statusId;
    default:
      return id;
  }
}

function paged<T>(rows: readonly T[], parameters: Parameters): readonly T[] {
  const limit = parameters.integer('limit') ?? 50;
  const from = ((parameters.integer('page') ?? 1) - 1) * limit;
  return rows.slice(from, from + limit);
}

const pageV2 = (rows: readonly object[], parameters: Parameters): StoreReply =>
  listV2(paged(rows, parameters).map((row) => JSON.stringify(row)));

function pageV3<T>(
  { request }: ApiCall,
  rows: readonly T[],
  parameters: Parameters,
  print: (row: T) => object,
): StoreReply {
  const query = request.query
    .filter(([name]) => name !== 'page' && name !== 'limit')
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return listV3(
    paged(rows, parameters).map((row) => JSON.stringify(print(row))),
    {
      total: rows.length,
      page: parameters.integer('page') ?? 1,
      limit: parameters.integer('limit') ?? 50,
      query,
    },
  );
}

/** `include_fields` and `exclude_fields`; the identifier always stays. */
function only(record: PlainRow['record'], parameters: Parameters): PlainRow['record'] {
  const wanted = parameters.texts('include_fields');
  const unwanted = parameters.texts('exclude_fields');
  if (wanted === undefined && unwanted === undefined) return record;
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => name === 'id' || (wanted?.includes(name) ?? !unwanted?.includes(name)),
    ),
  );
}

function listRefunds(call: ApiCall, parameters: Parameters): StoreReply {
  const orders = parameters.integers('order_id:in');
  const ids = parameters.integers('id:in');
  const kept = call.collections.refunds.filter(
    ({ id, orderId }) => (ids?.includes(id) ?? true) && (orders?.includes(orderId ?? 0) ?? true),
  );
  return pageV3(call, kept, parameters, ({ record }) => record);
}

function listProducts(call: ApiCall, parameters: Parameters): StoreReply {
  const { integer, integers, text, flag, time } = parameters;
  const include = parameters.texts('include') ?? [];
  const limit = integer('limit') ?? 50;
  if (limit > 10 && (include.includes('options') || include.includes('modifiers')))
    return error('v3', 422, 'The limit must not exceed 10 with these inclusions.', {});
  const ids = integers('id:in') ?? (integer('id') === undefined ? undefined : [integer('id') ?? 0]);
  const channels = integers('channel_id:in');
  const categories = integers('categories:in');
  const visible = flag('is_visible');
  const kept = call.collections.products.filter((row) => {
    const record = row.record();
    return (
      (ids?.includes(row.id) ?? true) &&
      row.id > (integer('id:greater') ?? 0) &&
      row.id < (integer('id:less') ?? Number.POSITIVE_INFINITY) &&
      between(row.id, integer('id:min'), integer('id:max')) &&
      !integers('id:not_in')?.includes(row.id) &&
      (channels?.includes(1) ?? true) &&
      (categories?.some((id) => (record.categories as number[]).includes(id)) ?? true) &&
      (visible === undefined || record.is_visible === visible) &&
      sameText(text('name'), record.name) &&
      (text('type') === undefined || record.type === text('type')) &&
      (integer('brand_id') === undefined || record.brand_id === integer('brand_id')) &&
      between(row.product.updatedAt, time('date_modified:min'), time('date_modified:max'))
    );
  });
  const sort = text('sort') ?? 'id';
  const sign = text('direction') === 'desc' ? -1 : 1;
  const value = (row: ProductRow) => (sort === 'date_modified' ? row.product.updatedAt : row.id);
  kept.sort((one, other) => sign * (value(one) - value(other)));
  return pageV3(call, kept, parameters, (row) => ({
    ...only(row.record(), parameters),
    ...(include.includes('variants') ? { variants: row.variants(mostRows) } : {}),
    ...(include.includes('images') ? { images: row.images() } : {}),
  }));
}

/** The database compares without regard to case. */
const sameText = (wanted: string | undefined, value: unknown): boolean =>
  wanted === undefined || String(value).toLowerCase() === wanted.toLowerCase();

/** Variants of all products, or of those named. */
function listVariants(call: ApiCall, parameters: Parameters): StoreReply {
  const products = parameters.integers('product_id:in');
  const [id, sku, upc] = [parameters.integer('id'), parameters.text('sku'), parameters.text('upc')];
  const rows = call.collections.products
    .filter((row) => products?.includes(row.id) ?? true)
    .flatMap((row) => row.variants(Number.POSITIVE_INFINITY) as readonly PlainRow['record'][])
    .filter((variant) => id === undefined || variant.id === id)
    .filter((variant) => sameText(sku, variant.sku) && sameText(upc, variant.upc));
  return pageV3(call, rows, parameters, (variant) => only(variant, parameters));
}

/** What each location has of a variant. */
function listInventory(call: ApiCall, parameters: Parameters): StoreReply {
  const [variants, products] = [parameters.integers('variant_id:in'), parameters.integers('product_id:in')]; // biome-ignore format: one line
  const places = parameters.integers('location_id:in');
  const names = new Map(call.catalogue.locations.map((place) => [place.id, place.name]));
  const rows = call.collections.products
    .filter((row) => products?.includes(row.id) ?? true)
    .flatMap(({ product, id }) =>
      product.variants
        .filter((one) => one.stock.tracked && (variants?.includes(variantId(one)) ?? true))
        .map((one) => ({
          identity: { sku: one.sku ?? '', variant_id: variantId(one), product_id: id },
          locations: one.stock.levels
            .filter(({ locationId }) => places?.includes(locationId) ?? true)
            .map(({ locationId, available }) => ({
              ...{ location_id: locationId, location_code: `LOC-${locationId}` },
              ...{ location_name: names.get(locationId) ?? '', location_enabled: true },
              ...{ available_to_sell: available, total_inventory_onhand: available },
              settings: {
                safety_stock: 0,
                is_in_stock: available > 0,
                warning_level: 0,
                bin_picking_number: '',
              },
            })),
        })),
    );
  return pageV3(call, rows, parameters, (row) => row);
}

function listBrands(call: ApiCall, parameters: Parameters): StoreReply {
  const ids = parameters.integers('id:in');
  const kept = call.collections.brands.filter(
    ({ id, record }) =>
      (ids?.includes(id) ?? true) && sameText(parameters.text('name'), record.name),
  );
  return pageV3(call, kept, parameters, ({ record }) => only(record, parameters));
}

function listCustomers(call: ApiCall, parameters: Parameters): StoreReply {
  const ids = parameters.integers('id:in');
  const kept = call.collections.customers.filter(({ id }) => ids?.includes(id) ?? true);
  return pageV3(call, kept, parameters, ({ record }) => record);
}
