// Finds the record that an address names: by number, by stock-keeping unit, or as a channel calls it.
import type { Catalogue, Order, Product, Variant } from '../catalogue/types.ts';
import type { Store } from '../store.ts';
import { unknownRecord } from './refusal.ts';

export interface Around {
  readonly catalogue: Catalogue;
  readonly stores: readonly Store[];
}

/** `3231`, or `woocommerce:28924`. */
export function orderNamed(name: string, { catalogue, stores }: Around): Order {
  const native = nativeName(name, stores);
  const order =
    native === undefined
      ? catalogue.orders.find(({ number }) => String(number) === name)
      : catalogue.orders.find((one) => native.store.orderId(one) === native.id);
  if (order !== undefined) return order;
  const deleted = catalogue.deletedOrders.some((one) =>
    native === undefined ? String(one.number) === name : native.store.orderId(one) === native.id,
  );
  throw unknownRecord(
    deleted
      ? `Order ${name} was deleted; POST /_sandbox/reset brings it back.`
      : `There is no order ${name}; GET /_sandbox/orders lists the newest, and woocommerce:28924 would be one by its identifier there.`,
  );
}

/** `4`, `KZ-0004`, or `woocommerce:1004`. */
export function productNamed(
  name: string,
  { catalogue, stores }: Around,
): { readonly product: Product; readonly variant: Variant | undefined } {
  const native = nativeName(name, stores);
  for (const product of catalogue.products) {
    if (native !== undefined) {
      if (native.store.productId(product) === native.id) return { product, variant: undefined };
      const variant = product.variants.find(
        (one) => native.store.variantId(product, one) === native.id,
      );
      if (variant !== undefined) return { product, variant };
    } else if (String(product.id) === name) return { product, variant: undefined };
    else {
      const variant = product.variants.find(({ sku }) => sku === name);
      if (variant !== undefined) return { product, variant };
    }
  }
  throw unknownRecord(
    `There is no product ${name}; GET /_sandbox/products lists the newest, and KZ-0004 would be one by its stock-keeping unit.`,
  );
}

function nativeName(name: string, stores: readonly Store[]) {
  const colon = name.indexOf(':');
  if (colon < 0) return undefined;
  return { store: storeNamed(name.slice(0, colon), stores), id: name.slice(colon + 1) };
}

function storeNamed(channel: string, stores: readonly Store[]): Store {
  const store = stores.find((one) => one.channel === channel);
  if (store === undefined)
    throw unknownRecord(
      `There is no channel ${channel}; it is one of ${stores.map((one) => one.channel).join(', ')}.`,
    );
  return store;
}

/** A shop of a channel; the first unless named. */
export function shopNamed(channel: string, name: string | undefined, stores: readonly Store[]) {
  const store = storeNamed(channel, stores);
  const shop = name === undefined ? store.shops[0] : store.shops.find((one) => one.name === name);
  if (shop === undefined)
    throw unknownRecord(
      `${store.title} has no shop ${name}; it is one of ${store.shops.map((one) => one.name).join(', ')}.`,
    );
  return { store, shop };
}
