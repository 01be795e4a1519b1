// Reads products: which ones are asked for, page by page, with their variations and the shop's units.

import type { Pairs } from '../../model/exchange.ts';
import type { ProductFilter, ProductQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import type { Products, Reading } from '../channel.ts';
import type { TimeFilters } from '../kit/bounds.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { refuse } from '../kit/given.ts';
import { pair } from '../kit/pairs.ts';
import { filled } from '../kit/text.ts';
import { without } from '../kit/without.ts';
import { isDatedWithin } from './dates.ts';
import { type Cursor, type List, readPage } from './listing.ts';
import type { NativeProduct } from './native.ts';
import { transformProduct } from './products-transform.ts';
import { scanProducts } from './scan.ts';
import { datePairs, factsOf } from './shop.ts';
import { PRODUCT_STATUSES } from './status.ts';
import { readVariations, variationsOf } from './variations.ts';

export const products: Products<NativeProduct, Cursor> = {
  filters: filtersBy<ProductFilter>({
    channel: [
      'ids',
      'status',
      'published_status',
      'handle',
      'collection_id',
      ...bounds('created_at', 'updated_at', 'published_at'),
    ],
    service: ['since_id'],
  }),
  id: { pattern: /^\d{1,15}$/, example: '212' },
  idOf: ({ id }) => id,

  async fetch(query, page, reading) {
    const statuses = statusesOf(query);
    if (statuses?.length === 0) return { items: [] };
    const list = await listOf(query, statuses, reading);
    const { items, next } = await readPage(list, query, page, reading);
    return { items: await complete(items, reading), ...(next && { next }) };
  },

  shape: shape({
    words: ['variation_records.*.attributes.*.name'],
  }),
  scan: scanProducts,
  transform: transformProduct,
  raw: (product) => without(product, 'shop'),
};

/** The native statuses that the filters allow; undefined when they allow all but the bin. */
function statusesOf(query: ProductQuery): readonly string[] | undefined {
  const { status, published_status = 'any' } = query;
  const dated = query.published_at_min !== undefined || query.published_at_max !== undefined;
  if (status === undefined && published_status === 'any' && !dated) return undefined;
  return [...PRODUCT_STATUSES]
    .filter(([native, meaning]) => {
      if (status === undefined ? native === 'trash' : meaning !== status) return false;
      if (dated && native !== 'publish') return false;
      return (
        published_status === 'any' || (published_status === 'published') === (native === 'publish')
      );
    })
    .map(([native]) => native);
}

async function listOf(
  query: ProductQuery,
  statuses: readonly string[] | undefined,
  reading: Reading,
): Promise<List<NativeProduct>> {
  const { handle } = query;
  const dates = datesOf(query);
  return {
    path: 'products',
    query: [
      ...statusPairs(statuses),
      ...(await datePairs(dates, reading)),
      ...pair('slug', handle === undefined ? undefined : slugOf(handle)),
      ...pair('category', categoryIn(query)),
    ],
    order: 'asc',
    keep: (product) =>
      (statuses?.includes(product.status) ?? true) &&
      (handle === undefined || slugOf(filled(product.slug) ?? '') === slugOf(handle)) &&
      isDatedWithin(dates, product),
  };
}

/**
 * WordPress keeps letters that it cannot spell as bytes in small letters (`%d1%86`); browsers show
 * them as letters, and copy them as bytes in capitals. All of these are one handle.
 */
function slugOf(handle: string): string {
  let shown = handle;
  try {
    shown = decodeURIComponent(handle);
  } catch {
    // A percent sign that is none of WordPress's.
  }
  return encodeURIComponent(shown.normalize('NFC').toLowerCase()).toLowerCase();
}

/** Several statuses together came late; older shops overlook them, and then they are sorted here. */
function statusPairs(statuses: readonly string[] | undefined): Pairs {
  const [first = 'any', ...others] = statuses ?? [];
  if (others.length === 0) return [['status', first]];
  return [
    ['status', 'any'],
    ['include_status', [first, ...others].join(',')],
  ];
}

/** A published product was published when it was created: WooCommerce keeps no other date. */
const datesOf = (query: ProductQuery): TimeFilters => ({
  ...query,
  created_at_min: extreme(Math.max, query.created_at_min, query.published_at_min),
  created_at_max: extreme(Math.min, query.created_at_max, query.published_at_max),
});

const extreme = (
  choose: (a: number, b: number) => number,
  a: number | undefined,
  b: number | undefined,
): number | undefined => (a === undefined ? b : b === undefined ? a : choose(a, b));

function categoryIn({ collection_id: category }: ProductQuery): string | undefined {
  // WooCommerce would overlook anything but a number, and list every product.
  if (category === undefined || /^[1-9]\d{0,14}$/.test(category)) return category;
  return refuse(
    'collection_id',
    'must be the identifier of a product category, a number such as 16.',
  );
}

/** Products with their variations, and what holds for the whole shop. */
async function complete(
  rows: readonly NativeProduct[],
  reading: Reading,
): Promise<readonly NativeProduct[]> {
  if (rows.length === 0) return rows;
  const shop = await factsOf(reading);
  const variations = await readVariations(rows, reading);
  return rows.map((product) => {
    const ids = variationsOf(product);
    const records = ids.map((id) => variations.get(id)).filter((record) => record !== undefined);
    if (records.length < ids.length)
      reading.note({
        code: 'variations_withheld',
        message: 'The shop lists variations of a product that it does not show.',
        field: 'variants',
        id: String(product.id),
      });
    return { ...product, variation_records: records, shop };
  });
}
