// Which of a product's options a variant is, and what stands there for a product without options.
import type { ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { joined } from './text.ts';

const ONLY = 'Default Title';

/** The options of a product that has none, and what its only variant is. */
export const NO_OPTIONS: readonly Draft<ProductOption>[] = [{ name: 'Title', values: [ONLY] }];
export const NO_CHOICE: Draft<Variant> = { option1: ONLY };

/** The variant with these values, one an option; null where any will do. */
export function chosen(
  values: readonly (string | null | undefined)[],
  otherTitle: string | null = null,
): Draft<Variant> {
  const [option1, option2, option3] = values;
  return { title: joined(values, ' / ') ?? otherTitle ?? ONLY, option1, option2, option3 };
}
