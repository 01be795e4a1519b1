// What the Retailer API answers: only what is read here. Fractions come as text (`numbers` in asks.ts).
// Members that bol declares as required have been left out in recorded answers, so few are relied on.
import { unreadableRecord } from '../../model/unreadable.ts';
import { count, isRecord } from '../kit/loose.ts';
import { identifier } from '../kit/text.ts';
import type { Unread } from '../kit/unread.ts';

/** An order as the list has it: no money, no address, and perhaps not all of its items. */
export interface ReducedOrder {
  readonly orderId: string;
  /** When it was placed; where bol does not say, when its neighbour in the list was. */
  readonly placed: number;
  readonly orderPlacedDateTime: string | null;
  /** Empty where they cannot be read: then the whole order decides. */
  readonly orderItems: readonly ReducedItem[];
}

export interface ReducedItem
  extends Unread<'orderItemId' | 'latestChangedDateTime'>,
    Unread<'quantityShipped' | 'quantityCancelled'> {
  readonly quantity: number;
}

export interface NativeOrder extends Unread<'orderPlacedDateTime'> {
  readonly orderId: string;
  readonly shipmentDetails?: NativeShipment | null;
  /** Left out for some orders. */
  readonly billingDetails?: NativeBilling | null;
  readonly orderItems: readonly NativeItem[];
  /** Fetched beside the order on request. */
  readonly shipments?: readonly NativeParcel[];
}

/** What left together, of goods of one fulfilment method. */
export interface NativeParcel extends Unread<'shipmentId' | 'shipmentDateTime'> {
  readonly shipmentItems?: readonly NativeParcelItem[] | null;
  readonly transport?: NativeTransport | null;
}

/** Its `quantity`, what was ordered, is not read: it says nothing of the parcel. */
export interface NativeParcelItem extends Unread<'orderItemId' | 'quantityShipped'> {
  readonly fulfilment?: Unread<'method'> | null;
}

export interface NativeTransport extends Unread<'transporterCode' | 'trackAndTrace'> {
  readonly transportEvents?: readonly Unread<'eventCode' | 'eventDateTime'>[] | null;
}

export interface NativeAddress
  extends Unread<'firstName' | 'surname' | 'company' | 'email' | 'extraAddressInformation'>,
    Unread<'streetName' | 'houseNumber' | 'houseNumberExtension'>,
    Unread<'zipCode' | 'city' | 'countryCode'> {}

export interface NativeShipment
  extends NativeAddress,
    Unread<'pickupPointName' | 'deliveryPhoneNumber' | 'language'> {}

export interface NativeBilling extends NativeAddress, Unread<'kvkNumber' | 'orderReference'> {}

/** Prices include VAT. */
export interface NativeItem
  extends ReducedItem,
    Unread<'cancellationRequest' | 'unitPrice' | 'totalPrice'> {
  readonly fulfilment?: NativeFulfilment | null;
  readonly offer?: Unread<'offerId' | 'reference'> | null;
  readonly product?: Unread<'ean' | 'title'> | null;
  /** This and the price of all pieces came with version 10.22, in September 2025. */
  readonly discounts?: readonly Unread<'title' | 'amount'>[] | null;
  /** What the buyer ordered with the goods, such as their installation; bol names no price for it. */
  readonly additionalServices?: readonly Unread<'serviceType'>[] | null;
}

export type NativeFulfilment = Unread<'method' | 'distributionParty' | 'timeFrameType'>;

/** An offer, with what had to be read beside it: pieces in bol's own warehouse, where bol fulfils it. */
export interface NativeOffer
  extends Unread<'ean' | 'lastModifiedDateTime' | 'reference' | 'unknownProductTitle'>,
    Unread<'onHoldByRetailer' | 'warehouse'> {
  readonly offerId: string;
  readonly stock?: Unread<'amount' | 'correctedStock' | 'managedByRetailer'> | null;
  readonly condition?: Unread<'category'> | null;
  readonly product?: Unread<'bolProductId'> | null;
  readonly pricing?: {
    readonly bundlePrices?: readonly Unread<'quantity' | 'unitPrice'>[] | null;
  } | null;
  readonly fulfilment?: Unread<'method'> | null;
  readonly countryAvailabilities?: readonly Unread<'forSale'>[] | null;
  /** Null where bol does not know the product, or what it knows cannot be read. */
  readonly content?: NativeContent | null;
  readonly assets?: readonly NativeAsset[] | null;
}

export interface NativeContent {
  readonly gpc?: Unread<'chunkId'> | null;
  readonly attributes?: readonly NativeAttribute[] | null;
  readonly parties?: readonly Unread<'name' | 'role'>[] | null;
}

interface NativeAttribute extends Unread<'id'> {
  readonly values?: readonly Unread<'value'>[] | null;
}

export interface NativeAsset extends Unread<'usage' | 'order'> {
  readonly variants?: readonly NativeRendition[] | null;
}

export interface NativeRendition extends Unread<'size' | 'mimeType' | 'url'> {
  readonly width?: number | null;
  readonly height?: number | null;
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
  isRecord<ReducedItem>(item) &&
  typeof item.quantity === 'number' &&
  count(item.quantity) !== undefined;
