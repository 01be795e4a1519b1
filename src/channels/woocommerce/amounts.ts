// The amounts of an order: as the shop prints them, or finer where only that adds up.
import { decimals } from '../../model/currencies.ts';
import { compare, isZero, money, placesOf, round, subtract, sum } from '../../model/money.ts';
import { notBelowZero } from '../kit/amounts.ts';
import { filled } from '../kit/text.ts';
import type { NativeOrder } from './native.ts';
import { type Known, type Pricing, pricingOf, sumOf, writerOf } from './pricing.ts';
import { type Refunded, refundedOf } from './refunded.ts';
import { groupOf } from './status.ts';
import { amountOf, objectsIn } from './values.ts';

/** What an order comes to, and how its parts are priced and written. */
export interface Amounts {
  readonly pricing: Pricing;
  readonly write: (amount: Known) => Known;
  readonly refunded: Refunded;
  readonly fields: ReturnType<typeof amountsAt>['fields'];
}

/** What a shop rounds to unless its owner changes that, whatever the currency has. */
const USUAL = 2;
/** As fine as WooCommerce reckons, and as fine as it is asked to write. */
const FINEST = 6;

/**
 * As the shop prints them: each line rounded, and then added. Where that does not come to the total
 * (a shop that rounds once, at the subtotal), they are given as the shop keeps them rather than a
 * cent off. The order's own discount is rounded apart from its lines where an order was reckoned
 * again; then it is what the lines say.
 */
export function amountsOf(order: NativeOrder): Amounts {
  const shop = shopPlaces(order);
  const printed = amountsAt(order, pricingOf(order, shop), shop);
  if (addsUp(printed)) return printed;
  const byLines = amountsAt(order, printed.pricing, shop, true);
  if (addsUp(byLines)) return byLines;
  const fine = pricingOf(order, shop, true);
  const kept = amountsAt(order, fine, FINEST);
  if (addsUp(kept)) return kept;
  const keptByLines = amountsAt(order, fine, FINEST, true);
  return addsUp(keptByLines) ? keptByLines : printed;
}

/** How parts are priced and written: as the shop prints them, and as fine as it keeps them. */
export function footingsOf(order: NativeOrder): readonly Pick<Amounts, 'pricing' | 'write'>[] {
  const shop = shopPlaces(order);
  return [false, true].map((isFine) => {
    const pricing = pricingOf(order, shop, isFine);
    return { pricing, write: writerOf(isFine ? FINEST : shop, pricing.places) };
  });
}

const shopPlaces = (order: NativeOrder): number =>
  Math.max(order.shop_decimals ?? decimalsIn(order), writtenPlaces(order.total));

const writtenPlaces = (amount: unknown): number => placesOf(money(amountOf(amount) ?? '0', 0));

/** Where the shop does not say its decimals: those of the currency, or of a tax that looks rounded. */
function decimalsIn({ currency, total_tax }: NativeOrder): number {
  const tax = writtenPlaces(total_tax);
  return Math.max(decimals(filled(currency) ?? ''), tax <= USUAL ? tax : 0);
}

/** `fineness`: the decimals that are kept; `byLines`: the discount is what the lines say. */
function amountsAt(order: NativeOrder, pricing: Pricing, fineness: number, byLines = false) {
  const { priced, pricedLine, pricedBefore, places } = pricing;
  const write = writerOf(fineness, places);
  const lines = objectsIn(order.line_items);
  const feeLines = objectsIn(order.fee_lines);
  const goods = sumOf(lines.map(pricedLine));
  // Gift cards and discounts of plugins are fees below zero.
  const fees = feeLines.length === 0 ? null : sumOf(feeLines.map(pricedLine));
  const total = amountOf(order.total);
  const before = sumOf(lines.map(pricedBefore));
  const own = priced(order.discount_total, order.discount_tax);
  const taken = before && goods && subtract(before, goods, 0);
  const given = {
    total_line_items_price: write(before),
    subtotal_price: write(goods),
    total_discounts: write((byLines ? null : own) ?? taken),
    total_shipping_price: write(shippingOf(order, pricing)),
    original_total_additional_fees: write(fees),
    total_price: total === null ? null : money(total, places),
    total_tax: write(amountOf(order.total_tax)),
  };
  const refunded = refundedOf(order, pricing);
  const current = currentOf(order, given, { goods, fees }, refunded, { ...pricing, write });
  return { pricing, write, refunded, fields: { ...given, ...current } };
}

/** What is left after refunds: nothing of an order that was cancelled, failed or wholly refunded. */
function currentOf(
  { status }: NativeOrder,
  given: Readonly<
    Record<'subtotal_price' | 'total_discounts' | 'total_price' | 'total_tax', Known>
  >,
  { goods, fees }: { readonly goods: Known; readonly fees: Known },
  refunded: Refunded,
  { write, zero, places }: Pricing & Pick<Amounts, 'write'>,
) {
  const left = (amount: Known, back: Known): Known =>
    amount === null || back === null ? null : write(subtract(amount, back, 0));
  /** More may have been given back than was paid. */
  const leftOrNothing = (amount: Known, back: Known): Known => {
    const rest = left(amount, back);
    return rest && notBelowZero(rest, places);
  };
  const { subtotal_price, total_discounts, total_price, total_tax } = given;
  const isWhole =
    refunded.any &&
    refunded.total !== null &&
    total_price !== null &&
    compare(refunded.total, total_price) >= 0;
  if (isWhole || groupOf(status) === 'cancelled' || status === 'refunded')
    return {
      current_total_price: zero,
      current_total_tax: zero,
      current_subtotal_price: zero,
      current_total_discounts: zero,
      current_total_additional_fees: fees && zero,
    };
  const isTouched = refunded.any;
  return {
    current_total_price: isTouched ? leftOrNothing(total_price, refunded.total) : total_price,
    current_total_tax: isTouched ? leftOrNothing(total_tax, refunded.tax) : total_tax,
    current_subtotal_price: isTouched ? leftOrNothing(goods, refunded.goods) : subtotal_price,
    current_total_discounts: total_discounts,
    current_total_additional_fees: isTouched ? left(fees, refunded.fees) : write(fees),
  };
}

/** The sum of the lines, which are finer; the order's own figures where they say something else. */
function shippingOf(
  { shipping_total, shipping_tax, shipping_lines }: NativeOrder,
  { priced, pricedLine }: Pricing,
): Known {
  const lines = objectsIn(shipping_lines);
  const own = amountOf(shipping_total);
  const net = sumOf(lines.map(({ total }) => amountOf(total)));
  const agree = own !== null && net !== null && isZero(round(subtract(own, net, 0), FINEST - 1));
  return (agree ? sumOf(lines.map(pricedLine)) : null) ?? priced(shipping_total, shipping_tax);
}

/** Whether the parts come to the total, to the last decimal of the currency. */
function addsUp({ fields, pricing: { included, places } }: Amounts): boolean {
  const { total_price: total, total_discounts: discounts } = fields;
  const parts = [
    fields.total_line_items_price,
    fields.total_shipping_price,
    fields.original_total_additional_fees ?? '0',
    included ? '0' : fields.total_tax,
  ];
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length || discounts === null || total === null) return true;
  return isZero(round(subtract(total, subtract(sum(known, 0), discounts, 0), 0), places));
}
