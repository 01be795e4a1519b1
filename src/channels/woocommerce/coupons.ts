// Coupons of an order: the code that was used, and what it took off, in three generations of shapes.
import { readJson } from '../../model/json.ts';
import { isZero, money } from '../../model/money.ts';
import type { DiscountApplication, DiscountCode } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { membersOf } from '../kit/loose.ts';
import { filled, identifier } from '../kit/text.ts';
import type { Pricing } from './amounts.ts';
import type { NativeCouponLine } from './native.ts';
import { amountOf, metaIn, truthOf } from './values.ts';

interface Coupon {
  readonly code: Draft<DiscountCode>;
  readonly application: Draft<DiscountApplication>;
}

/** What the coupon was set to when it was used. */
interface Settings {
  readonly type: string | null;
  readonly amount: string | null;
  readonly freeShipping: boolean;
}

const TYPES = new Map<string | null, 'percentage' | 'fixed_amount'>([
  ['percent', 'percentage'],
  ['fixed_cart', 'fixed_amount'],
  ['fixed_product', 'fixed_amount'],
]);

export function couponOf(
  line: NativeCouponLine,
  { priced, write, places }: Pick<Pricing, 'priced' | 'write' | 'places'>,
): Coupon {
  const { type, amount, freeShipping } = settingsOf(line);
  const discount = write(priced(line.discount, line.discount_tax));
  const known = TYPES.get(type);
  const onlyShipping = freeShipping && discount !== null && isZero(discount);
  const eachItem = type === 'fixed_product';
  const percentage = known === 'percentage' && amount !== null;
  const fixed = known === 'fixed_amount' && amount !== null ? money(amount, places) : discount;
  return {
    code: {
      id: identifier(line.id),
      code: filled(line.code),
      amount: discount,
      // Types that plugins add pass as they are.
      type: onlyShipping ? 'shipping' : (known ?? type),
    },
    application: {
      type: 'discount_code',
      code: filled(line.code),
      value: percentage ? amount : fixed,
      value_type: percentage ? 'percentage' : 'fixed_amount',
      allocation_method: eachItem ? 'each' : 'across',
      target_selection: eachItem ? 'entitled' : 'all',
      target_type: onlyShipping ? 'shipping_line' : 'line_item',
    },
  };
}

/** Since 8.7 the line itself says; before that a short text, and before that the whole coupon. */
function settingsOf(line: NativeCouponLine): Settings {
  if (line.discount_type !== undefined)
    return settings(line.discount_type, line.nominal_amount, line.free_shipping);
  const info = listOf(metaIn(line.meta_data, 'coupon_info'));
  // The short text leaves the most common type out.
  if (info) return settings(info[2] ?? 'fixed_cart', info[3], info[4]);
  const data = membersOf(metaIn(line.meta_data, 'coupon_data'));
  return settings(data.discount_type, data.amount, data.free_shipping);
}

/** `[id, code, type, amount, free_shipping?]`, written as text. */
function listOf(info: unknown): readonly unknown[] | undefined {
  if (typeof info !== 'string') return undefined;
  try {
    const list = readJson(info, { exact: true });
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

const settings = (type: unknown, amount: unknown, freeShipping: unknown): Settings => ({
  type: filled(type),
  amount: amountOf(amount),
  freeShipping: truthOf(freeShipping) === true,
});
