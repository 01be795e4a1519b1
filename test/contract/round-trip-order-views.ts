// Other views of an order of the catalogue: without tax, with tax, rounded, by state.
import { add, divide, minus, taxOn, zero } from '../../sandbox/catalogue/amounts.ts';
import type {
  Amount,
  Order as CatalogueOrder,
  Line,
  ShippingLine,
} from '../../sandbox/catalogue/types.ts';
import type { Loss, World } from './round-trip-compare.ts';
import { bothOf, textOf } from './round-trip-order-fields.ts';

export type OrderLoss = Loss<CatalogueOrder>;
export type Expected = NonNullable<OrderLoss['expected']>;

export const isCancelled = (order: CatalogueOrder): boolean => order.state === 'cancelled';

/** A money set with another amount than the catalogue's. */
export const setOf =
  (amount: (order: CatalogueOrder) => Amount): Expected =>
  (order, world) =>
    bothOf(amount(order), order, world);

/** A plain amount other than the catalogue's. */
export const plainOf =
  (amount: (order: CatalogueOrder) => Amount): Expected =>
  (order, world) =>
    textOf(amount(order), order, world);

export const zeroSet = setOf(() => zero);
export const zeroText = plainOf(() => zero);

export const totalOf = (amounts: readonly Amount[]): Amount => add(zero, ...amounts);

/** Each line's amount, as a list of texts. */
export const lineTexts =
  (amount: (line: Line, order: CatalogueOrder) => Amount): Expected =>
  (order, world) =>
    order.lines.map((line) => textOf(amount(line, order), order, world));

/** A part of an amount, rounded half up on both sides. */
export const partOf = ({ shop, presentment }: Amount, of: number, all: number): Amount => ({
  shop: divide(shop * of, all),
  presentment: divide(presentment * of, all),
});

/** A line before discounts and after them, without tax. */
export const netGross = (line: Line, { taxesIncluded }: CatalogueOrder): Amount =>
  taxesIncluded ? minus(line.gross, line.grossTax) : line.gross;
export const netTotal = (
  line: Pick<Line | ShippingLine, 'total' | 'tax'>,
  { taxesIncluded }: CatalogueOrder,
): Amount => (taxesIncluded ? minus(line.total, line.tax) : line.total);

/** A line before discounts, with tax. */
export const grossWithTax = (line: Line, { taxesIncluded }: CatalogueOrder): Amount =>
  taxesIncluded ? line.gross : add(line.gross, line.grossTax);

/** Shipping before discounts, without tax; the catalogue gives its tax after them. */
export function netShipping(line: ShippingLine, { taxesIncluded }: CatalogueOrder): Amount {
  if (!taxesIncluded) return line.price;
  return minus(line.price, taxOfShipping(line, true));
}

export const shippingWithTax = (line: ShippingLine, { taxesIncluded }: CatalogueOrder): Amount =>
  taxesIncluded ? line.price : add(line.price, taxOfShipping(line, false));

function taxOfShipping({ price, taxes }: ShippingLine, included: boolean): Amount {
  const on = (side: keyof Amount) =>
    taxes.reduce((sum, { rate }) => sum + taxOn(price[side], rate, included), 0);
  return { shop: on('shop'), presentment: on('presentment') };
}

/** The title with what makes the variant, as marketplaces name goods. */
export const wholeTitles =
  (between: string): Expected =>
  (order) =>
    order.lines.map(({ title, variantTitle }) =>
      variantTitle === null ? title : `${title}${between}${variantTitle}`,
    );

/** The identifier of the variant in the place of the product's. */
export const variantIds: Expected = (order, { catalogue, store }) =>
  order.lines.map((line) => {
    const product = catalogue.productById.get(line.productId ?? 0);
    const variant = product?.variants.find(({ id }) => id === line.variantId);
    return product && variant ? store.variantId(product, variant) : null;
  });

export const productIds: Expected = (order, { catalogue, store }) =>
  order.lines.map((line) => {
    const product = catalogue.productById.get(line.productId ?? 0);
    return product ? store.productId(product) : null;
  });

/** Shipping in one entry. */
export const oneShipping =
  (title: string, amount: (order: CatalogueOrder) => Amount): Expected =>
  (order, world: World) => [[title, textOf(amount(order), order, world)]];

/** Amounts without tax, over all lines. */
export const netLines = (order: CatalogueOrder) =>
  totalOf(order.lines.map((line) => netGross(line, order)));
export const netSubtotal = (order: CatalogueOrder) =>
  totalOf(order.lines.map((line) => netTotal(line, order)));
export const shippingBefore = (order: CatalogueOrder) =>
  totalOf(order.shippingLines.map((line) => netShipping(line, order)));
export const shippingAfter = (order: CatalogueOrder) =>
  totalOf(order.shippingLines.map((line) => netTotal(line, order)));

/** What was taken off goods alone, and shipping after what was taken off it. */
export const lineDiscounts = ({ totals }: CatalogueOrder) => totals.lineDiscounts;
export const shippingPaid = ({ totals }: CatalogueOrder) =>
  minus(totals.shipping, totals.shippingDiscounts);

/** True for every line. */
export const alwaysThere: Expected = ({ lines }) => lines.map(() => true);
