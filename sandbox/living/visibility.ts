// What a call answers: the record as it is now, which vendors show it and how, and why the others do not.
import { currencies, decimal } from '../catalogue/currencies.ts';
import type { Instant, Order, Product } from '../catalogue/types.ts';
import type { Store, StoreShop } from '../store.ts';
import { isoText } from './body.ts';
import { printed } from './money.ts';
import { paidOf } from './settled.ts';

interface Shown {
  readonly channel: string;
  /** The identifier there. */
  readonly id: string;
  readonly shops: readonly string[];
  /** State and times by the vendor's own names, as the first of the shops prints them. */
  readonly native: object;
}

interface NotShown {
  readonly channel: string;
  readonly why: string;
}

export interface Visibility {
  readonly shown: readonly Shown[];
  readonly notShown: readonly NotShown[];
}

export function orderVisibility(order: Order, stores: readonly Store[]): Visibility {
  return gathered(stores, (store) => {
    const found = shopsWith(store, ({ orders }) => orders.find(({ id }) => id === order.id));
    const [first] = found;
    if (first === undefined)
      return store.display?.whyNoOrder(order) ?? `No shop of ${store.title} holds it.`;
    return {
      id: store.orderId(first.record),
      shops: found.map(({ shop }) => shop.name),
      native: store.display?.order?.(first.record, first.shop.name) ?? {},
    };
  });
}

export function productVisibility(product: Product, stores: readonly Store[]): Visibility {
  return gathered(stores, (store) => {
    const found = shopsWith(store, ({ products, hiddenProducts = [] }) =>
      [...products, ...hiddenProducts].find(({ id }) => id === product.id),
    );
    const [first] = found;
    if (first === undefined)
      return store.display?.whyNoProduct(product) ?? `No shop of ${store.title} holds it.`;
    return {
      id: store.productId(first.record),
      shops: found.map(({ shop }) => shop.name),
      native: store.display?.product(first.record, first.shop.name) ?? {},
    };
  });
}

/** After a deletion no vendor shows it any more; each reports that in its own way. */
export const deletionVisibility = (
  stores: readonly Store[],
  kind: 'order' | 'product',
): Visibility =>
  gathered(stores, ({ display, title }) => {
    const how = kind === 'order' ? display?.deletedOrder : display?.deletedProduct;
    return how ?? `${title} no longer lists it.`;
  });

function gathered(
  stores: readonly Store[],
  ask: (store: Store) => Omit<Shown, 'channel'> | string,
): Visibility {
  const shown: Shown[] = [];
  const notShown: NotShown[] = [];
  for (const store of stores) {
    const { channel } = store;
    const said = ask(store);
    if (typeof said === 'string') notShown.push({ channel, why: said });
    else shown.push({ channel, ...said });
  }
  return { shown, notShown };
}

const shopsWith = <T>({ shops }: Store, find: (shop: StoreShop) => T | undefined) =>
  shops.flatMap((shop) => {
    const record = find(shop);
    return record === undefined ? [] : [{ shop, record }];
  });

const isoOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : isoText(instant);

export function orderShown(order: Order): object {
  const { currency, totals } = order;
  return {
    number: order.number,
    state: order.state,
    financialStatus: order.financialStatus,
    fulfilmentStatus: order.fulfilmentStatus,
    cancelReason: order.cancelReason,
    currency,
    total: printed(totals.total, currency),
    paid: printed(paidOf(order), currency),
    refunded: printed(totals.refunded, currency),
    outstanding: printed(totals.outstanding, currency),
    createdAt: isoText(order.createdAt),
    updatedAt: isoText(order.updatedAt),
    cancelledAt: isoOrNull(order.cancelledAt),
    closedAt: isoOrNull(order.closedAt),
    email: order.email,
    phone: order.phone,
    note: order.note,
    tags: order.tags,
    lines: order.lines.map((line, at) => ({
      line: at + 1,
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      shipped: line.fulfilledQuantity,
      refunded: line.refundedQuantity,
      unitPrice: printed(line.unitPrice, currency),
      total: printed(line.total, currency),
    })),
    parcels: order.fulfilments.map(({ carrier, trackingNumber, by = null, lines }) => ({
      carrier,
      trackingNumber,
      by,
      pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    })),
  };
}

export function productShown(product: Product): object {
  const { decimals } = currencies.EUR;
  return {
    product: product.id,
    title: product.title,
    status: product.status,
    createdAt: isoText(product.createdAt),
    updatedAt: isoText(product.updatedAt),
    publishedAt: isoOrNull(product.publishedAt),
    variants: product.variants.map((variant) => ({
      sku: variant.sku,
      title: variant.title,
      price: variant.price === null ? null : decimal(variant.price, decimals),
      compareAtPrice:
        variant.compareAtPrice === null ? null : decimal(variant.compareAtPrice, decimals),
      stock: variant.stock.tracked
        ? variant.stock.levels.reduce((sum, { available }) => sum + available, 0)
        : null,
    })),
  };
}
