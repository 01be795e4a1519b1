// Turns an order of the Orders API v0, with its items, into ours.
import { type Amount, compare, isAmount, money, negate, subtract, sum } from '../../model/money.ts';
import { type LineItem, moneySet, type OrderDraft } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Telling } from '../channel.ts';
import { filled, joined } from '../kit/text.ts';
import { amountsOf, type Figures, type Parts, placesOf } from './amounts.ts';
import { addressOf, customerOf, fromV0 } from './buyer.ts';
import { marketplaceOf } from './marketplaces.ts';
import type { ItemV0, MoneyV0, OrderV0 } from './native.ts';
import {
  conditionOf,
  discountsOf,
  firstOf,
  isTest,
  serviceOf,
  shippedOf,
  shippingLineOf,
  unitPriceOf,
} from './order-parts.ts';
import { type State, stateOf } from './status.ts';

export function transformV0(order: OrderV0, { account, note }: Telling): OrderDraft {
  const { AmazonOrderId: id, BuyerInfo: buyer, OrderItems: items } = order;
  const state = stateOf(order.OrderStatus, id, note);
  const figures = figuresOf(order);
  const { currency, parts } = figures;
  const address = addressOf(fromV0(order.ShippingAddress));
  const phone = order.ShippingAddress?.Phone;
  const changed = instant(order.LastUpdateDate);
  const promotions = discountsOf(
    items.flatMap(({ PromotionIds = [] }) => PromotionIds),
    parts,
    currency,
  );
  const methods = (order.PaymentMethodDetails ?? [])
    .map(filled)
    .filter((method) => method !== null);
  return {
    id,
    name: id,
    number: id,
    order_number: id,
    source_identifier: order.SellerOrderId === id ? null : filled(order.SellerOrderId),
    source_name: filled(order.SalesChannel),
    location_id: filled(order.MarketplaceId),
    po_number: filled(buyer?.PurchaseOrderNumber),
    financial_status: state.financial,
    fulfillment_status: state.fulfillment,
    cancel_reason: state.cancelled ? (isBuyers(items) ? 'customer' : 'other') : null,
    confirmed: state.known ? !state.pending : null,
    test: isTest(account.endpoint),
    created_at: instant(order.PurchaseDate),
    processed_at: instant(order.PurchaseDate),
    updated_at: changed,
    // Amazon keeps no time of its own for either; both are last changes.
    cancelled_at: state.cancelled ? changed : null,
    closed_at: state.shipped ? changed : null,
    email: filled(buyer?.BuyerEmail),
    phone: filled(phone),
    tags: programsOf(order),
    note: firstOf(items, (item) => item.BuyerInfo?.GiftMessageText),
    buyer_accepts_marketing: false,
    tax_exempt: false,
    currency,
    presentment_currency: currency,
    ...amountsOf(figures, state),
    estimated_taxes: false,
    company: order.IsBusinessOrder ? { id: null, location_id: null } : null,
    payment_gateway_names: state.pending
      ? []
      : methods.length > 0
        ? [...new Set(methods)]
        : ['amazon'],
    ...promotions,
    line_items: items.map((item) => lineItemOf(item, order, state, currency)),
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

/** Flags are texts in v0. */
const isBuyers = (items: readonly ItemV0[]): boolean =>
  items.some((item) => item.BuyerRequestedCancel?.IsBuyerRequestedCancel === 'true');

/** In the words of the later version. */
const programsOf = ({ IsPrime, IsBusinessOrder, IsPremiumOrder }: OrderV0): string | null =>
  joined(
    [IsPrime && 'PRIME', IsBusinessOrder && 'AMAZON_BUSINESS', IsPremiumOrder && 'PREMIUM'],
    ', ',
  );

function figuresOf(order: OrderV0): Figures {
  const { OrderTotal: total, MarketplaceId: marketplaceId } = order;
  const currency =
    filled(total?.CurrencyCode) ??
    firstOf(order.OrderItems, (item) => item.ItemPrice?.CurrencyCode) ??
    marketplaceOf(marketplaceId)?.currency;
  return {
    currency: currency ?? null,
    marketplaceId,
    total: isAmount(total?.Amount) ? total.Amount : undefined,
    parts: partsOf(order.OrderItems),
  };
}

const amountOf = (told: MoneyV0 | undefined): Amount =>
  isAmount(told?.Amount) ? told.Amount : '0';

/** Undefined while no item has a price: orders that are pending or cancelled. */
function partsOf(items: readonly ItemV0[]): Parts | undefined {
  if (!items.some((item) => isAmount(item.ItemPrice?.Amount))) return undefined;
  const all = (read: (item: ItemV0) => readonly (MoneyV0 | undefined)[]) =>
    sum(items.flatMap(read).map(amountOf), 4);
  const taxes = all((item) => [item.ItemTax, item.ShippingTax, item.BuyerInfo?.GiftWrapTax]);
  const untaxed = all((item) => [item.PromotionDiscountTax, item.ShippingDiscountTax]);
  const wrap = all((item) => [item.BuyerInfo?.GiftWrapPrice, item.CODFee]);
  return {
    items: all((item) => [item.ItemPrice]),
    shipping: all((item) => [item.ShippingPrice]),
    fees: sum([wrap, negate(all((item) => [item.CODFeeDiscount]))], 4),
    tip: '0',
    itemDiscount: all((item) => [item.PromotionDiscount]),
    shippingDiscount: all((item) => [item.ShippingDiscount]),
    tax: subtract(taxes, untaxed, 4),
  };
}

function lineItemOf(
  item: ItemV0,
  { FulfillmentChannel }: OrderV0,
  state: State,
  currency: string | null,
): Draft<LineItem> {
  const places = placesOf(currency);
  const { QuantityOrdered: quantity, QuantityShipped: shipped } = item;
  const told = isAmount(item.ItemPrice?.Amount);
  const price = told ? unitPriceOf(amountOf(item.ItemPrice), quantity, places) : null;
  const off = money(amountOf(item.PromotionDiscount), places);
  return {
    id: item.OrderItemId,
    product_id: filled(item.ASIN),
    variant_id: filled(item.SellerSKU),
    quantity,
    fulfillable_quantity: state.cancelled
      ? 0
      : shipped === undefined
        ? null
        : Math.max(0, quantity - shipped),
    fulfillment_service: serviceOf(FulfillmentChannel),
    fulfillment_status: shippedOf(shipped, quantity),
    sku: filled(item.SellerSKU),
    title: filled(item.Title),
    name: filled(item.Title),
    variant_title: conditionOf(item.ConditionId, item.ConditionSubtypeId),
    ...(price !== null && { price, price_set: moneySet(price, currency) }),
    ...(told && { total_discount: off, total_discount_set: moneySet(off, currency) }),
    requires_shipping: true,
    gift_card: false,
    taxable: told ? compare(amountOf(item.ItemTax), '0') > 0 : null,
    product_exists: filled(item.ASIN) !== null,
  };
}
