// What the Retailer API answers: only what is read here. Fractions come as text (`numbers` in asks.ts).
// Members that bol declares as required have been left out in recorded answers, so few are relied on.
import type { Amount } from '../../model/money.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import { count, isRecord } from '../kit/loose.ts';
import { identifier } from '../kit/text.ts';

/** Members of one kind, each of which may be missing. */
type Texts<Names extends string> = { readonly [Name in Names]?: string | null };
type Numbers<Names extends string> = { readonly [Name in Names]?: number | null };
type Amounts<Names extends string> = { readonly [Name in Names]?: Amount | null };

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
  extends Texts<'orderItemId' | 'latestChangedDateTime'>,
    Numbers<'quantityShipped' | 'quantityCancelled'> {
  readonly quantity: number;
}

export interface NativeOrder extends Texts<'orderPlacedDateTime'> {
  readonly orderId: string;
  readonly shipmentDetails?: NativeShipment | null;
  /** Left out for some orders. */
  readonly billingDetails?: NativeBilling | null;
  readonly orderItems: readonly NativeItem[];
}

export type NativeAddress = Texts<
  'firstName' | 'surname' | 'company' | 'email' | 'extraAddressInformation'
> &
  Texts<'streetName' | 'houseNumber' | 'houseNumberExtension' | 'zipCode' | 'city' | 'countryCode'>;

export type NativeShipment = NativeAddress &
  Texts<'pickupPointName' | 'deliveryPhoneNumber' | 'language'>;

export type NativeBilling = NativeAddress & Texts<'kvkNumber' | 'orderReference'>;

export interface NativeItem extends ReducedItem {
  readonly cancellationRequest?: boolean | null;
  readonly fulfilment?: NativeFulfilment | null;
  readonly offer?: Texts<'offerId' | 'reference'> | null;
  readonly product?: Texts<'ean' | 'title'> | null;
  /** Prices include VAT. */
  readonly unitPrice?: Amount | null;
  /** These two came with version 10.22, in September 2025. */
  readonly totalPrice?: Amount | null;
  readonly discounts?: readonly (Texts<'title'> & Amounts<'amount'>)[] | null;
  /** What the buyer ordered with the goods, such as their installation; bol names no price for it. */
  readonly additionalServices?: readonly Texts<'serviceType'>[] | null;
}

export type NativeFulfilment = Texts<'method' | 'distributionParty' | 'timeFrameType'>;

/** An offer, with what had to be read beside it. */
export interface NativeOffer
  extends Texts<'ean' | 'lastModifiedDateTime' | 'reference' | 'unknownProductTitle'> {
  readonly offerId: string;
  readonly stock?: Numbers<'amount' | 'correctedStock'> | null;
  readonly condition?: Texts<'category'> | null;
  readonly product?: Texts<'bolProductId'> | null;
  readonly pricing?: { readonly bundlePrices?: readonly BundlePrice[] | null } | null;
  readonly fulfilment?: Texts<'method'> | null;
  readonly onHoldByRetailer?: boolean | null;
  readonly countryAvailabilities?: readonly { readonly forSale?: boolean | null }[] | null;
  /** Null where bol does not know the product, or what it knows cannot be read. */
  readonly content?: NativeContent | null;
  readonly assets?: readonly NativeAsset[] | null;
  /** Pieces in bol's own warehouse, for offers that bol fulfils. */
  readonly warehouse?: number | null;
}

type BundlePrice = Numbers<'quantity'> & Amounts<'unitPrice'>;

export interface NativeContent {
  readonly gpc?: Texts<'chunkId'> | null;
  readonly attributes?: readonly NativeAttribute[] | null;
  readonly parties?: readonly Texts<'name' | 'role'>[] | null;
}

interface NativeAttribute extends Texts<'id'> {
  readonly values?: readonly Texts<'value'>[] | null;
}

export interface NativeAsset extends Texts<'usage'>, Numbers<'order'> {
  readonly variants?: readonly NativeRendition[] | null;
}

export type NativeRendition = Texts<'size' | 'mimeType' | 'url'> & Numbers<'width' | 'height'>;

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
