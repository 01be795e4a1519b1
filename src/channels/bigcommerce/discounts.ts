// Discounts of an order: the coupons that were used, the promotions that applied, what each took off.
import { isAmount, money, sum, sumOf } from '../../model/money.ts';
import type { DiscountApplication, DiscountCode } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { orZero } from '../kit/amounts.ts';
import { listed } from '../kit/loose.ts';
import { filled, identifier } from '../kit/text.ts';
import type { AppliedDiscount, NativeCoupon, NativeLine, NativeOrder } from './native.ts';

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

export function discountsOf(
  { line_records, coupon_records }: NativeOrder,
  places: number,
): {
  readonly codes: readonly Draft<DiscountCode>[];
  readonly applications: readonly Draft<DiscountApplication>[];
} {
  const onLines = appliedTo(line_records, places);
  const byCode = Map.groupBy(onLines, ({ code }) => code);
  const coupons = listed<NativeCoupon>(coupon_records).filter(({ code }) => filled(code) !== null);
  const couponOf = (code: string | null) => coupons.find((one) => filled(one.code) === code);
  // A coupon for shipping alone is on no line.
  const elsewhere = coupons
    .filter(({ code }) => !byCode.has(filled(code)))
    .map((coupon) => ({ coupon, amount: written(coupon.discount, places) }));
  const codeOf = (coupon: NativeCoupon | undefined, code: unknown, amount: string | null) => ({
    id: identifier(coupon?.coupon_id),
    code: filled(code),
    amount,
    type: TYPES.get(coupon?.type) ?? null,
  });
  return {
    codes: [
      ...[...byCode]
        .filter(([code]) => code !== null)
        .map(([code, some]) => {
          const amounts = some.map(({ amount }) => amount);
          return codeOf(couponOf(code), code, sum(amounts, places));
        }),
      ...elsewhere.map(({ coupon, amount }) => codeOf(coupon, coupon.code, amount)),
    ],
    applications: [
      ...onLines.map((applied) => applicationOf(applied, couponOf(applied.code))),
      ...elsewhere.map(({ coupon, amount }) => ({
        type: 'discount_code',
        code: filled(coupon.code),
        ...worthOf(coupon, amount),
        allocation_method: 'across',
        target_selection: 'all',
        target_type: [OFF_SHIPPING, FREE_SHIPPING].some((type) => type === coupon.type)
          ? 'shipping_line'
          : 'line_item',
      })),
    ],
  };
}

/** One discount over all lines it applied to. */
interface Applied {
  readonly discount: AppliedDiscount;
  readonly code: string | null;
  readonly amount: string;
}

function appliedTo(lines: NativeOrder['line_records'], places: number): readonly Applied[] {
  const every = listed<NativeLine>(lines).flatMap(({ applied_discounts }) =>
    listed<AppliedDiscount>(applied_discounts),
  );
  const groups = Map.groupBy(every, ({ id, code, name }) => JSON.stringify([id, code, name]));
  return [...groups.values()].flatMap((group) => {
    const [discount] = group;
    const amount = sumOf(group, (one) => orZero(one.amount), places);
    return discount ? [{ discount, code: filled(discount.code), amount }] : [];
  });
}

function applicationOf(
  { discount, code, amount }: Applied,
  coupon: NativeCoupon | undefined,
): Draft<DiscountApplication> {
  const isOnOrder = discount.target === 'order';
  const withoutCode = discount.id === 'manual-discount' ? 'manual' : 'automatic';
  return {
    type: code === null ? withoutCode : 'discount_code',
    code,
    ...worthOf(coupon, amount),
    allocation_method: isOnOrder ? 'across' : 'each',
    target_selection: isOnOrder ? 'all' : 'entitled',
    target_type: 'line_item',
  };
}

/** With a percentage as many decimals as it needs, at least one: "10.0", "12.25". */
const worthOf = (coupon: NativeCoupon | undefined, amount: string | null) =>
  coupon?.type === PERCENTAGE
    ? { value: written(coupon.amount, 1), value_type: 'percentage' }
    : { value: amount, value_type: 'fixed_amount' };

const written = (amount: unknown, places: number): string | null =>
  isAmount(amount) ? money(amount, places) : null;
