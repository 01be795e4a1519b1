// Amounts that a caller gives: decimal texts in an order's own currency, exact in euro too.
import { currencies, decimal } from '../catalogue/currencies.ts';
import type { Amount, CurrencyCode, Minor } from '../catalogue/types.ts';
import { badBody } from './refusal.ts';

/** "12.50" in minor units of a currency; refuses more decimals than it has. */
export function minorOf(text: string, code: CurrencyCode, name: string): Minor {
  const { decimals } = currencies[code];
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(text);
  const [, whole = '', part = ''] = match ?? [];
  if (match === null || part.length > decimals)
    throw badBody(
      `"${name}" must be a decimal text in ${code} with at most ${decimals} decimals, such as "${decimal(1250, decimals)}".`,
    );
  return Number(whole + part.padEnd(decimals, '0'));
}

/** The same amount in both currencies; refuses one that does not come out in whole euro cents. */
export function amountGiven(text: string, code: CurrencyCode, name: string): Amount {
  const minor = minorOf(text, code, name);
  const { numerator, denominator, decimals } = currencies[code];
  if (minor === 0) throw badBody(`"${name}" must be more than zero.`);
  if ((minor * denominator) % numerator !== 0) {
    const next = Math.ceil(minor / numerator) * numerator;
    throw badBody(
      `"${name}": ${text} ${code} is no whole number of euro cents; give ${decimal(next, decimals)}.`,
    );
  }
  return { shop: (minor * denominator) / numerator, presentment: minor };
}

/** An amount as people read it, in the order's own currency. */
export const printed = (amount: Amount, code: CurrencyCode): string =>
  decimal(amount.presentment, currencies[code].decimals);
