// Amazon's own shapes, only what is read.

/** Every field may be absent, or null. */
export type Native<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined };

export type Money = Native<{ amount: string; currencyCode: string }>;

export type Breakdown = Native<{
  type: string;
  subtotal: Money;
  detailedBreakdowns: readonly Native<{ subtype: string; value: Money }>[];
}>;

export type NativeAddress = Native<{
  name: string;
  companyName: string;
  addressLine1: string;
  addressLine2: string;
  addressLine3: string;
  city: string;
  districtOrCounty: string;
  stateOrRegion: string;
  municipality: string;
  postalCode: string;
  countryCode: string;
  phone: string;
}>;

/** What was looked up beside an order. */
export interface WithProducts {
  /** The product that each SKU belongs to, null where it is not listed; none: it was not looked up. */
  readonly productsBySku?: Readonly<Record<string, string | null>> | undefined;
}

/** An order of the Orders API 2026-01-01. */
export interface NativeOrder extends OrderFields, WithProducts {
  readonly orderId: string;
  readonly orderItems: readonly NativeItem[];
}

type OrderFields = Native<{
  orderAliases: readonly Native<{ aliasId: string; aliasType: string }>[];
  createdTime: string;
  lastUpdatedTime: string;
  programs: readonly string[];
  salesChannel: Native<{ marketplaceId: string; marketplaceName: string }>;
  buyer: Native<{
    buyerName: string;
    buyerEmail: string;
    buyerCompanyName: string;
    buyerPurchaseOrderNumber: string;
  }>;
  recipient: Native<{
    deliveryAddress: NativeAddress;
    deliveryPreference: Native<{ addressInstruction: string }>;
  }>;
  proceeds: Native<{ grandTotal: Money; breakdowns: readonly Breakdown[] }>;
  payment: Native<{ paymentExecutions: readonly Native<{ paymentMethod: string }>[] }>;
  tax: Native<{
    taxRegistrations: readonly Native<{
      entityType: string;
      legalName: string;
      taxRegistrationAddress: NativeAddress;
    }>[];
  }>;
  fulfillment: Native<{
    fulfillmentStatus: string;
    fulfilledBy: string;
    fulfillmentServiceLevel: string;
  }>;
  packages: readonly Parcel[];
}>;

export type Parcel = Native<{
  packageReferenceId: string;
  createdTime: string;
  packageStatus: Native<{ status: string }>;
  carrier: string;
  shipTime: string;
  trackingNumber: string;
  packageItems: readonly Native<{ orderItemId: string; quantity: number }>[];
}>;

export type NativeItem = Native<{
  orderItemId: string;
  quantityOrdered: number;
  product: Native<{
    title: string;
    sellerSku: string;
    condition: Native<{ conditionType: string; conditionSubtype: string }>;
    price: Native<{ unitPrice: Money }>;
  }>;
  proceeds: Native<{ breakdowns: readonly Breakdown[] }>;
  promotion: Native<{ breakdowns: readonly Native<{ promotionId: string }>[] }>;
  cancellation: Native<{
    cancellationRequest: Native<{ requester: string }>;
    cancellationExecution: Native<{ cancelledBy: string; cancelReason: string }>;
  }>;
  fulfillment: Native<{
    quantityFulfilled: number;
    quantityUnfulfilled: number;
    packing: Native<{ giftOption: Native<{ giftMessage: string }> }>;
  }>;
}>;

/** The value of an attribute in one marketplace and language. */
export interface Attribute {
  readonly [name: string]: unknown;
}

/** A listing of the Listings Items API 2021-08-01: one SKU of the seller. */
export interface Listing extends ListingFields {
  readonly sku: string;
}

type ListingFields = Native<{
  summaries: readonly Summary[];
  attributes: Readonly<Record<string, readonly Attribute[] | null>>;
  offers: readonly Native<{
    marketplaceId: string;
    offerType: string;
    price: Money;
    audience: Native<{ value: string }>;
  }>[];
  fulfillmentAvailability: readonly Native<{ fulfillmentChannelCode: string; quantity: number }>[];
  relationships: readonly Native<{
    marketplaceId: string;
    relationships: readonly Relationship[];
  }>[];
}>;

export type Summary = Native<{
  marketplaceId: string;
  asin: string;
  productType: string;
  status: readonly string[];
  itemName: string;
  createdDate: string;
  lastUpdatedDate: string;
  mainImage: Native<{ link: string; width: number; height: number }>;
}>;

export type Relationship = Native<{
  type: string;
  childSkus: readonly string[];
  parentSkus: readonly string[];
  variationTheme: Native<{ attributes: readonly string[] }>;
}>;

/** A product: a listing, or a parent with its variations, as read from one marketplace. */
export interface NativeProduct extends Listing {
  readonly marketplaceId: string;
  readonly children: readonly Listing[];
  /** Sellable pieces in Amazon's own warehouses, by SKU; null where Amazon does not say. */
  readonly amazonStock: Readonly<Record<string, number | null>>;
}
