// The currencies of the catalogue with their decimals and their exact ratio to the shop's euro.
import type { Amount, CurrencyCode, Minor } from './types.ts';

export interface Currency {
  readonly code: CurrencyCode;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Minor units of this currency for one euro cent, as a fraction. */
  readonly numerator: number;
  readonly denominator: number;
}

/** One euro is 0.80 pounds, 1.20 dollars, 160 yen and 0.300 dinars. */
export const currencies: Readonly<Record<CurrencyCode, Currency>> = {
  EUR: { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2, numerator: 1, denominator: 1 },
  GBP: {
    code: 'GBP',
    name: 'Pound sterling',
    symbol: '£',
    decimals: 2,
    numerator: 4,
    denominator: 5,
  },
  USD: {
    code: 'USD',
    name: 'United States (US) dollar',
    symbol: '$',
    decimals: 2,
    numerator: 6,
    denominator: 5,
  },
  JPY: {
    code: 'JPY',
    name: 'Japanese yen',
    symbol: '¥',
    decimals: 0,
    numerator: 8,
    denominator: 5,
  },
  KWD: {
    code: 'KWD',
    name: 'Kuwaiti dinar',
    symbol: 'د.ك',
    decimals: 3,
    numerator: 3,
    denominator: 1,
  },
};

const nothing: Amount = { shop: 0, presentment: 0 };

/** An amount of euro cents in both currencies; throws where the ratio does not come out whole. */
export function amountOf(cents: Minor, code: CurrencyCode): Amount {
  if (cents === 0) return nothing;
  const { numerator, denominator } = currencies[code];
  const scaled = cents * numerator;
  if (scaled % denominator !== 0) {
    throw new Error(`${cents} cents cannot be given exactly in ${code}`);
  }
  return { shop: cents, presentment: scaled / denominator };
}

/** Minor units as a decimal string: (1995, 2) is "19.95". */
export function decimal(minor: Minor, decimals: number): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const sign = minor < 0 ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
