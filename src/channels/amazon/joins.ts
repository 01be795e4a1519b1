// Joins the lines of orders with products: an order names goods by SKU, a product may be its parent.
import type { Account } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import type { LineItem } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import type { Reading } from '../channel.ts';
import { filled } from '../kit/text.ts';
import { marketplaceIdsOf } from './asks.ts';
import { productsOf } from './families.ts';
import type { NativeOrder, WithProducts } from './native.ts';
import { neededMarketplaces } from './participations.ts';

/**
 * The orders with the products of their SKUs beside them. Without the merchant token no product can
 * be read at all; where the listings refuse or fail, the orders are given without, and it is said.
 */
export async function withProducts<T extends WithProducts>(
  orders: readonly T[],
  skusOf: (order: T) => readonly string[],
  reading: Reading,
): Promise<readonly T[]> {
  const { sellerId } = reading.account;
  const skus = orders.flatMap(skusOf);
  if (!sellerId || skus.length === 0) return orders;
  try {
    const [marketplaceId = ''] = await neededMarketplaces(reading);
    const products = await productsOf(skus, { sellerId, marketplaceId, reading });
    return orders.map((order) => {
      const known = skusOf(order).filter((sku) => products.has(sku));
      const found = known.map((sku) => [sku, products.get(sku) ?? null] as const);
      return { ...order, productsBySku: Object.fromEntries(found) };
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    reading.note({
      code: 'field_withheld',
      field: 'line_items.product_id',
      fields: ['line_items.product_exists'],
      message: `Which products the lines belong to is left out, since the listings cannot be read: ${error.message}`,
    });
    return orders;
  }
}

/**
 * A SKU is a variant's identifier. Where the listings were looked up and do not have it, there is
 * no variant either; that it was deleted is certain only for the marketplace products are read from.
 */
export function joinOf(
  sellerSku: unknown,
  { productsBySku, salesChannel }: NativeOrder,
  account: Account,
): Pick<Draft<LineItem>, 'product_id' | 'variant_id' | 'product_exists'> {
  const sku = filled(sellerSku);
  const isKnown = sku !== null && productsBySku && Object.hasOwn(productsBySku, sku);
  const product = isKnown ? productsBySku[sku] : undefined;
  if (typeof product === 'string')
    return { product_id: product, variant_id: sku, product_exists: true };
  if (product !== null) return { variant_id: sku };
  const [home] = marketplaceIdsOf(account);
  const isGone = home !== undefined && home === filled(salesChannel?.marketplaceId);
  return { product_exists: isGone ? false : null };
}
