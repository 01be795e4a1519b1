// The rows that a shop's collections list, made once per shop and turned into JSON on first use.

import type { Catalogue, Customer, Order, Product } from '../../catalogue/types.ts';
import { derived, perRecord } from '../../living/derived.ts';
import { once } from '../../once.ts';
import { orderId, productId, refundId, variationId } from './ids.ts';
import type { Row } from './listing.ts';
import { createdVia, nativeAddress, nativeOrder, statusOf } from './orders.ts';
import {
  isVariable,
  nativeProduct,
  nativeVariation,
  productStatus,
  stockStatus,
} from './products.ts';
import { nativeRefund } from './refunds.ts';
import { restRoot } from './replies.ts';
import { everyProduct, isTellable, type WooShop } from './shops.ts';
import { times } from './texts.ts';

export interface OrderRow extends Row {
  readonly order: Order;
  readonly status: string;
  readonly createdVia: string;
  /** The record with another number of decimals. */
  withDecimals(dp: number): object;
}

export interface ProductRow extends Row {
  readonly product: Product;
  readonly status: string;
  readonly stockStatus: string;
}

export interface CustomerRow extends Row {
  readonly customer: Customer;
  readonly role: string;
}

export interface Collections {
  readonly orders: readonly OrderRow[];
  readonly products: readonly ProductRow[];
  readonly variations: readonly (Row & { readonly stockStatus: string; readonly sku: string })[];
  readonly customers: readonly CustomerRow[];
  refundsOf(order: Order, dp: number): readonly Row[];
}

/** How the database writes that there is no date: `0000-00-00 00:00:00`. */
const NEVER = -62_167_219_200_000;

export function collectionsOf(shop: WooShop, catalogue: Catalogue): Collections {
  const rowOfProduct = perRecord((product: Product) => productRow(product, shop));
  const rowOfOrder = perRecord((order: Order) => orderRow(order, shop, catalogue));
  const rowInTrash = perRecord((order: Order) => orderRow(order, shop, catalogue, 'trash'));
  const products = derived(catalogue, () => everyProduct(shop).map(rowOfProduct));
  const orders = derived(catalogue, () => [
    ...shop.orders.map(rowOfOrder),
    ...unlisted(shop).map(([order, status]) => orderRow(order, shop, catalogue, status)),
    // What was deleted goes to the trash, where it keeps its number.
    ...(shop.orders.length === 0 ? [] : catalogue.deletedOrders.filter(isTellable).map(rowInTrash)),
  ]);
  const customers = once(() => catalogue.customers.map((customer) => customerRow(customer, shop)));
  const rowsOfVariations = perRecord((product: Product) =>
    product.variants.map((variant) => ({
      ...remembered(() => nativeVariation(product, variant, shop)),
      id: variationId(variant),
      createdAt: variant.createdAt,
      modifiedAt: variant.updatedAt,
      title: variant.title ?? '',
      parentId: productId(product),
      stockStatus: stockStatus(variant),
      sku: variant.sku ?? '',
    })),
  );
  const variations = derived(catalogue, () =>
    everyProduct(shop).filter(isVariable).flatMap(rowsOfVariations),
  );
  return {
    get orders() {
      return orders();
    },
    get products() {
      return products();
    },
    get variations() {
      return variations();
    },
    get customers() {
      return customers();
    },
    refundsOf: (order, dp) =>
      order.refunds.map((refund) => ({
        ...remembered(() => nativeRefund(refund, order, { shop, catalogue, dp })),
        id: refundId(order, refund),
        createdAt: refund.createdAt,
        modifiedAt: refund.createdAt,
        title: '',
        parentId: orderId(order),
      })),
  };
}

function orderRow(
  order: Order,
  shop: WooShop,
  catalogue: Catalogue,
  status = statusOf(order, shop),
): OrderRow {
  const render = (dp: number): object => nativeOrder(order, { shop, catalogue, dp }, status);
  return {
    ...remembered(() => render(2)),
    id: orderId(order),
    createdAt: order.createdAt,
    modifiedAt: order.undated ? NEVER : order.updatedAt,
    title: '',
    parentId: 0,
    order,
    status,
    createdVia: createdVia(order),
    withDecimals: render,
  };
}

/** Orders that only a request for their status by name may see. */
function unlisted(shop: WooShop): readonly (readonly [Order, string])[] {
  return ['trash', 'auto-draft', 'checkout-draft'].flatMap((status, i) => {
    const like = shop.orders.at(-1 - i);
    return like === undefined ? [] : [[{ ...like, id: 100_000 + i, refunds: [] }, status] as const];
  });
}

function productRow(product: Product, shop: WooShop): ProductRow {
  const first = product.variants[0];
  return {
    ...remembered(() => nativeProduct(product, shop)),
    id: productId(product),
    createdAt: product.createdAt,
    modifiedAt: product.undated ? NEVER : product.updatedAt,
    title: product.title,
    parentId: 0,
    product,
    status: productStatus(product),
    stockStatus: first === undefined ? 'instock' : stockStatus(first),
  };
}

function customerRow(customer: Customer, shop: WooShop): CustomerRow {
  // Now and then somebody of the shop buys; `role=customer`, the default, hides them.
  const role = customer.id % 50 === 0 ? 'shop_manager' : 'customer';
  const root = `${restRoot(shop)}/wc/v3/customers`;
  return {
    ...remembered(() => ({
      id: customer.id,
      ...times('date_created', customer.createdAt, shop.timeZone),
      ...times('date_modified', customer.updatedAt, shop.timeZone),
      email: customer.email,
      first_name: customer.firstName,
      last_name: customer.lastName,
      role,
      username: customer.email.slice(0, customer.email.indexOf('@')),
      billing: {
        ...nativeAddress(customer.address),
        email: customer.email,
        phone: customer.phone ?? '',
      },
      shipping: { ...nativeAddress(customer.address), phone: '' },
      is_paying_customer: true,
      avatar_url: 'https://secure.gravatar.com/avatar/0?s=96',
      meta_data: [],
      _links: { self: [{ href: `${root}/${customer.id}` }], collection: [{ href: root }] },
    })),
    id: customer.id,
    createdAt: customer.createdAt,
    modifiedAt: customer.updatedAt,
    title: `${customer.firstName} ${customer.lastName}`,
    parentId: 0,
    customer,
    role,
  };
}

function remembered(make: () => object): Pick<Row, 'text' | 'record'> {
  const record = once(make);
  return { record, text: once(() => JSON.stringify(record())) };
}
