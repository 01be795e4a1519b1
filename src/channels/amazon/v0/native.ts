// The shapes of the Orders API v0, only what is read.
import { isRecord } from '../../kit/loose.ts';
import type { Money, Native, NativeAddress, WithProducts } from '../native.ts';

/** v0 has many names of the later version, with a capital. */
type Capital<T> = { readonly [Name in keyof T as Capitalize<Name & string>]: T[Name] };

export type MoneyV0 = Capital<Money>;
export type AddressV0 = Capital<Omit<NativeAddress, 'districtOrCounty'>> &
  Native<{ County: string; District: string }>;

/** An order with its items beside it. */
export interface OrderV0 extends OrderFields, WithProducts {
  readonly AmazonOrderId: string;
  readonly OrderItems: readonly ItemV0[];
}

type OrderFields = Native<{
  SellerOrderId: string;
  PurchaseDate: string;
  LastUpdateDate: string;
  OrderStatus: string;
  FulfillmentChannel: string;
  SalesChannel: string;
  ShipServiceLevel: string;
  OrderTotal: MoneyV0;
  PaymentMethodDetails: readonly string[];
  MarketplaceId: string;
  IsBusinessOrder: boolean;
  IsPrime: boolean;
  IsPremiumOrder: boolean;
  ShippingAddress: AddressV0;
  BuyerInfo: Native<{ BuyerEmail: string; BuyerName: string; PurchaseOrderNumber: string }>;
}>;

export type ItemV0 = Native<{
  SellerSKU: string;
  OrderItemId: string;
  Title: string;
  QuantityOrdered: number;
  QuantityShipped: number;
  ItemPrice: MoneyV0;
  ItemTax: MoneyV0;
  ShippingPrice: MoneyV0;
  ShippingTax: MoneyV0;
  ShippingDiscount: MoneyV0;
  ShippingDiscountTax: MoneyV0;
  PromotionDiscount: MoneyV0;
  PromotionDiscountTax: MoneyV0;
  PromotionIds: readonly string[];
  CODFee: MoneyV0;
  CODFeeDiscount: MoneyV0;
  ConditionId: string;
  ConditionSubtypeId: string;
  BuyerInfo: Native<{ GiftWrapPrice: MoneyV0; GiftWrapTax: MoneyV0; GiftMessageText: string }>;
  /** Flags of items are texts. */
  BuyerRequestedCancel: Native<{ IsBuyerRequestedCancel: string }>;
}>;

export const isV0 = (order: unknown): order is OrderV0 =>
  isRecord(order) && ('AmazonOrderId' in order || 'OrderItems' in order);
