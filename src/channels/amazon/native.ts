// Amazon's own shapes, only what is read. Every field may be absent: roles and states decide.

export interface Money {
  readonly amount: string;
  readonly currencyCode: string;
}

interface Detail {
  readonly subtype?: string;
  readonly value?: Money;
}

export interface Breakdown {
  readonly type: string;
  readonly subtotal: Money;
  readonly detailedBreakdowns?: readonly Detail[];
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

/** An order of the Orders API 2026-01-01. */
export interface NativeOrder {
  readonly orderId: string;
  readonly orderAliases?: readonly { readonly aliasId: string; readonly aliasType: string }[];
  readonly createdTime: string;
  readonly lastUpdatedTime: string;
  readonly programs?: readonly string[];
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
  readonly proceeds?: { readonly grandTotal?: Money; readonly breakdowns?: readonly Breakdown[] };
  readonly payment?: {
    readonly paymentExecutions?: readonly { readonly paymentMethod?: string }[];
  };
  readonly tax?: {
    readonly taxRegistrations?: readonly {
      readonly entityType?: string;
      readonly legalName?: string;
      readonly taxRegistrationAddress?: NativeAddress;
    }[];
  };
  readonly fulfillment?: {
    readonly fulfillmentStatus?: string;
    readonly fulfilledBy?: string;
    readonly fulfillmentServiceLevel?: string;
  };
  readonly packages?: readonly { readonly carrier?: string }[];
  readonly orderItems: readonly NativeItem[];
}

export interface NativeItem {
  readonly orderItemId: string;
  readonly quantityOrdered: number;
  readonly product?: {
    readonly asin?: string;
    readonly title?: string;
    readonly sellerSku?: string;
    readonly condition?: { readonly conditionType?: string; readonly conditionSubtype?: string };
    readonly price?: { readonly unitPrice?: Money };
  };
  readonly proceeds?: { readonly breakdowns?: readonly Breakdown[] };
  readonly promotion?: { readonly breakdowns?: readonly { readonly promotionId?: string }[] };
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

export interface MoneyV0 {
  readonly CurrencyCode?: string;
  readonly Amount?: string;
}

export interface AddressV0 {
  readonly Name?: string;
  readonly CompanyName?: string;
  readonly AddressLine1?: string;
  readonly AddressLine2?: string;
  readonly AddressLine3?: string;
  readonly City?: string;
  readonly County?: string;
  readonly District?: string;
  readonly StateOrRegion?: string;
  readonly Municipality?: string;
  readonly PostalCode?: string;
  readonly CountryCode?: string;
  readonly Phone?: string;
}

/** An order of the Orders API v0, with its items beside it. */
export interface OrderV0 {
  readonly AmazonOrderId: string;
  readonly SellerOrderId?: string;
  readonly PurchaseDate: string;
  readonly LastUpdateDate: string;
  readonly OrderStatus: string;
  readonly FulfillmentChannel?: string;
  readonly SalesChannel?: string;
  readonly ShipServiceLevel?: string;
  readonly OrderTotal?: MoneyV0;
  readonly PaymentMethodDetails?: readonly string[];
  readonly MarketplaceId?: string;
  readonly IsBusinessOrder?: boolean;
  readonly IsPrime?: boolean;
  readonly IsPremiumOrder?: boolean;
  readonly ShippingAddress?: AddressV0;
  readonly BuyerInfo?: {
    readonly BuyerEmail?: string;
    readonly BuyerName?: string;
    readonly PurchaseOrderNumber?: string;
  };
  readonly OrderItems: readonly ItemV0[];
}

export interface ItemV0 {
  readonly ASIN?: string;
  readonly SellerSKU?: string;
  readonly OrderItemId: string;
  readonly Title?: string;
  readonly QuantityOrdered: number;
  readonly QuantityShipped?: number;
  readonly ItemPrice?: MoneyV0;
  readonly ItemTax?: MoneyV0;
  readonly ShippingPrice?: MoneyV0;
  readonly ShippingTax?: MoneyV0;
  readonly ShippingDiscount?: MoneyV0;
  readonly ShippingDiscountTax?: MoneyV0;
  readonly PromotionDiscount?: MoneyV0;
  readonly PromotionDiscountTax?: MoneyV0;
  readonly PromotionIds?: readonly string[];
  readonly CODFee?: MoneyV0;
  readonly CODFeeDiscount?: MoneyV0;
  readonly ConditionId?: string;
  readonly ConditionSubtypeId?: string;
  readonly BuyerInfo?: {
    readonly GiftWrapPrice?: MoneyV0;
    readonly GiftWrapTax?: MoneyV0;
    readonly GiftMessageText?: string;
  };
  /** Flags are texts in this API. */
  readonly BuyerRequestedCancel?: { readonly IsBuyerRequestedCancel?: string };
}

export const isV0 = (order: NativeOrder | OrderV0): order is OrderV0 => 'AmazonOrderId' in order;

/** The value of an attribute in one marketplace and language. */
export interface Attribute {
  readonly marketplace_id?: string;
  readonly value?: unknown;
  readonly [name: string]: unknown;
}

/** A listing of the Listings Items API 2021-08-01: one SKU of the seller. */
export interface Listing {
  readonly sku: string;
  readonly summaries?: readonly Summary[];
  readonly attributes?: Readonly<Record<string, readonly Attribute[]>>;
  readonly offers?: readonly {
    readonly marketplaceId: string;
    readonly offerType: string;
    readonly price: Money;
  }[];
  readonly fulfillmentAvailability?: readonly Availability[];
  readonly relationships?: readonly {
    readonly marketplaceId: string;
    readonly relationships: readonly Relationship[];
  }[];
}

export interface Summary {
  readonly marketplaceId: string;
  readonly asin?: string;
  readonly productType?: string;
  readonly status?: readonly string[];
  readonly itemName?: string;
  readonly createdDate: string;
  readonly lastUpdatedDate: string;
  readonly mainImage?: { readonly link: string; readonly width: number; readonly height: number };
}

export interface Availability {
  readonly fulfillmentChannelCode: string;
  readonly quantity?: number;
}

interface Relationship {
  readonly type: string;
  readonly childSkus?: readonly string[];
  readonly parentSkus?: readonly string[];
  readonly variationTheme?: { readonly attributes?: readonly string[] };
}

/** A product: a listing, or a parent with its variations, as read from one marketplace. */
export interface NativeProduct extends Listing {
  readonly marketplaceId: string;
  readonly children: readonly Listing[];
  /** Sellable pieces in Amazon's own warehouses, by SKU; null where they are not told. */
  readonly amazonStock: Readonly<Record<string, number | null>>;
}
