// What the Retailer API answers: only what is read here. Fractions come as text (kit/exact-json).
import { type Amount, isAmount } from '../../model/money.ts';

/** An order as the list tells it: no money, no address, and perhaps not all of its items. */
export interface ReducedOrder {
  readonly orderId: string;
  readonly orderPlacedDateTime: string;
  readonly orderItems: readonly ReducedItem[];
}

export interface ReducedItem {
  readonly orderItemId: string;
  readonly quantity: number;
  readonly quantityShipped: number;
  readonly quantityCancelled: number;
  readonly latestChangedDateTime: string | null;
}

export interface NativeOrder {
  readonly orderId: string;
  readonly orderPlacedDateTime?: string | null;
  readonly shipmentDetails: NativeAddress & {
    readonly pickupPointName?: string | null;
    readonly deliveryPhoneNumber?: string | null;
    readonly language?: string | null;
  };
  /** Left out for some orders. */
  readonly billingDetails?:
    | (NativeAddress & {
        readonly kvkNumber?: string | null;
        readonly orderReference?: string | null;
      })
    | null;
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

export interface NativeItem extends ReducedItem {
  readonly cancellationRequest?: boolean;
  readonly fulfilment?: {
    readonly method?: string | null;
    readonly distributionParty?: string | null;
    readonly timeFrameType?: string | null;
  } | null;
  readonly offer?: { readonly offerId?: string | null; readonly reference?: string | null } | null;
  readonly product?: { readonly ean?: string | null; readonly title?: string | null } | null;
  /** Prices include VAT. */
  readonly unitPrice: Amount;
  /** These two came with version 10.22, in September 2025. */
  readonly totalPrice?: Amount | null;
  readonly discounts?: readonly NativeDiscount[] | null;
}

export interface NativeDiscount {
  readonly title: string;
  readonly amount: Amount;
}

/** An offer, with what had to be read beside it. */
export interface NativeOffer {
  readonly offerId: string;
  readonly ean?: string;
  readonly lastModifiedDateTime?: string;
  readonly reference?: string;
  readonly unknownProductTitle?: string;
  readonly stock?: { readonly amount?: number; readonly correctedStock?: number };
  readonly countryAvailabilities?: readonly { readonly forSale?: boolean }[];
  readonly condition?: { readonly category?: string };
  readonly product?: { readonly bolProductId?: string };
  readonly pricing: {
    readonly bundlePrices: readonly { readonly quantity: number; readonly unitPrice: Amount }[];
  };
  readonly fulfilment: { readonly method: string };
  /** Null where bol does not know the product. */
  readonly content?: NativeContent | null;
  readonly assets?: readonly NativeAsset[];
  /** Pieces in bol's own warehouse, for offers that bol fulfils. */
  readonly warehouse?: number | null;
}

export interface NativeContent {
  readonly gpc?: { readonly chunkId?: string };
  readonly attributes: readonly {
    readonly id: string;
    readonly values: readonly { readonly value: string }[];
  }[];
  readonly parties: readonly { readonly name: string; readonly role: string }[];
}

export interface NativeAsset {
  readonly usage: string;
  readonly order: number;
  readonly variants: readonly {
    readonly size: string;
    readonly width: number;
    readonly height: number;
    readonly mimeType: string;
    readonly url: string;
  }[];
}

export interface NativeStock {
  readonly ean: string;
  readonly regularStock: number;
}

type Loose<T> = { readonly [K in keyof T]?: unknown } | null | undefined;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isReducedItem = (item: Loose<ReducedItem>): boolean =>
  isText(item?.orderItemId) &&
  isCount(item?.quantity) &&
  isCount(item?.quantityShipped) &&
  isCount(item?.quantityCancelled);

export function isReduced(order: Loose<ReducedOrder>): order is ReducedOrder {
  return (
    isText(order?.orderId) &&
    isText(order.orderPlacedDateTime) &&
    Array.isArray(order.orderItems) &&
    order.orderItems.length > 0 &&
    order.orderItems.every(isReducedItem)
  );
}

export function isOrder(order: Loose<NativeOrder>): order is NativeOrder {
  return (
    isText(order?.orderId) &&
    typeof order.shipmentDetails === 'object' &&
    order.shipmentDetails !== null &&
    Array.isArray(order.orderItems) &&
    order.orderItems.length > 0 &&
    order.orderItems.every(
      (item: Loose<NativeItem>) =>
        isReducedItem(item) &&
        isAmount(item?.unitPrice) &&
        (item?.totalPrice === undefined || item.totalPrice === null || isAmount(item.totalPrice)) &&
        areDiscounts(item?.discounts ?? []),
    )
  );
}

const areDiscounts = (discounts: unknown): boolean =>
  Array.isArray(discounts) &&
  discounts.every((discount: Loose<NativeDiscount>) => isAmount(discount?.amount));

export function isOffer(offer: Loose<NativeOffer>): offer is NativeOffer {
  const { bundlePrices } = (offer?.pricing ?? {}) as { bundlePrices?: unknown };
  return (
    isText(offer?.offerId) &&
    isText((offer.fulfilment as Loose<NativeOffer['fulfilment']>)?.method) &&
    Array.isArray(bundlePrices) &&
    bundlePrices.every((price) => isCount(price?.quantity) && isAmount(price?.unitPrice))
  );
}

export const isContent = (content: Loose<NativeContent>): content is NativeContent =>
  Array.isArray(content?.attributes) &&
  content.attributes.every(({ id, values }) => isText(id) && Array.isArray(values)) &&
  Array.isArray(content.parties);

export const isAsset = (asset: Loose<NativeAsset>): asset is NativeAsset =>
  isText(asset?.usage) && Array.isArray(asset.variants);

export const isStock = (row: Loose<NativeStock>): row is NativeStock =>
  isText(row?.ean) && isCount(row.regularStock);
