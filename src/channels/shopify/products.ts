// Products: asked for by search or by identifier, with all variants, images and stock by location.

import type { ProductFilter, ProductQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import { readInstant } from '../../model/time.ts';
import type { Products, Reading } from '../channel.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { refuse } from '../kit/given.ts';
import { membersOf } from '../kit/loose.ts';
import { walk } from '../kit/paging.ts';
import { readEach } from '../kit/records.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { without } from '../kit/without.ts';
import { byIds, bySearch, type Page, pagesFor, type Search, whole } from './listing.ts';
import { type Cursor, PAGED_AT_MOST } from './long-walk.ts';
import { type Product, recordId } from './native.ts';
import {
  moreMedia,
  moreVariants,
  productsByIds,
  productsByIdsOfCollection,
  productsPage,
  productsPageOfCollection,
} from './product-documents.ts';
import { transform } from './products-transform.ts';
import { scanProducts } from './scan.ts';
import { isSince, noteOutside, quoted, sinceTerm, timeTerms, withinTimes } from './search.ts';
import { EVERY_STATUS, productStatus } from './status.ts';
import { withStock } from './stock.ts';

export const products: Products<Product, Cursor> = {
  filters: filtersBy<ProductFilter>({
    channel: [
      'ids',
      'since_id',
      'status',
      'handle',
      'collection_id',
      ...bounds('created_at', 'updated_at', 'published_at'),
    ],
    service: ['title', 'vendor', 'product_type', 'published_status'],
  }),
  id: { pattern: /^\d{1,19}$/, example: '9120044204227' },
  idOf: recordId,
  fetch,
  shape: shape({
    words: [
      'variants.nodes.*.selectedOptions.*.name',
      'variants.nodes.*.inventoryItem.inventoryLevels.nodes.*.quantities.*.name',
    ],
    objects: [
      'media',
      'media.nodes.*.image',
      'variants.nodes.*.inventoryItem',
      'variants.nodes.*.inventoryItem.inventoryLevels',
      'variants.nodes.*.inventoryItem.inventoryLevels.nodes.*.location',
      'variants.nodes.*.inventoryItem.measurement',
      'variants.nodes.*.inventoryItem.measurement.weight',
      'variants.nodes.*.media',
    ],
  }),
  scan: scanProducts,
  transform,
  raw: (product) => without(product, 'shopCurrencyCode'),
};

async function fetch(query: ProductQuery, cursor: Cursor | undefined, reading: Reading) {
  if (query.collection_id !== undefined && !/^\d+$/.test(query.collection_id))
    refuse('collection_id', 'must be the number of a collection.');
  const { items, next } = await walk<Product, Cursor>(
    {
      what: 'products',
      limit: query.limit,
      from: cursor ?? {},
      most: pagesFor(query.limit, productsPage),
      read: async (from, wanted) => {
        const page = await readPage(query, from, wanted, reading);
        return { rows: priced(page), next: page.next };
      },
      keep: (product) => {
        if (!query.ids) noteOutside(product, query, reading.note);
        return isAsked(product, query, reading.now);
      },
      nameOf: ({ id, updatedAt }) => `${id} ${updatedAt}`,
    },
    reading,
  );
  const complete = await readEach(items, (product) => completed(product, reading), reading);
  return { items: await withStock(complete, reading), ...(next && { next }) };
}

/** Whether a product is in the collection is asked of each, so that the filter is exact. */
async function readPage(query: ProductQuery, from: Cursor, wanted: number, reading: Reading) {
  const { ids, collection_id: collection } = query;
  const inCollection = collection !== undefined;
  const variables = inCollection ? { collection: `gid://shopify/Collection/${collection}` } : {};
  if (ids) {
    const operation = inCollection ? productsByIdsOfCollection : productsByIds;
    const gids = [...new Set(ids)].map((id) => `gid://shopify/Product/${id}`);
    return byIds<Product>(operation, gids, from, wanted, reading, variables);
  }
  const search: Search = {
    operation: inCollection ? productsPageOfCollection : productsPage,
    terms: searchTerms(query),
    sort: { field: 'id', reverse: false },
    variables,
    isOnlyOne: inCollection,
  };
  const page = await bySearch<Product>(search, from, wanted, reading);
  if (!page.next && (from.read ?? 0) + page.rows.length >= PAGED_AT_MOST) noteLimit(reading);
  return page;
}

/** Only a collection is walked that far in one search, since it takes no `id` beside it. */
function noteLimit({ note }: Reading): void {
  note({
    code: 'paging_limit',
    field: 'collection_id',
    message:
      'Shopify pages through 25,000 products of a collection at most; there may be more. Narrow the walk, by created_at_min and created_at_max for example.',
  });
}

/** The products with the currency of their prices, which is the shop's. */
function priced({ rows, data }: Page<Product>): Product[] {
  const { currencyCode } = membersOf(data.shop);
  if (typeof currencyCode !== 'string') throw brokenAnswer('Shopify', 'the currency of the shop');
  return rows.map((product) => ({ ...product, shopCurrencyCode: currencyCode }));
}

/** Without this Shopify searches the active ones only; unlisted ones are active to us. */
const STATUS_TERMS: Readonly<Record<string, string>> = {
  active: 'status:active,unlisted',
  draft: 'status:draft',
  archived: 'status:archived',
};

/**
 * The search, its terms joined by an unwritten AND. Texts are matched word by word and in any case:
 * the term narrows, `isAsked` decides. Beside `collection_id` Shopify takes no `id`.
 * https://shopify.dev/changelog/new-collection_id-filter-added-to-products-query-filters
 */
export function searchTerms(query: ProductQuery): string {
  const text = (name: string, value: string | undefined) =>
    value === undefined ? undefined : `${name}:${quoted(value)}`;
  const { collection_id: collection, since_id: since } = query;
  return [
    query.status === undefined ? EVERY_STATUS : STATUS_TERMS[query.status],
    text('title', query.title),
    text('vendor', query.vendor),
    text('product_type', query.product_type),
    text('handle', query.handle),
    collection === undefined ? undefined : `collection_id:${collection}`,
    since === undefined || collection !== undefined ? undefined : sinceTerm(since),
    ...timeTerms(query),
  ]
    .filter((term) => term !== undefined)
    .join(' ');
}

/** Every filter, held against the product itself. */
function isAsked(product: Product, query: ProductQuery, now: number): boolean {
  const is = (asked: string | undefined, value: unknown) => asked === undefined || asked === value;
  return (
    withinTimes(product, query) &&
    isSince(recordId(product), query.since_id) &&
    is(query.status, productStatus(product)) &&
    is(query.title, product.title) &&
    is(query.vendor, product.vendor) &&
    is(query.product_type, product.productType) &&
    is(query.handle, product.handle) &&
    (query.collection_id === undefined || product.inCollection === true) &&
    (query.published_status === undefined ||
      query.published_status === 'any' ||
      query.published_status === (isPublished(product, now) ? 'published' : 'unpublished'))
  );
}

/** In the online store, and not only from some day on. */
const isPublished = ({ publishedAt }: Product, now: number): boolean =>
  typeof publishedAt === 'string' && (readInstant(publishedAt) ?? now) <= now;

/** The product with all its variants and images: it comes with 50 and 20 at first. */
async function completed(product: Product, reading: Reading): Promise<Product> {
  return {
    ...product,
    variants: await whole(product.variants, moreVariants, product.id, reading),
    media: await whole(product.media, moreMedia, product.id, reading),
  };
}
