// The Listings Items API 2021-08-01 and the stock in Amazon's warehouses.
import type { Product } from '../../catalogue/types.ts';
import { perRecord } from '../../living/derived.ts';
import type { StoreRequest } from '../../store.ts';
import { utcText } from '../../zone.ts';
import { type Listing, listingsOf } from './listing.ts';
import type { Marketplace } from './marketplaces.ts';
import {
  type Asked,
  date,
  flag,
  integer,
  list,
  type Parameters,
  readQuery,
  readToken,
  text,
  Wrong,
  word,
  writeToken,
} from './params.ts';
import type { AmazonShop } from './shops.ts';

const parts = [
  'summaries',
  'attributes',
  'issues',
  'offers',
  'fulfillmentAvailability',
  'procurement',
  'relationships',
  'productTypes',
];
const statuses = ['BUYABLE', 'DISCOVERABLE'];

const searchParameters: Parameters = {
  marketplaceIds: list(1),
  includedData: list(parts.length, parts),
  identifiers: list(20),
  identifiersType: word('ASIN', 'EAN', 'SKU', 'UPC', 'GTIN'),
  variationParentSku: text,
  createdAfter: date,
  createdBefore: date,
  lastUpdatedAfter: date,
  lastUpdatedBefore: date,
  withStatus: list(2, statuses),
  withoutStatus: list(2, statuses),
  sortBy: word('sku', 'createdDate', 'lastUpdatedDate'),
  sortOrder: word('ASC', 'DESC'),
  pageSize: integer(1, 20),
  pageToken: text,
};

const oneParameters: Parameters = {
  marketplaceIds: list(1),
  includedData: list(parts.length, parts),
  issueLocale: text,
};

const warehouses = { na: 'AMAZON_NA', eu: 'AMAZON_EU', fe: 'AMAZON_JP' } as const;

/** No list goes further, however much was found. */
const cap = 1000;

export interface Shelves {
  search(request: StoreRequest): object;
  /** Null when there is no such listing. */
  one(sku: string, request: StoreRequest): object | null;
  stock(request: StoreRequest): object;
}

export function openShelves(shop: AmazonShop, now: () => number): Shelves {
  const warehouse = warehouses[shop.sells[0]?.region ?? 'eu'];
  const listings = perRecord((product: Product) => listingsOf(product, warehouse));
  const all = () => shop.products.flatMap(listings);
  const rendered = perRecord((_: Listing) => new Map<string, object>());

  return {
    search(request) {
      const asked = readQuery(request.query, searchParameters);
      const marketplaces = readMarketplaces(asked, shop);
      const included = asked.list('includedData') ?? ['summaries'];
      const found = all().filter(filterOf(asked)).sort(orderOf(asked));
      const query = asked.except('pageToken');
      const token = asked.text('pageToken');
      const at = token === undefined ? 0 : readToken(token, 'pageToken', query, now());
      const size = asked.integer('pageSize') ?? 10;
      const end = Math.min(at + size, cap);
      const key = `${marketplaces.map(({ id }) => id)} ${included}`;
      const render = (listing: Listing) => {
        const known = rendered(listing);
        const item = known.get(key) ?? listing.render(marketplaces, included);
        known.set(key, item);
        return item;
      };
      return {
        numberOfResults: found.length,
        pagination: {
          ...(end < Math.min(found.length, cap) && { nextToken: writeToken(end, query, now()) }),
          ...(at > 0 && { previousToken: writeToken(Math.max(0, at - size), query, now()) }),
        },
        items: found.slice(at, end).map(render),
      };
    },
    one(sku, request) {
      const asked = readQuery(request.query, oneParameters);
      const marketplaces = readMarketplaces(asked, shop);
      const listing = all().find((one) => one.sku === sku);
      return listing?.render(marketplaces, asked.list('includedData') ?? ['summaries']) ?? null;
    },
    stock(request) {
      const asked = readQuery(request.query, stockParameters);
      const [marketplace] = readMarketplaces(asked, shop);
      if (asked.text('granularityType') === undefined)
        throw new Wrong('granularityType is required.');
      if (asked.text('granularityId') !== marketplace?.id)
        throw new Wrong('granularityId must be the marketplace.');
      const wanted = asked.list('sellerSkus') ?? [asked.text('sellerSku') ?? ''];
      const query = asked.except('nextToken');
      const token = asked.text('nextToken');
      const at =
        token === undefined ? 0 : readToken(token, 'nextToken', query, now(), stockTokenLife);
      const found = all().filter(
        ({ sku, amazonStock }) => amazonStock !== null && wanted.includes(sku),
      );
      const end = at + stockAtATime;
      return {
        payload: {
          granularity: { granularityType: 'Marketplace', granularityId: marketplace?.id },
          inventorySummaries: found.slice(at, end).map(summaryOf),
        },
        pagination: end < found.length ? { nextToken: writeToken(end, query, now()) } : {},
      };
    },
  };
}

const stockParameters: Parameters = {
  details: flag,
  granularityType: word('Marketplace'),
  granularityId: text,
  marketplaceIds: list(1),
  sellerSkus: list(50),
  sellerSku: text,
  nextToken: text,
};
const stockAtATime = 30;
/** "The string token will expire 30 seconds after being created." */
const stockTokenLife = 30_000;

function summaryOf({ sku, asin, amazonStock, title, updatedAt }: Listing): object {
  const stock = amazonStock ?? 0;
  return {
    asin,
    fnSku: `X00${asin.slice(3)}`,
    sellerSku: sku,
    condition: 'NewItem',
    inventoryDetails: {
      fulfillableQuantity: stock,
      inboundWorkingQuantity: 0,
      inboundShippedQuantity: 20,
      inboundReceivingQuantity: 0,
      reservedQuantity: {
        totalReservedQuantity: 3,
        pendingCustomerOrderQuantity: 2,
        pendingTransshipmentQuantity: 1,
        fcProcessingQuantity: 0,
      },
    },
    lastUpdatedTime: `${utcText(updatedAt)}Z`,
    productName: title,
    totalQuantity: stock + 23,
  };
}

export function readMarketplaces(asked: Asked, shop: AmazonShop): readonly Marketplace[] {
  const ids = asked.list('marketplaceIds');
  if (ids === undefined) throw new Wrong('marketplaceIds is required.');
  return ids.map((id) => {
    const found = shop.sells.find((marketplace) => marketplace.id === id);
    if (found === undefined) throw new Wrong(`Invalid marketplace: ${id}.`);
    return found;
  });
}

function filterOf(asked: Asked): (listing: Listing) => boolean {
  const identifiers = asked.list('identifiers');
  const type = asked.text('identifiersType');
  const parent = asked.text('variationParentSku');
  if ((identifiers === undefined) !== (type === undefined))
    throw new Wrong('identifiers and identifiersType belong together.');
  if (identifiers !== undefined && parent !== undefined)
    throw new Wrong('identifiers cannot be used with variationParentSku.');
  const wanted = asked.list('withStatus') ?? [];
  const unwanted = asked.list('withoutStatus') ?? [];
  const within = (at: number, from: number | undefined, to: number | undefined) =>
    at >= (from ?? at) && at <= (to ?? at);
  return (listing) => {
    const code = { SKU: listing.sku, ASIN: listing.asin }[type ?? ''] ?? listing.barcode ?? '';
    const has = (status: string) => listing.status.some((one) => one === status);
    return (
      (identifiers?.includes(code) ?? true) &&
      (parent === undefined || listing.parentSku === parent) &&
      wanted.every(has) &&
      !unwanted.some(has) &&
      within(listing.createdAt, asked.date('createdAfter'), asked.date('createdBefore')) &&
      within(listing.updatedAt, asked.date('lastUpdatedAfter'), asked.date('lastUpdatedBefore'))
    );
  };
}

/** Newest change first, unless another order is asked for. */
function orderOf(asked: Asked): (one: Listing, other: Listing) => number {
  const by = asked.text('sortBy') ?? 'lastUpdatedDate';
  const sign = (asked.text('sortOrder') ?? 'DESC') === 'ASC' ? 1 : -1;
  const at = (listing: Listing) => (by === 'createdDate' ? listing.createdAt : listing.updatedAt);
  const bySku = (one: Listing, other: Listing) =>
    one.sku < other.sku ? -1 : one.sku > other.sku ? 1 : 0;
  return (one, other) =>
    sign * (by === 'sku' ? bySku(one, other) : at(one) - at(other) || bySku(one, other));
}
