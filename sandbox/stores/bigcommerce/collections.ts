// Everything one store holds, ready to be listed: rows to filter by, and texts made once.
import type { Catalogue, Order, Product } from '../../catalogue/types.ts';
import { derived, perRecord } from '../../living/derived.ts';
import { nativeBrand, nativeCustomer } from './around.ts';
import { orderId, productId } from './ids.ts';
import { nativeRefund } from './order-parts.ts';
import { type Includes, nativeOrder } from './orders.ts';
import { nativeImages, nativeProduct, nativeVariant } from './products.ts';
import type { BigcommerceShop } from './shops.ts';
import { statusId } from './status.ts';

export interface OrderRow {
  readonly id: number;
  readonly order: Order;
  readonly statusId: number;
  text(includes: Includes): string;
}

export interface ProductRow {
  readonly id: number;
  readonly product: Product;
  record(): Readonly<Record<string, unknown>>;
  /** At most as many as a list shows. */
  variants(most: number): readonly object[];
  images(): readonly object[];
}

export interface PlainRow {
  readonly id: number;
  readonly orderId?: number;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface Collections {
  /** By identifier, ascending; those that were never completed among them. */
  readonly orders: readonly OrderRow[];
  readonly orderById: ReadonlyMap<number, OrderRow>;
  readonly products: readonly ProductRow[];
  readonly productById: ReadonlyMap<number, ProductRow>;
  readonly refunds: readonly PlainRow[];
  readonly customers: readonly PlainRow[];
  readonly brands: readonly PlainRow[];
}

/** The collections as they are now; rows of what did not change are kept. */
export function collectionsOf(shop: BigcommerceShop, catalogue: Catalogue): () => Collections {
  const rowOfOrder = perRecord((order: Order) =>
    orderRow(order, shop, catalogue, orderId(order), statusId(order)),
  );
  const rowInArchive = perRecord((order: Order) =>
    orderRow(order, shop, catalogue, orderId(order), statusId(order), true),
  );
  const rowOfProduct = perRecord((product: Product) => productRow(product, shop));
  const rowsOfRefunds = perRecord((order: Order) =>
    order.refunds.map((refund) => ({
      id: refund.id,
      orderId: orderId(order),
      record: nativeRefund(refund, order, shop) as PlainRow['record'],
    })),
  );
  const incomplete = shop.incomplete.map((order) =>
    orderRow(order, shop, catalogue, orderId(order) + 1, 0),
  );
  const customers = catalogue.customers.map((customer) => ({
    id: customer.id,
    record: nativeCustomer(customer) as PlainRow['record'],
  }));
  const brands = catalogue.brands.map((brand) => {
    const record = nativeBrand(brand);
    return { id: Number(record.id), record };
  });
  return derived(catalogue, () => {
    const orders = [...shop.orders.map(rowOfOrder), ...incomplete].sort((a, b) => a.id - b.id);
    const products = shop.products.map(rowOfProduct);
    // Deleted orders are archived: no list has them, and by their number they say so.
    const archived = shop.orders.length === 0 ? [] : catalogue.deletedOrders.map(rowInArchive);
    return {
      orders,
      orderById: new Map([...orders, ...archived].map((row) => [row.id, row])),
      products,
      productById: new Map(products.map((row) => [row.id, row])),
      refunds: shop.orders.flatMap(rowsOfRefunds),
      customers,
      brands,
    };
  });
}

function orderRow(
  order: Order,
  shop: BigcommerceShop,
  catalogue: Catalogue,
  id: number,
  status: number,
  isDeleted = false,
): OrderRow {
  const texts = new Map<string, string>();
  return {
    id,
    order,
    statusId: status,
    text(includes) {
      const key = JSON.stringify(includes);
      let text = texts.get(key);
      if (text === undefined) {
        text = JSON.stringify(
          nativeOrder(order, shop, catalogue, includes, { id, status, isDeleted }),
        );
        texts.set(key, text);
      }
      return text;
    },
  };
}

function productRow(product: Product, shop: BigcommerceShop): ProductRow {
  let record: Readonly<Record<string, unknown>> | undefined;
  let variants: readonly object[] | undefined;
  return {
    id: productId(product),
    product,
    record() {
      record ??= nativeProduct(product, shop) as Readonly<Record<string, unknown>>;
      return record;
    },
    variants(most) {
      variants ??= product.variants.map((variant) => nativeVariant(variant, product, shop));
      return variants.slice(0, most);
    },
    images: () => nativeImages(product, shop),
  };
}
