// What a call answers: the record as it is now, who tells it and how, and why the others do not.
import { currencies, decimal } from '../catalogue/currencies.ts';
import type { Instant, Order, Product } from '../catalogue/types.ts';
import type { Store, StoreShop } from '../store.ts';
import { isoText } from './body.ts';
import { printed } from './money.ts';
import { paidOf } from './settled.ts';

interface Telling {
  readonly channel: string;
  /** The identifier there. */
  readonly id: string;
  readonly shops: readonly string[];
  /** State and times by the vendor's own names, as the first of the shops prints them. */
  readonly native: object;
}

interface Silence {
  readonly channel: string;
  readonly why: string;
}

export interface Told {
  readonly told: readonly Telling[];
  readonly untold: readonly Silence[];
}

export function orderTold(order: Order, stores: readonly Store[]): Told {
  return gathered(stores, (store) => {
    const found = shopsWith(store, ({ orders }) => orders.find(({ id }) => id === order.id));
    const [first] = found;
    if (first === undefined)
      return store.telling?.whyNoOrder(order) ?? `No shop of ${store.title} holds it.`;
    return {
      id: store.orderId(first.record),
      shops: found.map(({ shop }) => shop.name),
      native: store.telling?.order?.(first.record, first.shop.name) ?? {},
    };
  });
}

export function productTold(product: Product, stores: readonly Store[]): Told {
  return gathered(stores, (store) => {
    const found = shopsWith(store, ({ products, hiddenProducts = [] }) =>
      [...products, ...hiddenProducts].find(({ id }) => id === product.id),
    );
    const [first] = found;
    if (first === undefined)
      return store.telling?.whyNoProduct(product) ?? `No shop of ${store.title} holds it.`;
    return {
      id: store.productId(first.record),
      shops: found.map(({ shop }) => shop.name),
      native: store.telling?.product(first.record, first.shop.name) ?? {},
    };
  });
}

/** After a deletion nobody tells it any more; each vendor lets that be known in its own way. */
export const deletionTold = (stores: readonly Store[], kind: 'order' | 'product'): Told =>
  gathered(stores, ({ telling, title }) => {
    const how = kind === 'order' ? telling?.deletedOrder : telling?.deletedProduct;
    return how ?? `${title} no longer lists it.`;
  });

function gathered(
  stores: readonly Store[],
  ask: (store: Store) => Omit<Telling, 'channel'> | string,
): Told {
  const told: Telling[] = [];
  const untold: Silence[] = [];
  for (const store of stores) {
    const { channel } = store;
    const said = ask(store);
    if (typeof said === 'string') untold.push({ channel, why: said });
    else told.push({ channel, ...said });
  }
  return { told, untold };
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
      stock: variant.stock.tracked
        ? variant.stock.levels.reduce((sum, { available }) => sum + available, 0)
        : null,
    })),
  };
}
