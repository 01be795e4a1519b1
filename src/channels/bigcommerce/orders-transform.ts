// Turns a BigCommerce order into ours.
import { compare, isAmount, isZero, subtract, sum } from '../../model/money.ts';
import type { FinancialStatus, FulfillmentStatus, LineItem } from '../../model/order.ts';
import type { OrderDraft, ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import type { Context, Note } from '../channel.ts';
import { notBelowZero, orZero } from '../kit/amounts.ts';
import { flagIn } from '../kit/flags.ts';
import { count, integer, listed, texts } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, identifier, joined, ownId } from '../kit/text.ts';
import { billingOf, buyerOf, customerOf, shippingAddressOf, taxExemptOf } from './addresses.ts';
import { type Left, type Totals, totalsOf } from './amounts.ts';
import { instantOf } from './dates.ts';
import { discountsOf } from './discounts.ts';
import {
  type CatalogRecord,
  consignmentsOf,
  type NativeLine,
  type NativeOrder,
  type PickupConsignment,
  type ShippingConsignment,
} from './native.ts';
import { COMPLETED, INCOMPLETE, meaningOf, PAYMENTS } from './status.ts';
import { weightOf } from './store.ts';

const VENDOR = 'BigCommerce';
const TEST_GATEWAY = 'Test Payment Gateway';

export function transformOrder(order: NativeOrder, { note }: Context): OrderDraft {
  const id = ownId(order.id);
  const totals = totalsOf(order);
  const status = meaningOf(order.status_id);
  const financial = financialStatusOf(order, totals, note);
  const fulfillment = fulfillmentStatusOf(order, note);
  const lines = listed<NativeLine>(order.line_records).map((line) =>
    lineItemOf(line, order, fulfillment, totals),
  );
  const discounts = discountsOf(order, totals.places);
  const buyer = buyerOf(order);
  const payment = filled(order.payment_method);
  const billing = billingOf(order);
  const current = currentOf(order, totals, financial, note);
  const state = count(order.status_id);
  const created = instantOf(order.date_created);
  const changed = instantOf(order.date_modified);
  return {
    id,
    checkout_id: filled(order.cart_id),
    name: `#${id}`,
    number: id,
    order_number: id,
    source_identifier: filled(order.external_order_id) ?? filled(order.external_id),
    source_name: order.order_source === 'www' ? 'web' : filled(order.order_source),
    location_id: identifier(pickupsOf(order)[0]?.location?.id),
    financial_status: financial,
    fulfillment_status: fulfillment,
    cancel_reason: status?.cancelReason ?? null,
    confirmed: state === undefined ? null : state !== INCOMPLETE,
    test: payment === null ? null : payment === TEST_GATEWAY,
    created_at: created,
    processed_at: created,
    updated_at: changed,
    // The nearest there is: BigCommerce does not keep when an order was cancelled.
    cancelled_at: status?.bucket === 'cancelled' ? changed : null,
    closed_at: closedAt(order, fulfillment),
    email: filled(buyer.email),
    phone: filled(buyer.phone),
    customer_locale: filled(order.customer_locale),
    note: filled(order.customer_message),
    buyer_accepts_marketing: flagIn(order.is_email_opt_in),
    tax_exempt: taxExemptOf(order),
    currency: totals.currency,
    presentment_currency: totals.currency,
    total_line_items_price: totals.lineItems,
    total_discounts: totals.discounts,
    subtotal_price: totals.subtotal,
    total_shipping_price: totals.shipping,
    total_tax: totals.tax,
    total_price: totals.total,
    total_tip_received: totals.zero,
    original_total_additional_fees: totals.fees,
    current_total_price: current.total,
    current_total_tax: current.tax,
    current_subtotal_price: current.subtotal,
    current_total_discounts: current.discounts,
    current_total_additional_fees: current.fees,
    total_outstanding: outstandingOf(order, financial, totals),
    total_weight: gramsOf(lines),
    taxes_included: flagIn(order.is_tax_inclusive_pricing),
    payment_gateway_names: texts([payment]),
    discount_codes: discounts.codes,
    discount_applications: discounts.applications,
    line_items: lines,
    shipping_lines: shippingLinesOf(order, totals),
    billing_address: billing,
    shipping_address: shippingAddressOf(order),
    customer: customerOf(order, billing),
  };
}

/** The day of the first shipment stands there before all has left. */
function closedAt(order: NativeOrder, fulfillment: FulfillmentStatus | null): string | null {
  const isCompleted = order.status_id === COMPLETED;
  if (fulfillment !== 'fulfilled' && !isCompleted) return null;
  return instantOf(order.date_shipped) ?? (isCompleted ? instantOf(order.date_modified) : null);
}

const pickupsOf = (order: NativeOrder): readonly PickupConsignment[] =>
  listed<PickupConsignment>(consignmentsOf(order).pickups);

/** Refunds that were made go before the payment's state, and that before the order's. */
function financialStatusOf(
  { id, status_id, payment_status }: NativeOrder,
  { refunded, total }: Totals,
  note: Note,
): FinancialStatus | null {
  if (refunded !== null && total !== null && compare(refunded, '0') > 0)
    return compare(refunded, total) < 0 ? 'partially_refunded' : 'refunded';
  const meaning = meaningOf(status_id)?.payment;
  const word = filled(payment_status)?.toLowerCase();
  const said = word === undefined ? meaning : PAYMENTS.get(word);
  if (said === undefined) {
    noteUnknown(note, { vendor: VENDOR, word: word ?? status_id, field: 'financial_status', id });
    return null;
  }
  // Marked as refunded by hand, while the payment still stands as captured.
  const isMarked = meaning === 'refunded' || meaning === 'partially_refunded';
  return said === 'paid' && isMarked ? meaning : said;
}

function fulfillmentStatusOf(
  { id, status_id: word, items_total, items_shipped, line_records }: NativeOrder,
  note: Note,
): FulfillmentStatus | null {
  const meaning = meaningOf(word);
  if (!meaning && word !== INCOMPLETE)
    noteUnknown(note, { vendor: VENDOR, word, field: 'fulfillment_status', id });
  const [all = 0, shipped = 0] = [count(items_total), count(items_shipped)];
  const lines = listed<NativeLine>(line_records);
  const isDone = shipped > 0 && shipped >= all - lines.reduce((sum, line) => sum + unsent(line), 0);
  if (meaning?.shipped === 'fulfilled' || (all > 0 && isDone)) return 'fulfilled';
  return meaning?.shipped === 'partial' || shipped > 0 ? 'partial' : null;
}

/** Pieces that were given back without having left: they never will. */
function unsent(line: NativeLine): number {
  const [ordered = 0, shipped = 0, refunded = 0] = [line.quantity, line.quantity_shipped, line.quantity_refunded].map(count); // biome-ignore format: one line
  return Math.max(0, Math.min(refunded, ordered - shipped));
}

/**
 * What is left of an order otherwise than by its refunds: nothing once it was cancelled, declined or
 * voided; and no one knows what where BigCommerce keeps no record of a refund.
 */
function currentOf(
  { id, status_id, refund_records }: NativeOrder,
  { left, nothingLeft, unknownLeft, refunded }: Totals,
  financial: FinancialStatus | null,
  note: Note,
): Left {
  if (meaningOf(status_id)?.bucket === 'cancelled' || financial === 'voided') return nothingLeft;
  const isMarked = financial === 'refunded' || financial === 'partially_refunded';
  const isUnrecorded = isMarked && listed(refund_records).length === 0;
  if (isUnrecorded || refunded === null)
    note({
      code: 'refunds_unknown',
      message: isUnrecorded
        ? 'The order is marked as refunded, but BigCommerce keeps no refund of it; current_total_price, current_total_tax and current_subtotal_price are null.'
        : 'BigCommerce does not say how much a refund gave back; current_total_price is null.',
      field: 'current_total_price',
      id: String(id),
    });
  return isUnrecorded ? unknownLeft : left;
}

/** Gift certificates and store credit pay a part of the total when the order is placed. */
function outstandingOf(
  { status_id, gift_certificate_amount, store_credit_amount }: NativeOrder,
  financial: FinancialStatus | null,
  { total, zero, places }: Totals,
): string | null {
  if (meaningOf(status_id)?.bucket === 'cancelled') return zero;
  if (financial === null) return null;
  if (financial !== 'pending' && financial !== 'authorized') return zero;
  if (total === null) return null;
  const redeemed = sum([orZero(gift_certificate_amount), orZero(store_credit_amount)], places);
  return isZero(redeemed) ? total : notBelowZero(subtract(total, redeemed, places), places);
}

/** Grams of all pieces; null where a line does not say. */
const gramsOf = (lines: readonly Draft<LineItem>[]): number | null =>
  lines.reduce<number | null>((sum, { grams = null, quantity = null }) => {
    if (sum === null || grams === null || quantity === null) return null;
    return sum + grams * Math.max(0, quantity);
  }, 0);

function lineItemOf(
  line: NativeLine,
  order: NativeOrder,
  fulfillment: FulfillmentStatus | null,
  totals: Totals,
): Draft<LineItem> {
  const options = listed<{ readonly display_value?: unknown }>(line.product_options);
  const title = filled(line.name_customer) ?? filled(line.name);
  const values = options.map(({ display_value }) => display_value);
  const variant = joined(values, ' / ');
  // Below zero on the order of a return.
  const quantity = integer(line.quantity);
  const [shipped = 0, refunded = 0] = [count(line.quantity_shipped), count(line.quantity_refunded)];
  const isOver = (meaningOf(order.status_id)?.bucket ?? 'open') !== 'open';
  const isDone = fulfillment === 'fulfilled' || isOver;
  const left = quantity === null ? null : Math.max(0, quantity - shipped - refunded);
  const { product_id, variant_id, product_exists } = joinOf(line, order.catalog_records);
  const type = LINE_TYPES.find((known) => known === filled(line.type));
  return {
    id: identifier(line.id),
    product_id,
    variant_id,
    product_exists,
    quantity,
    fulfillable_quantity: isDone ? 0 : left,
    grams: weightOf(line.weight, order.store).grams,
    fulfillment_service: 'manual',
    fulfillment_status: lineStatusOf(left, shipped, fulfillment),
    sku: filled(line.sku),
    title,
    variant_title: variant,
    name: joined([title, variant], ' - '),
    vendor: filled(line.brand),
    price: totals.priceOf(line),
    total_discount: totals.discountOf(line),
    requires_shipping: type ? type === 'physical' : null,
    gift_card: type ? type === 'giftcertificate' : null,
    // A line without tax may be a taxable product that goes abroad.
    taxable: isAmount(line.total_tax) && compare(line.total_tax, '0') > 0 ? true : null,
  };
}

const LINE_TYPES = ['physical', 'digital', 'giftcertificate'] as const;

/**
 * The product and variant of a line, as products have them. A line keeps the numbers of what was
 * deleted since; those name no product, so they are left out.
 */
function joinOf(
  line: NativeLine,
  catalog: readonly CatalogRecord[] | undefined,
): Pick<Draft<LineItem>, 'product_id' | 'variant_id' | 'product_exists'> {
  const product = identifier(line.product_id);
  const variant = identifier(line.variant_id);
  // Custom items and gift certificates are no products, and have the number 0.
  if (product === null) return { product_exists: line.product_id === 0 ? false : null };
  if (!Array.isArray(catalog)) return { product_id: product, variant_id: variant };
  const known = listed<CatalogRecord>(catalog).filter(
    (one) => identifier(one.product_id) === product,
  );
  if (known.length === 0) return { product_exists: false };
  const isThere = known.some(({ id }) => identifier(id) === variant);
  return { product_id: product, variant_id: isThere ? variant : null, product_exists: true };
}

/** By what is left to ship; nothing of a download is ever shipped, so there the order says. */
function lineStatusOf(
  left: number | null,
  shipped: number,
  fulfillment: FulfillmentStatus | null,
): FulfillmentStatus | null {
  if (fulfillment === 'fulfilled') return 'fulfilled';
  if (shipped === 0) return null;
  return left === 0 ? 'fulfilled' : 'partial';
}

/** One for each parcel and each pickup, which costs nothing. */
function shippingLinesOf(order: NativeOrder, { costOf, zero }: Totals): ShippingLineDraft[] {
  const lineOf = (id: unknown, method: unknown, price: string | null): ShippingLineDraft => ({
    id: identifier(id),
    code: filled(method),
    title: filled(method),
    source: 'bigcommerce',
    price,
    // What a coupon took off shipping is already out of its cost.
    discounted_price: price,
    is_removed: false,
  });
  const parcels = listed<ShippingConsignment>(consignmentsOf(order).shipping);
  return [
    ...parcels.map((one) => lineOf(one.id, one.shipping_method, costOf(one))),
    ...pickupsOf(order).map((one) => lineOf(one.id, one.pickup_method_display_name, zero)),
  ];
}
