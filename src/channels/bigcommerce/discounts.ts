// Discounts of an order: the coupons that were used, the promotions that applied, what each took off.
import { money, sum } from '../../model/money.ts';
import type { DiscountApplication, DiscountCode } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { amountIn, orZero } from '../kit/amounts.ts';
import { listed } from '../kit/loose.ts';
import { filled, identifier } from '../kit/text.ts';
import type { AppliedDiscount, NativeCoupon, NativeLine } from './native.ts';

/** What the numbers of coupon types mean. */
const PERCENTAGE = 1;
const OFF_SHIPPING = 3;
const FREE_SHIPPING = 4;
const TYPES: ReadonlyMap<unknown, string> = new Map([
  [0, 'fixed_amount'], // off each item
  [PERCENTAGE, 'percentage'],
  [2, 'fixed_amount'], // off the total
  [OFF_SHIPPING, 'fixed_amount'],
  [FREE_SHIPPING, 'shipping'],
  [5, 'fixed_amount'], // a promotion with a code
]);

/** One discount over all lines it applied to. */
interface Total {
  readonly discount: AppliedDiscount;
  readonly amount: string;
}

export function discountsOf(
  lines: readonly NativeLine[],
  coupons: readonly NativeCoupon[],
  places: number,
): {
  readonly codes: readonly Draft<DiscountCode>[];
  readonly applications: readonly Draft<DiscountApplication>[];
} {
  const applied = totalsOf(lines, places);
  const byCode = Map.groupBy(
    applied.filter(({ discount }) => filled(discount.code) !== null),
    ({ discount }) => filled(discount.code) ?? '',
  );
  // A coupon for shipping alone is on no line.
  const elsewhere = coupons.filter(({ code }) => !byCode.has(filled(code) ?? ''));
  const couponOf = (code: string | null) =>
    code === null ? undefined : coupons.find((coupon) => filled(coupon.code) === code);
  const offOf = ({ discount }: NativeCoupon) => amountOf(discount, places);
  return {
    codes: [
      ...[...byCode].map(([code, totals]) => ({
        ...couponFields(couponOf(code)),
        code,
        amount: sum(
          totals.map(({ amount }) => amount),
          places,
        ),
      })),
      ...elsewhere
        .filter(({ code }) => filled(code) !== null)
        .map((coupon) => ({
          ...couponFields(coupon),
          code: filled(coupon.code),
          amount: offOf(coupon),
        })),
    ],
    applications: [
      ...applied.map((total) => applicationOf(total, couponOf(filled(total.discount.code)))),
      ...elsewhere
        .filter(({ code }) => filled(code) !== null)
        .map((coupon) => ({
          type: 'discount_code',
          code: filled(coupon.code),
          ...worthOf(coupon, offOf(coupon)),
          allocation_method: 'across',
          target_selection: 'all',
          target_type: coupon.type === OFF_SHIPPING || coupon.type === FREE_SHIPPING ? 'shipping_line' : 'line_item', // biome-ignore format: one choice
        })),
    ],
  };
}

function totalsOf(lines: readonly NativeLine[], places: number): readonly Total[] {
  const every = lines.flatMap(({ applied_discounts }) =>
    listed<AppliedDiscount>(applied_discounts),
  );
  const groups = Map.groupBy(every, ({ id, code, name }) => JSON.stringify([id, code, name]));
  return [...groups.values()].flatMap((group) => {
    const [discount] = group;
    const amounts = group.map(({ amount }) => orZero(amount));
    return discount ? [{ discount, amount: sum(amounts, places) }] : [];
  });
}

const couponFields = (coupon: NativeCoupon | undefined): Draft<DiscountCode> => ({
  id: identifier(coupon?.coupon_id),
  type: TYPES.get(coupon?.type) ?? null,
});

function applicationOf(
  { discount, amount }: Total,
  coupon: NativeCoupon | undefined,
): Draft<DiscountApplication> {
  const code = filled(discount.code);
  const onOrder = discount.target === 'order';
  return {
    type: code !== null ? 'discount_code' : discount.id === 'manual-discount' ? 'manual' : 'automatic', // biome-ignore format: one choice
    code,
    ...worthOf(coupon, amount),
    allocation_method: onOrder ? 'across' : 'each',
    target_selection: onOrder ? 'all' : 'entitled',
    target_type: 'line_item',
  };
}

/** With a percentage as many decimals as it needs, at least one: "10.0", "12.25". */
const worthOf = (
  coupon: NativeCoupon | undefined,
  amount: string | null,
): Draft<DiscountApplication> =>
  coupon?.type === PERCENTAGE
    ? { value: amountOf(coupon.amount, 1), value_type: 'percentage' }
    : { value: amount, value_type: 'fixed_amount' };

function amountOf(value: unknown, places: number): string | null {
  const amount = amountIn(value);
  return amount === null ? null : money(amount, places);
}
