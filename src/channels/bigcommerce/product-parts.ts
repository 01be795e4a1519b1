// What a product does not hold itself: its brand's name, variants beyond a page, the store's currency.
import type { Reading } from '../channel.ts';
import { count, listed } from '../kit/loose.ts';
import { partOf, readEach } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import { MOST, type Row, readAll, readNamed } from './asks.ts';
import type { NativeProduct, NativeVariant } from './native.ts';
import { storeOf } from './store.ts';

interface Brand extends Row {
  readonly name?: unknown;
}

const BRANDS = 'v3/catalog/brands';
const NAMES = ['include_fields', 'name'] as const;

/** The identifier of the brand with exactly this name; null when there is none. */
export async function brandOf(vendor: string, reading: Reading): Promise<string | null> {
  const brands = await readAll<Brand>(reading, BRANDS, [['name', vendor], NAMES]);
  return filled(brands.find(({ name }) => name === vendor)?.id);
}

/** Products with all their variants, their brand, and what holds for the whole store. */
export async function complete(
  rows: readonly NativeProduct[],
  reading: Reading,
): Promise<readonly NativeProduct[]> {
  if (rows.length === 0) return rows;
  const store = await storeOf(reading, {
    field: 'variants.currency',
    what: 'variants come without currency and weight, and products without url',
  });
  const ids = [...new Set(rows.flatMap(({ brand_id }) => count(brand_id) || []))];
  const found = await readNamed<Brand>(reading, BRANDS, 'id:in', ids, [NAMES]);
  const brands = new Map<unknown, string | null>(found.map(({ id, name }) => [id, filled(name)]));
  const withParts = async (product: NativeProduct) => {
    const brand = brands.get(product.brand_id);
    const variants = await variantsOf(product, reading);
    return { ...product, variants, ...(brand && { brand_name: brand }), store };
  };
  return readEach(rows, withParts, reading);
}

/** Every product has a variant. Where none came, or as many as a page holds, they are asked for. */
export async function variantsOf(
  { id, variants }: NativeProduct,
  reading: Reading,
): Promise<readonly NativeVariant[]> {
  const shown = listed<NativeVariant>(variants);
  if (shown.length > 0 && shown.length < MOST) return shown;
  return partOf(id, 'its list of variants', reading, (own) =>
    readAll(own, `v3/catalog/products/${id}/variants`),
  );
}
