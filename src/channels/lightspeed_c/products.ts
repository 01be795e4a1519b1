// Reads products: the catalogue page by page, with the variants of those that have several.

import type { ProductFilter, ProductQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import type { Products, Reading } from '../channel.ts';
import { boundsOf, isBounded } from '../kit/bounds.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { refuse } from '../kit/given.ts';
import { listed } from '../kit/loose.ts';
import { mustHave, partOf, readEach } from '../kit/records.ts';
import { filled, identifier } from '../kit/text.ts';
import { without } from '../kit/without.ts';
import { type Connection, serverOf } from './asks.ts';
import { isAskedFor } from './dates.ts';
import { mustAfford } from './limits.ts';
import { type Cursor, collect, readList } from './listing.ts';
import {
  type NativeProduct,
  type NativeProductRow,
  type NativeVariant,
  present,
} from './native.ts';
import { isVisible, transformProduct } from './products-transform.ts';
import { scanProducts } from './scan.ts';
import { productShopOf } from './shop.ts';

/** Named products are looked for in the catalogue until all of them were found. */
interface ProductCursor extends Cursor {
  readonly found?: number;
}

/** The catalogue documents no filters but page and limit, so all are kept here, exactly. */
export const products: Products<NativeProduct, ProductCursor> = {
  filters: filtersBy<ProductFilter>({
    service: [
      'ids',
      'since_id',
      'title',
      'vendor',
      'handle',
      'status',
      'published_status',
      'collection_id',
      ...bounds('created_at', 'updated_at', 'published_at'),
    ],
  }),
  id: { pattern: /^\d{1,15}$/, example: '163090501' },
  idOf: ({ id }) => id,

  async fetch(query, cursor, reading) {
    const keep = keeperOf(query);
    // Lightspeed has nothing that is put away for good.
    if (query.status === 'archived') return { items: [] };
    const visit = { ...reading, server: await serverOf(reading) };
    const sparse = Object.keys(query).some((name) => !['limit', 'include'].includes(name));
    const list = { path: 'catalog', root: 'products', query: [], keep, sparse };
    const before = cursor?.found ?? 0;
    const limit = Math.min(query.limit, (query.ids?.length ?? Infinity) - before);
    const { rows, next, headers } = await collect<NativeProductRow>(list, limit, cursor, visit);
    mustAfford(rows.filter(hasSeveral).length, headers);
    const items = rows.length === 0 ? [] : await withVariants(rows, visit);
    const found = before + rows.length;
    const more = next && found !== query.ids?.length;
    return { items, ...(more && { next: { ...next, ...(query.ids && { found }) } }) };
  },

  shape: shape({
    words: ['variants.*.id'],
    objects: ['brand', 'shop', 'variantRecords.*.options.*.value'],
  }),
  scan: scanProducts,
  transform: transformProduct,
  raw: (product) => without(product, 'shop'),
};

const hasSeveral = ({ variants }: NativeProductRow): boolean => listed(variants).length > 1;

/** The options of variants stand in their own records, and are asked for where there are several. */
async function withVariants(
  rows: readonly NativeProductRow[],
  visit: Reading & Connection,
): Promise<readonly NativeProduct[]> {
  const shop = await productShopOf(visit);
  const whole = async (row: NativeProductRow) => {
    if (!hasSeveral(row)) return { ...row, shop };
    const variantRecords = await partOf(row.id, 'its list of variants', visit, (own) =>
      readList<NativeVariant>(own, 'variants', 'variants', [['product', String(row.id)]]),
    );
    return { ...row, variantRecords, shop };
  };
  return readEach(rows, whole, visit);
}

/** Whether a product is among those asked for. */
function keeperOf(query: ProductQuery): (row: NativeProductRow) => boolean {
  const ids = query.ids && new Set(query.ids.map(Number));
  const category = categoryIn(query.collection_id);
  const { since_id: since, title, vendor, handle, status, published_status = 'any' } = query;
  const needsVisibility =
    isBounded(boundsOf(query, 'published_at')) ||
    status !== undefined ||
    published_status !== 'any';
  return (row) => {
    const visible = isVisible(row);
    const inTime = isAskedFor(query, row, visible);
    mustHave(row.id, [['visibility', needsVisibility, visible !== undefined]]);
    return (
      inTime &&
      (ids?.has(row.id) ?? true) &&
      (since === undefined || row.id > Number(since)) &&
      (title === undefined || filled(row.title) === title.trim()) &&
      (vendor === undefined || filled(present(row.brand)?.title) === vendor.trim()) &&
      (handle === undefined || filled(row.url) === handle.trim()) &&
      (status === undefined || (status === 'active') === visible) &&
      (published_status === 'any' || (published_status === 'published') === visible) &&
      (category === undefined || categoriesOf(row).includes(category))
    );
  };
}

const categoriesOf = ({ categories }: NativeProductRow): readonly (string | null)[] =>
  listed<{ readonly id?: unknown }>(categories).map(({ id }) => identifier(id));

function categoryIn(category: string | undefined): string | undefined {
  if (category === undefined) return undefined;
  if (/^\d{1,15}$/.test(category.trim())) return String(Number(category));
  return refuse(
    'collection_id',
    'must be the identifier of a category, a number such as 13881645.',
  );
}
