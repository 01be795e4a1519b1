// Fields of an order that do not come straight from the catalogue's record.
import type { Amount, Order } from '../../catalogue/types.ts';
import { countOf, listed } from './connection.ts';
import { customerVisit } from './customers.ts';
import { discountApplications } from './discounts.ts';
import { gateways } from './gateways.ts';
import { gid, gidOf, numberOf } from './ids.ts';
import { lineSources } from './lines.ts';
import { bag, type MoneyBag, minus, nothing, plus, printMoney } from './money.ts';
import {
  capturable,
  cartDiscount,
  currentCartDiscount,
  currentDiscounts,
  currentQuantity,
  currentShipping,
  currentSubtotal,
  currentTax,
  currentTaxes,
  currentTotal,
  received,
  refundedShipping,
  unfulfilledQuantity,
} from './order-amounts.ts';
import { displayedFulfilment } from './order-fulfilment.ts';
import { confirmationNumber, orderToken, retailLocationId, sources } from './order-origin.ts';
import { fulfilmentSources, refundSources, transactionSources } from './payments.ts';
import { taxLines } from './taxes.ts';
import { printTime, printTimeOrNull } from './time.ts';
import type { Resolve, Resolvers } from './world.ts';

const amount =
  (read: (order: Order) => Amount): Resolve<Order> =>
  (order): MoneyBag =>
    bag(read(order), order.currency);

const plain =
  (read: (order: Order) => Amount): Resolve<Order> =>
  (order): string =>
    printMoney(read(order).shop, 'EUR');

const openPayment = new Set(['pending', 'authorized', 'partially_paid']);

export const orderResolvers: Resolvers<Order> = {
  id: (order) => gidOf('Order', order.id),
  legacyResourceId: (order) => String(numberOf('Order', order.id)),
  name: (order) => `#${order.number}`,
  app: ({ source }) => ({ id: gid('App', sources[source].app), name: sources[source].title }),
  sourceName: ({ source }) => sources[source].name,
  sourceIdentifier: () => null,
  statusPageUrl: (order, _args, { world }) =>
    `https://${world.host}/${world.number}/orders/${orderToken(order)}/authenticate?key=${orderToken(order).slice(0, 16)}`,
  confirmationNumber,
  cartToken: () => null,
  checkoutToken: (order) => (order.source === 'web' ? orderToken(order) : null),
  retailLocation: (order, _args, { world }) => {
    const id = retailLocationId(order);
    return id === null ? null : (world.locationById.get(id) ?? null);
  },
  physicalLocation: () => null,

  displayFinancialStatus: (order) => order.financialStatus.toUpperCase(),
  displayFulfillmentStatus: displayedFulfilment,
  returnStatus: () => 'NO_RETURN',
  cancelReason: (order) => order.cancelReason?.toUpperCase() ?? null,
  confirmed: () => true,
  closed: (order) => order.closedAt !== null,
  edited: () => false,
  fullyPaid: (order) =>
    !openPayment.has(order.financialStatus) && order.financialStatus !== 'voided',
  unpaid: (order) => openPayment.has(order.financialStatus),
  canMarkAsPaid: (order) => order.state !== 'cancelled' && openPayment.has(order.financialStatus),
  canNotifyCustomer: (order) => order.email !== null,
  capturable: (order) => order.financialStatus === 'authorized',
  fulfillable: (order) => order.lines.some((line) => unfulfilledQuantity(order, line) > 0),
  refundable: (order) => minus(received(order), order.totals.refunded).shop > 0,
  restockable: (order) => order.lines.some((line) => currentQuantity(order, line) > 0),
  merchantEditable: (order) => order.state === 'open',
  requiresShipping: (order) => order.lines.some((line) => line.requiresShipping),

  createdAt: (order) => printTime(order.createdAt),
  updatedAt: (order) => printTime(order.updatedAt),
  processedAt: (order) => printTime(order.processedAt),
  cancelledAt: (order) => printTimeOrNull(order.cancelledAt),
  closedAt: (order) => printTimeOrNull(order.closedAt),

  customerLocale: (order) => order.locale,
  customerAcceptsMarketing: (order) => order.acceptsMarketing,
  clientIp: (order) => order.clientAddress,
  customAttributes: () => [],
  customerJourneySummary: (order) =>
    order.source === 'web'
      ? {
          customerOrderIndex: null,
          daysToConversion: 0,
          firstVisit: customerVisit(order),
          lastVisit: customerVisit(order),
          ready: true,
        }
      : null,
  referrerUrl: (order) => order.referringSite,
  landingPageUrl: () => null,
  registeredSourceUrl: () => null,
  customer: (order, _args, { world }) =>
    order.customerId === null ? null : (world.catalogue.customerById.get(order.customerId) ?? null),
  purchasingEntity: (order, _args, { world, scopes }) => {
    if (order.company !== null)
      return { __typename: 'PurchasingCompany', company: order.company, location: order.company };
    if (order.customerId === null || !scopes.includes('read_customers')) return null;
    return world.catalogue.customerById.get(order.customerId) ?? null;
  },
  billingAddress: (order) => orderAddress(order, order.billing, 1),
  shippingAddress: (order) => orderAddress(order, order.shipping, 2),
  displayAddress: (order) =>
    orderAddress(order, order.shipping, 2) ?? orderAddress(order, order.billing, 1),
  billingAddressMatchesShippingAddress: (order) =>
    JSON.stringify(order.billing) === JSON.stringify(order.shipping),

  currencyCode: () => 'EUR',
  presentmentCurrencyCode: (order) => order.currency,
  estimatedTaxes: () => false,
  dutiesIncluded: () => false,
  totalWeight: (order) => String(order.totals.weight),
  currentTotalWeight: (order) =>
    String(order.lines.reduce((sum, line) => sum + line.grams * currentQuantity(order, line), 0)),
  subtotalLineItemsQuantity: (order) => order.lines.reduce((sum, line) => sum + line.quantity, 0),
  currentSubtotalLineItemsQuantity: (order) =>
    order.lines.reduce((sum, line) => sum + currentQuantity(order, line), 0),
  paymentGatewayNames: (order) => [
    ...new Set(order.payments.map(({ gateway }) => gateways[gateway].name)),
  ],
  discountCodes: (order) => codesOf(order),
  discountCode: (order) => codesOf(order)[0] ?? null,
  taxLines: (order) => taxLines(order.taxes, order),
  currentTaxLines: (order) => taxLines(currentTaxes(order), order),

  subtotalPriceSet: amount((order) => order.totals.subtotal),
  subtotalPrice: plain((order) => order.totals.subtotal),
  totalDiscountsSet: amount((order) => order.totals.discounts),
  totalDiscounts: plain((order) => order.totals.discounts),
  totalShippingPriceSet: amount((order) => order.totals.shipping),
  totalPriceSet: amount((order) => order.totals.total),
  totalPrice: plain((order) => order.totals.total),
  originalTotalPriceSet: amount((order) => order.totals.total),
  totalTaxSet: amount((order) => order.totals.tax),
  totalTax: plain((order) => order.totals.tax),
  totalTipReceivedSet: amount((order) => order.totals.tip),
  totalOutstandingSet: amount((order) => order.totals.outstanding),
  totalReceivedSet: amount(received),
  netPaymentSet: amount((order) => minus(received(order), order.totals.refunded)),
  totalCapturableSet: amount(capturable),
  totalRefundedSet: amount((order) => order.totals.refunded),
  totalRefunded: plain((order) => order.totals.refunded),
  totalRefundedShippingSet: amount(refundedShipping),
  refundDiscrepancySet: amount((order) => plus(...order.refunds.map((one) => one.adjustment))),
  cartDiscountAmountSet: amount(cartDiscount),
  currentCartDiscountAmountSet: amount(currentCartDiscount),
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

  lineItems: (order, args) =>
    listed(lineSources(order), args, ({ line }) => numberOf('LineItem', line.id)),
  nonFulfillableLineItems: (_order, args) => listed([], args, () => 0),
  discountApplications: (order, args) =>
    listed(discountApplications(order), args, ({ index }) => index),
  shippingLine: (order) => {
    const [line] = order.shippingLines;
    return line === undefined ? null : { order, line };
  },
  shippingLines: (order, args) =>
    listed(
      order.shippingLines.map((line) => ({ order, line })),
      args,
      ({ line }) => numberOf('ShippingLine', line.id),
    ),
  transactions: (order, args) => firstOf(transactionSources(order), args.first),
  transactionsCount: (order) => countOf(order.payments.length),
  refunds: (order, args) => firstOf(refundSources(order), args.first),
  fulfillments: (order, args) => firstOf(fulfilmentSources(order), args.first),
  fulfillmentsCount: (order) => countOf(order.fulfilments.length),
};

function orderAddress(order: Order, address: Order['billing'], place: number): unknown {
  if (address === null) return null;
  return { address, number: numberOf('Order', order.id) + place };
}

function codesOf(order: Order): readonly string[] {
  return order.discounts.flatMap(({ by, code }) => (by === 'code' && code !== null ? [code] : []));
}

function firstOf<T>(list: readonly T[], first: number | null | undefined): readonly T[] {
  return first == null ? list : list.slice(0, first);
}
