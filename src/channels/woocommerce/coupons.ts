// Coupons of an order: the code that was used, and what it took off, in three generations of shapes.
import { readJson } from '../../model/json.ts';
import { isZero, money } from '../../model/money.ts';
import type { DiscountApplication, DiscountCode } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { membersOf } from '../kit/loose.ts';
import { filled, identifier } from '../kit/text.ts';
import type { Amounts } from './amounts.ts';
import type { NativeCouponLine } from './native.ts';
import type { Pricing } from './pricing.ts';
import { amountOf, metaIn, truthOf } from './values.ts';

const TYPES = new Map<string | null, 'percentage' | 'fixed_amount'>([
  ['percent', 'percentage'],
  ['fixed_cart', 'fixed_amount'],
  ['fixed_product', 'fixed_amount'],
]);

export function couponOf(
  line: NativeCouponLine,
  {
    pricing: { priced, places },
    write,
  }: { readonly pricing: Pick<Pricing, 'priced' | 'places'> } & Pick<Amounts, 'write'>,
): { readonly code: Draft<DiscountCode>; readonly application: Draft<DiscountApplication> } {
  const settings = settingsOf(line);
  const [type, amount] = [filled(settings.type), amountOf(settings.amount)];
  const discount = write(priced(line.discount, line.discount_tax));
  const known = TYPES.get(type);
  const onlyShipping = truthOf(settings.freeShipping) && discount !== null && isZero(discount);
  const eachItem = type === 'fixed_product';
  const percentage = known === 'percentage' && amount !== null;
  // Of a coupon that nothing was noted of (importers leave it out) WooCommerce says: fixed, of 0.
  const isSaid = amount !== null && !(isZero(amount) && discount !== null && !isZero(discount));
  const fixed = known === 'fixed_amount' && isSaid ? money(amount, places) : discount;
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

/** What the coupon was set to when it was used, as WooCommerce writes it. */
interface Settings {
  readonly type: unknown;
  readonly amount: unknown;
  readonly freeShipping: unknown;
}

/** Since 8.7 the line itself says; before that a short text, and before that the whole coupon. */
function settingsOf(line: NativeCouponLine): Settings {
  const { discount_type: type, nominal_amount: amount, free_shipping: freeShipping } = line;
  if (type !== undefined) return { type, amount, freeShipping };
  const info = listOf(metaIn(line.meta_data, 'coupon_info'));
  // The short text leaves the most common type out.
  if (info) return { type: info[2] ?? 'fixed_cart', amount: info[3], freeShipping: info[4] };
  const data = membersOf(metaIn(line.meta_data, 'coupon_data'));
  return { type: data.discount_type, amount: data.amount, freeShipping: data.free_shipping };
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
