// Walks over a seller's listings: native pages of twenty, and windows where Amazon ends a list early.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { isRecord, parts } from '../kit/loose.ts';
import { collect } from '../kit/paging.ts';
import { readable } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import { askFor, broken, written } from './asking.ts';
import { countOf, tokenOf } from './lists.ts';
import type { Listing, Summary } from './native.ts';

/** Where a walk goes on. */
export interface Spot {
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
}

export interface Shelf {
  readonly sellerId: string;
  readonly marketplaceId: string;
}

export const PAGE_SIZE = 20;
/** Amazon ends every list of listings here, however long it is. */
const CAP = 1000;

const INCLUDED = [
  'summaries',
  'attributes',
  'offers',
  'fulfillmentAvailability',
  'relationships',
  'productTypes',
];

/** One native page as it came. */
interface RawPage {
  readonly rows: readonly unknown[];
  readonly token: string | undefined;
  readonly total: number | undefined;
}

export interface Page extends RawPage {
  readonly listings: readonly Listing[];
}

/** One native page, oldest listings first. */
export async function searchListings(
  { sellerId, marketplaceId }: Shelf,
  filters: Pairs,
  token: string | undefined,
  reading: Reading,
  included: readonly string[] = INCLUDED,
): Promise<RawPage> {
  const path = `/listings/2021-08-01/items/${encodeURIComponent(sellerId)}`;
  const { body } = await reading.call({
    ...askFor(reading.account, 'searchListingsItems', path, [
      ['marketplaceIds', marketplaceId],
      ['includedData', included.join(',')],
      ...filters,
      ['sortBy', 'createdDate'],
      ['sortOrder', 'ASC'],
      ['pageSize', String(PAGE_SIZE)],
      ...(token === undefined ? [] : ([['pageToken', token]] as const)),
    ]),
    // Attributes hold prices and weights as JSON numbers.
    numbers: 'exact',
  });
  if (!isRecord(body) || !Array.isArray(body.items)) throw broken('it holds no list of listings');
  return {
    rows: body.items,
    token: tokenOf(isRecord(body.pagination) ? body.pagination.nextToken : undefined),
    total: countOf(body.numberOfResults) ?? undefined,
  };
}

/** The same with its listings; one without a SKU cannot be read. */
export async function readPage(
  shelf: Shelf,
  filters: Pairs,
  token: string | undefined,
  reading: Reading,
): Promise<Page> {
  const page = await searchListings(shelf, filters, token, reading);
  return { ...page, listings: readable(page.rows, wholeListing, reading) };
}

function wholeListing(value: unknown): Listing {
  const sku = isRecord(value) ? filled(value.sku) : null;
  if (sku === null) throw unreadableRecord(undefined, 'sku');
  return { ...(value as object), sku } as Listing;
}

/** What Amazon says of one marketplace; where that is missing, of the first. */
export function summaryOf(listing: Listing, marketplaceId: string): Summary | undefined {
  const summaries = parts(listing.summaries);
  return summaries.find((summary) => summary.marketplaceId === marketplaceId) ?? summaries[0];
}

export const madeAt = (listing: Listing, { marketplaceId }: Shelf): string =>
  filled(summaryOf(listing, marketplaceId)?.createdDate) ?? '';

/**
 * The filters of a window: one that goes on where another ended begins at its last creation time,
 * so listings of that very time come again and are known by `edge`.
 */
export function windowed(filters: Pairs, from: string | undefined): Pairs {
  if (from === undefined) return filters;
  return [...filters.filter(([name]) => name !== 'createdAfter'), ['createdAfter', from]];
}

/** Where the walk goes on behind a page that was used up; undefined at the end of the list. */
export function behind(spot: Spot, page: Page, edge: Spot['edge'], shelf: Shelf): Spot | undefined {
  const passed = (spot.passed ?? 0) + page.rows.length;
  const kept = edge && { edge };
  const { from } = spot;
  if (page.token !== undefined && passed < CAP)
    return { token: page.token, passed, ...(from !== undefined && { from }), ...kept };
  const cut = page.token !== undefined || (page.total !== undefined && page.total > passed);
  if (passed < CAP || !cut) return undefined;
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
export async function readAll(
  shelf: Shelf,
  filters: Pairs,
  reading: Reading,
): Promise<readonly Listing[]> {
  const found = await collect('variations', async (spot: Spot = {}) => {
    const page = await readPage(shelf, windowed(filters, spot.from), spot.token, reading);
    return { rows: page.listings, next: behind(spot, page, undefined, shelf) };
  });
  return [...new Map(found.map((listing) => [listing.sku, listing])).values()];
}

/** Whole bounds at the millisecond, as Amazon compares them: both inclusive. */
export function boundPairs(
  bounds: Readonly<
    Partial<
      Record<'created_at_min' | 'created_at_max' | 'updated_at_min' | 'updated_at_max', number>
    >
  >,
): Pairs {
  const pairs: (readonly [string, number | undefined])[] = [
    ['createdAfter', bounds.created_at_min],
    ['createdBefore', bounds.created_at_max],
    ['lastUpdatedAfter', bounds.updated_at_min],
    ['lastUpdatedBefore', bounds.updated_at_max],
  ];
  return pairs.flatMap(([name, at]) => (at === undefined ? [] : [[name, written(at)] as const]));
}
