// Reads products: which ones are asked for, page by page, with variants, images, brands and the store.

import type { Pairs } from '../../model/exchange.ts';
import type { ProductFilter, ProductQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import type { Products, Reading } from '../channel.ts';
import { boundsOf, isBounded, isInTime } from '../kit/bounds.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { refuse } from '../kit/given.ts';
import type { Stretch } from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { mustHave, sift } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import { without } from '../kit/without.ts';
import { MOST } from './asks.ts';
import { millisecondsOf, rangePairs } from './dates.ts';
import { type Cursor, type Numbered, readNumbered, walkFrom } from './listing.ts';
import type { NativeProduct } from './native.ts';
import { brandOf, complete } from './product-parts.ts';
import { handleOf, transformProduct } from './products-transform.ts';
import { scanProducts } from './scan.ts';

/** Options come with the variants; asked for by themselves they would shrink pages to ten. */
const INCLUDE = ['include', 'variants,images'] as const;
/** What the filters look at, for reads that only look. */
const LOOK = [
  'include_fields',
  'name,type,brand_id,categories,is_visible,date_created,date_modified,custom_url',
] as const;

export const products: Products<NativeProduct, Cursor> = {
  filters: filtersBy<ProductFilter>({
    channel: [
      'ids',
      'since_id',
      'title',
      'vendor',
      'product_type',
      'collection_id',
      'status',
      'published_status',
      ...bounds('updated_at'),
    ],
    service: ['handle', ...bounds('created_at', 'published_at')],
  }),
  id: { pattern: /^[1-9]\d{0,9}$/, example: '130' },
  idOf: ({ id }) => id,

  async fetch(query, cursor, reading) {
    const list = await listOf(query, reading);
    if (!list) return { items: [] };
    const after = cursor?.after ?? Number(query.since_id ?? 0);
    const { items, next } = query.ids
      ? await readByIds(list, query.ids, after, query.limit, reading)
      : await walkFrom(
          after,
          'products',
          query.limit,
          (from, wanted) => readSome(list, from, wanted, reading),
          reading,
        );
    const rows = list.sifted && !query.ids ? await whole(items, reading) : items;
    return { items: await complete(rows, reading), ...(next && { next }) };
  },

  shape: shape({
    numbers: ['price', 'variants.*.price'],
    words: ['images.*.url_standard'],
    flags: ['is_visible'],
    objects: ['custom_url', 'store'],
  }),
  scan: scanProducts,
  transform: transformProduct,
  raw: (product) => without(product, 'brand_name', 'store'),
};

interface List {
  readonly pairs: Pairs;
  /** True where most rows may fall out here, so that it pays to look before reading whole ones. */
  readonly sifted: boolean;
  /** Throws for a product that cannot be held against what was asked for. */
  readonly isWanted: (product: NativeProduct) => boolean;
}

/** Undefined when no product can match. */
async function listOf(query: ProductQuery, reading: Reading): Promise<List | undefined> {
  const visible = visibilityOf(query);
  const { title, product_type: type, collection_id: category, handle, vendor } = query;
  if (visible === 'none' || (type !== undefined && !/^(physical|digital)$/.test(type)))
    return undefined;
  const brand = vendor === undefined ? undefined : await brandOf(vendor, reading);
  if (brand === null) return undefined;
  const { channelId } = reading.account;
  // One that was named may be there all the same, in another channel of the store.
  if (query.ids && channelId !== undefined) reading.assume('channelId', channelId);
  if (category !== undefined && !/^[1-9]\d{0,9}$/.test(category))
    refuse('collection_id', 'must be the identifier of a category, a number such as 23.');
  return {
    pairs: [
      ...pair('name', title),
      ...pair('brand_id', brand),
      ...pair('type', type),
      ...pair('categories:in', category),
      ...pair('channel_id:in', channelId),
      ...pair('is_visible', visible),
      ...rangePairs(boundsOf(query, 'updated_at'), 'date_modified:min', 'date_modified:max'),
    ],
    sifted:
      handle !== undefined ||
      isBounded(boundsOf(query, 'created_at')) ||
      isBounded(boundsOf(query, 'published_at')),
    isWanted: (product) => {
      const categories = Array.isArray(product.categories) ? product.categories : undefined;
      mustHave(product.id, [
        ['name', title !== undefined, filled(product.name) !== null],
        ['type', type !== undefined, filled(product.type) !== null],
        ['brand_id', brand !== undefined, filled(product.brand_id) !== null],
        ['categories', category !== undefined, categories !== undefined],
        ['is_visible', visible !== undefined, typeof product.is_visible === 'boolean'],
      ]);
      const created = () => millisecondsOf(product.date_created);
      const isInBounds = isInTime(query, product.id, {
        updated_at: ['date_modified', () => millisecondsOf(product.date_modified)],
        created_at: ['date_created', created],
        // A visible product counts as published since it was created: there is no other date.
        published_at: ['date_created', created],
      });
      return (
        isInBounds &&
        (title === undefined || product.name === title) &&
        (brand === undefined || String(product.brand_id) === brand) &&
        (type === undefined || product.type === type) &&
        (category === undefined || categories?.includes(Number(category)) === true) &&
        (visible === undefined || product.is_visible === visible) &&
        (handle === undefined || handleOf(product) === handle)
      );
    },
  };
}

/** Products are visible or not; there is no archive. */
function visibilityOf(query: ProductQuery): boolean | undefined | 'none' {
  const { status, published_status = 'any' } = query;
  if (status === 'archived') return 'none';
  const wanted = new Set<boolean>();
  if (status !== undefined) wanted.add(status === 'active');
  if (published_status !== 'any') wanted.add(published_status === 'published');
  if (isBounded(boundsOf(query, 'published_at'))) wanted.add(true);
  return wanted.size > 1 ? 'none' : [...wanted][0];
}

/** Named products: each read asks only for those not yet reached. */
async function readByIds(
  list: List,
  ids: readonly string[],
  after: number,
  limit: number,
  reading: Reading,
): Promise<{ readonly items: readonly NativeProduct[]; readonly next?: Cursor }> {
  const wanted = [...new Set(ids.map(Number))].filter((id) => id > after).sort((a, b) => a - b);
  if (wanted.length === 0) return { items: [] };
  // At most a hundred, so one read brings them all; what is too much waits for the next page.
  const pairs = [...list.pairs, ...pair('id:in', wanted)];
  const { rows, full } = await readList(pairs, 0, wanted.length, INCLUDE, reading);
  const fitting = sift(rows, list.isWanted, reading);
  const isShort = full && rows.length < wanted.length;
  const last = fitting.length > limit ? fitting[limit - 1] : isShort ? rows.at(-1) : undefined;
  return { items: fitting.slice(0, limit), ...(last && { next: { after: last.id } }) };
}

/**
 * Products by identifier, which never changes: each read asks for those beyond the last one. Where
 * most fall out, many are looked at, and those that fit are kept.
 */
async function readSome(
  { pairs, sifted, isWanted }: List,
  after: number,
  wanted: number,
  reading: Reading,
): Promise<Stretch<NativeProduct, Cursor>> {
  const { rows, full } = sifted
    ? await readList(pairs, after, MOST, LOOK, reading)
    : await readList(pairs, after, wanted + 1, INCLUDE, reading);
  const seen = sifted ? rows : rows.slice(0, wanted);
  const fitting = sift(seen, isWanted, reading);
  const isCut = fitting.length > wanted;
  const last = isCut ? fitting[wanted - 1] : seen.at(-1);
  return {
    rows: fitting.slice(0, wanted),
    ...((isCut || full) && last && { next: { after: last.id } }),
  };
}

/** Rows that were only looked at are read with their variants and images. */
async function whole(
  rows: readonly NativeProduct[],
  reading: Reading,
): Promise<readonly NativeProduct[]> {
  if (rows.length === 0) return rows;
  const named = pair(
    'id:in',
    rows.map(({ id }) => id),
  );
  const found: NativeProduct[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const part: Numbered<NativeProduct> = await readList(named, after, rows.length, INCLUDE, reading); // biome-ignore format: one ask
    found.push(...part.rows);
    after = part.full && found.length < rows.length ? part.rows.at(-1)?.id : undefined;
  }
  return found;
}

const readList = (
  pairs: Pairs,
  after: number,
  limit: number,
  fields: Pairs[number],
  reading: Reading,
): Promise<Numbered<NativeProduct>> =>
  readNumbered(reading, 'v3/catalog/products', {
    after,
    limit,
    query: [
      ...pairs,
      ...pair('id:greater', after || undefined),
      ['sort', 'id'],
      ['direction', 'asc'],
      ...pair('limit', limit),
      fields,
    ],
  });
