// Shopify's amounts in our form: every decimal of the currency, both sides of a set.
import { decimals, money, read, sum, times } from '../../model/money.ts';
import type { MoneySet } from '../../model/order.ts';
import type { Money, MoneyBag } from './native.ts';

/** "24.5" EUR is "24.50", "1500.0" JPY is "1500"; finer unit prices keep what they have. */
export function amountOf({ amount, currencyCode }: Money): string {
  const told = read(amount.replace(/\.?0+$/, '') || '0').scale;
  return money(amount, Math.max(decimals(currencyCode), told));
}

const side = (money: Money) => ({ currency_code: money.currencyCode, amount: amountOf(money) });

export const setOf = (bag: MoneyBag): MoneySet => ({
  shop_money: side(bag.shopMoney),
  presentment_money: side(bag.presentmentMoney),
});

export const shopAmount = (bag: MoneyBag): string => amountOf(bag.shopMoney);

/** A pair such as `total_price` and `total_price_set`; nothing where Shopify tells none. */
export function pairOf<Name extends string>(name: Name, bag: MoneyBag | null): Pair<Name> {
  if (!bag) return {} as Pair<Name>;
  return { [name]: shopAmount(bag), [`${name}_set`]: setOf(bag) } as Pair<Name>;
}
type Pair<Name extends string> = { readonly [N in Name]?: string } & {
  readonly [N in `${Name}_set`]?: MoneySet;
};

/** The sum of each bag taken so many times, side by side. */
export function totalOf(
  parts: readonly { readonly bag: MoneyBag; readonly quantity: number }[],
  currencies: { readonly shop: string; readonly presentment: string },
): MoneySet {
  const total = (pick: (bag: MoneyBag) => Money, currency: string) => ({
    currency_code: currency,
    amount: sum(
      parts.map(({ bag, quantity }) => times(pick(bag).amount, quantity, 12)),
      decimals(currency),
    ),
  });
  return {
    shop_money: total((bag) => bag.shopMoney, currencies.shop),
    presentment_money: total((bag) => bag.presentmentMoney, currencies.presentment),
  };
}
