// One order of the catalogue in the shape of the Orders API 2026-01-01.
import type { Address, CancelReason, Fulfilment, Order } from '../../catalogue/types.ts';
import { utcText } from '../../zone.ts';
import { amount, type ItemFigures, netFigures, sum, totalTax } from './figures.ts';
import { isSentByAmazon, statusOf } from './holding.ts';
import { childAsin, itemId, orderId, referenceOf } from './ids.ts';
import { type AmazonShop, marketplaceOf } from './shops.ts';

export const time = (instant: number): string => `${utcText(instant)}.000Z`;

interface Money {
  readonly amount: string;
  readonly currencyCode: string;
}

/** The parts that a caller may ask for, and those that always come. */
export interface NativeOrder {
  readonly base: Readonly<Record<string, unknown>>;
  readonly parts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly items: readonly {
    readonly base: Readonly<Record<string, unknown>>;
    readonly parts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  }[];
}

export function nativeOrder(order: Order, shop: AmazonShop): NativeOrder {
  const marketplace = marketplaceOf(order, shop.sells);
  const status = statusOf(order);
  const byAmazon = isSentByAmazon(order);
  const figures = netFigures(order);
  const priced = status !== 'PENDING' && status !== 'CANCELLED';
  const business = order.company !== null;
  const personal = shop.roles.includes('buyers') && status !== 'PENDING';
  return {
    base: {
      orderId: orderId(order),
      ...(byAmazon
        ? {}
        : { orderAliases: [{ aliasId: `KZ-${order.number}`, aliasType: 'SELLER_ORDER_ID' }] }),
      createdTime: time(order.createdAt),
      lastUpdatedTime: time(order.updatedAt),
      programs: [
        ...(business ? ['AMAZON_BUSINESS'] : []),
        ...(order.id % 5 === 0 ? ['PRIME'] : []),
      ],
      associatedOrders: [],
      salesChannel: {
        channelName: 'AMAZON',
        marketplaceId: marketplace.id,
        marketplaceName: marketplace.name,
      },
    },
    parts: {
      ...(personal && { BUYER: { buyer: buyerOf(order, marketplace.domain) } }),
      ...(status !== 'CANCELLED' && {
        RECIPIENT: { recipient: recipientOf(order, personal, byAmazon) },
      }),
      ...(status !== 'PENDING' && { PROCEEDS: { proceeds: proceedsOf(order, figures, priced) } }),
      ...(priced &&
        order.totals.total.presentment > 0 && {
          PAYMENT: { payment: { paymentExecutions: paymentsOf(order) } },
        }),
      FULFILLMENT: {
        fulfillment: {
          fulfillmentStatus: status,
          fulfilledBy: byAmazon ? 'AMAZON' : 'MERCHANT',
          fulfillmentServiceLevel: levelOf(order),
        },
      },
      ...(order.fulfilments.length > 0 &&
        !byAmazon && {
          PACKAGES: { packages: order.fulfilments.map((one) => parcelOf(one, order)) },
        }),
    },
    items: figures.map((one) => itemOf(one, order, priced)),
  };
}

export const levelOf = (order: Order): string =>
  order.shippingLines.length > 1 ? 'EXPEDITED' : 'STANDARD';

/** Relay addresses: Amazon never gives a buyer's own. */
export const relayOf = (order: Order, domain: string): string =>
  `${(order.id * 48_271).toString(36).padStart(12, 'x')}@marketplace.${domain}`;

export const nameOf = (address: Address | null): string =>
  [address?.firstName ?? '', address?.lastName ?? ''].join(' ').trim();

function buyerOf(order: Order, domain: string): Record<string, string> {
  return {
    buyerName: nameOf(order.billing ?? order.shipping),
    ...(isSentByAmazon(order) ? {} : { buyerEmail: relayOf(order, domain) }),
    ...(order.company && { buyerCompanyName: order.company.name }),
    ...(order.poNumber && { buyerPurchaseOrderNumber: order.poNumber }),
  };
}

function recipientOf(order: Order, personal: boolean, byAmazon: boolean): object {
  const { shipping } = order;
  if (shipping === null) return {};
  const region = shipping.provinceCode ?? shipping.province;
  const public_ = {
    city: shipping.city,
    ...(region && { stateOrRegion: region }),
    countryCode: shipping.countryCode,
    addressType: order.company ? 'COMMERCIAL' : 'RESIDENTIAL',
  };
  if (!personal) return { deliveryAddress: public_ };
  return {
    deliveryAddress: {
      name: nameOf(shipping),
      ...(shipping.company && { companyName: shipping.company }),
      addressLine1: shipping.address1,
      ...(shipping.address2 && { addressLine2: shipping.address2 }),
      ...public_,
      postalCode: shipping.zip,
      ...(shipping.phone && !byAmazon && { phone: shipping.phone }),
    },
    ...(order.note && { deliveryPreference: { addressInstruction: order.note } }),
  };
}

function proceedsOf(order: Order, figures: readonly ItemFigures[], priced: boolean): object {
  const money = teller(order);
  if (!priced) return { grandTotal: money(0) };
  const tip = order.totals.tip.presentment;
  const all = (read: (one: ItemFigures) => number) => sum(figures.map(read));
  return {
    grandTotal: money(order.totals.total.presentment),
    breakdowns: [
      { type: 'ITEM', subtotal: money(all((one) => one.item)) },
      ...part(
        'SHIPPING',
        all((one) => one.shipping),
        money,
      ),
      ...part(
        'DISCOUNT',
        all((one) => one.discount + one.shippingDiscount),
        money,
      ),
      ...part('TAX', all(totalTax), money),
      ...(tip > 0 ? [{ type: 'DELIVERY_TIP', status: 'FINALIZED', subtotal: money(tip) }] : []),
    ],
  };
}

const teller =
  (order: Order) =>
  (minor: number): Money => ({ amount: amount(minor, order), currencyCode: order.currency });

const part = (type: string, minor: number, money: (minor: number) => Money): object[] =>
  minor === 0 ? [] : [{ type, subtotal: money(minor) }];

function itemOf(one: ItemFigures, order: Order, priced: boolean): NativeOrder['items'][number] {
  const { line } = one;
  const money = teller(order);
  const cancelled = order.state === 'cancelled';
  const promotions = promotionsOf(one, order);
  return {
    base: {
      orderItemId: itemId(line),
      quantityOrdered: line.quantity,
      product: {
        asin: childAsin(line.variantId ?? 0),
        title: titleOf(one),
        sellerSku: line.sku ?? '',
        condition: { conditionType: 'NEW', conditionSubtype: 'NEW' },
        price: { unitPrice: money(line.unitPrice.presentment) },
      },
    },
    parts: {
      ...(priced && { PROCEEDS: { proceeds: itemProceeds(one, money) } }),
      ...(promotions.length > 0 &&
        priced && {
          PROMOTION: {
            promotion: { breakdowns: promotions.map((promotionId) => ({ promotionId })) },
          },
        }),
      ...(cancelled && { CANCELLATION: { cancellation: cancellationOf(order.cancelReason) } }),
      FULFILLMENT: {
        fulfillment: {
          quantityFulfilled: line.fulfilledQuantity,
          quantityUnfulfilled: cancelled ? 0 : line.quantity - line.fulfilledQuantity,
        },
      },
    },
  };
}

/** A listing's title names its variation. */
export const titleOf = ({ line }: ItemFigures): string =>
  line.variantTitle === null ? line.title : `${line.title}, ${line.variantTitle}`;

/** Promotions are named by internal texts, never by what a buyer typed. */
export function promotionsOf({ line, shippingDiscount }: ItemFigures, order: Order): string[] {
  const onLine = line.allocations.map(({ discount }) => order.discounts[discount]);
  const onShipping = order.discounts.filter(({ kind }) => kind === 'free_shipping');
  return [...onLine, ...(shippingDiscount > 0 ? onShipping : [])]
    .filter((discount) => discount !== undefined)
    .map(({ title }) => `EU ${title} 2024/01/01`);
}

function itemProceeds(one: ItemFigures, money: (minor: number) => Money): object {
  const detail = (subtype: string, minor: number) =>
    minor === 0 ? [] : [{ subtype, value: money(minor) }];
  const discount = one.discount + one.shippingDiscount;
  const tax = totalTax(one);
  return {
    proceedsTotal: money(one.item + one.shipping - discount + tax),
    breakdowns: [
      { type: 'ITEM', subtotal: money(one.item) },
      ...part('SHIPPING', one.shipping, money),
      ...(discount === 0
        ? []
        : [
            {
              type: 'DISCOUNT',
              subtotal: money(discount),
              detailedBreakdowns: [
                ...detail('ITEM', one.discount),
                ...detail('SHIPPING', one.shippingDiscount),
              ],
            },
          ]),
      ...(tax === 0
        ? []
        : [
            {
              type: 'TAX',
              subtotal: money(tax),
              detailedBreakdowns: [
                ...detail('ITEM', one.itemTax),
                ...detail('SHIPPING', one.shippingTax),
                ...detail('DISCOUNT', one.discountTax),
              ],
            },
          ]),
    ],
  };
}

const cancellations: Readonly<Record<CancelReason, readonly [by: string, why: string]>> = {
  customer: ['BUYER', 'Buyer requested cancellation'],
  inventory: ['MERCHANT', 'No inventory'],
  declined: ['AMAZON', 'Payment could not be authorized'],
  fraud: ['AMAZON', 'Order did not pass verification'],
  staff: ['MERCHANT', 'General adjustment'],
  other: ['MERCHANT', 'General adjustment'],
};

function cancellationOf(reason: CancelReason | null): object {
  const [cancelledBy, cancelReason] = cancellations[reason ?? 'other'];
  return {
    ...(cancelledBy === 'BUYER' && {
      cancellationRequest: { requester: 'BUYER', cancelReason: 'Ordered by mistake' },
    }),
    cancellationExecution: { cancelledBy, cancelReason },
  };
}

function paymentsOf(order: Order): object[] {
  const gift = order.totals.giftCards.presentment;
  const rest = order.totals.total.presentment - gift;
  const money = teller(order);
  return [
    ...(gift > 0 ? [{ paymentMethod: 'GiftCertificate', paymentAmount: money(gift) }] : []),
    ...(rest > 0
      ? [{ paymentMethod: order.company ? 'Invoice' : 'CreditCard', paymentAmount: money(rest) }]
      : []),
  ];
}

function parcelOf(parcel: Fulfilment, order: Order): object {
  const own = parcel.by === 'amazon' ? parcel.own : undefined;
  const lines = new Map(order.lines.map((line) => [line.id, line]));
  return {
    packageReferenceId: referenceOf(parcel),
    createdTime: time(parcel.createdAt),
    packageStatus: { status: 'SHIPPED' },
    ...(parcel.carrier !== null && {
      carrier: parcel.carrier,
      shippingService: String(own?.method ?? `${parcel.carrier} Standard`),
    }),
    shipTime: time(Number(own?.shipDate ?? parcel.createdAt)),
    ...(parcel.trackingNumber !== null && { trackingNumber: parcel.trackingNumber }),
    packageItems: parcel.lines.flatMap(({ lineId, quantity }) => {
      const line = lines.get(lineId);
      return line ? [{ orderItemId: itemId(line), quantity }] : [];
    }),
  };
}
