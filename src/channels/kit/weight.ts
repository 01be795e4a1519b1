// Weights: the unit words channels use, and grams computed exactly.
import { isAmount, round, times } from '../../model/money.ts';

export type WeightUnit = 'g' | 'kg' | 'lb' | 'oz';

/** International pound and ounce, exact by definition. */
const GRAMS: Record<WeightUnit, string> = {
  g: '1',
  kg: '1000',
  lb: '453.59237',
  oz: '28.349523125',
};

const UNITS: Record<string, WeightUnit> = {
  g: 'g',
  gram: 'g',
  grams: 'g',
  kg: 'kg',
  kgs: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  lb: 'lb',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  oz: 'oz',
  ounce: 'oz',
  ounces: 'oz',
};

/** The unit behind a vendor's word; null when it is not known. */
export function weightUnit(word: string | null | undefined): WeightUnit | null {
  return UNITS[word?.trim().toLowerCase() ?? ''] ?? null;
}

/** The three weight fields of a variant; all null when weight or unit is missing. */
export function weightFields(value: string | number | null | undefined, unit: WeightUnit | null) {
  const written = typeof value === 'number' ? String(value) : (value?.trim() ?? '');
  if (!unit || !isAmount(written)) return { weight: null, weight_unit: null, grams: null };
  return {
    weight: Number(written),
    weight_unit: unit,
    grams: Number(round(times(written, GRAMS[unit]), 0)),
  };
}
