// Orders in bol's shapes: the reduced one of the list, and the whole one by its number.
import { createHash } from 'node:crypto';
import type { Address, Catalogue, Instant, Line, Order } from '../../catalogue/types.ts';
import { offsetText } from '../../zone.ts';
import { offerId, orderId, orderItemId } from './ids.ts';
import { coursesOf, methodOf } from './quantities.ts';
import { isOffered } from './shops.ts';

export const timeZone = 'Europe/Amsterdam';
const day = 86_400_000;

/** An item as the list looks at it. */
export interface Item {
  readonly open: boolean;
  readonly shipped: boolean;
  readonly method: 'FBR' | 'FBB';
  readonly changedAt: Instant;
  /** The day of the change, by the calendar of Amsterdam. */
  readonly changedOn: string;
  readonly reduced: object;
}

/** An order as the store keeps it; the whole one is written when it is first requested. */
export interface Held {
  readonly order: Order;
  readonly id: string;
  readonly placed: string;
  readonly items: readonly Item[];
  readonly open: boolean;
  /** The day of its newest change. */
  readonly changedOn: string;
  /** `services`: whether this seller's buyers order services with some goods. */
  whole(services: boolean): string;
}

export const dayOf = (instant: Instant): string => offsetText(timeZone, instant).slice(0, 10);

export function heldOf(order: Order, catalogue: Catalogue): Held {
  const courses = coursesOf(order);
  const items = order.lines.map((line, index): Item => {
    const { shipped = 0, cancelled = 0, changedAt = order.updatedAt } = courses[index] ?? {};
    const open = shipped + cancelled < line.quantity;
    const method = methodOf(line.productId);
    return {
      open,
      shipped: shipped > 0,
      method,
      changedAt,
      changedOn: dayOf(changedAt),
      reduced: {
        orderItemId: orderItemId(line),
        ean: line.barcode,
        fulfilmentMethod: method,
        fulfilmentStatus: open ? 'OPEN' : 'HANDLED',
        quantity: line.quantity,
        quantityShipped: shipped,
        quantityCancelled: cancelled,
        cancellationRequest: order.cancelReason === 'customer',
        latestChangedDateTime: offsetText(timeZone, changedAt),
      },
    };
  });
  const written = new Map<boolean, string>();
  return {
    order,
    id: orderId(order),
    placed: offsetText(timeZone, order.createdAt),
    items,
    open: items.some(({ open }) => open),
    changedOn: dayOf(order.updatedAt),
    whole(services) {
      const text =
        written.get(services) ?? JSON.stringify(wholeOf(order, items, catalogue, services));
      written.set(services, text);
      return text;
    },
  };
}

function wholeOf(
  order: Order,
  items: readonly Item[],
  catalogue: Catalogue,
  services: boolean,
): object {
  const { shipping, billing, company } = order;
  const email = `${createHash('sha256').update(`buyer ${order.id}`).digest('hex').slice(0, 26)}@verkopen.bol.com`;
  return {
    orderId: orderId(order),
    pickupPoint: false,
    orderPlacedDateTime: offsetText(timeZone, order.createdAt),
    ...(shipping !== null && {
      shipmentDetails: {
        ...addressOf(shipping),
        email,
        language: shipping.countryCode === 'BE' ? 'nl-BE' : 'nl',
      },
    }),
    ...(billing !== null && {
      billingDetails: {
        ...addressOf(billing),
        email,
        ...(company !== null && {
          company: company.name,
          ...(company.vatNumber !== null && { vatNumber: company.vatNumber }),
          kvkNumber: String(99_990_000 + company.id),
        }),
        ...(order.poNumber !== null && { orderReference: order.poNumber }),
      },
    }),
    orderItems: order.lines.map((line, index) => ({
      ...itemOf(line, items[index], order, catalogue),
      // What it costs the buyer is nowhere in the answer.
      additionalServices:
        services && line.id % 3 === 0 ? [{ serviceType: 'PLACEMENT_AND_INSTALLATION' }] : [],
    })),
  };
}

function addressOf(address: Address): object {
  return {
    salutation: 'UNKNOWN',
    firstName: address.firstName,
    surname: address.lastName,
    streetName: address.street,
    houseNumber: address.houseNumber,
    ...(address.houseNumberExtension !== null && {
      houseNumberExtension: address.houseNumberExtension,
    }),
    ...(address.address2 !== null && { extraAddressInformation: address.address2 }),
    // Written without the space that people put into it.
    zipCode: address.zip.replace(/\s/g, ''),
    city: address.city,
    countryCode: address.countryCode,
    ...(address.company !== null && { company: address.company }),
  };
}

/** Cents as the number that JSON has for euros: two decimals come out as they are meant. */
const euros = (cents: number): number => cents / 100;

function itemOf(
  line: Line,
  item: Item | undefined,
  order: Order,
  catalogue: Catalogue,
): object | undefined {
  if (item === undefined) return undefined;
  const { ean, fulfilmentMethod, fulfilmentStatus, ...counts } = item.reduced as Readonly<
    Record<string, unknown>
  >;
  const variant = line.variantId === null ? undefined : catalogue.variantById.get(line.variantId);
  const product = catalogue.productById.get(line.productId ?? 0);
  const isOffer = line.productExists && product !== undefined && isOffered(product);
  return {
    ...counts,
    fulfilment: {
      method: fulfilmentMethod,
      distributionParty: fulfilmentMethod === 'FBB' ? 'BOL' : 'RETAILER',
      latestDeliveryDate: dayOf(order.createdAt + 2 * day),
      expiryDate: dayOf(order.createdAt + 9 * day),
      timeFrameType: 'REGULAR',
    },
    // Goods that are offered no more leave only what the seller called them.
    offer: {
      ...(isOffer && variant !== undefined && { offerId: offerId(variant) }),
      ...(line.sku !== null && { reference: line.sku }),
    },
    product: {
      ean,
      title: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    },
    unitPrice: euros(line.unitPrice.shop),
    totalPrice: euros(line.total.shop),
    discounts: line.allocations.map(({ discount, amount }) => ({
      title: order.discounts[discount]?.title ?? '',
      amount: euros(amount.shop),
    })),
    commission: euros(Math.round(line.total.shop * 0.15)),
  };
}
