// One order as both versions of the Orders API give it, by Amazon's own table of their fields, comes out the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { completeOrder } from '../../../model/order-draft.ts';
import { sumsOff } from '../../../model/sums.ts';
import type { Warning } from '../../channel.ts';
import type { NativeOrder } from '../native.ts';
import { transformOrder } from '../orders-transform.ts';
import type { ItemV0, OrderV0 } from './native.ts';
import { transformV0 } from './transform.ts';

/** Cents of one item, as the buyer was charged; what v0 names is what the later version names. */
interface Facts {
  readonly quantity: number;
  readonly shipped: number;
  readonly price: number;
  readonly tax: number;
  readonly shipping: number;
  readonly shippingTax: number;
  readonly shippingOff: number;
  readonly off: number;
  readonly cod: number;
  readonly codOff: number;
  readonly wrap: number;
  readonly wrapTax: number;
  readonly byBuyer: boolean;
}

const upTo = (most: number) => fc.integer({ min: 0, max: most });
const facts: fc.Arbitrary<Facts> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 5 }),
    shippedOf: upTo(100),
    unit: upTo(20_000),
    tax: upTo(900),
    shipping: upTo(900),
    shippingTax: upTo(90),
    shares: fc.tuple(upTo(100), upTo(100), upTo(100)),
    cod: upTo(500),
    wrap: upTo(500),
    wrapTax: upTo(50),
    byBuyer: fc.boolean(),
  })
  .map(({ shippedOf, unit, shares: [off, shippingOff, codOff], ...one }) => {
    const price = unit * one.quantity;
    const share = (amount: number, percent: number) => Math.floor((amount * percent) / 100);
    return {
      ...one,
      price,
      shipped: share(one.quantity, shippedOf),
      off: share(price, off),
      shippingOff: share(one.shipping, shippingOff),
      codOff: share(one.cod, codOff),
    };
  });

const text = (cents: number) => (cents / 100).toFixed(2);
const total = (items: readonly Facts[], read: (item: Facts) => number) =>
  items.reduce((sum, item) => sum + read(item), 0);
const taxOf = (item: Facts) => item.tax + item.shippingTax + item.wrapTax;
const offOf = (item: Facts) => item.off + item.shippingOff + item.codOff;
const due = (item: Facts) =>
  item.price + item.shipping + item.cod + item.wrap + taxOf(item) - offOf(item);

function asV0(items: readonly Facts[], status: string): OrderV0 {
  const money = (cents: number) => ({ Amount: text(cents), CurrencyCode: 'USD' });
  return {
    AmazonOrderId: '111-1111111-1111111',
    PurchaseDate: '2026-09-12T17:03:09Z',
    LastUpdateDate: '2026-09-13T15:40:55Z',
    OrderStatus: status,
    FulfillmentChannel: 'MFN',
    SalesChannel: 'Amazon.com',
    MarketplaceId: 'ATVPDKIKX0DER',
    ShipServiceLevel: 'Std US Dom_1',
    OrderTotal: money(total(items, due)),
    OrderItems: items.map(
      (item, at): ItemV0 => ({
        OrderItemId: String(at + 1),
        SellerSKU: `SKU-${at}`,
        Title: 'Hook',
        QuantityOrdered: item.quantity,
        QuantityShipped: item.shipped,
        ItemPrice: money(item.price),
        ItemTax: money(item.tax),
        ShippingPrice: money(item.shipping),
        ShippingTax: money(item.shippingTax),
        ShippingDiscount: money(item.shippingOff),
        PromotionDiscount: money(item.off),
        PromotionIds: ['Autumn'],
        CODFee: money(item.cod),
        CODFeeDiscount: money(item.codOff),
        ConditionId: 'New',
        ConditionSubtypeId: 'New',
        BuyerInfo: { GiftWrapPrice: money(item.wrap), GiftWrapTax: money(item.wrapTax) },
        BuyerRequestedCancel: { IsBuyerRequestedCancel: String(item.byBuyer) },
      }),
    ),
  };
}

function asLater(items: readonly Facts[], status: string): NativeOrder {
  const money = (cents: number) => ({ amount: text(cents), currencyCode: 'USD' });
  const sums = (some: readonly Facts[], isOfItem: boolean) =>
    Object.entries({
      ITEM: (item: Facts) => item.price,
      SHIPPING: (item: Facts) => item.shipping,
      GIFT_WRAP: (item: Facts) => item.wrap,
      COD_FEE: (item: Facts) => item.cod,
      TAX: taxOf,
      DISCOUNT: offOf,
    }).map(([type, read]) => ({
      type,
      subtotal: money(total(some, read)),
      ...(isOfItem && { detailedBreakdowns: some.flatMap((item) => detailsOf(item)[type] ?? []) }),
    }));
  const detailsOf = (item: Facts): Readonly<Record<string, readonly object[]>> => ({
    TAX: [
      { subtype: 'ITEM', value: money(item.tax) },
      { subtype: 'SHIPPING', value: money(item.shippingTax) },
      { subtype: 'GIFT_WRAP', value: money(item.wrapTax) },
    ],
    DISCOUNT: [
      { subtype: 'ITEM', value: money(item.off) },
      { subtype: 'SHIPPING', value: money(item.shippingOff) },
      { subtype: 'COD_FEE', value: money(item.codOff) },
    ],
  });
  return {
    orderId: '111-1111111-1111111',
    createdTime: '2026-09-12T17:03:09Z',
    lastUpdatedTime: '2026-09-13T15:40:55Z',
    programs: [],
    salesChannel: { marketplaceId: 'ATVPDKIKX0DER', marketplaceName: 'Amazon.com' },
    fulfillment: {
      fulfillmentStatus: status,
      fulfilledBy: 'MERCHANT',
      fulfillmentServiceLevel: 'Std US Dom_1',
    },
    proceeds: { grandTotal: money(total(items, due)), breakdowns: sums(items, false) },
    orderItems: items.map((item, at) => ({
      orderItemId: String(at + 1),
      quantityOrdered: item.quantity,
      product: {
        title: 'Hook',
        sellerSku: `SKU-${at}`,
        condition: { conditionType: 'New', conditionSubtype: 'New' },
        price: { unitPrice: money(item.price / item.quantity) },
      },
      proceeds: { breakdowns: sums([item], true) },
      promotion: { breakdowns: [{ promotionId: 'Autumn' }] },
      cancellation: item.byBuyer
        ? {
            cancellationRequest: { requester: 'BUYER' },
            cancellationExecution: { cancelledBy: 'MERCHANT' },
          }
        : null,
      fulfillment: {
        quantityFulfilled: item.shipped,
        quantityUnfulfilled: item.quantity - item.shipped,
      },
    })),
  };
}

const STATES = [
  ['Shipped', 'SHIPPED'],
  ['Unshipped', 'UNSHIPPED'],
  ['PartiallyShipped', 'PARTIALLY_SHIPPED'],
  ['Canceled', 'CANCELLED'],
] as const;

test('one order read through v0 and through 2026-01-01 comes out the same, and adds up', () => {
  fc.assert(
    fc.property(
      fc.array(facts, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...STATES),
      (items, [earlier, later]) => {
        const warnings: Warning[] = [];
        const context = { account: {}, now: 0, note: (one: Warning) => warnings.push(one) };
        const old = completeOrder(transformV0(asV0(items, earlier), context), 'amazon');
        const one = completeOrder(transformOrder(asLater(items, later), context), 'amazon');
        // The older version knows no tips.
        const rest = { total_tip_received: null, total_tip_received_set: null };
        assert.deepEqual({ ...old, ...rest }, { ...one, ...rest });
        assert.deepEqual(sumsOff(one), []);
        assert.deepEqual(warnings, []);
      },
    ),
    { numRuns: 300 },
  );
});

test('what is off a fee is not off the goods, whatever the subtype', () => {
  const native = asLater(
    [
      {
        quantity: 1,
        shipped: 1,
        price: 2000,
        tax: 0,
        shipping: 500,
        shippingTax: 0,
        shippingOff: 100,
        off: 300,
        cod: 400,
        codOff: 400,
        wrap: 250,
        wrapTax: 0,
        byBuyer: false,
      },
    ],
    'SHIPPED',
  );
  const order = completeOrder(
    transformOrder(native, { account: {}, now: 0, note: () => {} }),
    'amazon',
  );
  const { subtotal_price, total_discounts, total_price, line_items } = order;
  assert.deepEqual(
    [subtotal_price, total_discounts, line_items[0]?.total_discount, total_price],
    ['17.00', '4.00', '3.00', '23.50'],
  );
});
