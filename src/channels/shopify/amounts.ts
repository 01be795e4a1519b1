// Shopify's amounts in our form: every decimal of the currency, both sides of a set.
import { decimals } from '../../model/currencies.ts';
import { money, sum, times } from '../../model/money.ts';
import type { MoneySet } from '../../model/order.ts';
import type { Money, MoneyBag } from './native.ts';

/** "24.5" EUR is "24.50", "1500.0" JPY is "1500"; finer unit prices keep what they have. */
export function amountOf({ amount, currencyCode }: Money): string {
  return money(amount, Math.max(decimals(currencyCode), placesOf(amount)));
}

/** Decimals that say something: "24.5" has one, "24.0" has none. */
function placesOf(amount: string): number {
  const point = amount.indexOf('.');
  if (point < 0) return 0;
  let end = amount.length;
  while (amount[end - 1] === '0') end--;
  return Math.max(0, end - point - 1);
}

const side = (money: Money) => ({ currency_code: money.currencyCode, amount: amountOf(money) });

export function setOf({ shopMoney, presentmentMoney }: MoneyBag): MoneySet {
  const shop_money = side(shopMoney);
  const same =
    shopMoney.amount === presentmentMoney.amount &&
    shopMoney.currencyCode === presentmentMoney.currencyCode;
  return { shop_money, presentment_money: same ? shop_money : side(presentmentMoney) };
}

export const shopAmount = (bag: MoneyBag): string => amountOf(bag.shopMoney);

/** A pair such as `total_price` and `total_price_set`; nothing where Shopify tells none. */
export function pairOf<Name extends string>(name: Name, bag: MoneyBag | null): Pair<Name> {
  if (!bag) return {} as Pair<Name>;
  const set = setOf(bag);
  return { [name]: set.shop_money.amount, [`${name}_set`]: set } as Pair<Name>;
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
