// Reads products: the seller's own listings of one marketplace, variations gathered under their parent.

import { Fault } from '../../model/faults.ts';
import type { ProductDraft } from '../../model/product.ts';
import type { ProductFilter, ProductQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import { readInstant } from '../../model/time.ts';
import type { Products, Reading } from '../channel.ts';
import { boundsOf, isBounded, isWithin } from '../kit/bounds.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { createTrail } from '../kit/paging.ts';
import { mustHave, readEach } from '../kit/records.ts';
import { without } from '../kit/without.ts';
import { childrenOf, identified, type Own, ownOf } from './families.ts';
import {
  behind,
  boundPairs,
  madeAt,
  PAGE_SIZE,
  type ProductCursor,
  pageAt,
  readPage,
  type Shelf,
} from './listings.ts';
import type { Listing, NativeProduct } from './native.ts';
import { neededMarketplaces } from './participations.ts';
import { transformProduct } from './products-transform.ts';
import { isShippedByAmazon, readAmazonStock } from './stock.ts';

export const products: Products<NativeProduct, ProductCursor> = {
  filters: filtersBy<ProductFilter>({
    channel: ['ids', 'handle', ...bounds('created_at', 'updated_at')],
    service: [
      'title',
      'vendor',
      'product_type',
      'status',
      'published_status',
      ...bounds('published_at'),
    ],
  }),
  id: { pattern: /^[^,\p{Cc}]{1,40}$/u, example: 'RACK-OAK' },
  idOf: ({ sku }) => sku,

  async fetch(query, cursor = {}, reading) {
    const shelf = await shelfOf(reading);
    const read = query.ids ? readNamed : readList;
    const { items, next } = await read(query, cursor, shelf);
    return { items: await withStock(items, shelf), ...(next && { next }) };
  },

  shape: shape({
    words: [
      'marketplaceId',
      'attributes.externally_assigned_product_identifier.*.type',
      'offers.*.marketplaceId',
      'offers.*.offerType',
      'offers.*.audience.value',
      'attributes.purchasable_offer.*.audience',
      'children.*.attributes.externally_assigned_product_identifier.*.type',
      'children.*.offers.*.marketplaceId',
      'children.*.offers.*.offerType',
      'children.*.offers.*.audience.value',
      'children.*.attributes.purchasable_offer.*.audience',
      'relationships.*.relationships.*.type',
    ],
    objects: [
      'amazonStock',
      'relationships.*.relationships.*.variationTheme',
      'attributes',
      'summaries.*.mainImage',
      'children.*.attributes',
      'children.*.summaries.*.mainImage',
    ],
    needed: ['offers.*.price', 'children.*.offers.*.price'],
  }),
  transform: transformProduct,
  raw: (product) => without(product, 'marketplaceId', 'amazonStock'),
};

export async function shelfOf(reading: Reading): Promise<Shelf> {
  const { sellerId } = reading.account;
  if (!sellerId)
    throw new Fault(
      'invalid_request',
      'Products of Amazon need the key "sellerId": the merchant token, such as A2EXAMPLE1SELLER, from Seller Central under Settings, Account Info. Send it beside the token, or link the account again.',
      { field: 'sellerId', reason: 'no_seller' },
    );
  const [marketplaceId = ''] = await neededMarketplaces(reading);
  return { sellerId, marketplaceId, reading };
}

type Read = (
  query: ProductQuery,
  cursor: ProductCursor,
  shelf: Shelf,
) => ReturnType<(typeof products)['fetch']>;

/** How many native pages one request reads; variations that are left out come in long rows. */
const MOST_READS = 15;

const readList: Read = async (query, start, shelf) => {
  const { handle } = query;
  // A handle is an ASIN; anything else names nothing.
  if (handle !== undefined && !/^[A-Z0-9]{10}$/.test(handle)) return { items: [] };
  const filters = handle === undefined ? boundPairs(query) : identified('ASIN', [handle]);
  const trail = createTrail('listings');
  const kept: NativeProduct[] = [];
  let cursor: ProductCursor | undefined = start;
  trail.cursor([cursor.from, cursor.token]);
  for (let count = 0; cursor && count < MOST_READS && kept.length < query.limit; count++) {
    const here: ProductCursor = cursor;
    const { from = '', skip = 0 } = here;
    const page = await pageAt(here, shelf, filters);
    // A window that goes on where another ended may begin with the same listings.
    trail.page(page.listings, ({ sku }) => `${from} ${sku}`);
    const own = (await ownOf(page.listings, shelf)).filter(({ at }) => at >= skip);
    let { edge } = here;
    let done = 0;
    while (done < own.length && kept.length < query.limit) {
      const group = own.slice(done, done + query.limit - kept.length);
      const fresh = group.filter(({ listing }) => !edge?.skus.includes(listing.sku));
      kept.push(...(await completed(fresh, query, shelf)));
      for (const { listing } of group) edge = advanced(edge, listing, shelf);
      done += group.length;
    }
    const left = own[done];
    if (left) cursor = { ...here, skip: left.at, ...(edge && { edge }) };
    else {
      cursor = behind(here, page, edge, shelf);
      if (cursor) trail.cursor([cursor.from, cursor.token]);
    }
  }
  return { items: kept, ...(cursor && { next: cursor }) };
};

/** The last creation time reached, with the SKUs given of it. */
function advanced(edge: ProductCursor['edge'], listing: Listing, shelf: Shelf) {
  const at = madeAt(listing, shelf);
  const skus = edge?.at === at ? edge.skus : [];
  return { at, skus: [...new Set([...skus, listing.sku])] };
}

const readNamed: Read = async ({ ids = [], ...query }, cursor, shelf) => {
  const kept: NativeProduct[] = [];
  let { at = 0 } = cursor;
  while (at < ids.length && kept.length < query.limit) {
    const group = ids.slice(at, at + Math.min(PAGE_SIZE, query.limit - kept.length));
    at += group.length;
    const { listings } = await readPage(shelf, identified('SKU', group));
    const own = await ownOf(listings, shelf);
    const wanted = group.flatMap((sku) => own.filter(({ listing }) => listing.sku === sku));
    kept.push(...(await completed(wanted, query, shelf)));
  }
  return { items: kept, ...(at < ids.length && { next: { at } }) };
};

const FAMILIES_AT_A_TIME = 3;

/** The listings as products with their variations, those that the filters leave. */
async function completed(
  own: readonly Own[],
  query: ProductQuery,
  shelf: Shelf,
): Promise<readonly NativeProduct[]> {
  const { limit: _, ...filters } = query;
  const isAll = Object.keys(filters).length === 0;
  const completeOne = async ({ listing }: Own) => {
    const children = await childrenOf(listing, shelf);
    const product = { ...listing, marketplaceId: shelf.marketplaceId, children, amazonStock: {} };
    // What a product comes to is worked out only where a filter asks about it.
    return isAll || fits(transformProduct(product), query) ? [product] : [];
  };
  return (await readEach(own, completeOne, shelf.reading, FAMILIES_AT_A_TIME)).flat();
}

function fits(product: ProductDraft, query: ProductQuery): boolean {
  const { published_status = 'any' } = query;
  const isAsked = (time: 'created_at' | 'updated_at') => isBounded(boundsOf(query, time));
  mustHave(product.id, [
    ['summaries.0.createdDate', isAsked('created_at'), Boolean(product.created_at)],
    ['summaries.0.lastUpdatedDate', isAsked('updated_at'), Boolean(product.updated_at)],
  ]);
  const isPublished = Boolean(product.published_at);
  return (
    (published_status === 'any' || isPublished === (published_status === 'published')) &&
    (['title', 'vendor', 'product_type', 'handle', 'status'] as const).every(
      (field) => query[field] === undefined || product[field] === query[field],
    ) &&
    (['created_at', 'updated_at', 'published_at'] as const).every((time) => {
      const { min, max } = boundsOf(query, time);
      // Our own times are cut to the second, so a lower bound is too.
      const second = min && Math.floor(min / 1000) * 1000;
      return isWithin({ min: second, max }, readInstant(product[time] ?? ''));
    })
  );
}

async function withStock(
  items: readonly NativeProduct[],
  shelf: Shelf,
): Promise<readonly NativeProduct[]> {
  const skusOf = (product: NativeProduct) =>
    [product, ...product.children].filter(isShippedByAmazon).map(({ sku }) => sku);
  const skusOfEach = items.map(skusOf);
  const skus = [...new Set(skusOfEach.flat())];
  if (skus.length === 0) return items;
  const stock = await readAmazonStock(skus, shelf);
  return items.map((product, at) => {
    const known = skusOfEach[at]?.map((sku) => [sku, stock.get(sku) ?? null]);
    return { ...product, amazonStock: Object.fromEntries(known ?? []) };
  });
}
