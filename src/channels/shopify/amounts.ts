// Shopify's amounts in our form: every decimal of the currency, both sides of a set.
import { decimals } from '../../model/currencies.ts';
import { isAmount, money, sum, times } from '../../model/money.ts';
import type { MoneySet } from '../../model/order.ts';
import { isRecord } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type { Money, MoneyBag } from './native.ts';

type Bag = MoneyBag | null | undefined;

/** "24.5" EUR is "24.50", "1500.0" JPY is "1500"; null where there is no amount. */
export function amountOf(amount: unknown, currency: unknown): string | null {
  return isAmount(amount) ? money(amount, decimals(filled(currency))) : null;
}

const side = (money: Money | null | undefined) => ({
  currency_code: filled(money?.currencyCode),
  amount: amountOf(money?.amount, money?.currencyCode),
});

/** Null where Shopify says none. */
export function setOf(bag: Bag): MoneySet | null {
  if (!isRecord(bag)) return null;
  const shop_money = side(bag.shopMoney);
  const presentment_money = side(bag.presentmentMoney);
  if (shop_money.amount === null && presentment_money.amount === null) return null;
  return { shop_money, presentment_money };
}

export const shopAmount = (bag: Bag): string | null => setOf(bag)?.shop_money.amount ?? null;

/** A pair such as `total_price` and `total_price_set`; nothing where Shopify says none. */
export function pairOf<Name extends string>(name: Name, bag: Bag): Pair<Name> {
  const set = setOf(bag);
  if (!set) return {} as Pair<Name>;
  return { [name]: set.shop_money.amount, [`${name}_set`]: set } as Pair<Name>;
}
type Pair<Name extends string> = { readonly [N in Name]?: string | null } & {
  readonly [N in `${Name}_set`]?: MoneySet | null;
};

/** The sum of each bag taken so many times, side by side; null where one of them is not known. */
export function totalOf(
  parts: readonly { readonly bag: Bag; readonly quantity: unknown }[],
  currencies: { readonly shop: unknown; readonly presentment: unknown },
): MoneySet | null {
  const total = (pick: (bag: MoneyBag) => Money | undefined, code: unknown) => {
    const currency_code = filled(code);
    const amounts: string[] = [];
    for (const { bag, quantity } of parts) {
      const amount: unknown = bag ? pick(bag)?.amount : undefined;
      if (!isAmount(amount) || !isAmount(quantity)) return { currency_code, amount: null };
      amounts.push(times(amount, quantity, 0));
    }
    return { currency_code, amount: sum(amounts, decimals(currency_code)) };
  };
  const shop_money = total((bag) => bag.shopMoney, currencies.shop);
  const presentment_money = total((bag) => bag.presentmentMoney, currencies.presentment);
  if (shop_money.amount === null && presentment_money.amount === null) return null;
  return { shop_money, presentment_money };
}

/** What is left of a cancelled order: the same set with nothing in it. */
export function emptied(bag: Bag): Bag {
  const nothing = (money: Money | null | undefined): Money => ({
    ...(money as Money),
    amount: '0',
  });
  if (!setOf(bag) || !bag) return bag;
  return { shopMoney: nothing(bag.shopMoney), presentmentMoney: nothing(bag.presentmentMoney) };
}
