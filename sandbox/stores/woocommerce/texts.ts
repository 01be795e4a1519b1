// Money, times and names the way WordPress prints them.
import { currencies } from '../../catalogue/currencies.ts';
import type { CurrencyCode, Instant, Minor } from '../../catalogue/types.ts';
import { localText, utcText } from '../../zone.ts';

/** wc_format_decimal: the shop's number of decimals, whatever the currency has. */
export function money(minor: Minor, currency: CurrencyCode, dp: number): string {
  const { decimals } = currencies[currency];
  const shift = dp - decimals;
  const scaled =
    shift >= 0 ? Math.abs(minor) * 10 ** shift : Math.round(Math.abs(minor) / 10 ** -shift);
  const digits = String(scaled).padStart(dp + 1, '0');
  const sign = minor < 0 && scaled !== 0 ? '-' : '';
  return dp === 0 ? sign + digits : `${sign}${digits.slice(0, -dp)}.${digits.slice(-dp)}`;
}

/**
 * `line_items[].price`: a JSON number with all its digits, per piece after discount without tax.
 * WooCommerce keeps more digits than it prints, hence the division by the rate.
 */
export function unitNumber(
  total: Minor,
  currency: CurrencyCode,
  quantity: number,
  includedBasisPoints: number,
): number {
  if (quantity === 0) return 0;
  const units = total / 10 ** currencies[currency].decimals / quantity;
  return Number(((units * 10_000) / (10_000 + includedBasisPoints)).toPrecision(12));
}

/** Site time beside UTC, both without a zone. */
export function times(
  name: string,
  instant: Instant | null,
  timeZone: string,
): Readonly<Record<string, string | null>> {
  return {
    [name]: instant === null ? null : localText(timeZone, instant),
    [`${name}_gmt`]: instant === null ? null : utcText(instant),
  };
}

/** Titles and names of terms are stored with their ampersands encoded. */
export function stored(text: string): string {
  return text.replaceAll('&', '&amp;');
}

/** sanitize_title, for attribute slugs. */
export function slug(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Attributes that the shop keeps for all products; others belong to a single product. */
const globalAttributes: Readonly<Record<string, number>> = { Colour: 1, Size: 2, Weight: 3 };

export function attributeOf(name: string): { readonly id: number; readonly slug: string } {
  const id = globalAttributes[name] ?? 0;
  return { id, slug: id === 0 ? name : `pa_${slug(name)}` };
}
