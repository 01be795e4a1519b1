// Integer arithmetic on money: sums, shares and tax, always exact to the minor unit.
import type { Amount, Minor, TaxRate } from './types.ts';

export const zero: Amount = { shop: 0, presentment: 0 };

export function add(...amounts: readonly Amount[]): Amount {
  const [first] = amounts;
  if (first === undefined) return zero;
  if (amounts.length === 1) return first;
  let shop = 0;
  let presentment = 0;
  for (const amount of amounts) {
    shop += amount.shop;
    presentment += amount.presentment;
  }
  return { shop, presentment };
}

export function minus(from: Amount, amount: Amount): Amount {
  return { shop: from.shop - amount.shop, presentment: from.presentment - amount.presentment };
}

/** Half up, for integers: (7, 2) is 4. */
export function divide(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

/** Splits a value over weights; the shares add up to the value exactly. */
export function share(value: Minor, weights: readonly Minor[]): readonly Minor[] {
  let restValue = value;
  let restWeight = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => {
    const part = restWeight === 0 ? 0 : divide(restValue * weight, restWeight);
    restValue -= part;
    restWeight -= weight;
    return part;
  });
}

/** The tax of one rate in (included) or on top of (excluded) an amount. */
export function taxOn(value: Minor, rate: TaxRate, included: boolean): Minor {
  return included
    ? divide(value * rate.basisPoints, 10_000 + rate.basisPoints)
    : divide(value * rate.basisPoints, 10_000);
}
