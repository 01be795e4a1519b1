// Turns an order of the Orders API 2026-01-01 into ours.
import type { OrderDraft } from '../../model/order-draft.ts';
import { instant } from '../../model/time.ts';
import type { Context } from '../channel.ts';
import { parts, texts } from '../kit/loose.ts';
import { filled, joined, ownId } from '../kit/text.ts';
import { addressOf, customerOf } from './addresses.ts';
import { amountsOf, figuresOf } from './amounts.ts';
import { discountsOf, lineItemOf, shippingLinesOf } from './lines.ts';
import type { NativeItem, NativeOrder } from './native.ts';
import { cancelReasonOf, stateOf } from './status.ts';

export function transformOrder(order: NativeOrder, { account, note }: Context): OrderDraft {
  const { buyer, recipient, salesChannel } = order;
  const id = ownId(order.orderId);
  const items = itemsIn(order.orderItems);
  const state = stateOf(order.fulfillment?.fulfillmentStatus, id, note);
  const figures = figuresOf(order, items);
  const { currency, places } = figures;
  const address = addressOf(recipient?.deliveryAddress);
  const created = instant(filled(order.createdTime));
  const changed = instant(filled(order.lastUpdatedTime));
  const discounts = discountsOf(items, figures);
  const programs = texts(order.programs);
  const payments = parts(order.payment?.paymentExecutions);
  const methods = [...new Set(texts(payments.map(({ paymentMethod }) => paymentMethod)))];
  const isCompany =
    filled(buyer?.buyerCompanyName) !== null || programs.includes('AMAZON_BUSINESS');
  const [giftMessage] = texts(
    items.map((item) => item.fulfillment?.packing?.giftOption?.giftMessage),
  );
  return {
    id,
    name: id,
    number: id,
    order_number: id,
    source_identifier: ownNumberOf(order, id),
    source_name: filled(salesChannel?.marketplaceName),
    location_id: filled(salesChannel?.marketplaceId),
    po_number: filled(buyer?.buyerPurchaseOrderNumber),
    financial_status: state.financial,
    fulfillment_status: state.fulfillment,
    cancel_reason: state.cancelled ? whyCancelled(items) : null,
    confirmed: state.confirmed,
    // Hosts that begin with "sandbox" answer with made-up orders.
    test: account.endpoint?.startsWith('https://sandbox.') ?? false,
    created_at: created,
    processed_at: created,
    updated_at: changed,
    // Amazon keeps no time of its own for either; both are last changes.
    cancelled_at: state.cancelled ? changed : null,
    closed_at: state.fulfillment === 'fulfilled' ? changed : null,
    email: filled(buyer?.buyerEmail),
    phone: filled(recipient?.deliveryAddress?.phone),
    tags: joined(programs, ', '),
    note: filled(recipient?.deliveryPreference?.addressInstruction) ?? giftMessage,
    currency,
    presentment_currency: currency,
    ...amountsOf(figures, state),
    company: isCompany ? { id: null, location_id: null } : null,
    payment_gateway_names:
      methods.length > 0 || state.financial === 'pending' ? methods : ['amazon'],
    ...discounts,
    line_items: items.map((item) => lineItemOf(item, order, { state, places, account })),
    shipping_lines: shippingLinesOf(order, figures, discounts.discount_codes.length),
    billing_address: billingOf(order),
    shipping_address: address,
    customer: customerOf(order, address),
  };
}

/** The items that an order cannot do without; throws where a line would be lost. */
export function itemsIn<Item extends object>(list: readonly Item[]): readonly Item[] {
  if (!Array.isArray(list) || parts(list).length !== list.length)
    throw new TypeError('The order has no list of its items.');
  return list;
}

/** The seller's own number, where there is one that differs. */
function ownNumberOf({ orderAliases }: NativeOrder, id: string): string | null {
  const own = parts(orderAliases).find(({ aliasType }) => aliasType === 'SELLER_ORDER_ID');
  const alias = filled(own?.aliasId);
  return alias === id ? null : alias;
}

/** Who asked for it comes before who carried it out: a seller cancels for a buyer, too. */
function whyCancelled(items: readonly NativeItem[]) {
  const asked = items.some(
    ({ cancellation }) => cancellation?.cancellationRequest?.requester === 'BUYER',
  );
  if (asked) return 'customer';
  const executed = items.find((item) => item.cancellation?.cancellationExecution);
  const { cancelledBy, cancelReason } = executed?.cancellation?.cancellationExecution ?? {};
  return cancelReasonOf(cancelledBy, cancelReason);
}

/** Amazon gives none, except to sellers who write invoices for business buyers. */
function billingOf({ tax }: NativeOrder) {
  const buyer = parts(tax?.taxRegistrations).find(({ entityType }) => entityType === 'BUYER');
  const address = addressOf(buyer?.taxRegistrationAddress);
  return address && { ...address, company: address.company ?? filled(buyer?.legalName) };
}
