// Fields of an order that do not come straight from the catalogue's record.
import type { Amount, Order, OrderSource, Payment } from '../../catalogue/types.ts';
import { publicApp } from './app.ts';
import { listed } from './connection.ts';
import { discountApplications } from './discounts.ts';
import { fulfilmentOrdersOf } from './fulfilment-orders.ts';
import { gid, gidOf, numberOf } from './ids.ts';
import { lineSources } from './lines.ts';
import { bag, nothing } from './money.ts';
import {
  currentDiscounts,
  currentShipping,
  currentSubtotal,
  currentTax,
  currentTotal,
} from './order-amounts.ts';
import { displayedFulfilment } from './order-fulfilment.ts';
import { printTime, printTimeOrNull } from './time.ts';
import type { Resolve, Resolvers } from './world.ts';

/** The app that an order came through, and the vendor's `sourceName`. */
const sources: Readonly<Record<OrderSource, { readonly app: number; readonly name: string }>> = {
  web: { app: 580_111, name: 'web' },
  pos: { app: 129_785, name: 'pos' },
  admin: { app: 1_354_745, name: 'shopify_draft_order' },
  api: { app: publicApp.id, name: String(publicApp.id) },
};

const gateways: Readonly<Record<Payment['gateway'], string>> = {
  card: 'shopify_payments',
  ideal: 'mollie',
  paypal: 'paypal',
  gift_card: 'gift_card',
  bank_transfer: 'Bank Deposit',
  cash_on_delivery: 'Cash on Delivery (COD)',
  cash: 'cash',
};

const amount =
  (read: (order: Order) => Amount): Resolve<Order> =>
  (order) =>
    bag(read(order), order.currency);

export const orderResolvers: Resolvers<Order> = {
  id: (order) => gidOf('Order', order.id),
  legacyResourceId: (order) => String(numberOf('Order', order.id)),
  name: (order) => `#${order.number}`,
  app: ({ source }) => ({ id: gid('App', sources[source].app) }),
  sourceName: ({ source }) => sources[source].name,
  sourceIdentifier: () => null,
  statusPageUrl: (order, _args, { world }) =>
    `https://${world.host}/${world.number}/orders/${orderToken(order)}/authenticate?key=${orderToken(order).slice(0, 16)}`,
  // Only sales at a counter have a place; the one that handed the goods over.
  retailLocation: (order, _args, { world }) =>
    order.source === 'pos'
      ? (world.locationById.get(order.fulfilments[0]?.locationId ?? 2) ?? null)
      : null,

  displayFinancialStatus: (order) => order.financialStatus.toUpperCase(),
  displayFulfillmentStatus: displayedFulfilment,
  cancelReason: (order) => order.cancelReason?.toUpperCase() ?? null,
  confirmed: () => true,

  createdAt: (order) => printTime(order.createdAt),
  updatedAt: (order) => printTime(order.updatedAt),
  processedAt: (order) => printTime(order.processedAt),
  cancelledAt: (order) => printTimeOrNull(order.cancelledAt),
  closedAt: (order) => printTimeOrNull(order.closedAt),

  customerLocale: (order) => order.locale,
  customerAcceptsMarketing: (order) => order.acceptsMarketing,
  customerJourneySummary: (order) =>
    order.source === 'web'
      ? {
          firstVisit: {
            id: gid('CustomerVisit', numberOf('Order', order.id) + 11),
            referrerUrl: order.referringSite,
          },
        }
      : null,
  customer: (order, _args, { world }) =>
    order.customerId === null ? null : (world.catalogue.customerById.get(order.customerId) ?? null),
  purchasingEntity: (order, _args, { world, scopes }) => {
    if (order.company !== null) return { company: order.company, location: order.company };
    if (order.customerId === null || !scopes.includes('read_customers')) return null;
    return world.catalogue.customerById.get(order.customerId) ?? null;
  },
  billingAddress: (order) => orderAddress(order, order.billing, 1),
  shippingAddress: (order) => orderAddress(order, order.shipping, 2),

  currencyCode: () => 'EUR',
  presentmentCurrencyCode: (order) => order.currency,
  estimatedTaxes: () => false,
  dutiesIncluded: () => false,
  totalWeight: (order) => String(order.totals.weight),
  paymentGatewayNames: (order) => [
    ...new Set(order.payments.map(({ gateway }) => gateways[gateway])),
  ],

  subtotalPriceSet: amount((order) => order.totals.subtotal),
  totalDiscountsSet: amount((order) => order.totals.discounts),
  totalShippingPriceSet: amount((order) => order.totals.shipping),
  totalPriceSet: amount((order) => order.totals.total),
  totalTaxSet: amount((order) => order.totals.tax),
  totalTipReceivedSet: amount((order) => order.totals.tip),
  totalOutstandingSet: amount((order) => order.totals.outstanding),
  currentSubtotalPriceSet: amount(currentSubtotal),
  currentTotalDiscountsSet: amount(currentDiscounts),
  currentTotalPriceSet: amount(currentTotal),
  currentTotalTaxSet: amount(currentTax),
  currentShippingPriceSet: amount(currentShipping),
  currentTotalDutiesSet: () => null,
  originalTotalDutiesSet: () => null,
  currentTotalAdditionalFeesSet: () => null,
  originalTotalAdditionalFeesSet: () => null,
  totalCashRoundingAdjustment: (order) => ({
    paymentSet: bag(nothing, order.currency),
    refundSet: bag(nothing, order.currency),
  }),

  lineItems: (order, args) => listed(lineSources(order), args),
  discountApplications: (order, args) => listed(discountApplications(order), args),
  shippingLines: (order, args) =>
    listed(
      order.shippingLines.map((line) => ({ order, line })),
      args,
    ),
  fulfillmentOrders: (order, args) => listed(fulfilmentOrdersOf(order), args),
  // No cursor here: `first` cuts the list off.
  fulfillments: (order, { first }) =>
    order.fulfilments.slice(0, first ?? undefined).map((fulfilment) => ({ order, fulfilment })),
  refunds: (order, { first }) =>
    order.refunds.slice(0, first ?? undefined).map((refund) => ({ order, refund })),
};

function orderAddress(order: Order, address: Order['billing'], place: number): unknown {
  return address === null ? null : { address, number: numberOf('Order', order.id) + place };
}

/** 32 hexadecimal digits, as in the address of an order's status page. */
function orderToken(order: Order): string {
  const seed = BigInt(numberOf('Order', order.id));
  return ((seed * 0x9e37_79b9_7f4a_7c15n) ** 3n).toString(16).slice(-32).padStart(32, '0');
}
