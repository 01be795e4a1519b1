// Weights: they carry no unit of their own, the store's unit holds for all of them.
import { isAmount, times } from '../../model/money.ts';
import { filled } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';

/** The three weight fields; all null where the weight or the store's unit is not known. */
export function weightOf(value: unknown, unit: unknown) {
  const weight = isAmount(value) ? String(value) : null;
  const word = filled(unit)?.toLowerCase();
  // The one unit of BigCommerce that records do not have.
  if (word === 'tonnes' && weight !== null) return weightFields(times(weight, 1000, 0), 'kg');
  return weightFields(weight, weightUnit(word));
}

export const gramsOf = (value: unknown, unit: unknown): number | null =>
  weightOf(value, unit).grams;
