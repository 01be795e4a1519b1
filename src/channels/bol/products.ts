// Products: the seller's offers, each a product with one variant, with what bol knows of its goods.
import type { Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { ProductQuery } from '../../model/query.ts';
import { readInstant, writeZulu } from '../../model/time.ts';
import type { Products, Reading } from '../channel.ts';
import { part } from '../kit/loose.ts';
import { createTrail, walk } from '../kit/paging.ts';
import { readable } from '../kit/records.ts';
import { filled } from '../kit/text.ts';
import { askFor } from './asks.ts';
import { enrich } from './enrichment.ts';
import { type NativeOffer, readOffer } from './native.ts';
import { statusOf, transformProduct } from './products-transform.ts';
import { rowsIn } from './rows.ts';

/** bol answers with pages of no fewer than 25 offers, whatever is asked for, and no more than 100. */
const FEWEST = 25;
const MOST = 100;
/** Most native pages for one page of ours, where many offers fall out. */
const MOST_READS = 10;
/** Named offers in one ask, so that its address stays short. */
const NAMED = 50;

/** A native page by its cursor and size, and how many of its offers were given; or of the ids. */
export interface Place {
  readonly cursor?: string;
  readonly size?: number;
  readonly skip?: number;
  readonly at?: number;
}

export const products: Products<NativeOffer, Place> = {
  filters: {
    ids: 'channel',
    status: 'service',
    handle: 'service',
    updated_at_min: 'channel',
    updated_at_max: 'service',
  },
  id: {
    pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    example: '2f1c6a6e-55d0-4b0e-9f44-6f4a7c1b9a01',
  },
  idOf: (offer) => offer.offerId,

  async fetch(query, page, reading) {
    // bol has nothing that is archived.
    if (query.status === 'archived') return { items: [] };
    const { items, next } = query.ids
      ? await pick(query.ids, query, page?.at ?? 0, reading)
      : await list(query, page ?? {}, reading);
    return { items: await enrich(items, reading), ...(next && { next }) };
  },

  transform: transformProduct,
};

interface Step {
  readonly items: readonly NativeOffer[];
  readonly next?: Place;
}

function list(query: ProductQuery, start: Place, reading: Reading): Promise<Step> {
  const size = start.size ?? Math.min(MOST, Math.max(FEWEST, query.limit));
  const trail = createTrail('offers');
  return walk<NativeOffer, Place>({
    what: 'offers',
    limit: query.limit,
    from: start,
    most: MOST_READS,
    async read({ cursor, skip = 0 }, wanted) {
      const { offers, nextCursor } = await readOffers(query, cursor, size, reading);
      trail.page(offers.map((offer) => JSON.stringify(offer)));
      const rows: NativeOffer[] = [];
      let at = skip;
      for (; at < offers.length && rows.length < wanted; at++)
        rows.push(
          ...readable([offers[at]], readOffer, reading).filter((one) => matches(one, query)),
        );
      if (at < offers.length) return { rows, next: { ...(cursor && { cursor }), size, skip: at } };
      return { rows, next: nextCursor === undefined ? undefined : { cursor: nextCursor, size } };
    },
    keep: () => true,
    nameOf: ({ offerId, lastModifiedDateTime }) => `${offerId} ${lastModifiedDateTime}`,
  });
}

async function readOffers(
  { updated_at_min }: ProductQuery,
  cursor: string | undefined,
  size: number,
  { call }: Reading,
) {
  const ask = askFor('offers', 'offers', {
    version: 'v11',
    query: [
      ['page-size', String(size)],
      ...(cursor === undefined ? [] : ([['cursor', cursor]] as const)),
      ...(updated_at_min === undefined
        ? []
        : ([['last-modified-date-time', writeZulu(updated_at_min)]] as const)),
    ],
  });
  return offersOf(await call(ask));
}

/** Named offers in the order of their names, without those that are gone. */
async function pick(
  ids: readonly string[],
  query: ProductQuery,
  start: number,
  reading: Reading,
): Promise<Step> {
  const items: NativeOffer[] = [];
  let at = start;
  while (at < ids.length && items.length < query.limit) {
    const names = ids.slice(at, at + Math.min(NAMED, query.limit - items.length));
    at += names.length;
    const ask = askFor('offers', 'offers', {
      version: 'v11',
      query: [...names.map((id) => ['offer-ids', id] as const), ['page-size', String(MOST)]],
    });
    const { offers } = offersOf(await reading.call(ask));
    const byId = new Map(
      readable(offers, readOffer, reading).map((one) => [String(one.offerId).toLowerCase(), one]),
    );
    for (const id of names) {
      const offer = byId.get(id.toLowerCase());
      if (offer && matches(offer, query)) items.push(offer);
    }
  }
  return { items, ...(at < ids.length && { next: { at } }) };
}

/** One page of offers as they came; no list at all is an empty one, as with orders. */
function offersOf(reply: Reply) {
  const offers = rowsIn(reply, 'offers');
  if (!offers)
    throw new Fault('channel_invalid_response', 'bol sent a list of offers that cannot be read.');
  const { nextCursor } =
    part((reply.body as { page?: { nextCursor?: unknown } | null }).page) ?? {};
  return {
    offers,
    nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined,
  };
}

/** bol's own filter for what is for sale does not say which country it means. */
function matches(offer: NativeOffer, query: ProductQuery): boolean {
  const { status, handle, updated_at_min, updated_at_max } = query;
  if (status !== undefined && statusOf(offer) !== status) return false;
  if (handle !== undefined && filled(offer.product?.bolProductId) !== handle) return false;
  if (updated_at_min === undefined && updated_at_max === undefined) return true;
  const at = readInstant(filled(offer.lastModifiedDateTime) ?? '');
  return at !== undefined && at >= (updated_at_min ?? at) && at <= (updated_at_max ?? at);
}
