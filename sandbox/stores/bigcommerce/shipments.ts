// The shipments of an order, as V2 lists them.
import type { Fulfilment, Order } from '../../catalogue/types.ts';
import { nativeAddress, splitOf } from './consignments.ts';
import { consignmentId, lineId, orderId, productId } from './ids.ts';
import { mailTime } from './texts.ts';

/** Only what is shipped is in one: no downloads, no gift certificates. */
export function nativeShipments(order: Order): readonly object[] {
  return order.fulfilments
    .map((fulfilment) => ({ fulfilment, items: itemsOf(fulfilment, order) }))
    .filter(({ items }) => items.length > 0)
    .map(({ fulfilment, items }) => nativeShipment(fulfilment, items, order));
}

export function nativeShipment(
  fulfilment: Fulfilment,
  items: readonly object[],
  order: Order,
): object {
  const own = fulfilment.by === 'bigcommerce' ? fulfilment.own : undefined;
  const text = (name: string): string => String(own?.[name] ?? '');
  const [first] = fulfilment.lines;
  const { parcels } = splitOf(order);
  const parcel = parcels.findIndex((lines) => lines.some(({ id }) => id === first?.lineId));
  return {
    id: 900 + fulfilment.id,
    order_id: orderId(order),
    customer_id: order.customerId ?? 0,
    order_address_id: consignmentId(order, Math.max(0, parcel)),
    date_created: mailTime(fulfilment.createdAt),
    tracking_number: fulfilment.trackingNumber ?? '',
    merchant_shipping_cost: '0.0000',
    shipping_method: text('shipping_method') || (order.shippingLines[0]?.title ?? ''),
    comments: text('comments'),
    // Empty for a carrier that BigCommerce has no connection with.
    shipping_provider: text('shipping_provider'),
    shipping_provider_display_name: '',
    tracking_carrier: fulfilment.carrier ?? '',
    tracking_link: fulfilment.trackingUrl ?? '',
    generated_tracking_link: '',
    billing_address: nativeAddress(order.billing, order),
    shipping_address: nativeAddress(order.shipping, order),
    items,
  };
}

export const itemsOf = (fulfilment: Fulfilment, order: Order): readonly object[] =>
  fulfilment.lines.flatMap(({ lineId: id, quantity }) => {
    const line = order.lines.find((one) => one.id === id);
    if (line === undefined || !line.requiresShipping) return [];
    const product = line.productId === null ? 0 : productId({ id: line.productId });
    return [{ order_product_id: lineId(line), product_id: product, quantity }];
  });
