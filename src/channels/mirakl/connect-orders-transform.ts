// Turns an order of Mirakl Connect into ours.
import { isZero } from '../../model/money.ts';
import type { FinancialStatus, FulfillmentStatus, LineItem } from '../../model/order.ts';
import type { OrderDraft, ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note } from '../channel.ts';
import { integer } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, joined, ownId } from '../kit/text.ts';
import { connectAddress } from './addresses.ts';
import {
  type Amounts,
  amountsOf,
  cancelationsOf,
  isNothing,
  isTaxed,
  piecesOf,
  unitPriceOf,
} from './connect-amounts.ts';
import type { ConnectLine, ConnectOrder } from './native.ts';
import { settledConnectOrder } from './settled.ts';
import { connectCancelReason, connectMeaning, isRejected, isUnconfirmed } from './status.ts';

export function transformConnectOrder(native: ConnectOrder, { note }: Context): OrderDraft {
  const order = settledConnectOrder(native);
  const id = ownId(order.id);
  const { origin, shipping_info } = order;
  const amounts = amountsOf(order);
  const { currency } = amounts;
  const cancelled = isRejected(order);
  const financial = financialOf(order, amounts, note);
  const number = filled(order.channel_order_id);
  const billing = connectAddress(order.billing_info?.address);
  const shipping = connectAddress(shipping_info?.address);
  const email = filled(shipping_info?.email);
  const phone = shipping?.phone ?? null;
  const updated = instant(order.updated_at);
  const done = !cancelled && (order.status === 'CLOSED' || order.status === 'DELIVERED');
  if (filled(order.anonymized_at) !== null)
    note({
      ...{ code: 'personal_data_ended', id, field: 'shipping_address' },
      fields: ['billing_address', 'customer', 'email', 'phone', 'note', 'company'],
      message: 'Mirakl no longer shows the buyers of some of these orders.',
    });
  const outstanding = financial === 'pending' ? amounts.current.total : amounts.nothing;
  return {
    id,
    name: number,
    number,
    order_number: number,
    source_identifier: filled(origin?.channel_id),
    source_name: joined([origin?.channel_name, origin?.sub_channel_name], ' / '),
    location_id: filled(origin?.channel_store_id),
    financial_status: financial,
    fulfillment_status: fulfillmentOf(order, note),
    cancel_reason: cancelled ? connectCancelReason(order, cancelationReasons(order)) : null,
    confirmed: !isUnconfirmed(order.status),
    created_at: instant(order.created_at),
    processed_at: instant(order.created_at),
    updated_at: updated,
    cancelled_at: cancelled ? updated : null,
    closed_at: done ? updated : null,
    email,
    phone,
    tags: filled(origin?.sub_channel_code),
    note: filled(shipping_info?.address?.additional_info),
    currency,
    presentment_currency: currency,
    total_line_items_price: amounts.lines,
    total_discounts: amounts.nothing,
    subtotal_price: amounts.lines,
    total_shipping_price: amounts.shipping,
    total_tax: amounts.tax,
    total_price: amounts.total,
    total_tip_received: amounts.nothing,
    total_outstanding: financial === null ? null : outstanding,
    current_subtotal_price: amounts.current.lines,
    current_total_discounts: amounts.nothing,
    current_total_tax: amounts.current.tax,
    current_total_price: amounts.current.total,
    // Where no tax is named at all, the prices are what the buyer pays.
    taxes_included: order.order_lines.length === 0 ? null : isZero(amounts.tax),
    company: billing?.company ? { id: null, location_id: null } : null,
    payment_gateway_names: ['mirakl'],
    line_items: order.order_lines.map((line) => lineItemOf(line, order, amounts, note)),
    shipping_lines: shippingLinesOf(order, amounts),
    billing_address: billing,
    shipping_address: shipping,
    // Consents, exemptions and verified addresses are nowhere in Mirakl: nothing is said of them.
    customer: {
      email,
      phone,
      first_name: (billing ?? shipping)?.first_name,
      last_name: (billing ?? shipping)?.last_name,
      default_address: shipping,
    },
  };
}

/** None where no method is named and nothing was asked for it. */
function shippingLinesOf(
  { shipping_info: info }: ConnectOrder,
  { shipping: price }: Amounts,
): readonly ShippingLineDraft[] {
  const method = filled(info?.method);
  const carrier = filled(info?.carrier);
  if (method === null && carrier === null && isZero(price)) return [];
  return [
    {
      code: method,
      title: method,
      carrier_identifier: carrier,
      source: 'mirakl',
      price,
      discounted_price: price,
      is_removed: false,
    },
  ];
}

const cancelationReasons = ({ order_lines }: ConnectOrder) =>
  order_lines.flatMap(cancelationsOf).map(({ reason }) => reason);

function financialOf(order: ConnectOrder, amounts: Amounts, note: Note): FinancialStatus | null {
  if (isRejected(order)) return 'voided';
  if (amounts.hasRefunds)
    return isNothing(amounts.current.total) ? 'refunded' : 'partially_refunded';
  const meaning = connectMeaning(order);
  if (!meaning) unknown(order, 'financial_status', note);
  return meaning?.financial ?? null;
}

/** The order's status, unless its lines differ: some sent, some not. */
function fulfillmentOf(order: ConnectOrder, note: Note): FulfillmentStatus | null {
  const meaning = connectMeaning(order);
  if (!meaning) {
    unknown(order, 'fulfillment_status', note);
    return null;
  }
  const shipped = order.order_lines
    .filter((line) => !isRejected(line))
    .map((line) => connectMeaning(line)?.shipped);
  if (shipped.includes(true) && shipped.includes(false)) return 'partial';
  return meaning.shipped ? 'fulfilled' : null;
}

function unknown(
  { id, status, status_reason }: Pick<ConnectOrder, 'id' | 'status' | 'status_reason'>,
  field: string,
  note: Note,
) {
  const word = joined([status, status_reason], '/');
  noteUnknown(note, { vendor: 'Mirakl Connect', word, field, id });
}

function lineItemOf(
  line: ConnectLine,
  order: ConnectOrder,
  amounts: Amounts,
  note: Note,
): Draft<LineItem> {
  const quantity = integer(line.quantity);
  const price = unitPriceOf(line, amounts);
  const product = filled(line.product?.id);
  const meaning = connectMeaning(line);
  if (!meaning) unknown({ ...line, id: order.id }, 'line_items.fulfillment_status', note);
  return {
    id: filled(line.id),
    product_id: product,
    variant_id: product,
    fulfillment_line_item_id: filled(line.channel_order_line_id),
    quantity: quantity === null ? null : quantity + piecesOf(cancelationsOf(line)),
    fulfillable_quantity: meaning ? (meaning.bucket === 'open' ? quantity : 0) : null,
    fulfillment_service: serviceOf(order),
    fulfillment_status: meaning?.shipped ? 'fulfilled' : null,
    sku: product,
    title: filled(line.product?.title),
    name: filled(line.product?.title),
    price,
    total_discount: amounts.nothing,
    taxable: isTaxed(line),
  };
}

function serviceOf({ fulfillment }: ConnectOrder): string | null {
  if (fulfillment?.type === 'FULFILLED_BY_SELLER') return 'manual';
  if (fulfillment?.type !== 'FULFILLED_BY_PARTNER') return null;
  return filled(fulfillment.code) ?? 'partner';
}
