// The fields of the query root: lists, single records and nodes by global id.
import type { Order } from '../../catalogue/types.ts';
import { holds } from './app.ts';
import { type Connection, connect, countOf, sorted } from './connection.ts';
import { catalogueId, idIn, numberOf, readGid } from './ids.ts';
import { lineSources } from './lines.ts';
import { searchOrders } from './order-search.ts';
import { refundSources } from './payments.ts';
import {
  searchInventory,
  searchLocations,
  searchProducts,
  searchVariants,
} from './product-search.ts';
import { accessDenied, tooManyIds } from './refusal.ts';
import type { Search } from './search.ts';
import { noteSearch } from './search-notes.ts';
import { type Ask, type FieldArgs, type Resolvers, visible } from './world.ts';

const largestInput = 250;

/** Which record a `Node` is, for the type behind the interface. */
const nodeTypes = new WeakMap<object, string>();
export const nodeType = (node: object): string | undefined => nodeTypes.get(node);

function orderSearch(args: FieldArgs, ask: Ask, field: string): Search<Order>['test'] {
  const found = searchOrders(args.query ?? '', ask.world);
  noteSearch(ask, [field], args.query, found.warnings);
  if (holds(ask.scopes, 'read_all_orders')) return found.test;
  const { test } = found;
  return (order) => visible(order, ask) && (test === null || test(order));
}

function orderIn(ask: Ask, id: string | undefined): Order | null {
  const own = idIn('Order', id ?? '');
  const order = own === null ? undefined : ask.world.orderById.get(own);
  return order !== undefined && visible(order, ask) ? order : null;
}

function counted(count: number, limit: number | null | undefined): unknown {
  if (limit == null || count <= limit) return countOf(count);
  return { count: limit, precision: 'AT_LEAST' };
}

function sized<N>(ask: Ask, field: string, connection: Connection<N>): Connection<N> {
  ask.sizes.set(field, connection.nodes.length);
  return connection;
}

export const rootResolvers: Resolvers<unknown> = {
  shop: (_root, _args, { world }) => world,
  currentAppInstallation: (_root, _args, { world }) => world,

  orders: (_root, args, ask) => {
    const test = orderSearch(args, ask, 'orders');
    const list = ask.world.sortedOrders(args.sortKey ?? 'PROCESSED_AT');
    return sized(
      ask,
      'orders',
      connect(list, test, args, (order) => order),
    );
  },
  ordersCount: (_root, args, ask) => {
    const test = orderSearch(args, ask, 'ordersCount');
    const { orders } = ask.world;
    return counted(test === null ? orders.length : orders.filter(test).length, args.limit);
  },
  order: (_root, args, ask) => orderIn(ask, args.id),
  orderByIdentifier: (_root, args, ask) => orderIn(ask, args.identifier?.id),
  refund: (_root, args, ask) => {
    const id = idIn('Refund', args.id ?? '');
    for (const order of ask.world.orders) {
      const found = refundSources(order).find(({ refund }) => refund.id === id);
      if (found !== undefined) return visible(order, ask) ? found : null;
    }
    return null;
  },
  fulfillment: (_root, args, ask) => {
    const id = idIn('Fulfillment', args.id ?? '');
    for (const order of ask.world.orders) {
      const fulfilment = order.fulfilments.find((one) => one.id === id);
      if (fulfilment !== undefined) return visible(order, ask) ? { order, fulfilment } : null;
    }
    return null;
  },

  products: (_root, args, ask) => {
    const found = searchProducts(args.query ?? '', ask.world);
    noteSearch(ask, ['products'], args.query, found.warnings);
    const list = ask.world.sortedProducts(args.sortKey ?? 'ID');
    return sized(
      ask,
      'products',
      connect(list, found.test, args, (product) => product),
    );
  },
  productsCount: (_root, args, ask) => {
    const found = searchProducts(args.query ?? '', ask.world);
    noteSearch(ask, ['productsCount'], args.query, found.warnings);
    const { test } = found;
    return counted(ask.world.products.filter((one) => test?.(one) !== false).length, args.limit);
  },
  product: (_root, args, { world }) => one(world.productById, idIn('Product', args.id ?? '')),
  productByIdentifier: (_root, args, { world }) => {
    const { id, handle } = args.identifier ?? {};
    if (id !== undefined) return one(world.productById, idIn('Product', id));
    return world.products.find((product) => product.handle === handle) ?? null;
  },
  productByHandle: (_root, args, { world }) =>
    world.products.find((product) => product.handle === args.handle) ?? null,
  productVariants: (_root, args, ask) => {
    const found = searchVariants(args.query ?? '', ask.world);
    noteSearch(ask, ['productVariants'], args.query, found.warnings);
    const list = ask.world.sortedVariants(args.sortKey ?? 'ID');
    return sized(
      ask,
      'productVariants',
      connect(list, found.test, args, (source) => source),
    );
  },
  productVariantsCount: (_root, args, ask) => {
    const { test, warnings } = searchVariants(args.query ?? '', ask.world);
    noteSearch(ask, ['productVariantsCount'], args.query, warnings);
    return counted(ask.world.variants.filter((row) => test?.(row) !== false).length, args.limit);
  },
  productVariant: (_root, args, { world }) =>
    one(world.variantById, idIn('ProductVariant', args.id ?? '')),
  productVariantByIdentifier: (_root, args, { world }) =>
    one(world.variantById, idIn('ProductVariant', args.identifier?.id ?? '')),
  inventoryItem: (_root, args, { world }) =>
    one(world.variantById, idIn('InventoryItem', args.id ?? '')),
  inventoryItems: (_root, args, ask) => {
    const found = searchInventory(args.query ?? '', ask.world);
    noteSearch(ask, ['inventoryItems'], args.query, found.warnings);
    const list = ask.world.sortedVariants('ID');
    return sized(
      ask,
      'inventoryItems',
      connect(list, found.test, args, (source) => source),
    );
  },

  location: (_root, args, { world }) => {
    if (args.id !== undefined) return one(world.locationById, idIn('Location', args.id));
    return world.catalogue.locations.find((location) => location.isDefault) ?? null;
  },
  locations: (_root, args, ask) => {
    const found = searchLocations(args.query ?? '', ask.world);
    noteSearch(ask, ['locations'], args.query, found.warnings);
    const key = args.sortKey === 'ID' ? 'ID' : 'NAME';
    const list = sorted(
      ask.world.catalogue.locations,
      key,
      (location) => (key === 'ID' ? location.id : location.name),
      (location) => numberOf('Location', location.id),
    );
    return sized(
      ask,
      'locations',
      connect(list, found.test, args, (location) => location),
    );
  },

  node: (_root, args, ask) => nodeOf(ask, args.id ?? ''),
  nodes: (_root, args, ask) => {
    const ids = args.ids ?? [];
    if (ids.length > largestInput) throw tooManyIds(ids.length, largestInput);
    const found = ids.map((id) => refusedOr(() => nodeOf(ask, id)));
    ask.sizes.set('nodes', found.filter((node) => node !== null).length);
    return found;
  },
};

/** An error in a list belongs to its own entry. */
function refusedOr(make: () => object | null): object | null | Error {
  try {
    return make();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function one<T>(records: ReadonlyMap<number, T>, id: number | null): T | null {
  return id === null ? null : (records.get(id) ?? null);
}

function nodeOf(ask: Ask, text: string): object | null {
  const { world, scopes } = ask;
  const gid = readGid(text);
  if (gid === null) return null;
  const needs = (scope: string): void => {
    if (!holds(scopes, scope)) throw accessDenied('node', [scope]);
  };
  const typed = (node: object | null, type = gid.kind): object | null => {
    if (node !== null) nodeTypes.set(node, type);
    return node;
  };
  switch (gid.kind) {
    case 'Order':
      needs('read_orders');
      return typed(orderIn(ask, text));
    case 'LineItem': {
      needs('read_orders');
      const id = catalogueId('LineItem', gid.number);
      for (const order of world.orders) {
        if (!order.lines.some((line) => line.id === id) || !visible(order, ask)) continue;
        return typed(lineSources(order).find(({ line }) => line.id === id) ?? null);
      }
      return null;
    }
    case 'Customer':
      needs('read_customers');
      return typed(one(world.catalogue.customerById, catalogueId('Customer', gid.number)));
    case 'Product':
      needs('read_products');
      return typed(one(world.productById, catalogueId('Product', gid.number)));
    case 'ProductVariant': {
      needs('read_products');
      const source = one(world.variantById, catalogueId('ProductVariant', gid.number));
      return typed(source === null ? null : { ...source });
    }
    case 'InventoryItem': {
      needs('read_products');
      const source = one(world.variantById, catalogueId('InventoryItem', gid.number));
      return typed(source === null ? null : { ...source });
    }
    case 'Location':
      needs('read_locations');
      return typed(one(world.locationById, catalogueId('Location', gid.number)));
    case 'Shop':
      return gid.number === world.number ? typed(world) : null;
    default:
      return null;
  }
}
