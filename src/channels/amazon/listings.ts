// Walks over a seller's listings: native pages of twenty, and windows where Amazon ends a list early.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { ProductQuery } from '../../model/query.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { count, isRecord, membersOf, parts } from '../kit/loose.ts';
import { collect } from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { readable } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import { askFor, broken, nextTokenIn, written } from './asks.ts';
import type { Listing, Summary } from './native.ts';

/** Where the next page begins: in a walk, or among the identifiers asked for. */
export interface ProductCursor {
  /** Amazon's token of the page to read; none: the first. */
  readonly token?: string;
  /** How many listings of that page are done with. */
  readonly skip?: number;
  /** How many listings the pages before it held, in this window. */
  readonly passed?: number;
  /** Where the window begins, when it is not the first. */
  readonly from?: string;
  /** Creation time of the last listing done with, and the products given that were made then. */
  readonly edge?: { readonly at: string; readonly skus: readonly string[] };
  /** How many of the identifiers are done with. */
  readonly at?: number;
}

/** The listings of a seller in one marketplace, and how they are read. */
export interface Shelf {
  readonly sellerId: string;
  readonly marketplaceId: string;
  readonly reading: Reading;
}

export const PAGE_SIZE = 20;
/** Amazon ends every list of listings here, however long it is. */
const CAP = 1000;

const EVERYTHING = 'summaries,attributes,offers,fulfillmentAvailability,relationships,productTypes';

/** One native page as it came, oldest listings first. */
export async function searchListings(
  { sellerId, marketplaceId, reading }: Shelf,
  filters: Pairs,
  { token, included = EVERYTHING }: { token?: string | undefined; included?: string } = {},
) {
  const path = `/listings/2021-08-01/items/${encodeURIComponent(sellerId)}`;
  const { body } = await reading.call({
    ...askFor(reading.account, 'searchListingsItems', path, [
      ['marketplaceIds', marketplaceId],
      ['includedData', included],
      ...filters,
      ['sortBy', 'createdDate'],
      ['sortOrder', 'ASC'],
      ...pair('pageSize', PAGE_SIZE),
      ...pair('pageToken', token),
    ]),
    // Attributes hold prices and weights as JSON numbers.
    numbers: 'exact',
  });
  const { items, numberOfResults } = membersOf(body);
  if (!Array.isArray(items)) throw broken('a list of listings');
  const rows: readonly unknown[] = items;
  return { rows, token: nextTokenIn(body), total: count(numberOfResults) };
}

/** The same with its listings; one without a SKU cannot be read. */
export async function readPage(shelf: Shelf, filters: Pairs, token?: string) {
  const page = await searchListings(shelf, filters, { token });
  return { ...page, listings: readable(page.rows, listingIn, shelf.reading) };
}
type Page = Awaited<ReturnType<typeof readPage>>;

function listingIn(row: unknown): Listing {
  const sku = filled(membersOf(row).sku);
  if (sku === null) throw unreadableRecord(undefined, 'sku');
  return isRecord<Listing>(row) && row.sku === sku ? row : { ...membersOf(row), sku };
}

/** What Amazon says of one marketplace; where that is missing, of the first. */
export function summaryOf(listing: Listing, marketplaceId: string): Summary | undefined {
  const summaries = parts(listing.summaries);
  return summaries.find((summary) => summary.marketplaceId === marketplaceId) ?? summaries[0];
}

export const madeAt = (listing: Listing, { marketplaceId }: Shelf): string =>
  filled(summaryOf(listing, marketplaceId)?.createdDate) ?? '';

/**
 * The page at a cursor. A window that goes on where another ended begins at its last creation time,
 * so listings of that very time come again and are known by `edge`.
 */
export function pageAt(
  { from, token }: ProductCursor,
  shelf: Shelf,
  filters: Pairs,
): Promise<Page> {
  const others = filters.filter(([name]) => from === undefined || name !== 'createdAfter');
  return readPage(shelf, [...others, ...pair('createdAfter', from)], token);
}

/** Where the walk goes on behind a page that was used up; undefined at the end of the list. */
export function behind(
  { passed: before = 0, from }: ProductCursor,
  page: Page,
  edge: ProductCursor['edge'],
  shelf: Shelf,
): ProductCursor | undefined {
  const { token, total = 0 } = page;
  const passed = before + page.rows.length;
  const kept = edge && { edge };
  if (token !== undefined && passed < CAP)
    return { token, passed, ...(from !== undefined && { from }), ...kept };
  const isCut = token !== undefined || total > passed;
  if (passed < CAP || !isCut) return undefined;
  const last = page.listings.at(-1);
  const next = last && madeAt(last, shelf);
  if (!next || next === from)
    throw new Fault(
      'channel_failed',
      'Amazon lists no more than 1,000 listings at a time, and more than that were created in the same moment.',
    );
  return { from: next, ...kept };
}

/** All listings that match; for lists that one request reads to their end. */
export async function readAll(shelf: Shelf, filters: Pairs): Promise<readonly Listing[]> {
  const readNext = async (cursor: ProductCursor = {}) => {
    const page = await pageAt(cursor, shelf, filters);
    return { rows: page.listings, next: behind(cursor, page, undefined, shelf) };
  };
  const found = await collect('variations', readNext, ({ sku }) => sku);
  return [...new Map(found.map((listing) => [listing.sku, listing])).values()];
}

/** Whole bounds at the millisecond, as Amazon compares them: both inclusive. */
export function boundPairs(query: ProductQuery): Pairs {
  const bounds = [
    ['createdAfter', query.created_at_min],
    ['createdBefore', query.created_at_max],
    ['lastUpdatedAfter', query.updated_at_min],
    ['lastUpdatedBefore', query.updated_at_max],
  ] as const;
  return bounds.flatMap(([name, at]) => (at === undefined ? [] : [[name, written(at)] as const]));
}
