// Turns an order of the Orders API v0 into ours: it is said in the words of the later version first.
import { isAmount, subtract, sum } from '../../../model/money.ts';
import type { OrderDraft } from '../../../model/order-draft.ts';
import type { Context } from '../../channel.ts';
import { count, texts } from '../../kit/loose.ts';
import type { Breakdown, NativeItem, NativeOrder } from '../native.ts';
import { itemsIn, transformOrder } from '../orders-transform.ts';
import type { ItemV0, MoneyV0, OrderV0 } from './native.ts';
import { laterState } from './status.ts';

/** This version knows no tips. */
export const transformV0 = (order: OrderV0, context: Context): OrderDraft => ({
  ...transformOrder(asLater(order), context),
  total_tip_received: null,
});

function asLater(order: OrderV0): NativeOrder {
  const { OrderTotal: total, BuyerInfo: buyer } = order;
  const items = itemsIn(order.OrderItems);
  const currencies = [total, ...items.map(({ ItemPrice }) => ItemPrice)];
  const methods = /^Pending/.test(order.OrderStatus ?? '') ? [] : texts(order.PaymentMethodDetails);
  return {
    ...deliveryOf(order),
    orderId: order.AmazonOrderId,
    orderItems: items.map(itemOf),
    productsBySku: order.productsBySku,
    orderAliases: [{ aliasType: 'SELLER_ORDER_ID', aliasId: order.SellerOrderId }],
    createdTime: order.PurchaseDate,
    lastUpdatedTime: order.LastUpdateDate,
    programs: [
      ...(isTrue(order.IsPrime) ? ['PRIME'] : []),
      ...(isTrue(order.IsBusinessOrder) ? ['AMAZON_BUSINESS'] : []),
      ...(isTrue(order.IsPremiumOrder) ? ['PREMIUM'] : []),
    ],
    salesChannel: { marketplaceId: order.MarketplaceId, marketplaceName: order.SalesChannel },
    buyer: {
      buyerName: buyer?.BuyerName,
      buyerEmail: buyer?.BuyerEmail,
      buyerPurchaseOrderNumber: buyer?.PurchaseOrderNumber,
    },
    proceeds: {
      grandTotal: {
        amount: total?.Amount,
        currencyCode: texts(currencies.map((one) => one?.CurrencyCode))[0],
      },
      breakdowns: sumsOf(items.filter((item) => !isGone(item))),
    },
    payment: { paymentExecutions: methods.map((paymentMethod) => ({ paymentMethod })) },
  };
}

const SERVICES: ReadonlyMap<unknown, string> = new Map([
  ['AFN', 'AMAZON'],
  ['MFN', 'MERCHANT'],
]);

/** In which state an order is, who sends it, and to whom. */
export function deliveryOf(order: Omit<OrderV0, 'OrderItems'>) {
  const { County, District, ...address } = order.ShippingAddress ?? {};
  const lower = Object.entries(address).map(([name, value]) => [uncapital(name), value]);
  return {
    fulfillment: {
      fulfillmentStatus: laterState(order.OrderStatus),
      fulfilledBy: SERVICES.get(order.FulfillmentChannel),
      fulfillmentServiceLevel: order.ShipServiceLevel,
    },
    recipient: {
      deliveryAddress: { ...Object.fromEntries(lower), districtOrCounty: County ?? District },
    },
  };
}

const uncapital = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Flags are texts in some places of v0. */
const isTrue = (flag: unknown): boolean => flag === true || flag === 'true';

/** A cancelled line stays with no pieces and, often, its old price, which no one pays. */
const isGone = ({ QuantityOrdered }: ItemV0): boolean => count(QuantityOrdered) === 0;

function itemOf(item: ItemV0): NativeItem {
  const [ordered, shipped] = [count(item.QuantityOrdered), count(item.QuantityShipped)];
  const isBuyers = isTrue(item.BuyerRequestedCancel?.IsBuyerRequestedCancel);
  return {
    orderItemId: item.OrderItemId,
    quantityOrdered: ordered,
    product: {
      title: item.Title,
      sellerSku: item.SellerSKU,
      condition: { conditionType: item.ConditionId, conditionSubtype: item.ConditionSubtypeId },
    },
    proceeds: { breakdowns: isGone(item) ? [] : breakdownsOf(item) },
    promotion: { breakdowns: texts(item.PromotionIds).map((promotionId) => ({ promotionId })) },
    cancellation: isBuyers ? { cancellationRequest: { requester: 'BUYER' } } : null,
    fulfillment: {
      quantityFulfilled: shipped,
      quantityUnfulfilled:
        ordered === undefined || shipped === undefined ? null : Math.max(0, ordered - shipped),
      packing: { giftOption: { giftMessage: item.BuyerInfo?.GiftMessageText } },
    },
  };
}

/** A line's own figures: of its taxes, that of the goods alone says whether they are taxed. */
function breakdownsOf(item: ItemV0): readonly Breakdown[] {
  const discounts = summed('DISCOUNT', [item.PromotionDiscount, item.ShippingDiscount]);
  const ofShipping = { subtype: 'SHIPPING', value: { amount: item.ShippingDiscount?.Amount } };
  return [
    ...(isAmount(item.ItemPrice?.Amount)
      ? [...summed('ITEM', [item.ItemPrice]), ...summed('TAX', [item.ItemTax])]
      : []),
    ...discounts.map((discount) => ({ ...discount, detailedBreakdowns: [ofShipping] })),
  ];
}

/** The sums of the order; none while no item has an amount: orders that are pending or cancelled. */
function sumsOf(items: readonly ItemV0[]): readonly Breakdown[] {
  const all = (read: (item: ItemV0) => Amounts) => items.flatMap(read);
  const prices = all((item) => [item.ItemPrice]);
  const shipping = all((item) => [item.ShippingPrice]);
  const discounts = all((item) => [item.PromotionDiscount, item.ShippingDiscount]);
  const fees = all((item) => [item.BuyerInfo?.GiftWrapPrice, item.CODFee]);
  const lessFees = all((item) => [item.CODFeeDiscount]);
  const taxes = all((item) => [item.ItemTax, item.ShippingTax, item.BuyerInfo?.GiftWrapTax]);
  const lessTaxes = all((item) => [item.PromotionDiscountTax, item.ShippingDiscountTax]);
  return [
    ...summed('ITEM', prices),
    ...summed('SHIPPING', shipping),
    ...summed('DISCOUNT', discounts),
    ...summed('OTHER', fees, lessFees),
    ...summed('TAX', taxes, lessTaxes),
  ];
}

type Amounts = readonly (MoneyV0 | null | undefined)[];

/** The sum of a category, as an entry of the later version; none where there is nothing to add up. */
function summed(type: string, added: Amounts, takenOff: Amounts = []): readonly Breakdown[] {
  const read = (list: Amounts) => list.map((one) => one?.Amount).filter((one) => isAmount(one));
  const amounts = read(added);
  if (amounts.length === 0) return [];
  return [{ type, subtotal: { amount: subtract(sum(amounts), sum(read(takenOff))) } }];
}
