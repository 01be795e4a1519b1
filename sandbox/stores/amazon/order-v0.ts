// One order of the catalogue, and its items, in the shapes of the Orders API v0.
import type { Order } from '../../catalogue/types.ts';
import { utcText } from '../../zone.ts';
import { amount, type ItemFigures, shownFigures } from './figures.ts';
import { isSentByAmazon, oldStatuses, statusOf } from './holding.ts';
import { childAsin, itemId, orderId } from './ids.ts';
import { nameOf, promotionsOf, relayOf, titleOf } from './order-2026.ts';
import { type AmazonShop, marketplaceOf } from './shops.ts';

const time = (instant: number): string => `${utcText(instant)}Z`;

const money = (minor: number, order: Order) => ({
  CurrencyCode: order.currency,
  Amount: amount(minor, order),
});

/** Complete with a restricted data token; without one, no name, street or contact. */
export function oldOrder(order: Order, shop: AmazonShop, restricted: boolean): object {
  const status = statusOf(order);
  const marketplace = marketplaceOf(order, shop.sells);
  const byAmazon = isSentByAmazon(order);
  const pieces = (read: (line: Order['lines'][number]) => number) =>
    order.lines.reduce((total, line) => total + read(line), 0);
  const cancelled = status === 'CANCELLED';
  return {
    AmazonOrderId: orderId(order),
    ...(byAmazon ? {} : { SellerOrderId: `KZ-${order.number}` }),
    PurchaseDate: time(order.createdAt),
    LastUpdateDate: time(order.updatedAt),
    OrderStatus: oldStatuses[status],
    FulfillmentChannel: byAmazon ? 'AFN' : 'MFN',
    SalesChannel: marketplace.name,
    ShipServiceLevel: order.shippingLines.length > 1 ? 'Exp NL Dom_1' : 'Std NL Dom_1',
    // A tip is charged apart and unknown to this version.
    ...(status !== 'PENDING' &&
      !cancelled && {
        OrderTotal: money(order.totals.total.presentment - order.totals.tip.presentment, order),
      }),
    NumberOfItemsShipped: pieces((line) => line.fulfilledQuantity),
    NumberOfItemsUnshipped: cancelled
      ? 0
      : pieces((line) => line.quantity - line.fulfilledQuantity),
    PaymentMethod: 'Other',
    PaymentMethodDetails: [order.company ? 'Invoice' : 'Standard'],
    IsReplacementOrder: false,
    MarketplaceId: marketplace.id,
    ShipmentServiceLevelCategory: order.shippingLines.length > 1 ? 'Expedited' : 'Standard',
    OrderType: 'StandardOrder',
    IsBusinessOrder: order.company !== null,
    IsPrime: order.id % 5 === 0,
    IsPremiumOrder: false,
    IsGlobalExpressEnabled: false,
    IsSoldByAB: false,
    IsISPU: false,
    ...(!cancelled && {
      ShippingAddress: addressOf(order, restricted && status !== 'PENDING', byAmazon),
    }),
    BuyerInfo: {
      ...(restricted &&
        status !== 'PENDING' && {
          BuyerName: nameOf(order.billing ?? order.shipping),
          ...(byAmazon ? {} : { BuyerEmail: relayOf(order, marketplace.domain) }),
        }),
      ...(order.poNumber && { PurchaseOrderNumber: order.poNumber }),
    },
  };
}

function addressOf(order: Order, whole: boolean, byAmazon: boolean): object {
  const { shipping } = order;
  if (shipping === null) return {};
  const region = shipping.provinceCode ?? shipping.province;
  const shown = {
    City: shipping.city,
    ...(region && { StateOrRegion: region }),
    CountryCode: shipping.countryCode,
  };
  if (!whole) return shown;
  return {
    Name: nameOf(shipping),
    ...(shipping.company && { CompanyName: shipping.company }),
    AddressLine1: shipping.address1,
    ...(shipping.address2 && { AddressLine2: shipping.address2 }),
    ...shown,
    PostalCode: shipping.zip,
    ...(shipping.phone && !byAmazon && { Phone: shipping.phone }),
    AddressType: order.company ? 'Commercial' : 'Residential',
  };
}

export const oldItems = (order: Order): readonly object[] =>
  shownFigures(order).map((one) => oldItem(one, order));

function oldItem(one: ItemFigures, order: Order): object {
  const { line } = one;
  const status = statusOf(order);
  const cancelled = status === 'CANCELLED';
  const priced = status !== 'PENDING' && !cancelled;
  const promotions = promotionsOf(one, order);
  const print = (minor: number) => money(minor, order);
  return {
    ASIN: childAsin(line.variantId ?? 0),
    OrderItemId: itemId(line),
    SellerSKU: line.sku ?? '',
    Title: titleOf(one),
    QuantityOrdered: cancelled ? 0 : line.quantity,
    QuantityShipped: line.fulfilledQuantity,
    ProductInfo: { NumberOfItems: '1' },
    // A cancelled line has no pieces left, and still the price it once had.
    ...(cancelled && { ItemPrice: print(one.item), ItemTax: print(one.itemTax) }),
    ...(priced && {
      ItemPrice: print(one.item),
      ItemTax: print(one.itemTax),
      ...(one.shipping > 0 && {
        ShippingPrice: print(one.shipping),
        ShippingTax: print(one.shippingTax),
      }),
      ...(one.shippingDiscount > 0 && {
        ShippingDiscount: print(one.shippingDiscount),
        ShippingDiscountTax: print(0),
      }),
      PromotionDiscount: print(one.discount),
      PromotionDiscountTax: print(one.discountTax),
      ...(promotions.length > 0 && { PromotionIds: promotions }),
    }),
    IsGift: 'false',
    ConditionId: 'New',
    ConditionSubtypeId: 'New',
    IsTransparency: false,
    BuyerRequestedCancel: {
      IsBuyerRequestedCancel: String(cancelled && order.cancelReason === 'customer'),
      BuyerCancelReason: '',
    },
  };
}
