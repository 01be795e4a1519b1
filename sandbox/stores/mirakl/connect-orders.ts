// One order of the catalogue as Mirakl Connect gives it: without taxes, after cancelations.
import { country } from '../../catalogue/countries.ts';
import type { Address, CurrencyCode, Line, Order } from '../../catalogue/types.ts';
import { decimal, linePart, nothing, type Part, refundsOf, shippingPart } from './figures.ts';
import { channelOrderId, channels, lineId, orderId, sku } from './ids.ts';
import { type ConnectStatus, connectLineStatus, connectStatus, isCanceled } from './status.ts';

export const instant = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** An oddity, for the account that has some. */
export type Oddity = 'none' | 'channel-status' | 'new-reason' | 'anonymized';

export function connectOrder(order: Order, anchor: number, oddity: Oddity = 'none'): object {
  const state = oddly(connectStatus(order, anchor), oddity);
  const hidden = oddity === 'anonymized';
  const channel = channels[order.currency];
  const isGerman = order.currency === 'EUR' && order.shipping?.countryCode === 'DE';
  return {
    id: orderId(order),
    channel_order_id: channelOrderId(order),
    origin: {
      channel_id: channel.id,
      channel_name: channel.name,
      channel_store_id: '2044',
      channel_store_name: 'Kade & Zonen',
      ...(isGerman && { sub_channel_code: 'DE', sub_channel_name: 'Deutschland' }),
    },
    created_at: instant(order.createdAt),
    channel_updated_at: instant(Math.max(order.createdAt, order.updatedAt - 45_000)),
    updated_at: instant(order.updatedAt),
    status: state.status,
    ...(state.reason !== undefined && { status_reason: state.reason }),
    fulfillment: { type: 'FULFILLED_BY_SELLER' },
    custom_attributes: [],
    shipping_info: shippingInfo(order, hidden),
    ...(order.billing !== null && { billing_info: { address: address(order.billing, hidden) } }),
    order_lines: order.lines.map((line, index) => orderLine(line, index, order, state)),
    ...(hidden && { anonymized_at: instant(anchor) }),
  };
}

function oddly(status: ConnectStatus, oddity: Oddity): ConnectStatus {
  if (oddity === 'channel-status') return { status: 'CHANNEL_SPECIFIC' };
  if (oddity === 'new-reason') return { status: 'CLOSED', reason: 'RECALLED' };
  return status;
}

function shippingInfo(order: Order, hidden: boolean): object {
  const [line] = order.shippingLines;
  return {
    ...(order.shipping !== null && {
      address: {
        ...address(order.shipping, hidden),
        ...(order.note !== null && !hidden && { additional_info: order.note }),
      },
    }),
    ...(line && line.carrier !== null && { carrier: line.carrier }),
    ...(line && { method: line.title }),
    ...(order.email !== null && !hidden && { email: order.email }),
    shipping_deadline: instant(order.createdAt + 3 * 86_400_000),
  };
}

/** An anonymised address keeps the place and loses the person. */
function address(from: Address, hidden: boolean): object {
  const { name, alpha3 } = country(from.countryCode);
  return {
    ...(!hidden && { first_name: from.firstName }),
    last_name: hidden ? '' : from.lastName,
    ...(from.company !== null && !hidden && { company: from.company }),
    street: hidden ? '' : from.address1,
    ...(from.address2 !== null && !hidden && { street_additional_info: from.address2 }),
    city: from.city,
    ...(from.province !== null && { state: from.provinceCode ?? from.province }),
    zip_code: from.zip,
    country: name,
    country_iso_code: alpha3,
    ...(from.phone !== null && !hidden && { phone: from.phone }),
  };
}

function orderLine(line: Line, index: number, order: Order, whole: ConnectStatus): object {
  const { currency } = order;
  const canceled = isCanceled(order);
  const goods = linePart(line, order);
  const shipping = index === 0 ? shippingPart(order) : nothing;
  const left = canceled
    ? { goods: emptied(goods), shipping: emptied(shipping) }
    : { goods, shipping };
  const { status, reason } = connectLineStatus(line, order, whole);
  return {
    id: lineId(order, index),
    channel_order_line_id: `${channelOrderId(order)}-${index + 1}`,
    product: { id: sku(line), title: titleOf(line) },
    quantity: canceled ? 0 : line.quantity,
    can_cancel: order.state === 'open',
    can_refund: order.state === 'closed',
    price: money(left.goods.net, currency),
    taxes: taxes(left.goods, currency),
    total_shipping_price: money(left.shipping.net, currency),
    shipping_taxes: taxes(left.shipping, currency),
    status,
    ...(reason !== undefined && { status_reason: reason }),
    adjustments: canceled
      ? [cancelation(line, index, order, goods, shipping)]
      : order.state === 'cancelled'
        ? []
        : refundsOf(line, order).map((back) => ({
            adjustment_id: `${orderId(order)}_R${back.refund.id}`,
            id: `${channels[currency].id}_${back.refund.id}`,
            type: 'REFUND',
            reason: back.quantity > 0 ? 'RETURN' : 'AGREEMENT',
            created_at: instant(back.refund.createdAt),
            quantity: back.quantity,
            ...adjusted(back.goods, back.shipping, currency),
          })),
    custom_attributes: [],
  };
}

const reasons: Readonly<Record<string, string>> = {
  customer: 'CUSTOMER_CANCELATION',
  inventory: 'OUT_OF_STOCK',
};

const cancelation = (line: Line, index: number, order: Order, goods: Part, shipping: Part) => ({
  adjustment_id: `${orderId(order)}_C${index + 1}`,
  id: `${channels[order.currency].id}_${order.id}${index + 1}`,
  type: 'CANCELATION',
  reason: reasons[order.cancelReason ?? ''] ?? 'CHANNEL_SPECIFIC',
  created_at: instant(order.cancelledAt ?? order.updatedAt),
  quantity: line.quantity,
  ...adjusted(goods, shipping, order.currency),
});

const adjusted = (goods: Part, shipping: Part, currency: CurrencyCode) => ({
  price: money(goods.net, currency),
  shipping_price: money(shipping.net, currency),
  taxes: goods.taxes.map(([code, , minor]) => ({ code, amount: money(minor, currency) })),
  shipping_taxes: shipping.taxes.map(([code, , minor]) => ({
    code,
    amount: money(minor, currency),
  })),
});

const taxes = (part: Part, currency: CurrencyCode) =>
  part.taxes.map(([code, basisPoints, minor]) => ({
    code,
    amount: money(minor, currency),
    rate: basisPoints / 100,
    seller_collectible: money(minor, currency),
  }));

const money = (minor: number, currency: CurrencyCode) => ({
  amount: decimal(minor, currency),
  currency,
});

/** A cancelation takes everything off the line but the names of its taxes. */
const emptied = ({ taxes: own }: Part): Part => ({
  net: 0,
  taxes: own.map(([code, basisPoints]) => [code, basisPoints, 0]),
});

/** Channels know no variants: what makes one is in the title. */
export const titleOf = ({ title, variantTitle }: Line): string =>
  variantTitle === null ? title : `${title} - ${variantTitle}`;
