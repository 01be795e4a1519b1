// The parts of a WooCommerce order: line items, shipping, tax, fee and coupon lines.
import type { Amount, Catalogue, Line, Order, ShippingLine, Tax } from '../../catalogue/types.ts';
import { fineTaxes, micro, printFine, printRaw, sumOf } from './fine.ts';
import {
  couponId,
  couponLineId,
  feeLineId,
  imageId,
  lineId,
  productId,
  shippingLineId,
  taxLineId,
  variationId,
} from './ids.ts';
import type { WooShop } from './shops.ts';
import { attributeOf, money, slug, stored, unitNumber } from './texts.ts';

/** What an order is written with. */
export interface Rendering {
  readonly shop: WooShop;
  readonly catalogue: Catalogue;
  /** Decimals of money. */
  readonly dp: number;
}

export function lineItem(line: Line, order: Order, { catalogue, shop, dp }: Rendering): object {
  const { currency, taxesIncluded } = order;
  const print = (minor: number): string => money(minor, currency, dp);
  const taxesOn = (amount: Amount, taxes: readonly Tax[]): readonly number[] =>
    fineTaxes(amount.presentment, taxes, taxesIncluded, currency);
  const net = (amount: Amount, taxes: readonly number[]): string =>
    printFine(micro(amount.presentment, currency) - (taxesIncluded ? sumOf(taxes) : 0), dp);
  const grossTaxes = taxesOn(line.gross, line.grossTaxes);
  const totalTaxes = taxesOn(line.total, line.taxes);
  const product =
    line.productExists && line.productId !== null
      ? catalogue.productById.get(line.productId)
      : undefined;
  const image = product?.images[0];
  const variable = product !== undefined && product.options.length > 0;
  const rate = taxesIncluded ? line.taxes.reduce((sum, tax) => sum + tax.rate.basisPoints, 0) : 0;
  return {
    id: lineId(line),
    name: stored(lineName(line)),
    // A deleted product becomes 0: WooCommerce drops an identifier that no product has any more.
    product_id: product === undefined ? 0 : productId(product),
    variation_id: variable && line.variantId !== null ? variationId({ id: line.variantId }) : 0,
    quantity: line.quantity,
    tax_class: taxClassOf(product?.taxClass ?? 'standard'),
    subtotal: net(line.gross, grossTaxes),
    subtotal_tax: print(line.grossTax.presentment),
    total: net(line.total, totalTaxes),
    total_tax: print(line.tax.presentment),
    taxes: line.taxes.map((tax, i) => ({
      id: tax.rate.id,
      total: printRaw(totalTaxes[i] ?? 0),
      subtotal: printRaw(grossTaxes[i] ?? 0),
    })),
    meta_data: optionMeta(line, product !== undefined),
    sku: product === undefined ? null : (line.sku ?? ''),
    global_unique_id: product === undefined ? null : (line.barcode ?? ''),
    price: unitNumber(line.total.presentment, currency, line.quantity, rate),
    image:
      image === undefined
        ? { id: '', src: '' }
        : {
            id: String(imageId(image)),
            src: `${shop.site}/wp-content/uploads/2024/11/${image.file}`,
          },
    parent_name: variable ? stored(line.title) : null,
  };
}

/** Up to two attributes stand in the name; with three WooCommerce leaves them to the meta data. */
function lineName(line: Line): string {
  if (line.options.length === 0 || line.options.length > 2) return line.title;
  return `${line.title} - ${line.options.map((option) => option.value).join(', ')}`;
}

/** The name of an attribute that belongs to one product is looked up there, and goes with it. */
function optionMeta(line: Line, productExists: boolean): readonly object[] {
  return line.options.map(({ name, value }, i) => {
    const attribute = attributeOf(name);
    const key = attribute.id === 0 ? slug(name) : attribute.slug;
    return {
      id: line.id * 4 + i,
      key,
      value: attribute.id === 0 ? value : slug(value),
      display_key: attribute.id === 0 && !productExists ? key : name,
      display_value: value,
    };
  });
}

export function taxClassOf(taxClass: 'standard' | 'reduced' | 'zero'): string {
  return taxClass === 'standard' ? '' : `${taxClass}-rate`;
}

export function shippingLine(line: ShippingLine, order: Order, { dp }: Rendering): object {
  const print = (minor: number): string => money(minor, order.currency, dp);
  const taxes = shippingTaxes(line, order);
  // A coupon for free shipping puts the order on the free method; there is no discount line for it.
  const free = line.discount.presentment > 0;
  return {
    id: shippingLineId(line),
    method_title: free ? 'Free shipping' : stored(line.title),
    method_id: free ? 'free_shipping' : line.code,
    instance_id: free ? '7' : '4',
    total: printFine(netShipping(line, order), dp),
    total_tax: print(line.tax.presentment),
    taxes: line.taxes.map((tax, i) => ({
      id: tax.rate.id,
      total: printRaw(taxes[i] ?? 0),
      subtotal: '',
    })),
    tax_status: line.taxes.length > 0 ? 'taxable' : 'none',
    meta_data: [],
  };
}

const shippingTaxes = ({ total, taxes }: ShippingLine, order: Order): readonly number[] =>
  fineTaxes(total.presentment, taxes, order.taxesIncluded, order.currency);

/** Merchants type in what shipping costs without tax, with as many decimals as they like. */
export const netShipping = (line: ShippingLine, order: Order): number =>
  micro(line.total.presentment, order.currency) -
  (order.taxesIncluded ? sumOf(shippingTaxes(line, order)) : 0);

export function taxLines(order: Order, { dp }: Rendering): readonly object[] {
  const print = (minor: number): string => money(minor, order.currency, dp);
  const of = (parts: readonly { readonly taxes: readonly Tax[] }[], rateId: number): number =>
    parts.reduce(
      (sum, part) =>
        sum +
        part.taxes.reduce((s, tax) => s + (tax.rate.id === rateId ? tax.amount.presentment : 0), 0),
      0,
    );
  return order.taxes.map(({ rate }, i) => ({
    id: taxLineId(order, i),
    rate_code: `${rate.code}-1`,
    rate_id: rate.id,
    label: rate.title,
    compound: false,
    tax_total: print(of(order.lines, rate.id)),
    shipping_tax_total: print(of(order.shippingLines, rate.id)),
    rate_percent: rate.basisPoints / 100,
    meta_data: [],
  }));
}

/** Tips and redeemed gift cards are fees: WooCommerce has no other place for them. */
export function feeLines(order: Order, { dp }: Rendering): readonly object[] {
  const fees: (readonly [name: string, minor: number])[] = [];
  if (order.totals.tip.presentment > 0) fees.push(['Tip', order.totals.tip.presentment]);
  if (order.totals.giftCards.presentment > 0)
    fees.push(['Gift card', -order.totals.giftCards.presentment]);
  return fees.map(([name, minor], i) => ({
    id: feeLineId(order, i),
    name,
    tax_class: '',
    tax_status: 'none',
    amount: money(minor, order.currency, dp),
    total: money(minor, order.currency, dp),
    total_tax: money(0, order.currency, dp),
    taxes: [],
    meta_data: [],
  }));
}

/** Their amounts are written as they are kept: `dp` does not reach them. */
export function couponLines(order: Order, { shop }: Rendering): readonly object[] {
  const print = (minor: number): string => printRaw(micro(minor, order.currency));
  return order.discounts.flatMap((discount, index): readonly object[] => {
    const { coupon } = discount;
    if (coupon === null) return [];
    const id = couponLineId(order, index);
    const tax = order.lines.reduce((sum, line) => sum + discountTax(line, index), 0);
    const gross = order.lines.reduce(
      (sum, line) =>
        sum + (line.allocations.find((part) => part.discount === index)?.amount.presentment ?? 0),
      0,
    );
    const freeShipping = coupon.kind === 'free_shipping';
    const type = { percentage: 'percent', fixed_cart: 'fixed_cart', fixed_product: 'fixed_product', free_shipping: 'fixed_cart' }[coupon.kind]; // biome-ignore format: a table
    const nominal = coupon.value / 100;
    const info: unknown[] = [couponId(coupon), coupon.code, type, nominal];
    if (freeShipping) info.push(true);
    const text = JSON.stringify(info);
    const data = {
      id: couponId(coupon),
      code: coupon.code,
      amount: String(nominal),
      discount_type: type,
      free_shipping: freeShipping,
    };
    const line = {
      id,
      code: coupon.code,
      discount: print(gross - (order.taxesIncluded ? tax : 0)),
      discount_tax: print(tax),
    };
    // Before 8.7 the meta data held all of the coupon's data.
    if (!shop.couponTypes) {
      return [
        {
          ...line,
          meta_data: [
            {
              id: id + 1_000_000,
              key: 'coupon_data',
              value: data,
              display_key: 'coupon_data',
              display_value: data,
            },
          ],
        },
      ];
    }
    return [
      {
        ...line,
        meta_data: [
          {
            id: id + 1_000_000,
            key: 'coupon_info',
            value: text,
            display_key: 'coupon_info',
            display_value: text,
          },
        ],
        discount_type: type,
        nominal_amount: nominal,
        free_shipping: freeShipping,
      },
    ];
  });
}

/** The tax that one discount took off a line; the last discount of the line takes the rest. */
function discountTax(line: Line, index: number): number {
  const saved = line.grossTax.presentment - line.tax.presentment;
  let left = saved;
  for (const [i, part] of line.allocations.entries()) {
    const last = i === line.allocations.length - 1;
    const share = last
      ? left
      : Math.round((saved * part.amount.presentment) / line.discount.presentment);
    if (part.discount === index) return share;
    left -= share;
  }
  return 0;
}
