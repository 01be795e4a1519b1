// Reads products: the seller's own listings of one marketplace, variations gathered under their parent.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { ProductDraft } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import { readInstant } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Products, Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { createTrail } from '../kit/paging.ts';
import { readable } from '../kit/records.ts';
import { childrenNamedBy, identified, listedAmong, parentsOf } from './families.ts';
import {
  behind,
  boundPairs,
  madeAt,
  PAGE_SIZE,
  type Page,
  readAll,
  readPage,
  type Shelf,
  type Spot,
  windowed,
} from './listings.ts';
import type { Listing, NativeProduct } from './native.ts';
import { neededMarketplaces } from './participations.ts';
import { transformProduct } from './products-transform.ts';
import { isShippedByAmazon, readAmazonStock } from './stock.ts';

/** Where the next page begins: in the walk, or among the identifiers asked for. */
interface Place extends Spot {
  readonly at?: number;
}

export const products: Products<NativeProduct, Place> = {
  filters: {
    ids: 'channel',
    handle: 'channel',
    title: 'service',
    vendor: 'service',
    product_type: 'service',
    status: 'service',
    published_status: 'service',
    created_at_min: 'channel',
    created_at_max: 'channel',
    updated_at_min: 'channel',
    updated_at_max: 'channel',
    published_at_min: 'service',
    published_at_max: 'service',
  },
  id: { pattern: /^[^,\p{Cc}]{1,40}$/u, example: 'RACK-OAK' },
  idOf: ({ sku }) => sku,

  async fetch(query, page, reading) {
    const shelf = await shelfOf(reading);
    const { items, next } = query.ids
      ? await pick(query, query.ids, page?.at ?? 0, shelf, reading)
      : await walk(query, page ?? {}, shelf, reading);
    return { items: await withStock(items, shelf, reading), ...(next && { next }) };
  },

  transform: transformProduct,
};

async function shelfOf(reading: Reading): Promise<Shelf> {
  const { sellerId, tokenKind } = reading.account;
  if (tokenKind === 'restricted')
    throw new Fault(
      'invalid_request',
      'A restricted data token opens orders alone: send an access or refresh token for products.',
      { field: 'token', reason: 'restricted_token' },
    );
  if (!sellerId)
    throw new Fault(
      'invalid_request',
      'Products of Amazon need the key "sellerId": the merchant token, such as A2EXAMPLE1SELLER, from Seller Central under Settings, Account Info. Send it beside the token, or link the account again.',
      { field: 'sellerId', reason: 'no_seller' },
    );
  const [marketplaceId = ''] = await neededMarketplaces(reading);
  return { sellerId, marketplaceId };
}

interface Found {
  readonly items: readonly NativeProduct[];
  readonly next?: Place;
}

/** How many native pages one request reads; variations that are left out come in long rows. */
const MOST_READS = 15;

async function walk(
  query: ProductQuery,
  start: Spot,
  shelf: Shelf,
  reading: Reading,
): Promise<Found> {
  const { handle = '' } = query;
  // A handle is an ASIN; anything else names nothing.
  if (query.handle !== undefined && !/^[A-Z0-9]{10}$/.test(handle)) return { items: [] };
  const filters: Pairs =
    query.handle === undefined ? boundPairs(query) : identified('ASIN', [handle]);
  const trail = createTrail('listings');
  const kept: NativeProduct[] = [];
  let spot: Spot | undefined = start;
  trail.cursor([spot.from, spot.token]);
  for (let count = 0; spot && count < MOST_READS && kept.length < query.limit; count++) {
    const page: Page = await readPage(shelf, windowed(filters, spot.from), spot.token, reading);
    // A window that goes on where another ended may begin with the same listings.
    if (page.listings.length > 0)
      trail.page([spot.from ?? '', ...page.listings.map(({ sku }) => sku)]);
    const skip: number = spot.skip ?? 0;
    const own: readonly Own[] = (await ownOf(page.listings, shelf, reading)).filter(
      ({ at }) => at >= skip,
    );
    let edge: Spot['edge'] = spot.edge;
    let done = 0;
    while (done < own.length && kept.length < query.limit) {
      const group = own.slice(done, done + query.limit - kept.length);
      const fresh = group.filter(({ listing }) => !edge?.skus.includes(listing.sku));
      kept.push(...(await completed(fresh, query, shelf, reading)));
      for (const { listing } of group) edge = advanced(edge, listing, shelf);
      done += group.length;
    }
    const left = own[done];
    if (left) spot = { ...spot, skip: left.at, ...(edge && { edge }) };
    else {
      spot = behind(spot, page, edge, shelf);
      if (spot) trail.cursor([spot.from, spot.token]);
    }
  }
  return { items: kept, ...(spot && { next: spot }) };
}

/** The last creation time reached, with the SKUs given of it. */
function advanced(edge: Spot['edge'], listing: Listing, shelf: Shelf): NonNullable<Spot['edge']> {
  const at = madeAt(listing, shelf);
  const skus = edge?.at === at ? edge.skus : [];
  return { at, skus: [...new Set([...skus, listing.sku])] };
}

async function pick(
  query: ProductQuery,
  ids: readonly string[],
  start: number,
  shelf: Shelf,
  reading: Reading,
): Promise<Found> {
  const kept: NativeProduct[] = [];
  let at = start;
  while (at < ids.length && kept.length < query.limit) {
    const group = ids.slice(at, at + Math.min(PAGE_SIZE, query.limit - kept.length));
    at += group.length;
    const { listings } = await readPage(shelf, identified('SKU', group), undefined, reading);
    const own = await ownOf(listings, shelf, reading);
    const wanted = group.flatMap((sku) => own.filter(({ listing }) => listing.sku === sku));
    kept.push(...(await completed(wanted, query, shelf, reading)));
  }
  return { items: kept, ...(at < ids.length && { next: { at } }) };
}

/** A listing that is a product by itself, and its place on the page. */
interface Own {
  readonly listing: Listing;
  readonly at: number;
}

/** Without the variations whose parent is a listing of the seller too: they come with it. */
async function ownOf(
  listings: readonly Listing[],
  shelf: Shelf,
  reading: Reading,
): Promise<readonly Own[]> {
  const onPage = new Set(listings.map(({ sku }) => sku));
  const parents = listings.flatMap((listing) => parentsOf(listing, shelf));
  const elsewhere = parents.filter((sku) => !onPage.has(sku));
  const isListed = await listedAmong(elsewhere, shelf, reading);
  return listings
    .map((listing, at) => ({ listing, at }))
    .filter(
      ({ listing }) => !parentsOf(listing, shelf).some((sku) => onPage.has(sku) || isListed(sku)),
    );
}

const FAMILIES_AT_ONCE = 3;

/** The listings as products with their variations, those that the filters leave. */
async function completed(
  own: readonly Own[],
  query: ProductQuery,
  shelf: Shelf,
  reading: Reading,
): Promise<readonly NativeProduct[]> {
  const whole = await inGroups(
    own,
    async ({ listing }): Promise<NativeProduct> => ({
      ...listing,
      marketplaceId: shelf.marketplaceId,
      children: await childrenOf(listing, shelf, reading),
      amazonStock: {},
    }),
    FAMILIES_AT_ONCE,
  );
  const judged = readable(
    whole,
    (row) => {
      const product = row as NativeProduct;
      return { product, fits: fits(transformProduct(product), query) };
    },
    reading,
  );
  return judged.filter((one) => one.fits).map(({ product }) => product);
}

/** Variations in the order in which the parent names them. */
async function childrenOf(
  listing: Listing,
  shelf: Shelf,
  reading: Reading,
): Promise<readonly Listing[]> {
  const childSkus = childrenNamedBy(listing, shelf);
  if (childSkus.length === 0) return [];
  const children = await readAll(shelf, [['variationParentSku', listing.sku]], reading);
  const place = new Map(childSkus.map((sku, at) => [sku, at]));
  const placeOf = ({ sku }: Listing) => place.get(sku) ?? childSkus.length;
  return children.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function fits(product: ProductDraft, query: ProductQuery): boolean {
  const { published_status = 'any' } = query;
  requireDate(product, 'created_at', query, 'createdDate');
  requireDate(product, 'updated_at', query, 'lastUpdatedDate');
  const published = product.published_at !== null && product.published_at !== undefined;
  const same = (['title', 'vendor', 'product_type', 'handle', 'status'] as const).every(
    (field) => query[field] === undefined || product[field] === query[field],
  );
  return (
    same &&
    (published_status === 'any' || published === (published_status === 'published')) &&
    isBetween(product.created_at, query.created_at_min, query.created_at_max) &&
    isBetween(product.updated_at, query.updated_at_min, query.updated_at_max) &&
    isBetween(product.published_at, query.published_at_min, query.published_at_max)
  );
}

/** A listing whose date is asked for and cannot be read is neither inside the bounds nor outside. */
function requireDate(
  product: ProductDraft,
  name: 'created_at' | 'updated_at',
  query: ProductQuery,
  field: string,
): void {
  const bound = query[`${name}_min`] !== undefined || query[`${name}_max`] !== undefined;
  if (bound && !product[name]) throw unreadableRecord(product.id, `summaries.0.${field}`);
}

function isBetween(
  text: string | null | undefined,
  min: number | undefined,
  max: number | undefined,
): boolean {
  if (min === undefined && max === undefined) return true;
  const at = text ? readInstant(text) : undefined;
  // Our own times are cut to the second.
  return at !== undefined && at + 999 >= (min ?? at) && at <= (max ?? at);
}

async function withStock(
  items: readonly NativeProduct[],
  { marketplaceId }: Shelf,
  reading: Reading,
): Promise<readonly NativeProduct[]> {
  const skus = items
    .flatMap((product) => [product, ...product.children])
    .filter(isShippedByAmazon)
    .map(({ sku }) => sku);
  if (skus.length === 0) return items;
  const stock = await readAmazonStock([...new Set(skus)], marketplaceId, reading);
  return items.map((product) => {
    const own = [product, ...product.children].filter(isShippedByAmazon);
    const known = own.map(({ sku }) => [sku, stock.get(sku) ?? null] as const);
    return { ...product, amazonStock: Object.fromEntries(known) };
  });
}
