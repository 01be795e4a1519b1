// Reads products: the catalogue page by page, with the variants of those that have several.
import { Fault } from '../../model/faults.ts';
import type { ProductQuery } from '../../model/query.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Products, Reading } from '../channel.ts';
import { listed } from '../kit/loose.ts';
import { partOf, readEach } from '../kit/records.ts';
import { filled, identifier } from '../kit/text.ts';
import { isWithin, lies, mustBeDated } from './dates.ts';
import { collect, type List, readList, type Spot } from './listing.ts';
import {
  type NativeProduct,
  type NativeProductRow,
  type NativeVariant,
  present,
} from './native.ts';
import { type Place, placeOf } from './place.ts';
import { isVisible, transformProduct } from './products-transform.ts';
import { mustAfford } from './quota.ts';
import { productShopOf } from './shop.ts';

/** Named products are looked for in the catalogue until all of them were found. */
interface Page extends Spot {
  readonly found?: number;
}

/** The catalogue documents no filters but page and limit, so all are kept here, exactly. */
export const products: Products<NativeProduct, Page> = {
  filters: {
    ids: 'service',
    since_id: 'service',
    title: 'service',
    vendor: 'service',
    handle: 'service',
    status: 'service',
    published_status: 'service',
    collection_id: 'service',
    created_at_min: 'service',
    created_at_max: 'service',
    updated_at_min: 'service',
    updated_at_max: 'service',
    published_at_min: 'service',
    published_at_max: 'service',
  },
  id: { pattern: /^\d{1,15}$/, example: '163090501' },
  idOf: ({ id }) => id,

  async fetch(query, page, reading) {
    const keep = keeperOf(query);
    // Lightspeed has nothing that is put away for good.
    if (query.status === 'archived') return { items: [] };
    const place = await placeOf(reading);
    const list: List<NativeProductRow> = {
      path: 'catalog',
      root: 'products',
      query: [],
      keep,
      sparse: Object.keys(query).some((name) => name !== 'limit'),
    };
    const before = page?.found ?? 0;
    const limit = Math.min(query.limit, (query.ids?.length ?? Infinity) - before);
    const { rows, next, headers } = await collect(list, limit, page, place, reading);
    mustAfford(rows.filter(hasSeveral).length, headers);
    const found = before + rows.length;
    const more = next && found !== query.ids?.length;
    return {
      items: await complete(rows, place, reading),
      ...(more && { next: { ...next, ...(query.ids && { found }) } }),
    };
  },

  transform: transformProduct,
};

/** Whether a product is among those asked for. */
function keeperOf(query: ProductQuery): (row: NativeProductRow) => boolean {
  const ids = query.ids && new Set(query.ids.map(Number));
  const since = query.since_id === undefined ? undefined : Number(query.since_id);
  const category = categoryOf(query.collection_id);
  const { title, vendor, handle, status, published_status = 'any' } = query;
  const dated = query.published_at_min !== undefined || query.published_at_max !== undefined;
  const isPublic = dated || status !== undefined || published_status !== 'any';
  return (row) => {
    const visible = isVisible(row);
    mustBeDated(query, row);
    if (dated) mustBeDated({ created_at_min: 0 }, row);
    if (isPublic && visible === undefined) throw unreadableRecord(row.id, 'visibility');
    return (
      (ids?.has(row.id) ?? true) &&
      (since === undefined || row.id > since) &&
      (title === undefined || filled(row.title) === title.trim()) &&
      (vendor === undefined || filled(present(row.brand)?.title) === vendor.trim()) &&
      (handle === undefined || filled(row.url) === handle.trim()) &&
      (status === undefined || (status === 'active') === visible) &&
      (published_status === 'any' || (published_status === 'published') === visible) &&
      (category === undefined || isIn(row, category)) &&
      isWithin(query, row) &&
      // What is visible has been so since it was made, as far as Lightspeed tells.
      (!dated ||
        (visible === true && lies(row.createdAt, query.published_at_min, query.published_at_max)))
    );
  };
}

const isIn = ({ categories }: NativeProductRow, category: string): boolean =>
  listed<{ readonly id?: unknown }>(categories).some(({ id }) => identifier(id) === category);

function categoryOf(category: string | undefined): string | undefined {
  if (category === undefined) return undefined;
  if (/^\d{1,15}$/.test(category.trim())) return String(Number(category));
  throw new Fault(
    'invalid_request',
    '"collection_id" must be the identifier of a category, a number such as 13881645.',
    { field: 'collection_id' },
  );
}

const hasSeveral = ({ variants }: NativeProductRow): boolean => listed(variants).length > 1;

/** Products with the variants that have options, and what holds for the whole shop. */
async function complete(
  rows: readonly NativeProductRow[],
  place: Place,
  reading: Reading,
): Promise<readonly NativeProduct[]> {
  if (rows.length === 0) return [];
  const shop = await productShopOf(place, reading);
  return readEach(
    rows,
    async (row) => {
      if (!hasSeveral(row)) return { ...row, shop };
      const variantRecords = await partOf(row.id, 'its list of variants', reading, (own) =>
        readList<NativeVariant>('variants', 'variants', [['product', String(row.id)]], place, own),
      );
      return { ...row, variantRecords, shop };
    },
    reading,
  );
}
