// Weights: they carry no unit of their own, the store's unit holds for all of them.
import { times } from '../../model/money.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import type { Decimal } from './native.ts';

/** The three weight fields; all null where the store's unit is not known. */
export function weightOf(value: Decimal | null | undefined, unit: string | null | undefined) {
  // The one unit of BigCommerce that records do not have.
  if (unit?.trim().toLowerCase() === 'tonnes' && value !== null && value !== undefined)
    return weightFields(times(value, 1000, 8), 'kg');
  return weightFields(value, weightUnit(unit));
}

export const gramsOf = (
  value: Decimal | null | undefined,
  unit: string | null | undefined,
): number | null => weightOf(value, unit).grams;
