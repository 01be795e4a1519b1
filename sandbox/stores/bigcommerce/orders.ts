// One order of the catalogue in the shape of Orders V2.
import { currencies } from '../../catalogue/currencies.ts';
import type { Catalogue, Order } from '../../catalogue/types.ts';
import { nativeAddress, nativeConsignments, pieces, root, splitOf } from './consignments.ts';
import { orderId } from './ids.ts';
import type { BigcommerceShop } from './shops.ts';
import { paymentMethod, paymentStatus, statusId, statusNames } from './status.ts';
import { type Fine, fine, mailTime, text, uuid } from './texts.ts';

/** What was asked to come along. */
export interface Includes {
  readonly consignments: boolean;
  readonly lines: boolean;
  readonly fees: boolean;
  /** The newer structure: an object instead of a list with one. */
  readonly object: boolean;
}

export function nativeOrder(
  order: Order,
  shop: BigcommerceShop,
  catalogue: Catalogue,
  includes: Includes,
  { id = orderId(order), status = statusId(order), isDeleted = false } = {},
): object {
  const zero = text(0);
  const link = (name: string) => ({ url: `${root(order, shop)}/${name}`, resource: `/orders/${id}/${name}` }); // biome-ignore format: one thought
  const consignments = () => nativeConsignments(order, shop, catalogue, includes.lines);
  const { parcels } = splitOf(order);
  const physical = order.lines.filter((line) => line.requiresShipping);
  return {
    id,
    customer_id: order.customerId ?? 0,
    date_created: mailTime(order.createdAt),
    is_tax_inclusive_pricing: order.taxesIncluded,
    date_modified: mailTime(order.updatedAt),
    date_shipped: order.fulfilmentStatus === 'fulfilled' ? mailTime(order.closedAt) : '',
    status_id: status,
    status: statusNames[status] ?? '',
    ...amountsOf(order),
    items_total: pieces(order.lines),
    items_shipped: physical.reduce((sum, line) => sum + line.fulfilledQuantity, 0),
    payment_method: paymentMethod(order),
    payment_provider_id: order.payments[0]?.transactionId ?? null,
    payment_status: status === 0 ? '' : paymentStatus(order),
    // Documented as always 0: refunds are only in V3.
    refunded_amount: zero,
    order_is_digital: physical.length === 0,
    store_credit_amount: zero,
    gift_certificate_amount: text(fine(order.totals.giftCards.presentment, order.currency)),
    ip_address: order.clientAddress ?? '',
    ip_address_v6: '',
    geoip_country: '',
    geoip_country_iso2: '',
    ...currencyOf(order, catalogue),
    staff_notes: order.tags.length === 0 ? null : order.tags.join(', '),
    customer_message: order.note,
    shipping_address_count: parcels.length,
    is_deleted: isDeleted,
    ebay_order_id: '0',
    cart_id: order.source === 'web' ? uuid(order.id) : null,
    // A point of sale asks for no address.
    billing_address: {
      ...nativeAddress(order.billing, order),
      phone: order.phone ?? '',
    },
    is_email_opt_in: order.acceptsMarketing,
    credit_card_type: null,
    order_source: sources[order.source],
    channel_id: 1,
    external_source: null,
    consignments: !includes.consignments
      ? link('consignments')
      : includes.object
        ? consignments()
        : [consignments()],
    products: link('products'),
    shipping_addresses: link('shipping_addresses'),
    coupons: link('coupons'),
    fees: includes.fees ? feesOf(order) : link('fees'),
    external_id: null,
    external_merchant_id: null,
    tax_provider_id: 'BasicTaxProvider',
    customer_locale: order.locale.slice(0, 2),
    external_order_id: '',
    custom_status: `${statusNames[status]} ✓`,
  };
}

const sources = { web: 'www', pos: 'external', admin: 'manual', api: 'checkout_api' } as const;

/** All in the currency that was paid in, on both sides of tax; discounts are on the prices' side. */
function amountsOf(order: Order): object {
  const { taxesIncluded: included, totals } = order;
  const of = (minor: number): Fine => fine(minor, order.currency);
  const zero = text(0);
  const add = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const both = (name: string, gross: number, tax: number): object => ({
    [`${name}_ex_tax`]: text(of(included ? gross - tax : gross)),
    [`${name}_inc_tax`]: text(of(included ? gross : gross + tax)),
    [`${name}_tax`]: text(of(tax)),
  });
  const grossTax = add(order.lines.map((line) => line.grossTax.presentment));
  const shipping = add(order.shippingLines.map((line) => line.total.presentment));
  const shippingTax = add(order.shippingLines.map((line) => line.tax.presentment));
  const total = totals.total.presentment;
  const none = (name: string) => ({
    [`base_${name}`]: zero,
    [`${name}_ex_tax`]: zero,
    [`${name}_inc_tax`]: zero,
    [`${name}_tax`]: zero,
    [`${name}_tax_class_id`]: 2,
  });
  const taken = (by: 'code' | 'automatic'): number =>
    add(
      order.lines.flatMap((line) =>
        line.allocations
          .filter((part) => order.discounts[part.discount]?.by === by)
          .map((part) => part.amount.presentment),
      ),
    );
  return {
    ...both('subtotal', totals.lines.presentment, grossTax),
    base_shipping_cost: text(of(shipping)),
    ...both('shipping_cost', shipping, shippingTax),
    shipping_cost_tax_class_id: 2,
    ...none('handling_cost'),
    ...none('wrapping_cost'),
    total_ex_tax: text(of(total - totals.tax.presentment)),
    total_inc_tax: text(of(total)),
    total_tax: text(of(totals.tax.presentment)),
    discount_amount: text(of(taken('automatic'))),
    coupon_discount: text(of(taken('code'))),
  };
}

/** Shown currencies are no money: `currency_code` is only what the storefront displayed. */
function currencyOf(order: Order, { shop }: Catalogue): object {
  const ids = Object.keys(currencies);
  const shown = order.currency === shop.currency && order.id % 10 === 0 ? 'USD' : order.currency;
  const rate = (code: keyof typeof currencies): string => {
    const { numerator, denominator, decimals } = currencies[code];
    return text((numerator * 10_000 * 100) / (denominator * 10 ** decimals)).concat('000000');
  };
  return {
    currency_id: ids.indexOf(shown) + 1,
    currency_code: shown,
    currency_exchange_rate: shown === order.currency ? '1.0000000000' : rate(shown),
    default_currency_id: ids.indexOf(order.currency) + 1,
    default_currency_code: order.currency,
    store_default_currency_code: shop.currency,
    store_default_to_transactional_exchange_rate: rate(order.currency),
  };
}

/** Tips are fees: BigCommerce has no other place for them. */
function feesOf(order: Order): readonly object[] {
  const tip = order.totals.tip.presentment;
  if (tip === 0) return [];
  const cost = text(fine(tip, order.currency));
  return [
    {
      id: 900 + order.id,
      type: 'custom_fee',
      display_name_customer: 'Tip',
      display_name_merchant: 'Tip',
      source: 'AA',
      base_cost: cost,
      cost_ex_tax: cost,
      cost_inc_tax: cost,
      cost_tax: text(0),
      tax_class_id: null,
    },
  ];
}
