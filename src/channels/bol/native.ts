// What the Retailer API answers: only what is read here. Fractions come as text (kit/exact-json).
// Members that bol declares as required have been left out in recorded answers, so few are relied on.
import type { Amount } from '../../model/money.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { count, isRecord } from '../kit/loose.ts';
import { identifier } from '../kit/text.ts';

/** An order as the list has it: no money, no address, and perhaps not all of its items. */
export interface ReducedOrder {
  readonly orderId: string;
  /** When it was placed; where bol does not say, when its neighbour in the list was. */
  readonly placed: number;
  readonly orderPlacedDateTime: string | null;
  /** Empty where they cannot be read: then the whole order decides. */
  readonly orderItems: readonly ReducedItem[];
}

export interface ReducedItem {
  readonly orderItemId?: string | null;
  readonly quantity: number;
  readonly quantityShipped?: number | null;
  readonly quantityCancelled?: number | null;
  readonly latestChangedDateTime?: string | null;
}

export interface NativeOrder {
  readonly orderId: string;
  readonly orderPlacedDateTime?: string | null;
  readonly shipmentDetails?: NativeShipment | null;
  /** Left out for some orders. */
  readonly billingDetails?: NativeBilling | null;
  readonly orderItems: readonly NativeItem[];
}

export interface NativeAddress {
  readonly firstName?: string | null;
  readonly surname?: string | null;
  readonly streetName?: string | null;
  readonly houseNumber?: string | null;
  readonly houseNumberExtension?: string | null;
  readonly extraAddressInformation?: string | null;
  readonly zipCode?: string | null;
  readonly city?: string | null;
  readonly countryCode?: string | null;
  readonly email?: string | null;
  readonly company?: string | null;
}

export interface NativeShipment extends NativeAddress {
  readonly pickupPointName?: string | null;
  readonly deliveryPhoneNumber?: string | null;
  readonly language?: string | null;
}

export interface NativeBilling extends NativeAddress {
  readonly kvkNumber?: string | null;
  readonly orderReference?: string | null;
}

export interface NativeItem extends ReducedItem {
  readonly cancellationRequest?: boolean | null;
  readonly fulfilment?: NativeFulfilment | null;
  readonly offer?: { readonly offerId?: string | null; readonly reference?: string | null } | null;
  readonly product?: { readonly ean?: string | null; readonly title?: string | null } | null;
  /** Prices include VAT. */
  readonly unitPrice?: Amount | null;
  /** These two came with version 10.22, in September 2025. */
  readonly totalPrice?: Amount | null;
  readonly discounts?: readonly NativeDiscount[] | null;
  /** What the buyer ordered with the goods, such as their installation; bol names no price for it. */
  readonly additionalServices?: readonly { readonly serviceType?: string | null }[] | null;
}

export interface NativeFulfilment {
  readonly method?: string | null;
  readonly distributionParty?: string | null;
  readonly timeFrameType?: string | null;
}

export interface NativeDiscount {
  readonly title?: string | null;
  readonly amount?: Amount | null;
}

/** An offer, with what had to be read beside it. */
export interface NativeOffer {
  readonly offerId: string;
  readonly ean?: string | null;
  readonly lastModifiedDateTime?: string | null;
  readonly reference?: string | null;
  readonly unknownProductTitle?: string | null;
  readonly onHoldByRetailer?: boolean | null;
  readonly stock?: {
    readonly amount?: number | null;
    readonly correctedStock?: number | null;
  } | null;
  readonly countryAvailabilities?: readonly { readonly forSale?: boolean | null }[] | null;
  readonly condition?: { readonly category?: string | null } | null;
  readonly product?: { readonly bolProductId?: string | null } | null;
  readonly pricing?: {
    readonly bundlePrices?:
      | readonly { readonly quantity?: number | null; readonly unitPrice?: Amount | null }[]
      | null;
  } | null;
  readonly fulfilment?: { readonly method?: string | null } | null;
  /** Null where bol does not know the product, or what it knows cannot be read. */
  readonly content?: NativeContent | null;
  readonly assets?: readonly NativeAsset[] | null;
  /** Pieces in bol's own warehouse, for offers that bol fulfils. */
  readonly warehouse?: number | null;
}

export interface NativeContent {
  readonly gpc?: { readonly chunkId?: string | null } | null;
  readonly attributes?:
    | readonly {
        readonly id?: string | null;
        readonly values?: readonly { readonly value?: string | null }[] | null;
      }[]
    | null;
  readonly parties?:
    | readonly { readonly name?: string | null; readonly role?: string | null }[]
    | null;
}

export interface NativeAsset {
  readonly usage?: string | null;
  readonly order?: number | null;
  readonly variants?: readonly NativeRendition[] | null;
}

export interface NativeRendition {
  readonly size?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly mimeType?: string | null;
  readonly url?: string | null;
}

export interface NativeStock {
  readonly ean?: string | null;
  readonly regularStock?: number | null;
}

/** Checks what an order cannot do without: its number, and how many pieces of what were ordered. */
export function wholeOrder(order: unknown, id?: string): NativeOrder {
  const { orderId, orderItems } = (isRecord(order) ? order : {}) as Partial<NativeOrder>;
  const own = identifier(orderId);
  if (own === null || (id !== undefined && own !== id)) throw unreadableRecord(id, 'orderId');
  if (!Array.isArray(orderItems) || orderItems.length === 0)
    throw unreadableRecord(own, 'orderItems');
  const odd = orderItems.findIndex((item) => !isCounted(item));
  if (odd >= 0) throw unreadableRecord(own, `orderItems.${odd}.quantity`);
  return order as NativeOrder;
}

export const isCounted = (item: unknown): item is ReducedItem =>
  isRecord<ReducedItem>(item) && count(item.quantity) !== undefined;

export function readOffer(row: unknown): NativeOffer {
  if (isRecord<NativeOffer>(row) && identifier(row.offerId) !== null) return row;
  throw unreadableRecord(undefined, 'offerId');
}
