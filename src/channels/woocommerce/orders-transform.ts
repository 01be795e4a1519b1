// Turns a WooCommerce order into ours.
import type { Address, FinancialStatus } from '../../model/order.ts';
import type { CustomerDraft, OrderDraft, ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import type { Context } from '../channel.ts';
import { filled, identifier, joined, ownId } from '../kit/text.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { couponOf } from './coupons.ts';
import { plainText } from './entities.ts';
import { lineItemOf } from './line-items.ts';
import type { NativeAddress, NativeOrder } from './native.ts';
import { cancelReasonOf, financialStatusOf, fulfillmentStatusOf, groupOf } from './status.ts';
import { dateOf, metaOf, objectIn, objectsIn, truthOf } from './values.ts';

export function transformOrder(order: NativeOrder, { note }: Context): OrderDraft {
  const amounts = amountsOf(order);
  const { pricing, fields, refunded } = amounts;
  const financial = financialStatusOf(order, refunded.total, fields.total_price, note);
  const fulfillment = fulfillmentStatusOf(order, note);
  const group = groupOf(order.status);
  const number = filled(order.number);
  const currency = filled(order.currency);
  const contact = objectIn(order.billing);
  const billing = addressOf(contact);
  const taxExempt = truthOf(metaOf(order, 'is_vat_exempt'));
  const coupons = objectsIn(order.coupon_lines).map((line) => couponOf(line, amounts));
  return {
    id: ownId(order.id),
    name: number && `#${number}`,
    number,
    order_number: number,
    source_name: filled(order.created_via),
    po_number: metaOf(order, '_po_number') ?? metaOf(order, 'po_number'),
    financial_status: financial,
    fulfillment_status: fulfillment,
    cancel_reason: cancelReasonOf(order),
    confirmed: group !== 'hidden',
    // There are no trial orders, and taxes are final.
    created_at: dateOf(order.date_created_gmt),
    updated_at: dateOf(order.date_modified_gmt),
    processed_at: dateOf(order.date_paid_gmt) ?? dateOf(order.date_created_gmt),
    // WooCommerce keeps no date of a cancellation; it is the last change, unless there was another.
    cancelled_at: group === 'cancelled' ? dateOf(order.date_modified_gmt) : null,
    closed_at: group === 'closed' ? dateOf(order.date_completed_gmt) : null,
    email: filled(contact.email),
    phone: filled(contact.phone),
    note: filled(order.customer_note),
    referring_site: metaOf(order, '_wc_order_attribution_referrer'),
    tax_exempt: taxExempt,
    currency,
    presentment_currency: currency,
    ...fields,
    // A tip is a fee like any other.
    total_tip_received: pricing.zero,
    total_outstanding: outstandingOf(order, financial, amounts),
    taxes_included: pricing.included,
    payment_gateway_names: [filled(order.payment_method)].filter((name) => name !== null),
    discount_codes: coupons.map(({ code }) => code),
    discount_applications: coupons.map(({ application }) => application),
    line_items: objectsIn(order.line_items).map((line) =>
      lineItemOf(line, order, fulfillment, amounts, note),
    ),
    shipping_lines: shippingLinesOf(order, amounts),
    billing_address: billing,
    shipping_address: addressOf(objectIn(order.shipping)),
    customer: customerOf(order, contact, billing, taxExempt),
  };
}

/** Nothing is owed on a cancelled or failed order, though a failed payment may be tried again. */
function outstandingOf(
  { needs_payment, status }: NativeOrder,
  financial: FinancialStatus | null,
  { fields, pricing: { zero } }: Amounts,
): string | null {
  if (groupOf(status) === 'cancelled' || financial === 'refunded') return zero;
  // How much of it was paid no one says.
  if (financial === 'partially_paid') return null;
  if (truthOf(needs_payment) || financial === 'pending' || financial === 'authorized')
    return fields.current_total_price;
  return financial === null ? null : zero;
}

const shippingLinesOf = (
  order: NativeOrder,
  { pricing, write }: Amounts,
): readonly ShippingLineDraft[] =>
  objectsIn(order.shipping_lines).map((line) => {
    const price = write(pricing.pricedLine(line));
    return {
      id: identifier(line.id),
      code: joined([line.method_id, line.instance_id], ':'),
      title: plainText(line.method_title),
      source: 'woocommerce',
      price,
      discounted_price: price,
      is_removed: false,
    };
  });

/** Null when nothing was filled in. */
function addressOf(native: Partial<NativeAddress>): Draft<Address> | null {
  const state = filled(native.state);
  const isCode = state !== null && /^[A-Z0-9-]{1,6}$/.test(state);
  const address = {
    first_name: filled(native.first_name),
    last_name: filled(native.last_name),
    company: filled(native.company),
    address1: filled(native.address_1),
    address2: filled(native.address_2),
    city: filled(native.city),
    zip: filled(native.postcode),
    province: isCode ? null : state,
    province_code: isCode ? state : null,
    country_code: filled(native.country),
    phone: filled(native.phone),
  };
  return Object.values(address).some((value) => value !== null) ? address : null;
}

/** The buyer; a guest has no identifier. Whether an address was verified no one says. */
function customerOf(
  order: NativeOrder,
  contact: Partial<NativeAddress>,
  billing: Draft<Address> | null,
  taxExempt: boolean | null,
): CustomerDraft {
  const account = objectIn(order.customer);
  return {
    id: identifier(order.customer_id),
    created_at: dateOf(account.date_created_gmt),
    updated_at: dateOf(account.date_modified_gmt),
    email: filled(contact.email),
    first_name: filled(contact.first_name),
    last_name: filled(contact.last_name),
    phone: filled(contact.phone),
    tax_exempt: taxExempt,
    default_address: billing,
  };
}
