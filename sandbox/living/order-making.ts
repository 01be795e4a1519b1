// A new order, and one whose lines are changed: baskets are computed as the catalogue does it.

import { zero } from '../catalogue/amounts.ts';
import { currencies } from '../catalogue/currencies.ts';
import { localeOf } from '../catalogue/customers.ts';
import { buyerOf } from '../catalogue/order-buyer.ts';
import {
  type Basket,
  basketOfItems,
  type Item,
  type Terms,
  unitOf,
} from '../catalogue/order-lines.ts';
import { random as seeded } from '../catalogue/random.ts';
import type {
  Catalogue,
  ChangeWay,
  Coupon,
  CurrencyCode,
  Customer,
  Instant,
  Line,
  Order,
  Payment,
  Product,
  Variant,
} from '../catalogue/types.ts';
import type { LastIds } from './living.ts';
import { pay } from './order-steps.ts';
import { badBody, impossible } from './refusal.ts';
import { settled } from './settled.ts';

export interface Goods {
  readonly product: Product;
  readonly variant: Variant;
  readonly quantity: number;
}

export interface NewOrder {
  readonly goods: readonly Goods[] | undefined;
  readonly country: string;
  readonly currency: CurrencyCode;
  readonly coupon: Coupon | undefined;
  /** Null for a guest; somebody of the country where nothing is said. */
  readonly customer: Customer | null | undefined;
  readonly note: string | null;
  readonly paid: boolean;
}

export function makeOrder(
  wish: NewOrder,
  catalogue: Catalogue,
  at: Instant,
  lastIds: LastIds,
): Order {
  const { country, currency, coupon } = wish;
  lastIds.order += 1;
  const id = lastIds.order;
  // Drawn only from the number, so that the same calls make the same orders.
  const random = seeded(7_000_000 + id);
  const taxed = currency === 'EUR' && country !== 'US' && country !== 'GB';
  const terms = { currency, country, included: taxed, taxed };
  const goods = wish.goods ?? [{ ...usualGoods(catalogue, id), quantity: 1 }];
  const items = goods.map((one) => itemOf(one, currency));
  // Its shares of several lines would not come out whole in both currencies.
  if (coupon?.kind === 'fixed_cart' && currencies[currency].denominator !== 1)
    throw badBody(`The coupon ${coupon.code} is worth euros; give another one with ${currency}.`);
  const basket = basketOfItems(
    coupon === undefined ? {} : { coupons: [coupon.id] },
    items,
    terms,
    lastIds,
  );
  const customersIn = (code: string): readonly Customer[] =>
    wish.customer
      ? [wish.customer]
      : catalogue.customers.filter(({ address }) => address?.countryCode === code);
  const isGuest = wish.customer === null || customersIn(country).length === 0;
  const buyer = buyerOf({ at, guest: isGuest }, random, country, customersIn, id);
  const online = random.pick(['ideal', 'card', 'paypal'] as const);
  const draft: Order = {
    id,
    number: 1000 + id,
    traits: at < (catalogue.orders.at(-1)?.createdAt ?? 0) ? ['id-out-of-order'] : [],
    state: 'open',
    financialStatus: 'pending',
    fulfilmentStatus: null,
    cancelReason: null,
    createdAt: at,
    updatedAt: at,
    processedAt: at,
    paidAt: null,
    cancelledAt: null,
    closedAt: null,
    currency,
    taxesIncluded: taxed,
    taxExempt: false,
    test: false,
    ...buyer,
    poNumber: null,
    note: wish.note,
    tags: [],
    locale: localeOf(country),
    source: 'web',
    referringSite: null,
    clientAddress: `192.0.2.${id % 250}`,
    lines: basket.lines,
    shippingLines: basket.shippingLines,
    discounts: basket.discounts,
    taxes: [],
    payments: [],
    refunds: [],
    fulfilments: [],
    totals: noTotals,
    changes: [],
  };
  const placed = settled(draft, { kind: 'create', at, fields: [] });
  const { total } = placed.totals;
  lastIds.payment += 1;
  const waiting: Payment = {
    id: lastIds.payment,
    createdAt: at,
    kind: 'sale',
    status: 'pending',
    gateway: wish.paid ? online : 'bank_transfer',
    amount: total,
    transactionId: null,
    refundId: null,
  };
  const unpaid = total.shop === 0 ? placed : { ...placed, payments: [waiting] };
  if (!wish.paid && total.shop > 0) return unpaid;
  // Paid when created: one change, which includes the payment.
  return { ...pay(unpaid, undefined, at, lastIds), changes: placed.changes };
}

/** Sums are worked out from the parts; these stand for "not yet". */
const noTotals: Order['totals'] = {
  lines: zero,
  discounts: zero,
  lineDiscounts: zero,
  shippingDiscounts: zero,
  subtotal: zero,
  shipping: zero,
  tax: zero,
  tip: zero,
  total: zero,
  refunded: zero,
  refundedTax: zero,
  outstanding: zero,
  giftCards: zero,
  weight: 0,
};

function itemOf({ product, variant, quantity }: Goods, currency: CurrencyCode): Item {
  if (variant.price === null)
    throw impossible(`Product ${product.id} has no price: give it one by an edit first.`);
  const wholeUnits = currencies[currency].denominator !== 1;
  return { product, variant, quantity, unit: unitOf(variant.price, wholeUnits) };
}

/** Goods that every channel can sell, another with each number. */
function usualGoods({ products }: Catalogue, id: number): Omit<Goods, 'quantity'> {
  const sold = products.flatMap((product) => {
    const [variant] = product.variants;
    return variant !== undefined && isSoldEverywhere(product, variant)
      ? [{ product, variant }]
      : [];
  });
  const one = sold[id % Math.max(1, sold.length)];
  if (one === undefined) throw impossible('No product is left that every channel could sell.');
  return one;
}

const isSoldEverywhere = (
  { kind, status, options }: Product,
  { sku, barcode, price, stock }: Variant,
): boolean =>
  kind === 'physical' &&
  status === 'active' &&
  options.length === 0 &&
  sku !== null &&
  barcode !== null &&
  (price ?? 0) >= 100 &&
  stock.tracked &&
  stock.levels.some(({ available }) => available > 0);

export interface Edit {
  readonly note?: string | null;
  readonly tags?: readonly string[];
  readonly email?: string | null;
  readonly phone?: string | null;
  /** Each line that is to have another quantity; 0 takes it out. */
  readonly lines?: ReadonlyMap<Line, number>;
  readonly way?: ChangeWay;
}

export function edit(
  order: Order,
  wish: Edit,
  catalogue: Catalogue,
  at: Instant,
  lastIds: LastIds,
): Order {
  const { lines, way, ...plain } = wish;
  const edited = { ...order, ...plain };
  const changed =
    lines === undefined ? edited : { ...edited, ...withLines(order, lines, catalogue, lastIds) };
  const fields = Object.keys(wish).filter((name) => name !== 'way');
  return settled(changed, { kind: 'edit', at, fields, ...(way && { way }) });
}

/** Lines can be changed until somebody pays; from then on pieces are refunded instead. */
function withLines(
  order: Order,
  wanted: ReadonlyMap<Line, number>,
  catalogue: Catalogue,
  lastIds: LastIds,
): Pick<Order, 'lines' | 'shippingLines' | 'discounts' | 'payments'> {
  if (order.financialStatus !== 'pending' || order.state !== 'open')
    throw impossible(
      `The lines of order ${order.number} can no longer be edited, since it is ${order.state === 'open' ? order.financialStatus.replace('_', ' ') : order.state}; refund pieces instead.`,
    );
  const kept = order.lines.filter((line) => wanted.get(line) !== 0);
  if (kept.length === 0)
    throw impossible(`Order ${order.number} must keep a line; cancel or delete it instead.`);
  const items = kept.map(
    (line): Item => ({
      product: catalogue.productById.get(line.productId ?? 0) ?? null,
      variant: catalogue.variantById.get(line.variantId ?? 0) ?? null,
      quantity: wanted.get(line) ?? line.quantity,
      unit: line.unitPrice.shop,
    }),
  );
  const fresh = basketOfItems(planOf(order), items, termsOf(order), { ...lastIds });
  const basket = keepingNames(fresh, order, kept);
  const total = settled({ ...order, ...basket }, { kind: 'edit', at: order.updatedAt, fields: [] })
    .totals.total;
  const payments = order.payments.map((payment) =>
    payment.status === 'pending' ? { ...payment, amount: total } : payment,
  );
  return { ...basket, payments };
}

/** The basket of an order as a plan would ask for it again. */
function planOf({ discounts, shippingLines }: Order) {
  return {
    coupons: discounts.flatMap(({ coupon }) => (coupon === null ? [] : [coupon.id])),
    automatic: discounts.some(({ by }) => by === 'automatic'),
    shipping: shippingLines.length > 1 ? 'two' : shippingLines.length === 0 ? 'none' : 'standard',
  } as const;
}

function termsOf(order: Order): Terms {
  const taxes = [...order.lines, ...order.shippingLines].flatMap((line) => line.taxes);
  const [first] = taxes;
  return {
    currency: order.currency,
    country: first?.rate.countryCode ?? order.shipping?.countryCode ?? 'NL',
    included: order.taxesIncluded,
    taxed: order.taxesIncluded || first !== undefined,
  };
}

/** A line keeps its identifier and its names, whatever became of the product since. */
function keepingNames(
  basket: Basket,
  order: Order,
  kept: readonly Line[],
): Pick<Order, 'lines' | 'shippingLines' | 'discounts'> {
  return {
    lines: basket.lines.map((line, at) => {
      const {
        quantity: _,
        fulfilledQuantity: __,
        refundedQuantity: ___,
        ...old
      } = kept[at] ?? line;
      const { quantity, gross, allocations, discount, total, taxes, tax, grossTaxes, grossTax } = line; // biome-ignore format: one list
      return { ...old, quantity, gross, allocations, discount, total, taxes, tax, grossTaxes, grossTax, fulfilledQuantity: 0, refundedQuantity: 0 }; // biome-ignore format: one list
    }),
    shippingLines: basket.shippingLines.map((line, at) => ({
      ...line,
      id: order.shippingLines[at]?.id ?? line.id,
    })),
    discounts: basket.discounts,
  };
}
