// The fields of the query root: lists, single records and nodes by global id.
import type { Order } from '../../catalogue/types.ts';
import { holds } from './app.ts';
import { type Connection, connect, listed } from './connection.ts';
import { catalogueId, idIn, type NumberedKind, readGid } from './ids.ts';
import { searchOrders } from './order-search.ts';
import { searchProducts } from './product-search.ts';
import { accessDenied, tooManyIds } from './refusal.ts';
import { noteSearch } from './search.ts';
import { listSubscriptions } from './webhooks.ts';
import { type Ask, type Resolvers, visible } from './world.ts';

const largestInput = 250;

export const rootResolvers: Resolvers<unknown> = {
  shop: (_root, _args, { world }) => world,
  currentAppInstallation: (_root, _args, { world }) => world,

  orders: (_root, args, ask) => {
    const { test, warnings } = searchOrders(args.query ?? '', ask.world);
    noteSearch(ask, ['orders'], args.query, warnings);
    const list = ask.world.sortedOrders(args.sortKey ?? 'PROCESSED_AT');
    const shown = (order: Order): boolean => visible(order, ask) && (test === null || test(order));
    return sized(ask, 'orders', connect(list, shown, args));
  },
  order: (_root, args, ask) => recordOf('Order', idIn('Order', args.id ?? ''), ask),
  fulfillment: (_root, args, ask) => {
    const id = idIn('Fulfillment', args.id ?? '');
    for (const order of ask.world.orders) {
      const fulfilment = order.fulfilments.find((one) => one.id === id);
      if (fulfilment !== undefined) return visible(order, ask) ? { order, fulfilment } : null;
    }
    return null;
  },
  refund: (_root, args, ask) => {
    const id = idIn('Refund', args.id ?? '');
    for (const order of ask.world.orders) {
      const refund = order.refunds.find((one) => one.id === id);
      if (refund !== undefined) return visible(order, ask) ? { order, refund } : null;
    }
    return null;
  },

  products: (_root, args, ask) => {
    const { test, warnings } = searchProducts(args.query ?? '', ask.world);
    noteSearch(ask, ['products'], args.query, warnings);
    const list = ask.world.sortedProducts(args.sortKey ?? 'ID');
    return sized(ask, 'products', connect(list, test, args));
  },
  product: (_root, args, ask) => recordOf('Product', idIn('Product', args.id ?? ''), ask),
  inventoryItem: (_root, args, ask) =>
    recordOf('InventoryItem', idIn('InventoryItem', args.id ?? ''), ask),

  webhookSubscriptions: (_root, args, ask) =>
    sized(ask, 'webhookSubscriptions', listSubscriptions(args, ask)),

  locations: (_root, args, { world }) => listed(world.catalogue.locations, args),

  nodes: (_root, args, ask) => {
    const ids = args.ids ?? [];
    if (ids.length > largestInput) throw tooManyIds(ids.length, largestInput);
    const found = ids.map((id) => nodeOf(ask, id));
    ask.sizes.set('nodes', found.filter((node) => node !== null).length);
    return found;
  },
};

function sized<T>(ask: Ask, field: string, connection: Connection<T>): Connection<T> {
  ask.sizes.set(field, connection.nodes.length);
  return connection;
}

function recordOf(kind: NumberedKind, id: number | null, ask: Ask): object | null {
  const { world } = ask;
  if (id === null) return null;
  if (kind === 'Product') return world.productById.get(id) ?? null;
  const source = world.variantById.get(id);
  if (kind === 'InventoryItem') return source ?? null;
  if (kind === 'ProductVariant') return source ? { ...source, isVariant: true } : null;
  const order = world.orderById.get(id);
  return order !== undefined && visible(order, ask) ? order : null;
}

const nodeScopes = {
  Order: 'read_orders',
  Product: 'read_products',
  InventoryItem: 'read_products',
  ProductVariant: 'read_products',
} as const;

/** A refusal is returned, not thrown: it belongs to its own entry in the list. */
function nodeOf(ask: Ask, text: string): object | null {
  const gid = readGid(text);
  const kind = gid?.kind;
  if (kind === undefined || !isNode(kind)) return null;
  if (!holds(ask.scopes, nodeScopes[kind])) return accessDenied('node', [nodeScopes[kind]]);
  return recordOf(kind, catalogueId(kind, gid?.number ?? 0), ask);
}

const isNode = (kind: string): kind is keyof typeof nodeScopes => Object.hasOwn(nodeScopes, kind);
