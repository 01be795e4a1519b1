// Changes that no date of the vendor shows, each by a name: what a follower by dates alone would miss.
import type { Order, Product } from '../catalogue/types.ts';
import { piecesOf } from '../holding.ts';
import type { StoreShop } from '../store.ts';
import { shopNamed } from './find.ts';
import { changeOrder, deleteOrder, type Ground, orderCalls } from './order-calls.ts';
import { changeProduct, type ProductVerb, removeProduct } from './product-calls.ts';
import { impossible } from './refusal.ts';

export interface SilentAct {
  readonly name: string;
  readonly channel: string;
  readonly shop: string;
  /** Whose records change: deleting a product changes the orders that name it. */
  readonly resource: 'orders' | 'products';
  /** What changes, in the word of the channels' own declarations; `deletion` where it leaves the lists. */
  readonly what: string;
  readonly on: OnOrder | OnProduct;
}

interface OnOrder {
  readonly kind: 'order';
  readonly verb: string;
  readonly fits: (order: Order) => boolean;
  readonly body?: (order: Order) => object;
}

interface OnProduct {
  readonly kind: 'product';
  readonly verb: ProductVerb | 'delete';
  readonly fits: (product: Product, shop: StoreShop) => boolean;
  readonly body?: (product: Product) => object;
}

const isUnpaid = ({ financialStatus, state }: Order) =>
  financialStatus === 'pending' && state === 'open';
const isFamily = ({ options }: Product) => options.length > 0;
const isCounted = ({ variants }: Product) =>
  variants.every(({ stock, price }) => stock.tracked && price !== null && price > 200);
const isPlain = (product: Product) => !isFamily(product) && isCounted(product) && isFilled(product);
const isWide = (product: Product) => isFamily(product) && isCounted(product) && isFilled(product);
const isFilled = ({ variants, status }: Product) =>
  status === 'active' && variants.every((variant) => piecesOf(variant) > 0);
const isNamed = ({ id }: Product, { orders }: StoreShop) =>
  orders.some(({ lines }) => lines.some(({ productId }) => productId === id));

/** One piece more of the first line. */
const moreOf = ({ lines }: Order) => ({
  lines: [{ line: 1, quantity: (lines[0]?.quantity ?? 0) + 1 }],
});
/** Another price, or stock, of the first variant. */
const dearer = ({ variants: [first] }: Product) => ({
  price: (((first?.price ?? 0) + 100) / 100).toFixed(2),
  ...(first?.sku && { sku: first.sku }),
});
const fuller = ({ variants: [first] }: Product) => ({
  stock: (first?.stock.levels[0]?.available ?? 0) + 7,
  ...(first?.sku && { sku: first.sku }),
});
const renamed = ({ title }: Product) => ({ title: `${title}, new` });
const imported = (body: (product: Product) => object) => (product: Product) => ({
  ...body(product),
  by: 'import',
});
const sold = (product: Product) => ({ ...fuller(product), by: 'sale' });

const order = (verb: string, fits: OnOrder['fits'], body?: OnOrder['body']): OnOrder => ({
  ...{ kind: 'order', verb, fits },
  ...(body && { body }),
});
const product = (
  verb: OnProduct['verb'],
  fits: OnProduct['fits'],
  body?: OnProduct['body'],
): OnProduct => ({ ...{ kind: 'product', verb, fits }, ...(body && { body }) });

const act = (
  channel: string,
  resource: SilentAct['resource'],
  what: string,
  name: string,
  on: SilentAct['on'],
  shop = 'demo',
): SilentAct => ({ name: `${channel}: ${name}`, channel, shop, resource, what, on });

const any = () => true;

export const SILENT: readonly SilentAct[] = [
  act('woocommerce', 'orders', 'lines', 'a line of an order that is a post', order('edit', isUnpaid, moreOf), 'legacy'),
  act('woocommerce', 'orders', 'lines', 'a line that a plugin wrote', order('edit', isUnpaid, (one) => ({ ...moreOf(one), by: 'import' }))),
  act('woocommerce', 'orders', 'addresses', 'an address of an order that is a post', order('edit', any, () => ({ phone: '+31 20 555 0123' })), 'legacy'),
  act('woocommerce', 'orders', 'refunds', 'a refund is deleted', order('delete-refund', ({ financialStatus }) => financialStatus === 'partially_refunded')),
  act('woocommerce', 'orders', 'statuses', 'a status that no plugin registers', order('orphan', any)),
  act('woocommerce', 'orders', 'visibility', 'an order without a date', order('undate', ({ undated }) => !undated)),
  act('woocommerce', 'products', 'stock', 'stock by an importer', product('edit', isPlain, imported(fuller))),
  act('woocommerce', 'products', 'prices', 'a price by an importer', product('edit', isPlain, imported(dearer))),
  act('woocommerce', 'products', 'prices', 'a variation’s price by an importer', product('edit', isWide, imported(dearer))),
  act('woocommerce', 'products', 'visibility', 'a product without a date', product('undate', ({ undated }) => !undated)),
  act('magento', 'products', 'prices', 'a price by base-prices', product('edit', isPlain, imported(dearer))),
  act('magento', 'products', 'prices', 'a child’s price by base-prices', product('edit', isWide, imported(dearer))),
  act('magento', 'products', 'stock', 'stock by source items', product('edit', isPlain, fuller)),
  act('magento', 'products', 'stock', 'a child’s stock by source items', product('edit', isWide, fuller)),
  act('magento', 'products', 'stock', 'a sale', product('edit', isPlain, sold)),
  act('magento', 'products', 'visibility', 'not visible', product('hide', ({ hidden, status }) => !hidden && status === 'active')),
  act('bigcommerce', 'products', 'variants', 'a variant’s price', product('edit', isWide, dearer)),
  act('bigcommerce', 'products', 'variants', 'a variant’s stock', product('edit', isWide, fuller)),
  act('bigcommerce', 'products', 'stock', 'stock', product('edit', isPlain, fuller)),
  act('lightspeed_c', 'products', 'variants', 'a variant’s price', product('edit', isWide, dearer)),
  act('lightspeed_c', 'products', 'variants', 'a variant’s stock', product('edit', isPlain, fuller)),
  act('amazon', 'products', 'variants', 'a variation’s price', product('edit', (one) => isWide(one) && one.kind === 'physical', dearer)),
  act('amazon', 'products', 'stock', 'stock in Amazon’s warehouses', product('edit', (one) => isPlain(one) && one.kind === 'physical' && one.id % 4 === 0, fuller)),
  act('bol', 'products', 'stock', 'stock in bol’s warehouse', product('edit', (one) => isPlain(one) && one.kind === 'physical' && one.id % 4 === 0, fuller)),
  act('bol', 'products', 'texts', 'a title of bol’s catalogue', product('edit', isPlain, renamed)),
  ...['amazon', 'bigcommerce', 'lightspeed_c', 'shopify', 'woocommerce'].map((channel) =>
    act(channel, 'orders', 'products', 'a product of old lines is deleted', product('delete', isNamed)),
  ),
  ...['amazon', 'bigcommerce', 'bol', 'lightspeed_c', 'mirakl', 'shopify', 'woocommerce'].map((channel) =>
    act(channel, 'orders', 'deletion', 'an order is deleted', order('delete', any)),
  ),
  ...['amazon', 'bigcommerce', 'bol', 'lightspeed_c', 'magento', 'mirakl', 'sharetribe', 'shopify', 'woocommerce'].map((channel) =>
    act(channel, 'products', 'deletion', 'a product is deleted', product('delete', any)),
  ),
]; // biome-ignore format: one act a line

type Found =
  | { readonly order: Order; readonly on: OnOrder; readonly id: string }
  | { readonly product: Product; readonly on: OnProduct; readonly id: string };

/** The record named, or the newest of the shop that fits, and what the vendor calls it. */
export function recordFor(
  { name, channel, shop: of, on }: SilentAct,
  record: string | undefined,
  stores: Ground['stores'],
): Found {
  const { store, shop } = shopNamed(channel, of, stores);
  const isIt = (id: string) => record === undefined || record === id;
  if (on.kind === 'order') {
    const order = shop.orders.findLast(
      (one) => !one.orphaned && isIt(store.orderId(one)) && on.fits(one),
    );
    if (order) return { order, on, id: store.orderId(order) };
  } else {
    const product = shop.products.findLast(
      (one) => isIt(store.productId(one)) && on.fits(one, shop),
    );
    if (product) return { product, on, id: store.productId(product) };
  }
  throw impossible(`No ${on.kind} of ${channel} fits "${name}".`);
}

export function takeSilently(act: SilentAct, record: string | undefined, ground: Ground): void {
  const found = recordFor(act, record, ground.stores);
  if ('order' in found) {
    const { order, on } = found;
    const [number, body] = [String(order.number), JSON.stringify(on.body?.(order) ?? {})];
    const call = orderCalls[on.verb];
    if (on.verb === 'delete') deleteOrder(number, body, ground);
    else if (call) changeOrder(number, on.verb, call, body, ground);
    return;
  }
  const { product, on } = found;
  const [number, body] = [String(product.id), JSON.stringify(on.body?.(product) ?? {})];
  if (on.verb === 'delete') removeProduct(number, body, ground);
  else changeProduct(number, on.verb, body, ground);
}
