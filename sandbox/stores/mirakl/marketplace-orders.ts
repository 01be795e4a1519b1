// One order of the catalogue as a marketplace gives it (OR11).
import { country } from '../../catalogue/countries.ts';
import type { Address, Catalogue, Discount, Line, Order } from '../../catalogue/types.ts';
import { instant, titleOf } from './connect-orders.ts';
import {
  decimal,
  linePart,
  nothing,
  type Part,
  refundsOf,
  shippingPart,
  withTax,
} from './figures.ts';
import { commercialId, lineId, offerId, orderId, productSku, sku } from './ids.ts';
import type { Stall } from './shops.ts';
import {
  isPaidOnDelivery,
  marketplaceLineState,
  marketplaceState,
  stateReasons,
} from './status.ts';
import { writtenTrail } from './trails.ts';

const amount = (minor: number): number => decimal(minor, 'EUR');
const optional = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : instant(milliseconds);

export function marketplaceOrder(order: Order, stall: Stall, catalogue: Catalogue): object {
  const state = marketplaceState(order, catalogue.anchor);
  const priced = (part: Part): number => (stall.taxesIncluded ? withTax(part) : part.net);
  // Refused and cancelled lines are left out of an order's figures; here they all are, or none.
  const counted = isLeftOut(state, stall) ? [] : order.lines;
  const price = counted.reduce((sum, line) => sum + priced(linePart(line, order)), 0);
  const shipping = counted.length === 0 ? 0 : priced(shippingPart(order));
  const [method] = order.shippingLines;
  const trail = writtenTrail(order);
  const [reasonCode, reasonLabel] =
    order.state === 'cancelled' ? stateReasons[order.cancelReason ?? 'other'] : [null, null];
  const commission = order.lines.reduce((sum, line) => sum + commissionOf(line), 0);
  const paymentType = order.payments[0]?.gateway.toUpperCase() ?? 'CARD';
  return {
    acceptance_decision_date: state.startsWith('WAITING_ACCEPTANCE')
      ? null
      : instant(order.createdAt + 60_000),
    can_cancel: state === 'SHIPPING',
    can_shop_ship: state === 'SHIPPING',
    channel: order.shipping?.countryCode === 'DE' ? { code: 'DE', label: 'Deutschland' } : null,
    commercial_id: commercialId(order),
    created_date: instant(order.createdAt),
    currency_iso_code: 'EUR',
    customer: customer(order, stall.hidesBuyers && state.startsWith('WAITING'), catalogue),
    customer_debited_date: isPaidOnDelivery(order) ? null : optional(order.paidAt),
    customer_directly_pays_seller: false,
    customer_notification_email: order.email,
    delivery_date: null,
    fulfillment: { center: { code: 'DEFAULT' } },
    fully_refunded: order.state !== 'cancelled' && order.financialStatus === 'refunded',
    has_customer_message: false,
    has_incident: false,
    has_invoice: false,
    ...(order.company !== null && {
      invoice_details: { payment_terms: { type: 'NET', days: 30 } },
    }),
    last_updated_date: instant(order.updatedAt),
    leadtime_to_ship: 2,
    order_additional_fields: [],
    order_id: orderId(order),
    order_lines: order.lines.map((line, index) =>
      orderLine(line, index, order, state, stall, catalogue),
    ),
    order_state: state,
    order_state_reason_code: reasonCode,
    order_state_reason_label: reasonLabel,
    order_tax_mode: stall.taxesIncluded ? 'TAX_INCLUDED' : 'TAX_EXCLUDED',
    paymentType,
    payment_duration: 0,
    payment_type: paymentType,
    payment_workflow: isPaidOnDelivery(order) ? 'PAY_ON_DELIVERY' : 'PAY_ON_ACCEPTANCE',
    price: amount(price),
    promotions: {
      applied_promotions: order.discounts.flatMap((discount, index) => {
        const off = order.lines.reduce((sum, line) => sum + takenBy(index, line), 0);
        return off === 0 ? [] : [promotion(discount, off)];
      }),
      total_deduced_amount: amount(order.totals.lineDiscounts.presentment),
    },
    quote_id: null,
    references: { order_reference_for_customer: order.poNumber, order_reference_for_seller: null },
    shipping_carrier_code: trail ? trail.code : (method?.carrier?.toUpperCase() ?? null),
    shipping_company: trail ? trail.carrier : (method?.carrier ?? null),
    shipping_deadline: instant(order.createdAt + 3 * 86_400_000),
    shipping_price: amount(shipping),
    shipping_pudo_id: null,
    shipping_tracking: (trail ?? { number: order.fulfilments[0]?.trackingNumber }).number ?? null,
    shipping_tracking_url: (trail ?? { url: order.fulfilments[0]?.trackingUrl }).url ?? null,
    shipping_type_code: method?.code ?? 'STD',
    shipping_type_label: method?.title ?? 'Standard',
    shipping_zone_code: order.shipping?.countryCode ?? 'NL',
    shipping_zone_label: country(order.shipping?.countryCode ?? 'NL').name,
    total_commission: amount(commission),
    total_price: amount(price + shipping),
    transaction_date: optional(order.paidAt),
    transaction_number: order.payments[0]?.transactionId ?? null,
  };
}

const isLeftOut = (state: string, { keepsFigures }: Stall): boolean =>
  !keepsFigures && (state === 'REFUSED' || state === 'CANCELED');

/** Twelve percent, without tax. */
const commissionOf = (line: Line): number => Math.round(line.total.presentment * 0.12);

const takenBy = (index: number, line: Line): number =>
  line.allocations.find(({ discount }) => discount === index)?.amount.presentment ?? 0;

const promotion = (discount: Discount, off: number): object => ({
  apportioned: discount.kind === 'fixed_cart',
  configuration: {
    amount_off: discount.kind === 'percentage' ? null : amount(discount.value.presentment),
    free_items_quantity: null,
    internal_description: discount.title,
    percentage_off: discount.kind === 'percentage' ? discount.basisPoints / 100 : null,
    reduced_unit_price: null,
    type: discount.kind === 'percentage' ? 'PERCENTAGE_OFF' : 'AMOUNT_OFF',
  },
  deduced_amount: amount(off),
  id: discount.code ?? discount.title,
  offered_quantity: null,
  promo_code: discount.code,
});

function orderLine(
  line: Line,
  index: number,
  order: Order,
  whole: string,
  stall: Stall,
  catalogue: Catalogue,
): object {
  const priced = (part: Part): number => (stall.taxesIncluded ? withTax(part) : part.net);
  const goods = linePart(line, order);
  const shipping = index === 0 ? shippingPart(order) : nothing;
  const price = priced(goods);
  // A refused line keeps its figures; a cancelled one has them only among its cancelations.
  const isEmptied = whole === 'CANCELED' && isLeftOut(whole, stall);
  const left = isEmptied ? { goods: nothing, shipping: nothing } : { goods, shipping };
  const state = marketplaceLineState(line, order, whole);
  const [reasonCode, reasonLabel] =
    order.state === 'cancelled' ? stateReasons[order.cancelReason ?? 'other'] : [null, null];
  const sent = order.fulfilments.find((one) => one.lines.some(({ lineId: id }) => id === line.id));
  const category = catalogue.productById.get(line.productId ?? 0)?.categories[0];
  const variant = line.variantId ?? 0;
  const commission = commissionOf(line);
  const given = { code: 'TAXDEFAULT', amount: 0 };
  return {
    can_refund: order.state === 'closed',
    cancelations:
      whole === 'CANCELED'
        ? [
            {
              amount: amount(price),
              commission_amount: amount(commission),
              commission_taxes: [given],
              commission_total_amount: amount(commission),
              created_date: instant(order.cancelledAt ?? order.updatedAt),
              fees: [],
              id: `${order.id}${index + 1}`,
              quantity: line.quantity,
              reason_code: reasonCode,
              shipping_amount: amount(priced(shipping)),
              shipping_taxes: taxes(shipping),
              taxes: taxes(goods),
            },
          ]
        : [],
    category_code: category?.handle ?? 'other',
    category_label: category?.name ?? 'Other',
    commission_fee: amount(commission),
    commission_rate_vat: 0,
    commission_taxes: [{ ...given, rate: 0 }],
    commission_vat: 0,
    created_date: instant(order.createdAt),
    debited_date: isPaidOnDelivery(order) ? null : optional(order.paidAt),
    description: null,
    fees: [],
    last_updated_date: instant(order.updatedAt),
    offer_id: offerId(variant),
    offer_sku: sku(line),
    offer_state_code: '11',
    order_line_additional_fields: [],
    order_line_id: lineId(order, index),
    order_line_index: index + 1,
    order_line_state: state,
    order_line_state_reason_code: reasonCode,
    order_line_state_reason_label: reasonLabel,
    origin_unit_price: amount(line.unitPrice.presentment),
    price: amount(priced(left.goods)),
    price_additional_info: null,
    price_unit: amount(Math.round(price / line.quantity)),
    product_medias: [],
    product_shop_sku: sku(line),
    product_sku: productSku(variant),
    product_title: titleOf(line),
    promotions: order.discounts.flatMap((discount, at) => {
      const off = takenBy(at, line);
      return off === 0 ? [] : [promotion(discount, off)];
    }),
    quantity: line.quantity,
    received_date: state === 'RECEIVED' ? optional(order.closedAt) : null,
    refunds:
      order.state === 'cancelled'
        ? []
        : refundsOf(line, order).map((back) => ({
            amount: amount(priced(back.goods)),
            commission_amount: 0,
            commission_tax_amount: 0,
            commission_taxes: [given],
            commission_total_amount: 0,
            created_date: instant(back.refund.createdAt),
            fees: [],
            id: `${back.refund.id}${index + 1}`,
            order_refund_id: String(back.refund.id),
            quantity: back.quantity,
            reason_code: back.quantity > 0 ? '20' : '21',
            refund_state: 'REFUNDED',
            shipping_amount: amount(priced(back.shipping)),
            shipping_taxes: taxes(back.shipping),
            state: 'REFUNDED',
            taxes: taxes(back.goods),
          })),
    shipped_date: sent === undefined ? null : instant(sent.createdAt),
    shipping_price: amount(priced(left.shipping)),
    shipping_taxes: taxes(left.shipping).map(reckoned),
    taxes: taxes(left.goods).map(reckoned),
    total_commission: amount(commission),
    total_price: amount(priced(left.goods) + priced(left.shipping)),
  };
}

const taxes = ({ taxes: own }: Part) =>
  own.map(([code, basisPoints, minor]) => ({
    amount: amount(minor),
    code,
    rate: basisPoints / 100,
  }));

const reckoned = (tax: object) => ({ ...tax, tax_calculation_rule: 'PROPORTIONAL_TO_AMOUNT' });

function customer(order: Order, hidden: boolean, catalogue: Catalogue): object {
  const known = catalogue.customerById.get(order.customerId ?? 0);
  const billing = order.billing ?? order.shipping;
  const company = order.company;
  return {
    accounting_contact: null,
    billing_address: hidden ? null : address(order.billing),
    civility: null,
    customer_id: known === undefined ? `GUEST-${order.id}` : `CUS-${known.id}`,
    delivery_contact: null,
    firstname: known?.firstName ?? billing?.firstName ?? '',
    lastname: known?.lastName ?? billing?.lastName ?? '',
    locale: order.locale.replace('-', '_'),
    organization:
      company === null || hidden
        ? null
        : {
            identification_number: null,
            name: company.name,
            organization_id: `ORG-${company.id}`,
            tax_identification_number: company.vatNumber,
          },
    shipping_address:
      hidden || order.shipping === null
        ? null
        : { ...address(order.shipping), additional_info: order.note },
  };
}

function address(from: Address | null): object | null {
  if (from === null) return null;
  const { name, alpha3 } = country(from.countryCode);
  return {
    city: from.city,
    civility: null,
    company: from.company,
    company_2: null,
    country: name,
    country_iso_code: alpha3,
    firstname: from.firstName,
    lastname: from.lastName,
    phone: from.phone,
    phone_secondary: null,
    state: from.provinceCode ?? from.province,
    street_1: from.address1,
    street_2: from.address2,
    zip_code: from.zip,
  };
}
