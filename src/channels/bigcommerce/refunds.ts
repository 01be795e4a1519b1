// What each refund gave back, on the side that the order's prices are on. BigCommerce's own amounts
// decide, never pieces times price: merchants override them, keep a fee, and payments are declined.
import {
  type Amount,
  compare,
  isAmount,
  isZero,
  least,
  most,
  over,
  round,
  subtract,
  sum,
  sumOf,
  times,
} from '../../model/money.ts';
import { amountIn, orZero } from '../kit/amounts.ts';
import { listed } from '../kit/loose.ts';
import type { NativeRefund, RefundItem } from './native.ts';

export interface Returned {
  readonly native: NativeRefund;
  /** All that reached the buyer, with tax; null where BigCommerce does not say. */
  readonly amount: string | null;
  readonly tax: string | null;
  /** For shipping, with its tax. */
  readonly shipping: string | null;
  /** For what is neither goods nor shipping, with its tax. */
  readonly others: string | null;
  /** Of goods and of the order as a whole, by the amount, or by its parts where there is none. */
  readonly goods: string | null;
  readonly fees: string;
  readonly lines: readonly ReturnedLine[];
  /** How it is divided among its lines is not known. */
  readonly isUndivided: boolean;
}

interface ReturnedLine {
  readonly item: RefundItem;
  readonly subtotal: string | null;
}

interface Terms {
  readonly inclusive: boolean;
  readonly places: number;
  /** What the pieces of an item came to when they were bought, without tax where prices are. */
  readonly shareOf: (item: RefundItem) => Amount | null;
}

const SHIPPING: readonly unknown[] = ['SHIPPING', 'HANDLING'];
const FEES: readonly unknown[] = ['FEE', 'GIFT_WRAPPING'];

export function returnedBy(native: NativeRefund, terms: Terms): Returned {
  const { inclusive, places } = terms;
  const items = listed<RefundItem>(native.items);
  const whole = amountIn(native.total_amount);
  const amount = reached(native, places);
  /** Where a payment was declined, what did reach the buyer is divided as the whole was. */
  const scaled = (value: Amount): string =>
    whole === null || amount === null || isZero(whole) || compare(whole, amount) === 0
      ? round(value, places)
      : round(over(times(value, amount, 0), whole, 12), places);
  const requested = (types: readonly unknown[]): string | null => {
    const amounts = items.filter((one) => types.includes(one.item_type)).map((one) => one.requested_amount); // biome-ignore format: one thought
    return amounts.every(isAmount) ? scaled(sum(amounts, 0)) : null;
  };
  const tax = isAmount(native.total_tax) ? scaled(native.total_tax) : null;
  const [shipping, fees] = [requested(SHIPPING), requested(FEES)];
  const ofOrder = requested(['ORDER']);
  const products = items.filter(({ item_type }) => item_type === 'PRODUCT');
  const shares = sharesOf(products, items, native, terms).map((share) =>
    share === null ? null : scaled(share),
  );

  const beside = sum([shipping ?? '0', fees ?? '0'], places);
  const onTop = inclusive ? '0' : (tax ?? '0');
  const known = sum([...shares.map((share) => share ?? '0'), ofOrder ?? '0'], places);
  const net = amount === null ? null : subtract(amount, onTop, places);
  const besideNet = subtract(beside, taxBeside(), places);
  const isKnown = shares.every((share) => share !== null) && ofOrder !== null;
  const goods = net !== null ? subtract(net, besideNet, places) : isKnown ? known : null;
  const { lines, isUndivided } = dividedBy(products, shares, goods, ofOrder ?? '0', native, places);
  return {
    native,
    amount,
    tax,
    shipping,
    others: fees === null || ofOrder === null ? null : sum([fees, ofOrder], places),
    goods,
    fees: isZero(beside)
      ? beside
      : round(over(times(fees ?? '0', besideNet, 0), beside, 12), places),
    // What a line's share without tax is cannot be said where the tax is not.
    lines: !inclusive && tax === null ? lines.map(({ item }) => ({ item, subtotal: null })) : lines,
    isUndivided,
  };

  /** The part of the tax that is not that of goods: as far as it fits, else by the amounts. */
  function taxBeside(): string {
    if (inclusive || amount === null || isZero(beside)) return '0';
    const rest = sum([beside, known, onTop], places);
    const exact = subtract(rest, amount, places);
    if (compare(exact, '0') >= 0 && compare(exact, least(beside, onTop)) <= 0) return exact;
    return isZero(amount) ? '0' : over(times(beside, onTop, 0), amount, places);
  }
}

/** The payments that were not declined; all of it where no payment is named. */
function reached(refund: NativeRefund, places: number): string | null {
  const payments = listed<{ readonly amount?: unknown; readonly is_declined?: unknown }>(refund.payments); // biome-ignore format: one thought
  const made = payments.filter(({ is_declined }) => is_declined !== true);
  if (made.length === payments.length)
    return isAmount(refund.total_amount) ? round(refund.total_amount, places) : null;
  const amounts = made.map(({ amount }) => amount);
  return amounts.every(isAmount) ? sum(amounts, places) : null;
}

/**
 * What was given back for each line of goods. An amount that was asked for is that, with tax; pieces
 * are worth what they were bought for, less what the merchant kept.
 */
function sharesOf(
  products: readonly RefundItem[],
  items: readonly RefundItem[],
  { total_amount, total_tax }: NativeRefund,
  { inclusive, shareOf }: Terms,
): readonly (Amount | null)[] {
  const isOnSide = inclusive || isZero(orZero(total_tax));
  const amounts = items.map(({ requested_amount }) => requested_amount);
  // Whether an amount is the one before or after adjustments shows in the sum.
  const isAfter =
    isAmount(total_amount) &&
    amounts.every(isAmount) &&
    compare(sum(amounts, 0), total_amount) === 0;
  return products.map((item) => {
    const asked = amountIn(item.requested_amount);
    const kept = sumOf(listed<{ readonly amount?: unknown }>(item.adjustments), ({ amount }) => orZero(amount), 0); // biome-ignore format: one thought
    if (asked !== null && isOnSide)
      return isAfter ? asked : String(most(sum([asked, kept], 0), '0'));
    const share = shareOf(item);
    return share === null ? null : sum([share, kept], 0);
  });
}

/**
 * Holds the lines against what was given back for goods. One line alone is that; of several that do
 * not come to it, no one but the merchant knows what each got.
 */
function dividedBy(
  products: readonly RefundItem[],
  shares: readonly (string | null)[],
  goods: string | null,
  ofOrder: Amount,
  { uses_merchant_override_values: isOverridden }: NativeRefund,
  places: number,
): { readonly lines: readonly ReturnedLine[]; readonly isUndivided: boolean } {
  const asShared = products.map((item, at) => ({ item, subtotal: shares[at] ?? null }));
  if (goods === null || products.length === 0) return { lines: asShared, isUndivided: false };
  const ofLines = subtract(goods, ofOrder, places);
  const rest = subtract(
    ofLines,
    sum(
      shares.map((share) => share ?? '0'),
      places,
    ),
    places,
  );
  const last = products.length - 1;
  const cents = over(products.length, 10 ** places, places);
  const isRounding = compare(rest, cents) <= 0 && compare(rest, `-${cents}`) >= 0;
  if (products.length > 1 && !isRounding)
    return isOverridden === true
      ? { lines: products.map((item) => ({ item, subtotal: null })), isUndivided: true }
      : { lines: asShared, isUndivided: false };
  const settled = (share: string | null, at: number) =>
    at === last && share !== null ? sum([share, rest], places) : share;
  const lines = asShared.map(({ item, subtotal }, at) => ({
    item,
    subtotal: settled(subtotal, at),
  }));
  return { lines, isUndivided: false };
}
