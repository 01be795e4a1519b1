// The lines of one order: what was bought, what discounts took off and which tax applies.
import { add, divide, minus, share, taxOn, zero } from './amounts.ts';
import { amountOf, currencies } from './currencies.ts';
import type { OrderPlan } from './order-plans.ts';
import type { Random } from './random.ts';
import { coupons, ratesFor } from './shop.ts';
import type {
  Allocation,
  Amount,
  CurrencyCode,
  Discount,
  Line,
  Minor,
  Product,
  ShippingLine,
  Tax,
  TaxClass,
  TaxRate,
  Variant,
} from './types.ts';

export interface Goods {
  readonly ordinary: readonly Product[];
  readonly giftCards: readonly Product[];
  readonly digital: readonly Product[];
  readonly deleted: readonly Product[];
}

export interface Numbering {
  line: number;
  shipping: number;
  payment: number;
  refund: number;
  refundLine: number;
  fulfilment: number;
}

/** A line whose course of events is not known yet. */
export type OpenLine = Omit<Line, 'fulfilledQuantity' | 'refundedQuantity'> & {
  fulfilledQuantity: number;
  refundedQuantity: number;
};

export interface Basket {
  readonly lines: readonly OpenLine[];
  readonly shippingLines: readonly ShippingLine[];
  readonly discounts: readonly Discount[];
}

/** What one line is to sell. */
export interface Item {
  readonly product: Product | null;
  readonly variant: Variant | null;
  readonly quantity: number;
  readonly unit: Minor;
}

export interface Terms {
  readonly currency: CurrencyCode;
  readonly country: string;
  readonly included: boolean;
  readonly taxed: boolean;
}

interface DiscountPlan {
  readonly discount: Omit<Discount, 'amount'>;
  /** Cents taken off each line. */
  readonly onLines: readonly Minor[];
  readonly onShipping: boolean;
}

export function basketOf(
  random: Random,
  plan: OrderPlan,
  goods: Goods,
  terms: Terms,
  numbering: Numbering,
): Basket {
  const items = itemsOf(random, plan, goods, currencies[terms.currency].denominator !== 1);
  return basketOfItems(plan, items, terms, numbering);
}

/** The basket of goods that were chosen already; of the plan only discounts and shipping count. */
export function basketOfItems(
  plan: Pick<OrderPlan, 'coupons' | 'automatic' | 'shipping'>,
  items: readonly Item[],
  terms: Terms,
  numbering: Numbering,
): Basket {
  const plans = discountPlans(plan, items, terms.currency);
  const lines = items.map((item, index) => lineOf(item, index, plans, terms, numbering));
  const shippingLines = shippingOf(plan, lines, plans, terms, numbering);
  const discounts = plans.map(({ discount }, index) => ({
    ...discount,
    amount: add(
      ...[...lines, ...shippingLines].flatMap(({ allocations }) =>
        allocations.filter((part) => part.discount === index).map((part) => part.amount),
      ),
    ),
  }));
  return { lines, shippingLines, discounts };
}

function itemsOf(
  random: Random,
  plan: OrderPlan,
  goods: Goods,
  wholeUnits: boolean,
): readonly Item[] {
  return Array.from({ length: plan.lines ?? random.int(1, 3) }, (_, index): Item => {
    const quantity = plan.quantity ?? random.pick([1, 1, 1, 2, 3]);
    if (plan.goods === 'custom' && index === 0) {
      return { product: null, variant: null, quantity, unit: 1500 };
    }
    const from =
      plan.goods === 'gift-card' ? goods.giftCards : plan.goods === 'digital' ? goods.digital : plan.goods === 'deleted' && index === 0 ? goods.deleted : goods.ordinary; // biome-ignore format: one choice
    const product = random.pick(from);
    const variant = random.pick(product.variants);
    const price = variant.price ?? 1000;
    return { product, variant, quantity, unit: unitOf(price, wholeUnits) };
  });
}

/** Whole units in foreign orders, so that every share of them converts exactly. */
export const unitOf = (price: Minor, wholeUnits: boolean): Minor =>
  wholeUnits ? Math.ceil(price / 100) * 100 : price;

function discountPlans(
  plan: Pick<OrderPlan, 'coupons' | 'automatic'>,
  items: readonly Item[],
  currency: CurrencyCode,
): readonly DiscountPlan[] {
  const rest = items.map((item) =>
    item.product?.kind === 'gift_card' ? 0 : item.unit * item.quantity,
  );
  const take = (parts: readonly Minor[]): readonly Minor[] => {
    parts.forEach((part, index) => {
      rest[index] = (rest[index] ?? 0) - part;
    });
    return parts;
  };
  const plans: DiscountPlan[] = [];
  for (const id of plan.coupons ?? []) {
    const coupon = coupons.find((candidate) => candidate.id === id);
    if (coupon === undefined) throw new Error(`no coupon ${id}`);
    const { kind, code, title, value } = coupon;
    const percentage = kind === 'percentage';
    const onLines =
      kind === 'percentage'
        ? take(rest.map((left) => divide(left * value, 10_000)))
        : kind === 'fixed_cart'
          ? take(share(Math.min(value, sum(rest)), rest))
          : kind === 'fixed_product'
            ? take(
                rest.map((left, i) =>
                  i === 0 ? Math.min(left, value * (items[i]?.quantity ?? 0)) : 0,
                ),
              )
            : rest.map(() => 0);
    plans.push({
      discount: {
        kind,
        by: 'code',
        coupon,
        code,
        title,
        basisPoints: percentage ? value : 0,
        value: percentage ? zero : amountOf(value, currency),
      },
      onLines,
      onShipping: kind === 'free_shipping',
    });
  }
  if (plan.automatic === true) {
    plans.push({
      discount: {
        kind: 'percentage',
        by: 'automatic',
        coupon: null,
        code: null,
        title: 'Volume discount',
        basisPoints: 500,
        value: zero,
      },
      onLines: take(rest.map((left) => divide(left * 500, 10_000))),
      onShipping: false,
    });
  }
  return plans;
}

function sum(values: readonly Minor[]): Minor {
  return values.reduce((total, value) => total + value, 0);
}

function lineOf(
  { product, variant, quantity, unit }: Item,
  index: number,
  plans: readonly DiscountPlan[],
  terms: Terms,
  numbering: Numbering,
): OpenLine {
  numbering.line += 1;
  const { currency } = terms;
  const gross = amountOf(unit * quantity, currency);
  const allocations = plans.length === 0 ? noAllocations : allocationsOf(index, plans, currency);
  const discounted = allocations.length > 0;
  const discount = add(...allocations.map((part) => part.amount));
  const total = discounted ? minus(gross, discount) : gross;
  const taxable = terms.taxed && (variant?.taxable ?? true);
  const rates = taxable ? ratesFor(terms.country, product?.taxClass ?? 'standard') : [];
  const taxes = taxesOn(total, rates, terms);
  const grossTaxes = discounted ? taxesOn(gross, rates, terms) : taxes;
  const tax = add(...taxes.map((part) => part.amount));
  return {
    id: numbering.line,
    productId: product?.id ?? null,
    variantId: variant?.id ?? null,
    productExists: product !== null && !product.deleted,
    title: product?.title ?? 'Engraving “A & B”',
    variantTitle: variant?.title ?? null,
    options:
      product === null || product.options.length === 0 ? noOptions : optionsOf(product, variant),
    sku: variant?.sku ?? null,
    barcode: variant?.barcode ?? null,
    vendor: product?.brand?.name ?? null,
    quantity,
    fulfilledQuantity: 0,
    refundedQuantity: 0,
    unitPrice: quantity === 1 ? gross : amountOf(unit, currency),
    gross,
    allocations,
    discount,
    total,
    taxes,
    tax,
    grossTaxes,
    grossTax: discounted ? add(...grossTaxes.map((part) => part.amount)) : tax,
    taxable,
    requiresShipping: variant?.requiresShipping ?? false,
    giftCard: product?.kind === 'gift_card',
    grams: variant?.weight?.grams ?? 0,
  };
}

/** Shared by all lines that have none, since most have none. */
const noAllocations: readonly Allocation[] = [];
const noOptions: Line['options'] = [];
const noTaxes: readonly Tax[] = [];

function allocationsOf(
  index: number,
  plans: readonly DiscountPlan[],
  currency: CurrencyCode,
): readonly Allocation[] {
  return plans.flatMap(({ onLines }, discount) => {
    const part = onLines[index] ?? 0;
    return part === 0 ? [] : [{ discount, amount: amountOf(part, currency) }];
  });
}

function optionsOf(product: Product, variant: Variant | null): Line['options'] {
  return product.options.map((option, i) => ({
    name: option.name,
    value: variant?.optionValues[i] ?? '',
  }));
}

function taxesOn(amount: Amount, rates: readonly TaxRate[], terms: Terms): readonly Tax[] {
  if (rates.length === 0) return noTaxes;
  return rates.map((rate) => ({
    rate,
    amount: amountOf(taxOn(amount.shop, rate, terms.included), terms.currency),
  }));
}

const shippingRows = [
  { title: 'PostNL', code: 'flat_rate', carrier: 'PostNL', cents: 495 },
  { title: 'Extra parcel "heavy"', code: 'heavy_parcel', carrier: 'DHL', cents: 750 },
  { title: 'International', code: 'international', carrier: 'DHL', cents: 1200 },
] as const;

function shippingOf(
  plan: Pick<OrderPlan, 'shipping'>,
  lines: readonly Line[],
  plans: readonly DiscountPlan[],
  terms: Terms,
  numbering: Numbering,
): readonly ShippingLine[] {
  const wanted =
    plan.shipping ?? (lines.some((line) => line.requiresShipping) ? 'standard' : 'none');
  const domestic = terms.taxed;
  const chosen = shippingRows.filter((_, i) =>
    wanted === 'none' ? false : i === 0 ? domestic : i === 2 ? !domestic : wanted === 'two',
  );
  const shippingClass: TaxClass = 'standard';
  return chosen.map(({ title, code, carrier, cents }): ShippingLine => {
    numbering.shipping += 1;
    const price = amountOf(cents, terms.currency);
    const allocations = plans.flatMap(({ onShipping }, discount) =>
      onShipping ? [{ discount, amount: price }] : [],
    );
    const discount = add(...allocations.map((part) => part.amount));
    const total = minus(price, discount);
    const taxes = terms.taxed ? taxesOn(total, ratesFor(terms.country, shippingClass), terms) : [];
    return {
      id: numbering.shipping,
      title,
      code,
      carrier,
      price,
      allocations,
      discount,
      total,
      taxes,
      tax: add(...taxes.map((tax) => tax.amount)),
    };
  });
}
