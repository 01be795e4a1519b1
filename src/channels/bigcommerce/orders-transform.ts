// Turns a BigCommerce order into ours.
import { compare, isAmount } from '../../model/money.ts';
import type { FinancialStatus, FulfillmentStatus, LineItem, MoneySet } from '../../model/order.ts';
import { moneySet, type OrderDraft, type ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import type { Context, Note } from '../channel.ts';
import { count, isRecord, listed } from '../kit/loose.ts';
import { filled, identifier, joined, ownId } from '../kit/text.ts';
import { addressOf, customerOf, shippingAddressOf, taxExemptOf } from './addresses.ts';
import { instantOf } from './dates.ts';
import { discountsOf } from './discounts.ts';
import {
  type CatalogRecord,
  consignmentsOf,
  type NativeAddress,
  type NativeCoupon,
  type NativeLine,
  type NativeOrder,
  type PickupConsignment,
  type ShippingConsignment,
} from './native.ts';
import { COMPLETED, INCOMPLETE, meaningOf, PAYMENTS } from './status.ts';
import { type Totals, totalsOf } from './totals.ts';
import { gramsOf } from './weights.ts';

const TEST_GATEWAY = 'Test Payment Gateway';

export function transformOrder(order: NativeOrder, { note }: Context): OrderDraft {
  const id = ownId(order.id);
  const totals = totalsOf(order);
  const { currency, places } = totals;
  const status = meaningOf(order.status_id);
  const isCancelled = status?.bucket === 'cancelled';
  const financial = financialStatusOf(order, totals, note);
  const fulfillment = fulfillmentStatusOf(order, note);
  const natives = listed<NativeLine>(order.line_records);
  const lines = natives.map((line) => lineItemOf(line, order, fulfillment, totals));
  const discounts = discountsOf(natives, listed<NativeCoupon>(order.coupon_records), places);
  const { shipping, pickups } = consignmentsOf(order);
  const buyer: NativeAddress = isRecord(order.billing_address) ? order.billing_address : {};
  const billing = addressOf(buyer);
  const tell = (amount: string | null): MoneySet | null =>
    amount === null ? null : moneySet(amount, currency);
  const current = currentOf(order, totals, financial, note);
  const taxExempt = taxExemptOf(order);
  const payment = filled(order.payment_method);
  const optIn = typeof order.is_email_opt_in === 'boolean' ? order.is_email_opt_in : null;
  return {
    id,
    checkout_id: filled(order.cart_id),
    name: `#${id}`,
    number: id,
    order_number: id,
    source_identifier: filled(order.external_order_id) ?? filled(order.external_id),
    source_name: order.order_source === 'www' ? 'web' : filled(order.order_source),
    location_id: identifier(listed<PickupConsignment>(pickups)[0]?.location?.id),
    financial_status: financial,
    fulfillment_status: fulfillment,
    cancel_reason: status?.cancelReason ?? null,
    confirmed: count(order.status_id) === undefined ? null : order.status_id !== INCOMPLETE,
    test: payment === null ? null : payment === TEST_GATEWAY,
    created_at: instantOf(order.date_created),
    processed_at: instantOf(order.date_created),
    updated_at: instantOf(order.date_modified),
    // The nearest there is: BigCommerce does not keep when an order was cancelled.
    cancelled_at: isCancelled ? instantOf(order.date_modified) : null,
    closed_at:
      instantOf(order.date_shipped) ??
      (order.status_id === COMPLETED ? instantOf(order.date_modified) : null),
    email: filled(buyer.email),
    phone: filled(buyer.phone),
    customer_locale: filled(order.customer_locale),
    note: filled(order.customer_message),
    buyer_accepts_marketing: optIn,
    tax_exempt: taxExempt,
    currency,
    presentment_currency: currency,
    total_line_items_price: totals.lineItems,
    total_line_items_price_set: tell(totals.lineItems),
    total_discounts: totals.discounts,
    total_discounts_set: tell(totals.discounts),
    subtotal_price: totals.subtotal,
    subtotal_price_set: tell(totals.subtotal),
    total_shipping_price_set: tell(totals.shipping),
    total_tax: totals.tax,
    total_tax_set: tell(totals.tax),
    total_price: totals.total,
    total_price_set: tell(totals.total),
    total_tip_received: totals.zero,
    total_outstanding: outstandingOf(financial, isCancelled, totals),
    current_total_price: current.total,
    current_total_price_set: tell(current.total),
    current_total_tax: current.tax,
    current_total_tax_set: tell(current.tax),
    current_subtotal_price: current.subtotal,
    current_subtotal_price_set: tell(current.subtotal),
    current_total_discounts: current.discounts,
    current_total_discounts_set: tell(current.discounts),
    original_total_additional_fees_set: tell(totals.fees),
    current_total_additional_fees_set: tell(current.fees),
    total_weight: weightOf(lines),
    taxes_included:
      typeof order.is_tax_inclusive_pricing === 'boolean' ? order.is_tax_inclusive_pricing : null,
    payment_gateway_names: payment === null ? [] : [payment],
    discount_codes: discounts.codes,
    discount_applications: discounts.applications,
    line_items: lines,
    shipping_lines: [
      ...listed<ShippingConsignment>(shipping).map((one) =>
        shippingLineOf(
          one.id,
          one.shipping_method,
          totals.shippingOf({
            ex: one.cost_ex_tax,
            inc: one.cost_inc_tax,
            handlingEx: one.handling_cost_ex_tax,
            handlingInc: one.handling_cost_inc_tax,
          }),
          currency,
        ),
      ),
      ...listed<PickupConsignment>(pickups).map((one) =>
        shippingLineOf(one.id, one.pickup_method_display_name, totals.zero, currency),
      ),
    ],
    billing_address: billing,
    shipping_address: shippingAddressOf(order),
    customer: customerOf(order, buyer, billing, taxExempt, optIn),
  };
}

/** Refunds that were made go before the payment's state, and that before the order's. */
function financialStatusOf(
  order: NativeOrder,
  { refunded, isRefunded, total }: Totals,
  note: Note,
): FinancialStatus | null {
  if (refunded !== null && total !== null && isRefunded)
    return compare(refunded, total) < 0 ? 'partially_refunded' : 'refunded';
  const meaning = meaningOf(order.status_id)?.payment;
  const word = filled(order.payment_status)?.toLowerCase() ?? '';
  const told = word === '' ? meaning : PAYMENTS.get(word);
  if (told === undefined) {
    const native = word === '' ? `order status ${order.status_id}` : `payment status "${word}"`;
    noteUnknown(order, native, 'financial_status', note);
    return null;
  }
  // Marked as refunded by hand, while the payment still stands as captured.
  const marked = meaning === 'refunded' || meaning === 'partially_refunded';
  return told === 'paid' && marked ? meaning : told;
}

function fulfillmentStatusOf(order: NativeOrder, note: Note): FulfillmentStatus | null {
  const meaning = meaningOf(order.status_id);
  if (!meaning && order.status_id !== INCOMPLETE)
    noteUnknown(order, `order status ${order.status_id}`, 'fulfillment_status', note);
  const [all = 0, shipped = 0] = [count(order.items_total), count(order.items_shipped)];
  if (meaning?.shipped === 'fulfilled' || (all > 0 && shipped >= all)) return 'fulfilled';
  return meaning?.shipped === 'partial' || shipped > 0 ? 'partial' : null;
}

const noteUnknown = ({ id }: NativeOrder, native: string, field: string, note: Note) =>
  note({
    code: 'unknown_status',
    message: `BigCommerce has the ${native}, whose meaning is not known; ${field} is null.`,
    field,
    id: String(id),
  });

interface Current {
  readonly total: string | null;
  readonly tax: string | null;
  readonly subtotal: string | null;
  readonly discounts: string | null;
  readonly fees: string | null;
}

/**
 * What is left of an order: nothing once it was cancelled, declined or voided; else what refunds
 * left. Nothing is said of refunds that BigCommerce keeps no record of.
 */
function currentOf(
  order: NativeOrder,
  { current, discounts, fees, refunded, zero }: Totals,
  financial: FinancialStatus | null,
  note: Note,
): Current {
  if (meaningOf(order.status_id)?.bucket === 'cancelled' || financial === 'voided')
    return { total: zero, tax: zero, subtotal: zero, discounts: zero, fees: fees && zero };
  const marked = financial === 'refunded' || financial === 'partially_refunded';
  const isUnrecorded = marked && listed(order.refund_records).length === 0;
  if (!isUnrecorded && refunded !== null) return { ...current, discounts, fees };
  note({
    code: 'refunds_untold',
    message: isUnrecorded
      ? 'The order is marked as refunded, but BigCommerce keeps no refund of it; current_total_price, current_total_tax and current_subtotal_price are null.'
      : 'BigCommerce does not say how much a refund gave back; current_total_price is null.',
    field: 'current_total_price',
    id: String(order.id),
  });
  const unknown = isUnrecorded ? { total: null, tax: null, subtotal: null } : current;
  return { ...unknown, discounts, fees };
}

function outstandingOf(
  financial: FinancialStatus | null,
  isCancelled: boolean,
  { total, zero }: Totals,
): string | null {
  if (isCancelled) return zero;
  if (financial === null) return null;
  return financial === 'pending' || financial === 'authorized' ? total : zero;
}

/** Grams of all pieces; null where a line does not say. */
function weightOf(lines: readonly Draft<LineItem>[]): number | null {
  const weights = lines.map(({ grams, quantity }) =>
    typeof grams === 'number' && typeof quantity === 'number' ? grams * quantity : null,
  );
  return weights.reduce<number | null>(
    (sum, weight) => (sum === null || weight === null ? null : sum + weight),
    0,
  );
}

function lineItemOf(
  line: NativeLine,
  order: NativeOrder,
  fulfillment: FulfillmentStatus | null,
  totals: Totals,
): Draft<LineItem> {
  const price = totals.priced(line.price_ex_tax, line.price_inc_tax);
  const discount = totals.discountOf(line);
  const options = listed<{ readonly display_value?: unknown }>(line.product_options);
  const title = filled(line.name_customer) ?? filled(line.name);
  const variant = joined(
    options.map(({ display_value }) => display_value),
    ' / ',
  );
  const quantity = count(line.quantity);
  const [shipped = 0, refunded = 0] = [count(line.quantity_shipped), count(line.quantity_refunded)];
  const done = fulfillment === 'fulfilled' || (meaningOf(order.status_id)?.bucket ?? 'open') !== 'open'; // biome-ignore format: one thought
  const type = filled(line.type);
  const isKnown = type !== null && LINE_TYPES.includes(type);
  return {
    id: identifier(line.id),
    ...joinOf(line, order.catalog_records),
    quantity: quantity ?? null,
    fulfillable_quantity: done ? 0 : quantity === undefined ? null : Math.max(0, quantity - shipped - refunded), // biome-ignore format: one choice
    grams: gramsOf(line.weight, order.store?.weight_units),
    fulfillment_service: 'manual',
    fulfillment_status: lineStatusOf(quantity, shipped, fulfillment),
    sku: filled(line.sku),
    title,
    variant_title: variant,
    name: joined([title, variant], ' - '),
    vendor: filled(line.brand),
    price,
    price_set: price === null ? null : moneySet(price, totals.currency),
    total_discount: discount,
    total_discount_set: moneySet(discount, totals.currency),
    requires_shipping: isKnown ? type === 'physical' : null,
    gift_card: isKnown ? type === 'giftcertificate' : null,
    // A line without tax may be a taxable product that goes abroad.
    taxable: isAmount(line.total_tax) && compare(line.total_tax, '0') > 0 ? true : null,
  };
}

const LINE_TYPES: readonly string[] = ['physical', 'digital', 'giftcertificate'];

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

/** Nothing of a download is ever shipped, so there the order says. */
function lineStatusOf(
  quantity: number | undefined,
  shipped: number,
  fulfillment: FulfillmentStatus | null,
): FulfillmentStatus | null {
  if (fulfillment === 'fulfilled') return 'fulfilled';
  if (shipped === 0) return null;
  return quantity !== undefined && shipped >= quantity ? 'fulfilled' : 'partial';
}

function shippingLineOf(
  id: unknown,
  method: unknown,
  price: string | null,
  currency: string | null,
): ShippingLineDraft {
  const title = filled(method);
  const set = price === null ? null : moneySet(price, currency);
  return {
    id: identifier(id),
    code: title,
    title,
    source: 'bigcommerce',
    price,
    price_set: set,
    // What a coupon took off shipping is already out of its cost.
    discounted_price: price,
    discounted_price_set: set,
    is_removed: false,
  };
}
