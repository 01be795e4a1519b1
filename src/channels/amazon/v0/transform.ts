// Turns an order of the Orders API v0 into ours: it is said in the words of the later version first.
import { isAmount, subtract, sum } from '../../../model/money.ts';
import type { OrderDraft } from '../../../model/order-draft.ts';
import type { Context } from '../../channel.ts';
import { orZero } from '../../kit/amounts.ts';
import { count, texts } from '../../kit/loose.ts';
import type { Breakdown, NativeAddress, NativeItem, NativeOrder } from '../native.ts';
import { itemsIn, transformOrder } from '../orders-transform.ts';
import type { AddressV0, ItemV0, MoneyV0, OrderV0 } from './native.ts';
import { laterState } from './status.ts';

/** This version knows no tips. */
export const transformV0 = (order: OrderV0, context: Context): OrderDraft => ({
  ...transformOrder(asLater(order), context),
  total_tip_received: null,
});

function asLater(order: OrderV0): NativeOrder {
  const { OrderTotal: total, BuyerInfo: buyer } = order;
  const items = itemsIn(order.OrderItems);
  const delivery = deliveryOf(order);
  const isPending = /^PENDING/.test(delivery.fulfillment.fulfillmentStatus ?? '');
  return {
    orderId: order.AmazonOrderId,
    orderItems: items.map(itemOf),
    ...delivery,
    orderAliases: [known({ aliasType: 'SELLER_ORDER_ID', aliasId: order.SellerOrderId })],
    programs: [
      ...(isTrue(order.IsPrime) ? ['PRIME'] : []),
      ...(isTrue(order.IsBusinessOrder) ? ['AMAZON_BUSINESS'] : []),
      ...(isTrue(order.IsPremiumOrder) ? ['PREMIUM'] : []),
    ],
    salesChannel: known({
      marketplaceId: order.MarketplaceId,
      marketplaceName: order.SalesChannel,
    }),
    buyer: known({
      buyerName: buyer?.BuyerName,
      buyerEmail: buyer?.BuyerEmail,
      buyerPurchaseOrderNumber: buyer?.PurchaseOrderNumber,
    }),
    proceeds: {
      grandTotal: known({
        amount: total?.Amount,
        currencyCode: texts([
          total?.CurrencyCode,
          ...items.map(({ ItemPrice }) => ItemPrice?.CurrencyCode),
        ])[0],
      }),
      breakdowns: sumsOf(items.filter((item) => !isGone(item))),
    },
    payment: {
      paymentExecutions: isPending
        ? []
        : texts(order.PaymentMethodDetails).map((paymentMethod) => ({ paymentMethod })),
    },
    ...known({
      createdTime: order.PurchaseDate,
      lastUpdatedTime: order.LastUpdateDate,
      productsBySku: order.productsBySku,
    }),
  };
}

const SERVICES: ReadonlyMap<unknown, string> = new Map([
  ['AFN', 'AMAZON'],
  ['MFN', 'MERCHANT'],
]);

/** In which state an order is, who sends it, and to whom. */
export function deliveryOf(order: Omit<OrderV0, 'OrderItems'>) {
  return {
    fulfillment: known({
      fulfillmentStatus: laterState(order.OrderStatus),
      fulfilledBy: SERVICES.get(order.FulfillmentChannel),
      fulfillmentServiceLevel: order.ShipServiceLevel,
    }),
    recipient: known({
      deliveryAddress: order.ShippingAddress && addressOf(order.ShippingAddress),
    }),
  };
}

const addressOf = (native: AddressV0): NativeAddress =>
  known({
    name: native.Name,
    companyName: native.CompanyName,
    addressLine1: native.AddressLine1,
    addressLine2: native.AddressLine2,
    addressLine3: native.AddressLine3,
    city: native.City,
    districtOrCounty: native.County ?? native.District,
    stateOrRegion: native.StateOrRegion,
    municipality: native.Municipality,
    postalCode: native.PostalCode,
    countryCode: native.CountryCode,
    phone: native.Phone,
  });

/** Flags are texts in some places of v0. */
const isTrue = (flag: unknown): boolean => flag === true || flag === 'true';

/** A cancelled line stays with no pieces and, often, its old price, which nobody pays. */
const isGone = ({ QuantityOrdered }: ItemV0): boolean => count(QuantityOrdered) === 0;

function itemOf(item: ItemV0): NativeItem {
  const ordered = count(item.QuantityOrdered);
  const shipped = count(item.QuantityShipped);
  const isBuyers = isTrue(item.BuyerRequestedCancel?.IsBuyerRequestedCancel);
  return known({
    orderItemId: item.OrderItemId,
    quantityOrdered: ordered,
    product: known({
      title: item.Title,
      sellerSku: item.SellerSKU,
      condition: known({
        conditionType: item.ConditionId,
        conditionSubtype: item.ConditionSubtypeId,
      }),
    }),
    proceeds: { breakdowns: isGone(item) ? [] : breakdownsOf(item) },
    promotion: { breakdowns: texts(item.PromotionIds).map((promotionId) => ({ promotionId })) },
    cancellation: isBuyers ? { cancellationExecution: { cancelledBy: 'BUYER' } } : undefined,
    fulfillment: known({
      quantityFulfilled: shipped,
      quantityUnfulfilled:
        ordered === undefined || shipped === undefined ? undefined : Math.max(0, ordered - shipped),
      packing: { giftOption: known({ giftMessage: item.BuyerInfo?.GiftMessageText }) },
    }),
  });
}

/** A line's own figures: of its taxes, that of the goods alone says whether they are taxed. */
function breakdownsOf(item: ItemV0): readonly Breakdown[] {
  const value = { amount: String(orZero(item.ShippingDiscount?.Amount)) };
  const [discount] = summed('DISCOUNT', [item.PromotionDiscount, item.ShippingDiscount]);
  const isPriced = isAmount(item.ItemPrice?.Amount);
  return [
    ...(isPriced ? summed('ITEM', [item.ItemPrice]) : []),
    ...(isPriced ? summed('TAX', [item.ItemTax]) : []),
    ...(discount ? [{ ...discount, detailedBreakdowns: [{ subtype: 'SHIPPING', value }] }] : []),
  ];
}

/** The sums of the order; none while no item has an amount: orders that are pending or cancelled. */
function sumsOf(items: readonly ItemV0[]): readonly Breakdown[] {
  const all = (names: (item: ItemV0) => readonly (MoneyV0 | undefined)[]) => items.flatMap(names);
  return [
    ...summed(
      'ITEM',
      all((item) => [item.ItemPrice]),
    ),
    ...summed(
      'SHIPPING',
      all((item) => [item.ShippingPrice]),
    ),
    ...summed(
      'DISCOUNT',
      all((item) => [item.PromotionDiscount, item.ShippingDiscount]),
    ),
    ...summed(
      'OTHER',
      all((item) => [item.BuyerInfo?.GiftWrapPrice, item.CODFee]),
      all((item) => [item.CODFeeDiscount]),
    ),
    ...summed(
      'TAX',
      all((item) => [item.ItemTax, item.ShippingTax, item.BuyerInfo?.GiftWrapTax]),
      all((item) => [item.PromotionDiscountTax, item.ShippingDiscountTax]),
    ),
  ];
}

/** The sum of a category, as an entry of the later version; none where there is nothing to add up. */
function summed(
  type: string,
  added: readonly (MoneyV0 | undefined)[],
  takenOff: readonly (MoneyV0 | undefined)[] = [],
): readonly Breakdown[] {
  const amountsIn = (list: readonly (MoneyV0 | undefined)[]) =>
    list.map((one) => one?.Amount).filter((amount) => isAmount(amount));
  const amounts = amountsIn(added);
  if (amounts.length === 0) return [];
  return [{ type, subtotal: { amount: subtract(sum(amounts), sum(amountsIn(takenOff))) } }];
}

/** Without what is not there. */
function known<T extends object>(
  record: T,
): { readonly [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const there = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as ReturnType<typeof known<T>>;
}
