// The shapes of the Orders API v0, only what is read. Amazon ends it on 27 March 2027.
import { isRecord } from '../../kit/loose.ts';
import type { WithProducts } from '../native.ts';

type Listed<T> = readonly T[] | null | undefined;

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
export interface OrderV0 extends WithProducts {
  readonly AmazonOrderId: string;
  readonly SellerOrderId?: string;
  readonly PurchaseDate?: string;
  readonly LastUpdateDate?: string;
  readonly OrderStatus?: string;
  readonly FulfillmentChannel?: string;
  readonly SalesChannel?: string;
  readonly ShipServiceLevel?: string;
  readonly OrderTotal?: MoneyV0;
  readonly PaymentMethodDetails?: Listed<string>;
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
  readonly SellerSKU?: string;
  readonly OrderItemId?: string;
  readonly Title?: string;
  readonly QuantityOrdered?: number;
  readonly QuantityShipped?: number;
  readonly ItemPrice?: MoneyV0;
  readonly ItemTax?: MoneyV0;
  readonly ShippingPrice?: MoneyV0;
  readonly ShippingTax?: MoneyV0;
  readonly ShippingDiscount?: MoneyV0;
  readonly ShippingDiscountTax?: MoneyV0;
  readonly PromotionDiscount?: MoneyV0;
  readonly PromotionDiscountTax?: MoneyV0;
  readonly PromotionIds?: Listed<string>;
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

export const isV0 = (order: unknown): order is OrderV0 =>
  isRecord(order) && ('AmazonOrderId' in order || 'OrderItems' in order);
