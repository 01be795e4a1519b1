// Reads products: which ones are asked for, with their children, attributes, stock and store.

import type { ProductFilter, ProductQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import type { Products, Reading } from '../channel.ts';
import { boundsOf, isBounded, isInTime } from '../kit/bounds.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { refuse } from '../kit/given.ts';
import { sift } from '../kit/records.ts';
import { without } from '../kit/without.ts';
import { attributesOf, MANUFACTURER, manufacturersCalled } from './attributes.ts';
import { type ChildCursor, FIRST, parentsOfChanged } from './changed-children.ts';
import { changedAt, instantOf, isUpdatedIn, secondText } from './dates.ts';
import { familiesOf, sellableOf, VISIBLE } from './families.ts';
import { type Cursor, type Listing, PRODUCTS, readPage } from './listing.ts';
import type { Filter } from './lists.ts';
import { attributeOf, keyOf, linksOf, type NativeItem, type NativeProduct } from './native.ts';
import { transformProduct } from './products-transform.ts';
import { readSalable, salableOf } from './salable.ts';
import { scan } from './scan.ts';
import { readStock, stockWay } from './stock.ts';
import { pinned, type Store, storeOf } from './store.ts';

/** Most SKUs of a page whose stock must be asked for one by one; the page ends there. */
const MOST_STOCK = 100;

const STATUS = { active: 1, draft: 2 } as const;

/** Where a walk stands: among the products themselves, or among those of which a child changed. */
type ProductCursor = Cursor | { readonly children: ChildCursor };

export const products: Products<NativeProduct, ProductCursor> = {
  filters: filtersBy<ProductFilter>({
    channel: [
      'ids',
      'since_id',
      'status',
      'published_status',
      'title',
      'handle',
      'product_type',
      'vendor',
      'collection_id',
      ...bounds('created_at', 'updated_at', 'published_at'),
    ],
  }),
  id: { pattern: /^\d{1,15}$/, example: '1410' },
  idOf: ({ id }) => id,

  async fetch(query, page, given) {
    if (!query.ids) given.assume('visibility', VISIBLE);
    const status = statusOf(query);
    if (status === 'none') return { items: [] };
    const store = await storeOf(given);
    const reading = pinned(given, store, query.ids === undefined);
    const listing = await listingOf(query, status, reading);
    if (!listing) return { items: [] };
    const isSalable = query.include?.includes('salable') === true;
    const read = (rows: readonly NativeItem[]) => complete(rows, store, isSalable, reading);
    const follow = (limit: number, from: ChildCursor) =>
      parentsOfChanged({ query, listing, bounds: secondsOf(query, 'updated_at'), read }, limit, from, reading); // biome-ignore format: one line
    if (page && 'children' in page) return follow(query.limit, page.children);
    const from = page ?? { ...(query.since_id !== undefined && { after: Number(query.since_id) }) };
    // Of a product that is named, a child may have changed: its own date decides nothing.
    const bounds = query.ids ? [] : secondsOf(query, 'updated_at');
    const own = { ...listing, filters: [...listing.filters, ...bounds] };
    const { items: rows, next } = await readPage(own, query.limit, from, reading);
    const families = await read(rows);
    const items = sift(families, (family) => isUpdatedIn(query, family.id, changedAt(family)), reading); // biome-ignore format: one line
    // A page that was cut short goes on behind its last product.
    const last = families.at(-1);
    if (families.length < rows.length && last) return { items, next: { after: last.id } };
    if (next) return { items, next };
    if (query.updated_at_min === undefined || query.ids) return { items };
    const left = query.limit - items.length;
    if (left === 0) return { items, next: { children: FIRST } };
    const more = await follow(left, FIRST);
    return { ...more, items: [...items, ...more.items] };
  },

  shape: shape({
    numbers: ['visibility'],
    flags: [
      'media_gallery_entries.*.disabled',
      'child_records.*.media_gallery_entries.*.disabled',
      'source_items.*.source_enabled',
      'stock_items.*.manage_stock',
    ],
    lists: ['custom_attributes', 'child_records.*.custom_attributes'],
    words: [
      'type_id',
      'custom_attributes.*.attribute_code',
      'attribute_records.*.attribute_code',
      'attribute_records.*.attribute_id',
      'attribute_records.*.options.*.value',
      'media_gallery_entries.*.media_type',
      'media_gallery_entries.*.file',
      'child_records.*.type_id',
      'child_records.*.custom_attributes.*.attribute_code',
      'child_records.*.media_gallery_entries.*.media_type',
      'child_records.*.media_gallery_entries.*.file',
    ],
    objects: ['extension_attributes'],
  }),
  scan,
  transform: transformProduct,
  raw: rawProduct,
  includes: { salable: salableOf },
};

/** Stock items are worked in from what was read before, so only sources are the shop's own words. */
function rawProduct(product: NativeProduct): object {
  const { source_items: sources, ...rest } = without(product, 'store', 'stock_items');
  return {
    ...rest,
    ...(sources && {
      source_items: sources.map((one) => without(one, 'source_name', 'source_enabled')),
    }),
  };
}

/** What to ask for and what to keep; undefined where nothing can match. */
async function listingOf(
  query: ProductQuery,
  status: 1 | 2 | undefined,
  reading: Reading,
): Promise<Listing | undefined> {
  // One that was named and is hidden is there all the same: it is asked for, and left out with a word.
  const filters: Filter[] = query.ids ? [] : [['visibility', 'in', VISIBLE]];
  const tests: ((row: NativeItem) => boolean)[] = query.ids
    ? [(row) => isVisible(row, reading)]
    : [];
  const only = (field: string, value: string, own: (row: NativeItem) => unknown) => {
    filters.push([field, 'eq', value]);
    // The shop compares texts without case and accents; what differs is dropped here.
    tests.push((row) => own(row) === value);
  };

  if (status !== undefined) only('status', String(status), (row) => String(row.status));
  if (query.title !== undefined) only('name', query.title, (row) => row.name);
  if (query.handle !== undefined) only('url_key', query.handle, (row) => attributeOf(row, 'url_key')); // biome-ignore format: one line a filter
  if (query.product_type !== undefined) only('type_id', query.product_type, (row) => row.type_id);
  if (query.vendor !== undefined) {
    const makers = await manufacturersCalled(query.vendor, reading);
    if (makers.length === 0) return undefined;
    filters.push([MANUFACTURER, 'in', makers.join(',')]);
    tests.push((row) => makers.includes(attributeOf(row, MANUFACTURER) ?? ''));
  }
  if (query.collection_id !== undefined)
    filters.push(['category_id', 'eq', category(query.collection_id)]);
  // An enabled product was published when it was created: Magento keeps no other date.
  for (const time of ['created_at', 'published_at'] as const) {
    filters.push(...secondsOf(query, time));
    if (isBounded(boundsOf(query, time)))
      tests.push((row) =>
        isInTime(query, row.id, { [time]: ['created_at', () => instantOf(row.created_at)] }),
      );
  }
  return {
    filters,
    ids: query.ids?.map(Number).toSorted((a, b) => a - b),
    keep: (row) => tests.every((test) => test(row)),
  };
}

/** Disabled products are drafts; there is no archive, and what is enabled is published. */
function statusOf(query: ProductQuery): 1 | 2 | 'none' | undefined {
  const { status, published_status = 'any' } = query;
  const dated = query.published_at_min !== undefined || query.published_at_max !== undefined;
  if (status === 'archived') return 'none';
  const wanted = new Set<1 | 2>(status === undefined ? [1, 2] : [STATUS[status as 'active' | 'draft']]); // biome-ignore format: one choice
  if (dated || published_status === 'published') wanted.delete(2);
  if (published_status === 'unpublished') wanted.delete(1);
  return wanted.size === 2 ? undefined : ([...wanted][0] ?? 'none');
}

/** The bounds of a time as the shop takes them. */
function secondsOf(query: ProductQuery, time: 'created_at' | 'published_at' | 'updated_at') {
  const { min, max } = boundsOf(query, time);
  const field = time === 'updated_at' ? time : 'created_at';
  const filters: Filter[] = [];
  if (min !== undefined) filters.push([field, 'gteq', secondText(Math.ceil(min / 1000) * 1000)]);
  if (max !== undefined) filters.push([field, 'lteq', secondText(max)]);
  return filters;
}

function isVisible({ id, visibility }: NativeItem, { note }: Reading): boolean {
  const isShown = VISIBLE.split(',').includes(String(visibility));
  if (!isShown)
    note({
      code: 'record_not_shown',
      message:
        'The shop has the product, but shows it neither in the catalogue nor in the search. A variant is part of its product.',
      field: 'ids',
      id: String(id),
    });
  return isShown;
}

const category = (id: string): string =>
  /^[1-9]\d{0,14}$/.test(id)
    ? id
    : refuse('collection_id', 'must be the identifier of a category, a number such as 12.');

/** Products with all that stands beside them; fewer, where their stock would take too many asks. */
async function complete(
  rows: readonly NativeItem[],
  { facts }: Store,
  isSalable: boolean,
  reading: Reading,
): Promise<readonly NativeProduct[]> {
  if (rows.length === 0) return rows;
  const way = await stockWay(reading);
  const given = way === 'denied' ? rows : withFewSkus(rows);
  const families = await familiesOf(given, PRODUCTS, reading);
  const [attributes, stock] = await Promise.all([
    attributesOf(families, reading),
    readStock([...new Set(families.flatMap(sellableOf))], way, reading),
  ]);
  const [sources, items] = [bySku(stock.sources), bySku(stock.items)];
  const isCounted = (item: NativeItem) => items(item).every(({ manage_stock }) => manage_stock);
  const sold = isSalable ? families.flatMap(sellableOf).filter(isCounted) : [];
  const salable = await readSalable([...new Set(sold)], facts, reading);
  return families.map((family) => ({
    ...family,
    attribute_records: attributes(family),
    ...(way === 'sources' && { source_items: sellableOf(family).flatMap(sources) }),
    ...(way !== 'denied' && { stock_items: sellableOf(family).flatMap(items) }),
    ...(isSalable && {
      salable_records: sellableOf(family).flatMap(({ id }) => salable.find((one) => one.id === id) ?? []), // biome-ignore format: one thought
    }),
    store: facts,
  }));
}

function bySku<T extends { readonly sku: string }>(
  rows: readonly T[],
): (item: NativeItem) => readonly T[] {
  const groups = Map.groupBy(rows, keyOf);
  return (item) => groups.get(keyOf(item)) ?? [];
}

function withFewSkus(rows: readonly NativeItem[]): readonly NativeItem[] {
  let count = 0;
  const end = rows.findIndex((row, index) => {
    count += Math.max(1, linksOf(row).length);
    return index > 0 && count > MOST_STOCK;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
