// Turns an order of the Orders API v0, with its items, into ours.
import { type Amount, compare, isAmount, money, subtract, sum } from '../../model/money.ts';
import type { LineItem } from '../../model/order.ts';
import { moneySet, type OrderDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context } from '../channel.ts';
import { texts } from '../kit/loose.ts';
import { filled, joined, ownId } from '../kit/text.ts';
import { amountsOf, type Figures, type Parts, placesOf } from './amounts.ts';
import { addressOf, customerOf } from './buyer.ts';
import { joinOf } from './joins.ts';
import { countOf } from './lists.ts';
import { marketplaceOf } from './marketplaces.ts';
import { fromV0, type ItemV0, type MoneyV0, type OrderV0 } from './native-v0.ts';
import {
  conditionOf,
  discountsOf,
  firstOf,
  isTest,
  itemsIn,
  serviceOf,
  shippedOf,
  shippingLineOf,
  unitPriceOf,
} from './order-parts.ts';
import { type State, stateOf } from './status.ts';

export function transformV0(order: OrderV0, { account, note }: Context): OrderDraft {
  const { BuyerInfo: buyer } = order;
  const id = ownId(order.AmazonOrderId);
  const items = itemsIn(order.OrderItems);
  const state = stateOf(order.OrderStatus, id, note);
  const figures = figuresOf(order, items);
  const { currency, parts } = figures;
  const address = addressOf(fromV0(order.ShippingAddress));
  const phone = order.ShippingAddress?.Phone;
  const created = instant(filled(order.PurchaseDate));
  const changed = instant(filled(order.LastUpdateDate));
  const promotions = discountsOf(
    items.flatMap(({ PromotionIds }) => texts(PromotionIds)),
    parts,
    currency,
  );
  const methods = texts(order.PaymentMethodDetails);
  return {
    id,
    name: id,
    number: id,
    order_number: id,
    source_identifier: filled(order.SellerOrderId) === id ? null : filled(order.SellerOrderId),
    source_name: filled(order.SalesChannel),
    location_id: filled(order.MarketplaceId),
    po_number: filled(buyer?.PurchaseOrderNumber),
    financial_status: state.financial,
    fulfillment_status: state.fulfillment,
    cancel_reason: state.cancelled ? (isBuyers(items) ? 'customer' : 'other') : null,
    confirmed: state.known ? !state.pending : null,
    test: isTest(account.endpoint),
    created_at: created,
    processed_at: created,
    updated_at: changed,
    // Amazon keeps no time of its own for either; both are last changes.
    cancelled_at: state.cancelled ? changed : null,
    closed_at: state.shipped ? changed : null,
    email: filled(buyer?.BuyerEmail),
    phone: filled(phone),
    tags: programsOf(order),
    note: firstOf(items, (item) => item.BuyerInfo?.GiftMessageText),
    currency,
    presentment_currency: currency,
    ...amountsOf(figures, state),
    company: isTrue(order.IsBusinessOrder) ? { id: null, location_id: null } : null,
    payment_gateway_names: state.pending
      ? []
      : methods.length > 0
        ? [...new Set(methods)]
        : ['amazon'],
    ...promotions,
    line_items: items.map((item) => ({
      ...lineItemOf(item, order, state, currency),
      ...joinOf(filled(item.SellerSKU), order, filled(order.MarketplaceId), account),
    })),
    shipping_lines: shippingLineOf({
      level: filled(order.ShipServiceLevel),
      carrier: null,
      currency,
      parts,
      promotions: promotions.discount_applications.length,
    }),
    shipping_address: address,
    customer: customerOf({ name: buyer?.BuyerName, email: buyer?.BuyerEmail, phone }, address),
  };
}

/** Flags of items are texts in v0. */
const isTrue = (flag: unknown): boolean => flag === true || flag === 'true';

const isBuyers = (items: readonly ItemV0[]): boolean =>
  items.some((item) => isTrue(item.BuyerRequestedCancel?.IsBuyerRequestedCancel));

/** In the words of the later version. */
const programsOf = ({ IsPrime, IsBusinessOrder, IsPremiumOrder }: OrderV0): string | null =>
  joined(
    [
      isTrue(IsPrime) && 'PRIME',
      isTrue(IsBusinessOrder) && 'AMAZON_BUSINESS',
      isTrue(IsPremiumOrder) && 'PREMIUM',
    ],
    ', ',
  );

function figuresOf(order: OrderV0, items: readonly ItemV0[]): Figures {
  const { OrderTotal: total, MarketplaceId: marketplaceId } = order;
  const currency =
    filled(total?.CurrencyCode) ??
    firstOf(items, (item) => item.ItemPrice?.CurrencyCode) ??
    marketplaceOf(marketplaceId)?.currency;
  return {
    currency: currency ?? null,
    marketplaceId,
    total: isAmount(total?.Amount) ? total.Amount : undefined,
    parts: partsOf(items.filter((item) => !isGone(item))),
  };
}

/** A cancelled line stays with no pieces and, often, its old price, which nobody pays. */
const isGone = ({ QuantityOrdered }: ItemV0): boolean => countOf(QuantityOrdered) === 0;

const amountOf = (given: MoneyV0 | undefined): Amount =>
  isAmount(given?.Amount) ? given.Amount : '0';

/** Undefined while no item has an amount: orders that are pending or cancelled. */
function partsOf(items: readonly ItemV0[]): Parts | undefined {
  const read = (names: (item: ItemV0) => readonly (MoneyV0 | undefined)[]) =>
    items
      .flatMap(names)
      .map((given) => given?.Amount)
      .filter((amount) => isAmount(amount));
  const prices = read((item) => [item.ItemPrice]);
  const shipping = read((item) => [item.ShippingPrice]);
  const taxes = read((item) => [item.ItemTax, item.ShippingTax, item.BuyerInfo?.GiftWrapTax]);
  const untaxed = read((item) => [item.PromotionDiscountTax, item.ShippingDiscountTax]);
  const fees = read((item) => [item.BuyerInfo?.GiftWrapPrice, item.CODFee]);
  const lessFees = read((item) => [item.CODFeeDiscount]);
  const discounts = read((item) => [item.PromotionDiscount]);
  const shippingDiscounts = read((item) => [item.ShippingDiscount]);
  const all = [prices, shipping, taxes, fees, discounts, shippingDiscounts];
  if (all.every((amounts) => amounts.length === 0)) return undefined;
  return {
    items: prices.length > 0 ? sum(prices) : undefined,
    shipping: sum(shipping),
    fees: subtract(sum(fees), sum(lessFees)),
    tip: undefined,
    itemDiscount: sum(discounts),
    shippingDiscount: sum(shippingDiscounts),
    tax: subtract(sum(taxes), sum(untaxed)),
  };
}

function lineItemOf(
  item: ItemV0,
  { FulfillmentChannel }: OrderV0,
  state: State,
  currency: string | null,
): Draft<LineItem> {
  const places = placesOf(currency);
  const quantity = countOf(item.QuantityOrdered);
  const shipped = countOf(item.QuantityShipped);
  const priced = isAmount(item.ItemPrice?.Amount) && !isGone(item);
  const price = priced ? unitPriceOf(amountOf(item.ItemPrice), quantity, places) : null;
  const off = money(amountOf(item.PromotionDiscount), places);
  return {
    id: filled(item.OrderItemId),
    quantity,
    fulfillable_quantity: state.cancelled
      ? 0
      : shipped === null || quantity === null
        ? null
        : Math.max(0, quantity - shipped),
    fulfillment_service: serviceOf(FulfillmentChannel),
    fulfillment_status: shippedOf(shipped, quantity),
    sku: filled(item.SellerSKU),
    title: filled(item.Title),
    name: filled(item.Title),
    variant_title: conditionOf(item.ConditionId, item.ConditionSubtypeId),
    ...(price !== null && { price, price_set: moneySet(price, currency) }),
    ...(priced && { total_discount: off, total_discount_set: moneySet(off, currency) }),
    requires_shipping: serviceOf(FulfillmentChannel) !== null || null,
    taxable: (priced && compare(amountOf(item.ItemTax), '0') > 0) || null,
  };
}
