// Shopify's amounts in our form: every decimal of the currency, both sides of a set.
import { decimals } from '../../model/currencies.ts';
import { isAmount, money, subtract, sum, times } from '../../model/money.ts';
import type { MoneySet } from '../../model/order.ts';
import { isRecord } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type { Money, MoneyBag, Order } from './native.ts';

export type Bag = MoneyBag | null | undefined;

/** "24.5" EUR is "24.50", "1500.0" JPY is "1500"; null where there is no amount. */
export function amountOf(amount: unknown, currency: unknown): string | null {
  return isAmount(amount) ? money(amount, decimals(filled(currency))) : null;
}

const side = (money: Money | null | undefined) => ({
  currency_code: filled(money?.currencyCode),
  amount: amountOf(money?.amount, money?.currencyCode),
});
type Side = ReturnType<typeof side>;

/** Null where nothing is known of either side. */
const joined = (shop_money: Side, presentment_money: Side): MoneySet | null =>
  shop_money.amount === null && presentment_money.amount === null
    ? null
    : { shop_money, presentment_money };

/** Null where Shopify says none. */
export const setOf = (bag: Bag): MoneySet | null =>
  isRecord(bag) ? joined(side(bag.shopMoney), side(bag.presentmentMoney)) : null;

export const shopAmount = (bag: Bag): string | null => shopSide(setOf(bag));

/** The shop's side of a set. */
export const shopSide = (set: MoneySet | null): string | null => set?.shop_money.amount ?? null;

/** The sum of some amounts of an order less others, in both currencies; null where one is not known. */
export const totalIn =
  ({ currencyCode, presentmentCurrencyCode }: Order) =>
  (bags: readonly Bag[], less: readonly Bag[] = []): MoneySet | null => {
    const total = (name: keyof MoneyBag, code: unknown): Side => {
      const currency_code = filled(code);
      const of = (some: readonly Bag[]) => some.map((bag): unknown => bag?.[name]?.amount);
      const [added, taken] = [of(bags), of(less)];
      if (!added.every(isAmount) || !taken.every(isAmount)) return { currency_code, amount: null };
      const amount = subtract(sum(added, 0), sum(taken, 0), decimals(currency_code));
      return { currency_code, amount };
    };
    return joined(
      total('shopMoney', currencyCode),
      total('presentmentMoney', presentmentCurrencyCode),
    );
  };

/** What the lines come to before discounts, in both currencies; null where one is not known. */
export function linesPrice(order: Order, lines: Order['lineItems']['nodes']): MoneySet | null {
  const total = (name: keyof MoneyBag, code: unknown): Side => {
    const currency_code = filled(code);
    const amounts: string[] = [];
    for (const { originalUnitPriceSet: bag, quantity } of lines) {
      const amount: unknown = bag?.[name]?.amount;
      if (!isAmount(amount) || !isAmount(quantity)) return { currency_code, amount: null };
      amounts.push(times(amount, quantity, 0));
    }
    return { currency_code, amount: sum(amounts, decimals(currency_code)) };
  };
  const shop = total('shopMoney', order.currencyCode);
  const presentment = total('presentmentMoney', order.presentmentCurrencyCode);
  return joined(shop, presentment);
}

/** What is left of a cancelled order: the same set with nothing in it. */
export function emptied(bag: Bag): Bag {
  if (!bag || !setOf(bag)) return bag;
  return {
    shopMoney: { ...bag.shopMoney, amount: '0' },
    presentmentMoney: { ...bag.presentmentMoney, amount: '0' },
  };
}
