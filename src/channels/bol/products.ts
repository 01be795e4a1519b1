// Products: the seller's offers, each a product with one variant, with what bol knows of its goods.

import type { Pairs } from '../../model/exchange.ts';
import type { ProductFilter, ProductQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import { readInstant, writeZulu } from '../../model/time.ts';
import type { Products, Reading } from '../channel.ts';
import { isInTime } from '../kit/bounds.ts';
import { filtersBy } from '../kit/filters.ts';
import { membersOf } from '../kit/loose.ts';
import { createTrail, walk } from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { readable, recordIn, sift } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import { without } from '../kit/without.ts';
import { askFor, rowsIn } from './asks.ts';
import { enrich } from './enrichment.ts';
import { RENDITIONS } from './images.ts';
import type { NativeOffer } from './native.ts';
import { statusOf, transformProduct } from './products-transform.ts';

/** bol answers with pages of no fewer than 25 offers, whatever is asked for, and no more than 100. */
const FEWEST = 25;
const MOST = 100;
/** Most native pages for one page of ours, where many offers fall out. */
const MOST_READS = 10;
/** Named offers in one ask, so that its address stays short. */
const NAMED = 50;

/** A native page by its cursor and size, and how many of its offers were given; or of the ids. */
export interface ProductCursor {
  readonly cursor?: string;
  readonly size?: number;
  readonly skip?: number;
  readonly at?: number;
}

export const products: Products<NativeOffer, ProductCursor> = {
  filters: filtersBy<ProductFilter>({
    channel: ['ids', 'updated_at_min'],
    service: ['status', 'handle', 'updated_at_max'],
  }),
  id: {
    pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    example: '2f1c6a6e-55d0-4b0e-9f44-6f4a7c1b9a01',
  },
  idOf: (offer) => offer.offerId,

  async fetch(query, cursor, reading) {
    // bol has nothing that is archived.
    if (query.status === 'archived') return { items: [] };
    const { items, next } = query.ids
      ? await pick(query.ids, query, cursor?.at ?? 0, reading)
      : await list(query, cursor ?? {}, reading);
    return { items: await enrich(items, reading), ...(next && { next }) };
  },

  shape: shape({
    numbers: ['pricing.bundlePrices.*.quantity'],
    words: [...RENDITIONS, 'content.attributes.*.id', 'content.parties.*.role'],
    flags: ['countryAvailabilities.*.forSale'],
    objects: ['condition', 'content', 'content.gpc', 'fulfilment', 'product', 'stock'],
    needed: ['pricing'],
  }),
  transform: transformProduct,
  raw: (offer) => without(offer, 'warehouse'),
};

type Step = Promise<{ readonly items: readonly NativeOffer[]; readonly next?: ProductCursor }>;

function list(query: ProductQuery, from: ProductCursor, reading: Reading): Step {
  const size = from.size ?? Math.min(MOST, Math.max(FEWEST, query.limit));
  const trail = createTrail('offers');
  return walk<NativeOffer, ProductCursor>(
    {
      what: 'offers',
      limit: query.limit,
      from,
      most: MOST_READS,
      async read({ cursor, skip = 0 }, wanted) {
        const since = query.updated_at_min;
        const asked = [
          ['page-size', String(size)] as const,
          ...pair('cursor', cursor),
          ...pair('last-modified-date-time', since === undefined ? since : writeZulu(since)),
        ];
        const { offers, nextCursor } = await readOffers(asked, reading);
        trail.page(offers, (offer) => JSON.stringify(offer));
        const rows: NativeOffer[] = [];
        let at = skip;
        for (; at < offers.length && rows.length < wanted; at++)
          rows.push(...wantedIn([offers[at]], query, reading));
        if (at < offers.length)
          return { rows, next: { ...(cursor && { cursor }), size, skip: at } };
        return { rows, next: nextCursor === null ? undefined : { cursor: nextCursor, size } };
      },
      nameOf: ({ offerId, lastModifiedDateTime }) => `${offerId} ${lastModifiedDateTime}`,
    },
    reading,
  );
}

/** Named offers in the order of their names, without those that are gone. */
async function pick(
  ids: readonly string[],
  query: ProductQuery,
  start: number,
  reading: Reading,
): Step {
  const items: NativeOffer[] = [];
  let at = start;
  while (at < ids.length && items.length < query.limit) {
    const names = ids.slice(at, at + Math.min(NAMED, query.limit - items.length));
    at += names.length;
    const named = names.map((id) => ['offer-ids', id] as const);
    const { offers } = await readOffers([...named, ['page-size', String(MOST)]], reading);
    const byId = new Map(
      wantedIn(offers, query, reading).map((one) => [String(one.offerId).toLowerCase(), one]),
    );
    for (const id of names) {
      const offer = byId.get(id.toLowerCase());
      if (offer) items.push(offer);
    }
  }
  return { items, ...(at < ids.length && { next: { at } }) };
}

/** One page of offers as they came; no list at all is an empty one, as with orders. */
async function readOffers(query: Pairs, { call }: Reading) {
  const reply = await call(askFor('offers', 'offers', { version: 'v11', query }));
  const offers = rowsIn(reply, 'offers');
  const { nextCursor } = membersOf(membersOf(reply.body).page);
  return { offers, nextCursor: typeof nextCursor === 'string' ? filled(nextCursor) : null };
}

const wantedIn = (rows: readonly unknown[], query: ProductQuery, reading: Reading): NativeOffer[] =>
  sift(
    readable(rows, (row) => recordIn<NativeOffer>(row, 'offerId'), reading),
    (offer) => matches(offer, query),
    reading,
  );

/** bol's own filter for what is for sale does not say which country it means. */
function matches(offer: NativeOffer, query: ProductQuery): boolean {
  const { status, handle } = query;
  return (
    (status === undefined || statusOf(offer) === status) &&
    (handle === undefined || filled(offer.product?.bolProductId) === handle) &&
    isInTime(query, offer.offerId, {
      updated_at: [
        'lastModifiedDateTime',
        () => readInstant(filled(offer.lastModifiedDateTime) ?? ''),
      ],
    })
  );
}
