// Turns an order of a marketplace (OR11) into ours.
import { isAmount, isZero, money } from '../../model/money.ts';
import type {
  DiscountApplication,
  FinancialStatus,
  FulfillmentStatus,
  LineItem,
} from '../../model/order.ts';
import type { OrderDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note } from '../channel.ts';
import { integer, parts } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import { marketplaceAddress } from './addresses.ts';
import {
  type Amounts,
  amountsOf,
  isAllRefunded,
  isPaidOut,
  refundsOf,
} from './marketplace-amounts.ts';
import type {
  MarketplaceLine,
  MarketplaceOrder,
  MarketplacePromotion,
  MarketplaceTakeback,
  MarketplaceTax,
} from './native.ts';
import { settledMarketplaceOrder } from './settled.ts';
import {
  isOff,
  isPaidLater,
  isUnconfirmed,
  marketplaceCancelReason,
  marketplaceMeaning,
} from './status.ts';

export function transformMarketplaceOrder(
  native: MarketplaceOrder,
  { account, note }: Context,
): OrderDraft {
  const order = settledMarketplaceOrder(native);
  const id = ownId(order.order_id);
  const { customer, order_state: state } = order;
  const currency = filled(order.currency_iso_code);
  const amounts = amountsOf(order, note);
  const cancelled = isOff(state);
  const financial = financialOf(order, note);
  const updated = instant(order.last_updated_date);
  const billing = marketplaceAddress(customer?.billing_address);
  const shipping = marketplaceAddress(customer?.shipping_address);
  const email = filled(order.customer_notification_email);
  const phone = shipping?.phone ?? billing?.phone ?? null;
  const number = filled(order.commercial_id);
  const organization = filled(customer?.organization?.organization_id);
  const outstanding = financial === 'pending' ? amounts.current.total : amounts.nothing;
  const promotions = parts(order.promotions?.applied_promotions);
  return {
    id,
    name: id,
    number,
    order_number: number,
    source_identifier: filled(order.channel?.code),
    source_name: filled(order.channel?.label) ?? hostOf(account.baseUrl),
    location_id: filled(account.shop_id),
    po_number: filled(order.references?.order_reference_for_customer),
    financial_status: financial,
    fulfillment_status: fulfillmentOf(order, note),
    cancel_reason: cancelled
      ? marketplaceCancelReason(state, order.order_state_reason_label)
      : null,
    confirmed: !isUnconfirmed(state),
    created_at: instant(order.created_date),
    processed_at: instant(order.customer_debited_date) ?? instant(order.created_date),
    updated_at: updated,
    cancelled_at: cancelled ? updated : null,
    closed_at: state === 'CLOSED' || state === 'RECEIVED' ? updated : null,
    email,
    phone,
    tags: filled(order.payment_workflow),
    customer_locale: filled(customer?.locale),
    note: filled(customer?.shipping_address?.additional_info),
    currency,
    presentment_currency: currency,
    total_line_items_price: amounts.lines,
    total_discounts: amounts.discounts,
    subtotal_price: amounts.subtotal,
    total_shipping_price: amounts.shipping,
    total_tax: amounts.tax,
    total_price: amounts.total,
    total_tip_received: amounts.nothing,
    total_outstanding: financial === null ? null : outstanding,
    current_subtotal_price: amounts.current.subtotal,
    current_total_discounts: amounts.current.discounts,
    current_total_tax: amounts.current.tax,
    current_total_price: amounts.current.total,
    ...(amounts.fees !== null && {
      original_total_additional_fees: amounts.fees,
      current_total_additional_fees: amounts.current.fees,
    }),
    taxes_included: amounts.taxesIncluded,
    payment_terms: termsOf(order),
    company: organization === null ? null : { id: organization, location_id: null },
    payment_gateway_names: [filled(order.payment_type) ?? filled(order.paymentType) ?? 'mirakl'],
    discount_codes: promotions
      .filter(({ promo_code }) => filled(promo_code) !== null)
      .map((promotion) => ({
        id: filled(promotion.id),
        amount: written(promotion.deduced_amount, amounts.places),
        code: filled(promotion.promo_code),
        type: valueTypeOf(promotion),
      })),
    discount_applications: promotions.map((promotion) => applicationOf(promotion, amounts.places)),
    line_items: order.order_lines.map((line, index) =>
      lineItemOf(line, index, order, amounts, note),
    ),
    shipping_lines: [
      {
        code: filled(order.shipping_type_code),
        title: filled(order.shipping_type_label),
        carrier_identifier: filled(order.shipping_carrier_code) ?? filled(order.shipping_company),
        source: 'mirakl',
        price: amounts.shipping,
        discounted_price: amounts.shipping,
        is_removed: false,
      },
    ],
    billing_address: billing,
    shipping_address: shipping,
    // Consents, exemptions and verified addresses are nowhere in Mirakl: nothing is said of them.
    customer: {
      id: filled(customer?.customer_id),
      email,
      phone,
      first_name: filled(customer?.firstname),
      last_name: filled(customer?.lastname),
      default_address: shipping && {
        ...shipping,
        company: shipping.company ?? filled(customer?.organization?.name),
      },
    },
  };
}

const hostOf = (baseUrl: string | undefined): string | null =>
  baseUrl === undefined ? null : new URL(baseUrl).host;

function termsOf({ invoice_details }: MarketplaceOrder): Record<string, unknown> {
  const { type, days } = invoice_details?.payment_terms ?? {};
  return type === undefined && days === undefined ? {} : { type: type ?? null, days: days ?? null };
}

function financialOf(order: MarketplaceOrder, note: Note): FinancialStatus | null {
  const meaning = marketplaceMeaning(order.order_state);
  if (isOff(order.order_state)) return 'voided';
  if (isAllRefunded(order)) return 'refunded';
  if (refundsOf(order).some(isPaidOut)) return 'partially_refunded';
  if (!meaning) {
    unknown(order.order_state, order, 'financial_status', note);
    return null;
  }
  const debited = filled(order.customer_debited_date) !== null;
  return isPaidLater(order.payment_workflow) && !debited ? 'pending' : meaning.financial;
}

/** The order's state, unless its lines differ: some sent, some not. */
function fulfillmentOf(order: MarketplaceOrder, note: Note): FulfillmentStatus | null {
  const meaning = marketplaceMeaning(order.order_state);
  if (!meaning) {
    unknown(order.order_state, order, 'fulfillment_status', note);
    return null;
  }
  if (isOff(order.order_state)) return null;
  const shipped = order.order_lines
    .filter((line) => !isOff(line.order_line_state))
    .map((line) => isShipped(line, order));
  if (shipped.includes(true) && shipped.includes(false)) return 'partial';
  return meaning.shipped && !shipped.includes(false) ? 'fulfilled' : null;
}

/** States of a line that it may come to before or after it was sent; those that wait are of old. */
const BY_DATE = [
  ...['INCIDENT_OPEN', 'REFUNDED', 'WAITING_REFUND', 'WAITING_REFUND_PAYMENT'],
  'WAITING_REFUND_TAX_CONFIRMATION',
];

/**
 * Undefined for a state that is not known. A line may be closed because all of it was refunded
 * before it was sent, and an incident may be opened before that too: then its date decides.
 */
function isShipped(line: MarketplaceLine, order: MarketplaceOrder): boolean | undefined {
  const { order_line_state: state, shipped_date } = line;
  const sent = filled(shipped_date) !== null;
  if (BY_DATE.includes(state)) return sent;
  if (state === 'CLOSED' && order.fully_refunded === true) return sent;
  return marketplaceMeaning(state)?.shipped;
}

const unknown = (word: string, { order_id: id }: MarketplaceOrder, field: string, note: Note) =>
  noteUnknown(note, { vendor: 'The marketplace', word, field, id });

const valueTypeOf = ({ configuration }: MarketplacePromotion): 'percentage' | 'fixed_amount' =>
  configuration?.type === 'PERCENTAGE_OFF' ? 'percentage' : 'fixed_amount';

const written = (value: unknown, places: number): string | null =>
  isAmount(value) ? money(value, places) : null;

function applicationOf(
  promotion: MarketplacePromotion,
  places: number,
): Draft<DiscountApplication> {
  const { configuration, promo_code, id, apportioned, deduced_amount } = promotion;
  return {
    type: filled(promo_code) === null ? 'automatic' : 'discount_code',
    code: filled(promo_code) ?? filled(id),
    value:
      written(configuration?.percentage_off, 2) ??
      written(configuration?.amount_off, places) ??
      written(deduced_amount, places),
    value_type: valueTypeOf(promotion),
    allocation_method: apportioned ? 'across' : 'each',
    target_selection: 'entitled',
    target_type: 'line_item',
  };
}

function lineItemOf(
  line: MarketplaceLine,
  index: number,
  order: MarketplaceOrder,
  amounts: Amounts,
  note: Note,
): Draft<LineItem> {
  const { fulfillment } = order;
  const { unit = amounts.nothing, discount = amounts.nothing } = amounts.priced[index] ?? {};
  const state = line.order_line_state;
  const shipped = isShipped(line, order);
  if (shipped === undefined) unknown(state, order, 'line_items.fulfillment_status', note);
  const quantity = integer(line.quantity);
  const cancelled = (line.cancelations ?? []).reduce(
    (n, one) => n + (integer(one.quantity) ?? 0),
    0,
  );
  const isOpen = marketplaceMeaning(state)?.bucket === 'open';
  const left = isOpen && quantity !== null ? Math.max(0, quantity - cancelled) : 0;
  const center = filled(fulfillment?.center?.code);
  // The offer is what `products` lists: the line's product_sku is the operator's own number.
  const offer = identifier(line.offer_id);
  return {
    id: filled(line.order_line_id),
    product_id: offer,
    variant_id: offer,
    quantity,
    fulfillable_quantity: shipped === undefined ? null : left,
    fulfillment_service: center === null || center === 'DEFAULT' ? 'manual' : center,
    fulfillment_status: shipped ? 'fulfilled' : null,
    sku: filled(line.offer_sku) ?? filled(line.product_shop_sku) ?? filled(line.product_sku),
    title: filled(line.product_title),
    name: filled(line.product_title),
    price: unit,
    total_discount: discount,
    taxable: isTaxed([...(line.taxes ?? []), ...(line.cancelations ?? []).flatMap(taxesIn)]),
  };
}

const taxesIn = ({ taxes }: MarketplaceTakeback) => taxes ?? [];

/** Null where no tax is named: then no one said that there is none. */
const isTaxed = (taxes: readonly MarketplaceTax[]): boolean | null =>
  taxes.length === 0 ? null : taxes.some((tax) => !isZero(tax.amount ?? '0'));
