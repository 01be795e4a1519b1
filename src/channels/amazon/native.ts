// Amazon's own shapes, only what is read. Every field may be absent, and every list null.

type Listed<T> = readonly T[] | null | undefined;

export interface Money {
  readonly amount?: string;
  readonly currencyCode?: string;
}

interface Detail {
  readonly subtype?: string;
  readonly value?: Money;
}

export interface Breakdown {
  readonly type?: string;
  readonly subtotal?: Money;
  readonly detailedBreakdowns?: Listed<Detail>;
}

export interface NativeAddress {
  readonly name?: string;
  readonly companyName?: string;
  readonly addressLine1?: string;
  readonly addressLine2?: string;
  readonly addressLine3?: string;
  readonly city?: string;
  readonly districtOrCounty?: string;
  readonly stateOrRegion?: string;
  readonly municipality?: string;
  readonly postalCode?: string;
  readonly countryCode?: string;
  readonly phone?: string;
}

/** What was looked up beside an order. */
export interface WithProducts {
  /** The product that each SKU belongs to, null where it is not listed; none: it was not looked up. */
  readonly productsBySku?: Readonly<Record<string, string | null>>;
}

/** An order of the Orders API 2026-01-01. */
export interface NativeOrder extends WithProducts {
  readonly orderId: string;
  readonly orderAliases?: Listed<{ readonly aliasId?: string; readonly aliasType?: string }>;
  readonly createdTime?: string;
  readonly lastUpdatedTime?: string;
  readonly programs?: Listed<string>;
  readonly salesChannel?: { readonly marketplaceId?: string; readonly marketplaceName?: string };
  readonly buyer?: {
    readonly buyerName?: string;
    readonly buyerEmail?: string;
    readonly buyerCompanyName?: string;
    readonly buyerPurchaseOrderNumber?: string;
  };
  readonly recipient?: {
    readonly deliveryAddress?: NativeAddress;
    readonly deliveryPreference?: { readonly addressInstruction?: string };
  };
  readonly proceeds?: { readonly grandTotal?: Money; readonly breakdowns?: Listed<Breakdown> };
  readonly payment?: {
    readonly paymentExecutions?: Listed<{ readonly paymentMethod?: string }>;
  };
  readonly tax?: {
    readonly taxRegistrations?: Listed<{
      readonly entityType?: string;
      readonly legalName?: string;
      readonly taxRegistrationAddress?: NativeAddress;
    }>;
  };
  readonly fulfillment?: {
    readonly fulfillmentStatus?: string;
    readonly fulfilledBy?: string;
    readonly fulfillmentServiceLevel?: string;
  };
  readonly packages?: Listed<{ readonly carrier?: string }>;
  readonly orderItems: readonly NativeItem[];
}

export interface NativeItem {
  readonly orderItemId?: string;
  readonly quantityOrdered?: number;
  readonly product?: {
    readonly title?: string;
    readonly sellerSku?: string;
    readonly condition?: { readonly conditionType?: string; readonly conditionSubtype?: string };
    readonly price?: { readonly unitPrice?: Money };
  };
  readonly proceeds?: { readonly breakdowns?: Listed<Breakdown> };
  readonly promotion?: { readonly breakdowns?: Listed<{ readonly promotionId?: string }> };
  readonly cancellation?: {
    readonly cancellationExecution?: {
      readonly cancelledBy?: string;
      readonly cancelReason?: string;
    };
  };
  readonly fulfillment?: {
    readonly quantityFulfilled?: number;
    readonly quantityUnfulfilled?: number;
    readonly packing?: { readonly giftOption?: { readonly giftMessage?: string } };
  };
}

/** The value of an attribute in one marketplace and language. */
export interface Attribute {
  readonly marketplace_id?: string;
  readonly value?: unknown;
  readonly [name: string]: unknown;
}

/** A listing of the Listings Items API 2021-08-01: one SKU of the seller. */
export interface Listing {
  readonly sku: string;
  readonly summaries?: Listed<Summary>;
  readonly attributes?: Readonly<Record<string, Listed<Attribute>>>;
  readonly offers?: Listed<{
    readonly marketplaceId?: string;
    readonly offerType?: string;
    readonly price?: Money;
  }>;
  readonly fulfillmentAvailability?: Listed<Availability>;
  readonly relationships?: Listed<{
    readonly marketplaceId?: string;
    readonly relationships?: Listed<Relationship>;
  }>;
}

export interface Summary {
  readonly marketplaceId?: string;
  readonly asin?: string;
  readonly productType?: string;
  readonly status?: Listed<string>;
  readonly itemName?: string;
  readonly createdDate?: string;
  readonly lastUpdatedDate?: string;
  readonly mainImage?: {
    readonly link?: string;
    readonly width?: number;
    readonly height?: number;
  };
}

export interface Availability {
  readonly fulfillmentChannelCode?: string;
  readonly quantity?: number;
}

export interface Relationship {
  readonly type?: string;
  readonly childSkus?: Listed<string>;
  readonly parentSkus?: Listed<string>;
  readonly variationTheme?: { readonly attributes?: Listed<string> };
}

/** A product: a listing, or a parent with its variations, as read from one marketplace. */
export interface NativeProduct extends Listing {
  readonly marketplaceId: string;
  readonly children: readonly Listing[];
  /** Sellable pieces in Amazon's own warehouses, by SKU; null where Amazon does not say. */
  readonly amazonStock: Readonly<Record<string, number | null>>;
}
