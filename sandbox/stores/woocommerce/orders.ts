// One order of the catalogue in WooCommerce's shape.
import { currencies } from '../../catalogue/currencies.ts';
import type { Address, Order, Payment } from '../../catalogue/types.ts';
import { printFine, sumOf } from './fine.ts';
import { orderId, refundId } from './ids.ts';
import {
  couponLines,
  feeLines,
  lineItem,
  netShipping,
  type Rendering,
  shippingLine,
  taxLines,
} from './order-items.ts';
import { restRoot } from './replies.ts';
import type { WooShop } from './shops.ts';
import { money, times } from './texts.ts';

export function nativeOrder(
  order: Order,
  rendering: Rendering,
  status = statusOf(order, rendering.shop),
): object {
  const { shop, dp } = rendering;
  const { currency, taxesIncluded, totals } = order;
  const id = orderId(order);
  const print = (minor: number): string => money(minor, currency, dp);
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0);
  const lineTax = sum(order.lines.map((line) => line.tax.presentment));
  const grossTax = sum(order.lines.map((line) => line.grossTax.presentment));
  const shippingTax = sum(order.shippingLines.map((line) => line.tax.presentment));
  const discountTax = grossTax - lineTax;
  const discount = totals.lineDiscounts.presentment - (taxesIncluded ? discountTax : 0);
  const key = `wc_order_${keyOf(order)}`;
  const payment = paymentOf(order);
  const method = payment === undefined ? ['', ''] : methods[payment.gateway];
  const self = `${restRoot(shop)}/wc/v3/orders/${id}`;
  const completed = status === 'completed' || order.fulfilmentStatus === 'fulfilled';
  return {
    id,
    parent_id: 0,
    status,
    currency,
    version: shop.version,
    prices_include_tax: taxesIncluded,
    ...local('date_created', order.createdAt, shop),
    ...local('date_modified', order.undated ? null : order.updatedAt, shop),
    discount_total: print(discount),
    discount_tax: print(discountTax),
    shipping_total: printFine(
      sumOf(order.shippingLines.map((line) => netShipping(line, order))),
      dp,
    ),
    shipping_tax: print(shippingTax),
    cart_tax: print(lineTax),
    total: print(totals.total.presentment - totals.giftCards.presentment),
    total_tax: print(totals.tax.presentment),
    customer_id: order.customerId ?? 0,
    order_key: key,
    billing: {
      ...nativeAddress(order.billing),
      email: order.email ?? '',
      phone: order.phone ?? '',
    },
    shipping: { ...nativeAddress(order.shipping), phone: order.shipping?.phone ?? '' },
    payment_method: method[0],
    payment_method_title: method[1],
    transaction_id: payment?.status === 'success' ? (payment.transactionId ?? '') : '',
    customer_ip_address: order.clientAddress ?? '',
    customer_user_agent: order.clientAddress === null ? '' : 'Mozilla/5.0',
    created_via: createdVia(order),
    customer_note: order.note ?? '',
    ...local('date_completed', completed ? order.closedAt : null, shop),
    ...local('date_paid', order.paidAt, shop),
    cart_hash: order.source === 'web' ? `${keyOf(order)}${keyOf(order)}`.toLowerCase() : '',
    number: String(id),
    meta_data: metaOf(order, shop),
    line_items: order.lines.map((line) => lineItem(line, order, rendering)),
    tax_lines: taxLines(order, rendering),
    shipping_lines: order.shippingLines.map((line) => shippingLine(line, order, rendering)),
    fee_lines: feeLines(order, rendering),
    coupon_lines: couponLines(order, rendering),
    refunds: order.refunds.map((refund) => ({
      id: refundId(order, refund),
      reason: refund.reason ?? '',
      total: print(-refund.total.presentment),
      ...(shop.refundTax ? { total_tax: print(-refund.tax.presentment) } : {}),
    })),
    payment_url: `${shop.site}/checkout/order-pay/${id}/?pay_for_order=true&key=${key}`,
    is_editable: status === 'pending' || status === 'on-hold',
    needs_payment: (status === 'pending' || status === 'failed') && totals.total.presentment > 0,
    needs_processing: order.lines.some((line) => line.requiresShipping),
    ...gmt('date_created', order.createdAt),
    ...gmt('date_modified', order.undated ? null : order.updatedAt),
    ...gmt('date_completed', completed ? order.closedAt : null),
    ...gmt('date_paid', order.paidAt),
    currency_symbol: currencies[currency].symbol,
    _links: {
      self: [{ href: self, targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } }],
      collection: [{ href: `${restRoot(shop)}/wc/v3/orders` }],
      email_templates: [{ embeddable: true, href: `${self}/actions/email_templates` }],
      ...(order.customerId === null
        ? {}
        : { customer: [{ href: `${restRoot(shop)}/wc/v3/customers/${order.customerId}` }] }),
    },
  };
}

/** The status of orders whose plugin was switched off. */
export const ORPHANED = 'backordered';

/** WooCommerce's own words; what it has no word for is in a note in the order's meta data. */
export function statusOf(order: Order, shop: WooShop): string {
  if (order.orphaned) return ORPHANED;
  if (order.cancelReason === 'declined') return 'failed';
  if (order.state === 'cancelled') return 'cancelled';
  const written = writtenStatus(order);
  if (written !== undefined) return written;
  switch (order.financialStatus) {
    case 'refunded':
      return 'refunded';
    case 'authorized':
    case 'partially_paid':
      return 'on-hold';
    case 'pending':
      if (paymentOf(order)?.gateway === 'cash_on_delivery') return 'processing';
      return order.id % 2 === 0 ? 'on-hold' : 'pending';
    default:
      if (order.state === 'closed') return 'completed';
      if (shop.orphaned && order.id % 2 === 0) return ORPHANED;
      return order.fulfilmentStatus === 'partial' &&
        shop.customStatuses.includes('partially-shipped')
        ? 'partially-shipped'
        : 'processing';
  }
}

export function createdVia(order: Order): string {
  if (order.source === 'pos') return 'pos-rest-api';
  if (order.source === 'admin') return 'admin';
  if (order.source === 'api') return 'rest-api';
  return order.id % 3 === 0 ? 'store-api' : 'checkout';
}

const methods: Readonly<Record<Payment['gateway'], readonly [id: string, title: string]>> = {
  ideal: ['mollie_wc_gateway_ideal', 'iDEAL'],
  card: ['stripe', 'Credit / Debit Card'],
  paypal: ['ppcp-gateway', 'PayPal'],
  bank_transfer: ['bacs', 'Bank transfer'],
  cash_on_delivery: ['cod', 'Cash on delivery'],
  gift_card: ['gift_card', 'Gift card'],
  cash: ['pos_cash', 'Cash'],
};

function paymentOf(order: Order): Payment | undefined {
  const taken = order.payments.filter(
    (payment) => payment.kind !== 'refund' && payment.kind !== 'void',
  );
  return taken.find((payment) => payment.gateway !== 'gift_card') ?? taken[0];
}

function metaOf(order: Order, shop: WooShop): readonly object[] {
  const pairs: (readonly [string, string])[] = [
    ['is_vat_exempt', order.taxExempt ? 'yes' : 'no'],
    ['_wc_order_attribution_source_type', order.referringSite === null ? 'typein' : 'referral'],
  ];
  if (order.referringSite !== null)
    pairs.push(['_wc_order_attribution_referrer', order.referringSite]);
  if (order.poNumber !== null) pairs.push(['_po_number', order.poNumber]);
  if (order.company?.vatNumber) pairs.push(['_billing_vat_number', order.company.vatNumber]);
  if (order.financialStatus === 'authorized') pairs.push(['_stripe_charge_captured', 'no']);
  // The fulfilments feature came with the 10s.
  if (shop.variationsRoute && order.fulfilmentStatus !== null) {
    const word = order.fulfilmentStatus === 'partial' ? 'partially_fulfilled' : 'fulfilled';
    pairs.push(['_fulfillment_status', word]);
  }
  const written = ownOf(order).flatMap(({ meta }) => (meta ?? []) as readonly Meta[]);
  return [...pairs.map(([key, value]) => ({ key, value })), ...written].map(
    ({ key, value }, i) => ({ id: order.id * 10 + i, key, value }),
  );
}

export interface Meta {
  readonly key: string;
  readonly value: unknown;
}

/** What was written here with the order, and with its parcels. */
export const ownOf = ({
  own,
  fulfilments,
}: Order): readonly Readonly<Record<string, unknown>>[] => [
  ...(own?.woocommerce ? [own.woocommerce] : []),
  ...fulfilments.flatMap((parcel) =>
    parcel.by === 'woocommerce' && parcel.own ? [parcel.own] : [],
  ),
];

/** Only a write completes an order here; fulfillments of the core leave its status as it is. */
function writtenStatus(order: Order): string | undefined {
  if (order.financialStatus === 'refunded') return undefined;
  const own = ownOf(order);
  if (own.some(({ completed }) => completed === true)) return 'completed';
  const isCore = own.some(({ fulfillment }) => fulfillment !== undefined);
  return isCore && order.paidAt !== null ? 'processing' : undefined;
}

/** WooCommerce keeps empty texts, never null, in addresses. */
export function nativeAddress(address: Address | null): Readonly<Record<string, string>> {
  return {
    first_name: address?.firstName ?? '',
    last_name: address?.lastName ?? '',
    company: address?.company ?? '',
    address_1: address?.address1 ?? '',
    address_2: address?.address2 ?? '',
    city: address?.city ?? '',
    state: address?.provinceCode ?? '',
    postcode: address?.zip ?? '',
    country: address?.countryCode ?? '',
  };
}

/** Letters and digits that look drawn but follow from the number. */
function keyOf(order: Order): string {
  return ((order.id * 2_654_435_761) % 4_294_967_296)
    .toString(16)
    .padStart(8, '0')
    .repeat(2)
    .slice(0, 13);
}

function local(name: string, instant: number | null, shop: WooShop): Record<string, string | null> {
  return { [name]: times(name, instant, shop.timeZone)[name] ?? null };
}

function gmt(name: string, instant: number | null): Record<string, string | null> {
  return { [`${name}_gmt`]: times(name, instant, 'UTC')[`${name}_gmt`] ?? null };
}
