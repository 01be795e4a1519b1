// Reads listings, newest first: each page begins where the last one ended in time, not by number.
import type { Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { ProductFilter, ProductQuery } from '../../model/query.ts';
import { readInstant } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Products, Reading } from '../channel.ts';
import { isWithin } from '../kit/bounds.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { count, isRecord, part, parts } from '../kit/loose.ts';
import { pair } from '../kit/pairs.ts';
import { readable } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { askFor } from './auth.ts';
import { events } from './events.ts';
import { ASKED, documentOf, includedIn, listingIn, type RawListing } from './included.ts';
import { idOf, type ListingDocument, type Resource } from './native.ts';
import { transformListing } from './products-transform.ts';
import { STATES } from './status.ts';

/** Most listings a page may have. */
const MOST = 100;
/** Most reads for one page of ours, where listings fall out. */
const MOST_READS = 3;

/** Where a walk stands. */
export interface Cursor {
  /** When the last listing that was given was created. */
  readonly end: number;
  /** Those already given that were created at that very moment. */
  readonly seen: readonly string[];
}

export const products: Products<ListingDocument, Cursor> = {
  filters: filtersBy<ProductFilter>({
    channel: ['ids', 'status', 'published_status', ...bounds('created_at', 'published_at')],
  }),
  id: {
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    example: '3c8f1a90-6d7e-4f52-a1b3-0c9d8e7f6a11',
  },
  idOf: ({ data }) => idOf(data.id),

  async fetch(query, page, reading) {
    const states = statesOf(query);
    if (states.length === 0) return { items: [] };
    const wanted: Wanted = { ids: query.ids, states, ...boundsOf(query) };
    const items: ListingDocument[] = [];
    let cursor: Cursor | undefined = page;
    for (let read = 0; read < MOST_READS; read++) {
      const step: Step = await readOn(wanted, query.limit - items.length, cursor, reading);
      items.push(...step.items);
      cursor = step.next;
      // A call costs the operator something: a page that is nearly full is good enough.
      if (!cursor || items.length * 2 > query.limit) break;
    }
    return { items, ...(cursor && { next: cursor }) };
  },

  events,

  transform: (document, context) => transformListing(listingIn(document), context),
};

/** Native states that the filters allow. */
function statesOf(query: ProductQuery): readonly string[] {
  const { status, published_status = 'any' } = query;
  const dated = query.published_at_min !== undefined || query.published_at_max !== undefined;
  return [...STATES]
    .filter(([native, meaning]) => {
      const published = native === 'published';
      return (
        (status === undefined || meaning === status) &&
        (published_status === 'any' || (published_status === 'published') === published) &&
        (!dated || published)
      );
    })
    .map(([native]) => native);
}

interface Wanted {
  readonly ids: readonly string[] | undefined;
  readonly states: readonly string[];
  /** Included; whole seconds. */
  readonly from: number | undefined;
  /** Not included; whole seconds. */
  readonly to: number | undefined;
}

/**
 * Listings are dated to the thousandth of a second, records to the second, so bounds are widened to
 * whole seconds. What is published was so from its creation: Sharetribe keeps no other date.
 */
function boundsOf(query: ProductQuery): Pick<Wanted, 'from' | 'to'> {
  const mins = [query.created_at_min, query.published_at_min].filter((one) => one !== undefined);
  const maxs = [query.created_at_max, query.published_at_max].filter((one) => one !== undefined);
  return {
    from: mins.length > 0 ? Math.ceil(Math.max(...mins) / 1000) * 1000 : undefined,
    to: maxs.length > 0 ? (Math.floor(Math.min(...maxs) / 1000) + 1) * 1000 : undefined,
  };
}

interface Step {
  readonly items: readonly ListingDocument[];
  readonly next?: Cursor | undefined;
}

/**
 * Page numbers shift when listings go, and large marketplaces cut them off (`paginationLimit`), so
 * each read asks for what was created no later than the last listing given, and drops those known.
 */
async function readOn(
  wanted: Wanted,
  limit: number,
  cursor: Cursor | undefined,
  reading: Reading,
): Promise<Step> {
  const seen = cursor?.seen ?? [];
  // Where very many listings were made at the same moment, those known fill whole pages.
  const perPage = Math.min(MOST, limit + seen.length);
  const page = Math.floor(seen.length / perPage) + 1;
  const reply = await reading.call(
    askFor(reading.account, 'listings/query', pairsOf(wanted, cursor, page, perPage)),
  );
  const { ids, listings, included, totalPages } = rowsOf(reply, reading);
  const isLast = totalPages === undefined ? ids.length < perPage : totalPages <= page;
  const fresh = listings.filter(
    ({ id, createdAt }) =>
      cursor === undefined ||
      createdAt < cursor.end ||
      (createdAt === cursor.end && !seen.includes(id)),
  );
  const given = fresh.slice(0, limit);
  const items = given.filter((one) => isKept(one, wanted)).map((one) => documentOf(one, included));
  if (isLast && given.length === fresh.length) return { items };
  const last = given.at(-1);
  if (last) return { items, next: cursorAfter(last, given, cursor) };
  // Nothing new on a page that is not the last: only those known may be passed over by number. The
  // kit's trail would be too strict, as a window may rightly hold the same listings once more.
  const known = new Set([...seen, ...ids]);
  if (known.size === seen.length)
    throw new Fault(
      'channel_invalid_response',
      'Sharetribe answered a page that it had answered before. Reading listings would never end.',
    );
  return { items, next: { end: cursor?.end ?? wanted.to ?? reading.now, seen: [...known] } };
}

function cursorAfter(
  { createdAt: end }: RawListing,
  given: readonly RawListing[],
  cursor: Cursor | undefined,
): Cursor {
  const together = given.filter(({ createdAt }) => createdAt === end).map(({ id }) => id);
  return { end, seen: cursor?.end === end ? [...cursor.seen, ...together] : together };
}

/** Unknown parameters are refused, and whether a bound is included is not documented. */
function pairsOf(
  { ids, states, from, to }: Wanted,
  cursor: Cursor | undefined,
  page: number,
  perPage: number,
): Pairs {
  const end = cursor === undefined ? to : Math.min(cursor.end + 1, to ?? Number.POSITIVE_INFINITY);
  return [
    ['states', states.join(',')],
    ['sort', 'createdAt'],
    ['include', 'author,images,currentStock'],
    ['fields.listing', ASKED.listing.join(',')],
    ['fields.user', 'profile.displayName'],
    ['fields.image', 'variants.default,variants.scaled-large,variants.scaled-xlarge'],
    ['page', String(page)],
    ['perPage', String(perPage)],
    ...pair('ids', ids),
    ...pair('createdAtStart', from === undefined ? undefined : stamp(Math.max(0, from - 1))),
    ...pair('createdAtEnd', end === undefined ? undefined : stamp(end)),
  ];
}

const stamp = (milliseconds: number): string => new Date(milliseconds).toISOString();

function isKept({ id, createdAt, resource }: RawListing, { ids, states, from, to }: Wanted) {
  return (
    part(resource.attributes)?.deleted !== true &&
    isWithin({ min: from, max: to === undefined ? undefined : to - 1 }, createdAt) &&
    (!ids || ids.includes(id)) &&
    // A state that came later is listed where no one asked for states.
    (states.length === STATES.size || states.includes(String(part(resource.attributes)?.state)))
  );
}

/** `ids`: of every row, those that cannot be read too. */
function rowsOf({ body }: Reply, reading: Reading) {
  const { data, included, meta } = (isRecord(body) ? body : {}) as {
    data?: unknown;
    included?: readonly Resource[] | null;
    meta?: { totalPages?: unknown } | null;
  };
  if (!Array.isArray(data)) throw brokenAnswer('Sharetribe', 'listings');
  const rows: readonly unknown[] = data;
  return {
    ids: rows.map((row) => (isRecord(row) && idOf(row.id)) || JSON.stringify(row)),
    listings: readable(rows, dated, reading),
    included: includedIn(parts(included)),
    totalPages: count(part(meta)?.totalPages),
  };
}

/** Without its identifier and its date a listing has no place in a walk. */
function dated(row: unknown): RawListing {
  const resource: Resource = isRecord<Resource>(row) ? row : {};
  const id = idOf(resource.id);
  if (id === null) throw unreadableRecord(undefined, 'id');
  const createdAt = readInstant(filled(part(resource.attributes)?.createdAt) ?? '');
  if (createdAt === undefined) throw unreadableRecord(id, 'attributes.createdAt');
  return { id, createdAt, resource };
}
