// The variations of a page of products: together where the shop can, else product by product.
import type { Pairs } from '../../model/exchange.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { isList } from '../kit/loose.ts';
import { readNamed } from './asks.ts';
import type { NativeProduct, NativeVariation } from './native.ts';
import { hasRoute } from './shop.ts';
import { numbersIn } from './values.ts';

/** A list from which a plugin took some may come as an object with numbers for names. */
export const variationsOf = ({ variations }: NativeProduct): readonly number[] =>
  isList(variations) ? numbersIn(Object.values(variations)) : [];

/** The variations of products, by their identifier. */
export async function readVariations(
  rows: readonly NativeProduct[],
  reading: Reading,
  query: Pairs = [],
): Promise<ReadonlyMap<number, NativeVariation>> {
  const parents = rows.filter((product) => variationsOf(product).length > 0);
  if (parents.length === 0) return new Map();
  const named = (path: string, ids: readonly number[]) =>
    readNamed<NativeVariation>(path, ids, query, reading);
  const found = (await hasRoute('variations', reading))
    ? await named('variations', parents.flatMap(variationsOf))
    : await inGroups(parents, (product) =>
        named(`products/${product.id}/variations`, variationsOf(product)),
      );
  return new Map(found.flat().map((variation) => [variation.id, variation]));
}
