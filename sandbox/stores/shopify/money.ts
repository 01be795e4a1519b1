// Amounts as the vendor prints them: `Decimal` without needless zeros, `Money` with all decimals.
import { currencies, decimal } from '../../catalogue/currencies.ts';
import type { Amount, CurrencyCode, Minor } from '../../catalogue/types.ts';

export interface Money {
  readonly amount: string;
  readonly currencyCode: CurrencyCode;
}

export interface MoneyBag {
  readonly shopMoney: Money;
  readonly presentmentMoney: Money;
}

/** "17.0", "5.95", and "1200.0" for a currency without decimals. */
export function printDecimal(minor: Minor, currency: CurrencyCode): string {
  const text = decimal(minor, currencies[currency].decimals);
  if (!text.includes('.')) return `${text}.0`;
  // oxlint-disable-next-line expressions/super-linear -- our own figures
  return text.replace(/(\.\d+?)0+$/, '$1');
}

/** "17.00", the form of the `Money` scalar. */
export function printMoney(minor: Minor, currency: CurrencyCode): string {
  return decimal(minor, currencies[currency].decimals);
}

export function money(minor: Minor, currency: CurrencyCode): Money {
  return { amount: printDecimal(minor, currency), currencyCode: currency };
}

export function bag(amount: Amount, currency: CurrencyCode): MoneyBag {
  return {
    shopMoney: money(amount.shop, 'EUR'),
    presentmentMoney: money(amount.presentment, currency),
  };
}

export const nothing: Amount = { shop: 0, presentment: 0 };

export function plus(...amounts: readonly Amount[]): Amount {
  let shop = 0;
  let presentment = 0;
  for (const amount of amounts) {
    shop += amount.shop;
    presentment += amount.presentment;
  }
  return { shop, presentment };
}

export function minus(from: Amount, ...amounts: readonly Amount[]): Amount {
  const taken = plus(...amounts);
  return { shop: from.shop - taken.shop, presentment: from.presentment - taken.presentment };
}

/** A share of an amount, each currency rounded half up on its own minor unit. */
export function share(amount: Amount, numerator: number, denominator: number): Amount {
  if (denominator === 0) return nothing;
  const cut = (minor: Minor): Minor =>
    Math.floor((2 * minor * numerator + denominator) / (2 * denominator));
  return { shop: cut(amount.shop), presentment: cut(amount.presentment) };
}
