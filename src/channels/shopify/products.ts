// Products: asked for by search or by identifier, with all variants, images and stock by location.
import { Fault } from '../../model/faults.ts';
import type { ProductQuery } from '../../model/query.ts';
import { readInstant } from '../../model/time.ts';
import type { Products, Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { type Stretch, walk } from '../kit/paging.ts';
import { readEach } from '../kit/records.ts';
import { type Data, invalid } from './graphql.ts';
import { grants, installed } from './installation.ts';
import {
  PAGED_AT_MOST,
  type Place,
  placeAfter,
  type Sort,
  startTerm,
  unread,
} from './long-walk.ts';
import {
  type Connection,
  type InventoryLevel,
  nodesOf,
  type Product,
  recordId,
  type Variant,
} from './native.ts';
import { allByIds, byIds, pagesFor, search, whole } from './pages.ts';
import {
  inventoryLevels,
  moreLevels,
  moreMedia,
  moreVariants,
  productsByIds,
  productsByIdsOfCollection,
  productsPage,
  productsPageOfCollection,
} from './product-documents.ts';
import { productStatus, transform } from './products-transform.ts';
import { isSince, noteStray, quoted, sinceTerm, timeTerms, withinTimes } from './search.ts';

export const products: Products<Product, Place> = {
  filters: {
    ids: 'channel',
    since_id: 'channel',
    status: 'channel',
    handle: 'channel',
    collection_id: 'channel',
    created_at_min: 'channel',
    created_at_max: 'channel',
    updated_at_min: 'channel',
    updated_at_max: 'channel',
    published_at_min: 'channel',
    published_at_max: 'channel',
    title: 'service',
    vendor: 'service',
    product_type: 'service',
    published_status: 'service',
  },
  id: { pattern: /^\d{1,19}$/, example: '9120044204227' },
  idOf: recordId,
  fetch,
  transform,
};

async function fetch(query: ProductQuery, page: Place | undefined, reading: Reading) {
  const { collection_id: collection } = query;
  if (collection !== undefined && !/^\d+$/.test(collection))
    throw new Fault('invalid_request', '"collection_id" must be the number of a collection.', {
      field: 'collection_id',
    });
  const read = query.ids ? readByIds(query.ids, query, reading) : readBySearch(query, reading);
  const { items, next } = await walk<Product, Place>({
    what: 'products',
    limit: query.limit,
    from: page ?? {},
    most: pagesFor(query.limit, productsPage),
    read,
    keep: (product) => {
      if (!query.ids) noteStray(product, query, reading.note);
      return isAsked(product, query, reading.now);
    },
    nameOf: ({ id, updatedAt }) => `${id} ${updatedAt}`,
  });
  const complete = await readEach(items, (product) => completed(product, reading), reading);
  return { items: await withStock(complete, reading), ...(next && { next }) };
}

/** Whether a product is in the collection is asked of each, so that the filter is exact. */
const collectionOf = ({ collection_id: id }: ProductQuery) =>
  id === undefined ? {} : { collection: `gid://shopify/Collection/${id}` };

type ReadPage = (from: Place, wanted: number) => Promise<Stretch<Product, Place>>;

const BY_ID: Sort<Product> = {
  field: 'id',
  reverse: false,
  valueOf: (product) => recordId(product) ?? '',
  idOf: ({ id }) => id,
};

function readBySearch(query: ProductQuery, reading: Reading): ReadPage {
  const inCollection = query.collection_id !== undefined;
  const operation = inCollection ? productsPageOfCollection : productsPage;
  const terms = searchTerms(query);
  return async (from, wanted) => {
    const text = [terms, startTerm(from, BY_ID)].filter(Boolean).join(' ');
    const variables = { query: text, ...collectionOf(query) };
    const page = await search<Product>(operation, wanted, from.after, variables, reading);
    const { rows, after } = page;
    const sort = inCollection ? undefined : BY_ID;
    if (after === undefined && (from.read ?? 0) + rows.length >= PAGED_AT_MOST) noteLimit(reading);
    return {
      rows: priced(unread(rows, from, BY_ID), page.data),
      next: after === undefined ? undefined : placeAfter(rows, after, from, sort),
    };
  };
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

/** In the order of `ids`. */
function readByIds(ids: readonly string[], query: ProductQuery, reading: Reading): ReadPage {
  const operation = query.collection_id === undefined ? productsByIds : productsByIdsOfCollection;
  const gids = [...new Set(ids)].map((id) => `gid://shopify/Product/${id}`);
  return async (from, wanted) => {
    const more = collectionOf(query);
    const { rows, next, data } = await byIds<Product>(operation, wanted, from, gids, more, reading);
    return { rows: priced(rows, data), next };
  };
}

/** The products with the currency of their prices, which is the shop's. */
function priced(rows: readonly Product[], data: Data): Product[] {
  const currency = (data.shop as { currencyCode?: unknown } | null | undefined)?.currencyCode;
  if (typeof currency !== 'string') throw invalid('no currency of the shop');
  return rows.map((product) => ({ ...product, shopCurrencyCode: currency }));
}

/** Without this Shopify searches the active ones only; unlisted ones are active to us. */
const STATUS_TERMS: Readonly<Record<string, string>> = {
  active: 'status:active,unlisted',
  draft: 'status:draft',
  archived: 'status:archived',
};
const EVERY_STATUS = 'status:active,draft,archived,unlisted';

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
  const is = (asked: string | undefined, value: string | null) =>
    asked === undefined || asked === value;
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

/**
 * The products with the stock of their tracked variants by location. It is asked for apart: inside
 * the product the lists would multiply, and one scope that is missing would take all products away.
 */
async function withStock(items: readonly Product[], reading: Reading): Promise<Product[]> {
  const tracked = items
    .flatMap(({ variants }) => nodesOf(variants).map(({ inventoryItem }) => inventoryItem))
    .filter((item) => item?.tracked === true && typeof item.id === 'string');
  if (tracked.length === 0 || !(await mayReadStock(reading))) return [...items];
  const levels = await readLevels([...new Set(tracked.map(({ id }) => id))], reading);
  const stocked = (variant: Variant): Variant => {
    const found = levels.get(variant?.inventoryItem?.id);
    if (!found) return variant;
    return { ...variant, inventoryItem: { ...variant.inventoryItem, inventoryLevels: found } };
  };
  return items.map((product) => {
    const { variants } = product;
    if (!Array.isArray(variants?.nodes)) return product;
    return { ...product, variants: { ...variants, nodes: variants.nodes.map(stocked) } };
  });
}

const STOCK_SCOPES = ['read_inventory', 'read_locations'];

async function mayReadStock(reading: Reading): Promise<boolean> {
  const { scopes } = await installed(reading);
  const missing = STOCK_SCOPES.filter((scope) => !grants(scopes, scope));
  if (missing.length > 0)
    reading.note({
      code: 'field_withheld',
      field: 'variants.inventory_levels',
      message: `Stock by location is left out, since the access token lacks the scope ${missing.join(' and ')}.`,
    });
  return missing.length === 0;
}

interface Stocked {
  readonly id: string;
  readonly inventoryLevels: Connection<InventoryLevel>;
}

/** The levels of each inventory item, by its global id; items that Shopify withholds are absent. */
async function readLevels(ids: readonly string[], reading: Reading) {
  const chunks: string[][] = [];
  for (let at = 0; at < ids.length; at += inventoryLevels.most)
    chunks.push(ids.slice(at, at + inventoryLevels.most));
  const found = await inGroups(chunks, (chunk) =>
    allByIds<Stocked>(inventoryLevels, chunk, reading),
  );
  const complete = await readEach(
    found.flat(),
    async ({ id, inventoryLevels: part }) =>
      [id, await whole(part, moreLevels, id, reading)] as const,
    reading,
  );
  return new Map(complete);
}
