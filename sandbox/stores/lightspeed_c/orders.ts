// Orders of the catalogue in Lightspeed's shape: always in the shop's currency, `false` for nothing.
import type { Address, Catalogue, Customer, Order, Payment } from '../../catalogue/types.ts';
import { offsetText } from '../../zone.ts';
import { link } from './account.ts';
import { country } from './country.ts';
import { customerId, orderId, quoteId } from './ids.ts';
import { euros, rateOf, shipmentAmounts, taxRates } from './money.ts';
import { nativeLines } from './order-lines.ts';
import { nativeShipments } from './shipments.ts';
import type { LightspeedShop } from './shops.ts';
import { paymentStatusOf, shipmentStatusOf, statusOf } from './status.ts';

export function nativeOrder(order: Order, shop: LightspeedShop): Record<string, unknown> {
  const id = orderId(order);
  const at = (instant: number): string => offsetText(shop.timeZone, instant);
  const { total, tax, tip, weight } = order.totals;
  const { billing, shipping } = order;
  return {
    id,
    createdAt: at(order.createdAt),
    updatedAt: at(order.updatedAt),
    number: `ORD${String(order.number).padStart(5, '0')}`,
    status: statusOf(order, shop.oldStatuses),
    customStatusId: null,
    channel: channels[order.source],
    remoteIp: order.clientAddress ?? '',
    userAgent: order.clientAddress === null ? '' : 'Mozilla/5.0',
    referralId: false,
    priceCost: 0,
    priceExcl: euros(total.shop - tax.shop),
    priceIncl: euros(total.shop),
    weight,
    volume: 0,
    colli: 0,
    gender: false,
    birthDate: false,
    nationalId: '',
    email: order.email ?? '',
    firstname: billing?.firstName ?? '',
    middlename: '',
    lastname: billing?.lastName ?? '',
    // Some buyers give a mobile number only.
    phone: order.id % 3 === 0 ? '' : (order.phone ?? ''),
    mobile: order.id % 3 === 0 ? (order.phone ?? '') : '',
    newsletterSubscribed: order.acceptsMarketing,
    isCompany: order.company !== null,
    companyName: billing?.company ?? '',
    companyCoCNumber: '',
    companyVatNumber: order.company?.vatNumber ?? '',
    ...nativeAddress('Billing', billing),
    addressShippingCompany: shipping?.company ?? false,
    ...nativeAddress('Shipping', shipping),
    ...paymentOf(order, tip.shop),
    ...shipmentOf(order),
    ...discountOf(order),
    taxRates: taxRates(order.taxes),
    isNewCustomer: order.customerId === null,
    comment: order.note ?? '',
    memo: order.tags.join(', '),
    allowNotifications: true,
    doNotifyNew: true,
    doNotifyReminder: false,
    doNotifyCancelled: false,
    language: languageOf(order),
    giftCardsPayment: [],
    customer:
      order.customerId === null
        ? false
        : link(shop, `customers/${customerOf(order)}`, customerOf(order)),
    invoices: link(shop, `invoices?order=${id}`),
    shipments: link(shop, `shipments?order=${id}`),
    products: link(shop, `orders/${id}/products`),
    metafields: link(shop, `orders/${id}/metafields`),
    quote: link(shop, `quotes/${quoteId(order)}`, quoteId(order)),
    events: link(shop, `orders/events?order=${id}`),
  };
}

/** One order by itself brings the customer, the lines and the shipments along. */
export function wholeOrder(order: Order, shop: LightspeedShop, catalogue: Catalogue): object {
  const row = nativeOrder(order, shop);
  const customer =
    order.customerId === null ? undefined : catalogue.customerById.get(order.customerId);
  return {
    ...row,
    customer: customer ? embedding(row.customer, nativeCustomer(customer, shop)) : row.customer,
    products: embedding(row.products, nativeLines(order, shop)),
    shipments: embedding(row.shipments, nativeShipments(order, shop)),
    metafields: embedding(row.metafields, []),
  };
}

function embedding(link: unknown, embedded: unknown): object {
  const { resource } = link as { resource: object };
  return { resource: { ...resource, embedded } };
}

const customerOf = ({ customerId: id }: Order): number => customerId({ id: id ?? 0 });

function nativeCustomer(customer: Customer, shop: LightspeedShop): object {
  return {
    id: customerId(customer),
    createdAt: offsetText(shop.timeZone, customer.createdAt),
    updatedAt: offsetText(shop.timeZone, customer.updatedAt),
    isConfirmed: customer.verifiedEmail,
    type: 'registered',
    email: customer.email,
    firstname: customer.firstName,
    middlename: '',
    lastname: customer.lastName,
    phone: customer.phone ?? '',
    mobile: '',
    isCompany: customer.company !== null,
    companyName: customer.company ?? '',
    memo: customer.note ?? '',
  };
}

const channels: Readonly<Record<Order['source'], string>> = {
  web: 'main',
  pos: 'pos',
  admin: 'backend',
  api: 'api',
};

function nativeAddress(side: 'Billing' | 'Shipping', address: Address | null) {
  const named = (name: string, value: unknown) => [`address${side}${name}`, value] as const;
  return Object.fromEntries([
    named('Name', address ? `${address.firstName} ${address.lastName}` : ''),
    named('Street', address?.street ?? ''),
    named('Street2', address?.address2 ?? ''),
    named('Number', address?.houseNumber ?? ''),
    named('Extension', address?.houseNumberExtension ?? ''),
    named('Zipcode', address?.zip ?? ''),
    named('City', address?.city ?? ''),
    named('Region', ''),
    named('Country', address ? country(address.countryCode) : false),
    named(
      'RegionData',
      address?.province ? { code: address.provinceCode, name: address.province } : false,
    ),
  ]);
}

const methods: Readonly<Record<Payment['gateway'], readonly [id: string, title: string]>> = {
  ideal: ['mollie', 'iDEAL'],
  card: ['mollie', 'Creditcard'],
  paypal: ['paypal', 'PayPal'],
  bank_transfer: ['banktransfer', 'Overboeking'],
  cash_on_delivery: ['cashondelivery', 'Rembours'],
  gift_card: ['giftcard', 'Cadeaubon'],
  cash: ['cash', 'Contant'],
};

/** A tip is given as a surcharge of the payment: Lightspeed has no other place for it. */
function paymentOf(order: Order, surcharge: number): object {
  const taken = order.payments.filter(({ kind }) => kind !== 'refund' && kind !== 'void');
  const payment = taken.find(({ gateway }) => gateway !== 'gift_card') ?? taken[0];
  const [id, title] = payment ? methods[payment.gateway] : ['', ''];
  return {
    paymentId: id,
    paymentStatus: paymentStatusOf(order),
    paymentIsPost: false,
    paymentIsInvoiceExternal: false,
    paymentTaxRate: 0,
    paymentTaxRates: [],
    paymentBasePriceExcl: euros(surcharge),
    paymentBasePriceIncl: euros(surcharge),
    paymentPriceExcl: euros(surcharge),
    paymentPriceIncl: euros(surcharge),
    paymentTitle: title,
    // An object, a list or a text, as it happens.
    paymentData: [{ method: 'ideal' }, [], '{"method":"ideal"}'][order.id % 3],
  };
}

function shipmentOf(order: Order): object {
  const { base, price } = shipmentAmounts(order);
  const [first] = order.shippingLines;
  const taxes = first?.taxes ?? [];
  return {
    shipmentId: first ? `core|747283|${3_298_300 + first.code.length}` : false,
    shipmentStatus: shipmentStatusOf(order),
    shipmentIsCashOnDelivery: order.payments.some(({ gateway }) => gateway === 'cash_on_delivery'),
    shipmentIsPickup: false,
    shipmentTaxRate: rateOf(taxes),
    shipmentTaxRates: taxRates(taxes),
    shipmentBasePriceExcl: euros(base.excl),
    shipmentBasePriceIncl: euros(base.incl),
    shipmentPriceExcl: euros(price.excl),
    shipmentPriceIncl: euros(price.incl),
    shipmentDiscountExcl: euros(base.excl - price.excl),
    shipmentDiscountIncl: euros(base.incl - price.incl),
    shipmentTitle: first?.title ?? '',
    shipmentData: first ? { method: 'default', shipment_id: 747_283 } : [],
    shippingDate: null,
    deliveryDate: null,
  };
}

/** There is room for one code and one kind of discount. */
function discountOf({ discounts }: Order): object {
  const [first, second] = discounts;
  const percentage = second === undefined && first?.kind === 'percentage';
  const fixed = discounts.reduce((sum, { amount }) => sum + amount.shop, 0);
  return {
    isDiscounted: first !== undefined,
    discountType: percentage ? 'percentage' : 'amount',
    discountAmount: percentage ? 0 : euros(fixed),
    discountPercentage: percentage ? first.basisPoints / 10_000 : 0,
    discountCouponCode: discounts.find(({ code }) => code !== null)?.code ?? '',
  };
}

function languageOf({ locale }: Order): object {
  const code = locale.slice(0, 2);
  return { id: code.charCodeAt(0), code, locale: locale.replace('-', '_'), title: code };
}
