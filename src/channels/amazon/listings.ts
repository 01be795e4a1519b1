// Walks over a seller's listings: native pages of twenty, and windows where Amazon ends a list early.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { exactJson } from '../kit/exact-json.ts';
import { askFor, broken, isRecord, written } from './asking.ts';
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
  /** Creation time of the last listing done with, and the products told that were made then. */
  readonly edge?: { readonly at: string; readonly skus: readonly string[] };
}

export interface Shelf {
  readonly sellerId: string;
  readonly marketplaceId: string;
}

export const PAGE_SIZE = 20;
/** Amazon ends every list of listings here, however long it is. */
const CAP = 1000;

const INCLUDED = 'summaries,attributes,offers,fulfillmentAvailability,relationships,productTypes';

export interface Page {
  readonly listings: readonly Listing[];
  readonly token: string | undefined;
  readonly total: number | undefined;
}

/** One native page, oldest listings first. */
export async function readPage(
  { sellerId, marketplaceId }: Shelf,
  filters: Pairs,
  token: string | undefined,
  reading: Reading,
): Promise<Page> {
  const path = `/listings/2021-08-01/items/${encodeURIComponent(sellerId)}`;
  const { body } = await reading.call({
    ...askFor(reading.account, 'searchListingsItems', path, [
      ['marketplaceIds', marketplaceId],
      ['includedData', INCLUDED],
      ...filters,
      ['sortBy', 'createdDate'],
      ['sortOrder', 'ASC'],
      ['pageSize', String(PAGE_SIZE)],
      ...(token === undefined ? [] : ([['pageToken', token]] as const)),
    ]),
    // Attributes hold prices and weights as JSON numbers.
    parse: exactJson,
  });
  if (!isRecord(body) || !Array.isArray(body.items)) throw broken('it holds no list of listings');
  const next = isRecord(body.pagination) ? body.pagination.nextToken : undefined;
  return {
    listings: body.items.map(wholeListing),
    token: typeof next === 'string' && next !== '' ? next : undefined,
    total: typeof body.numberOfResults === 'number' ? body.numberOfResults : undefined,
  };
}

function wholeListing(value: unknown): Listing {
  if (!isRecord(value) || typeof value.sku !== 'string') throw broken('a listing lacks its SKU');
  return value as unknown as Listing;
}

/** What is told for one marketplace; where that is missing, for the first. */
export const summaryOf = (listing: Listing, marketplaceId: string): Summary | undefined =>
  listing.summaries?.find((summary) => summary.marketplaceId === marketplaceId) ??
  listing.summaries?.[0];

export const madeAt = (listing: Listing, { marketplaceId }: Shelf): string =>
  summaryOf(listing, marketplaceId)?.createdDate ?? '';

/**
 * The filters of a window: one that goes on where another ended begins at its last creation time,
 * so listings of that very time come again and are told apart by `edge`.
 */
export function windowed(filters: Pairs, from: string | undefined): Pairs {
  if (from === undefined) return filters;
  return [...filters.filter(([name]) => name !== 'createdAfter'), ['createdAfter', from]];
}

/** Where the walk goes on behind a page that was used up; undefined at the end of the list. */
export function behind(spot: Spot, page: Page, edge: Spot['edge'], shelf: Shelf): Spot | undefined {
  const passed = (spot.passed ?? 0) + page.listings.length;
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
  const found = new Map<string, Listing>();
  let spot: Spot | undefined = {};
  while (spot) {
    const page: Page = await readPage(shelf, windowed(filters, spot.from), spot.token, reading);
    for (const listing of page.listings) found.set(listing.sku, listing);
    spot = behind(spot, page, undefined, shelf);
  }
  return [...found.values()];
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
