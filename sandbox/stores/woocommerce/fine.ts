// Amounts as WooCommerce keeps them: six decimals, of which a request sees as many as `dp` says.
import { currencies } from '../../catalogue/currencies.ts';
import type { CurrencyCode, Minor, Tax } from '../../catalogue/types.ts';

/** Millionths of the currency. */
export type Micro = number;

export function micro(minor: Minor, currency: CurrencyCode): Micro {
  return minor * 10 ** (6 - currencies[currency].decimals);
}

/**
 * The taxes on a value, one a rate, before WooCommerce rounds them. Where the catalogue has another
 * tax than its rate gives, that stands.
 */
export function fineTaxes(
  value: Minor,
  taxes: readonly Tax[],
  included: boolean,
  currency: CurrencyCode,
): readonly Micro[] {
  const unit = micro(1, currency);
  return taxes.map(({ rate, amount }) => {
    const whole = 10_000 + (included ? rate.basisPoints : 0);
    const fine = Math.round((micro(value, currency) * rate.basisPoints) / whole);
    const rounded = micro(amount.presentment, currency);
    return Math.abs(fine - rounded) <= unit / 2 ? fine : rounded;
  });
}

export function sumOf(values: readonly Micro[]): Micro {
  return values.reduce((sum, value) => sum + value, 0);
}

/** wc_format_decimal. */
export function printFine(value: Micro, dp: number): string {
  const size = Math.abs(value);
  const scaled = dp >= 6 ? size * 10 ** (dp - 6) : Math.round(size / 10 ** (6 - dp));
  const digits = String(scaled).padStart(dp + 1, '0');
  const sign = value < 0 && scaled !== 0 ? '-' : '';
  return dp === 0 ? sign + digits : `${sign}${digits.slice(0, -dp)}.${digits.slice(-dp)}`;
}

/** Taxes of a line are written as they are kept, whatever `dp` says. */
export function printRaw(value: Micro): string {
  return printFine(value, 6).replace(/(?<![.0])\.?0+$/, '');
}
