// What an offer does not say of its goods: title and text, images, and stock in bol's warehouse.
// None of it closes the road: what cannot be read is left out with a warning, and never remembered.
import { Fault } from '../../model/faults.ts';
import { Register } from '../../model/register.ts';
import { findMisplaced, shape } from '../../model/shape.ts';
import { reporting, UnreadableValue } from '../../model/unreadable-values.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { count, isRecord, listed, membersOf } from '../kit/loose.ts';
import { walk } from '../kit/paging.ts';
import { filled } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { askFor, rowsIn } from './asks.ts';
import { imagesOf, pictureOf, RENDITIONS } from './images.ts';
import type { NativeAsset, NativeContent, NativeOffer } from './native.ts';

/** bol allows 10 texts a second, 50 reads of images and 20 of the warehouse a minute. */
const TEXTS_TOGETHER = 3;
const IMAGES_TOGETHER = 2;
const MOST_IMAGES = 20;
const MOST_PAGES = 10;
const FULL = 50;

/** Images hardly ever change, and their limit is the tightest. */
const IMAGES_KEPT = 3600;
const STOCK_KEPT = 60;

export async function enrich(
  offers: readonly NativeOffer[],
  reading: Reading,
): Promise<readonly NativeOffer[]> {
  const eans = [...new Set(offers.map(eanOf))].filter((ean) => ean !== null);
  const texts = await inGroups(eans, (ean) => readContent(ean, reading), TEXTS_TOGETHER);
  const contents = new Map(eans.map((ean, index) => [ean, texts[index]]));
  const stock = await readStock(offers, reading);
  const known = eans.filter((ean) => contents.get(ean) !== null);
  const { images, missed } = await readImages(known, reading);
  return offers.map((offer) => {
    const ean = eanOf(offer) ?? '';
    const assets = images.get(ean);
    const content = contents.get(ean) ?? null;
    if (typeof content === 'string')
      noteLeft(
        'texts_left_out',
        `Some products come without bol’s title and text: ${content}`,
        offer,
        reading,
      );
    const why = missed.get(ean);
    if (why !== undefined)
      noteLeft(
        'images_left_out',
        `Some products come without their images: ${why}`,
        offer,
        reading,
      );
    return {
      ...offer,
      content: typeof content === 'string' ? null : content,
      ...(assets && { assets }),
      ...(isWarehoused(offer) && { warehouse: stock?.get(ean) ?? null }),
    };
  });
}

/** bol checks an EAN before it looks for it: one that an offer has may still be none. */
const REFUSED_EAN = 'bol does not take their EAN for one.';

/** Which fields of a product come from what was left out. */
const FIELDS = {
  texts_left_out: ['title', 'body_html', 'vendor', 'product_type'],
  images_left_out: ['images', 'variants.image_id'],
} as const;

/** Product by product and field by field, so that a copy knows what it must not take for gone. */
function noteLeft(
  code: keyof typeof FIELDS,
  message: string,
  { offerId }: NativeOffer,
  { note }: Reading,
) {
  for (const field of FIELDS[code]) note({ code, message, field, id: String(offerId) });
}

const eanOf = ({ ean }: NativeOffer): string | null => filled(ean);

/** Null where bol does not know the goods; the offer then has a title of its own. A sentence says why not. */
async function readContent(ean: string, { call }: Reading): Promise<NativeContent | null | string> {
  const { status, body } = await call(
    askFor(`content/catalog-products/${encodeURIComponent(ean)}`, 'content', {
      headers: { 'accept-language': 'nl' },
      expect: [400, 404],
    }),
  );
  if (status === 404) return null;
  if (status === 400) return REFUSED_EAN;
  const isReadable = isRecord<NativeContent>(body) && Array.isArray(body.attributes);
  return isReadable ? body : 'what bol sent for them cannot be read.';
}

interface Images {
  readonly images: ReadonlyMap<string, readonly NativeAsset[]>;
  /** Why those of an EAN were not read. */
  readonly missed: ReadonlyMap<string, string>;
}

/** A product can do without its images, so the first trouble ends the reading of more. */
async function readImages(eans: readonly string[], reading: Reading): Promise<Images> {
  const images = new Map<string, readonly NativeAsset[]>();
  const missed = new Map<string, string>();
  const miss = (names: readonly string[], why: string) => {
    for (const ean of names) if (!images.has(ean) && !missed.has(ean)) missed.set(ean, why);
  };
  const read = async (ean: string) => {
    try {
      const make = () => readAssets(ean, reading);
      images.set(ean, await reading.remember(`images/${ean}`, IMAGES_KEPT, make));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      miss([ean], error.message);
    }
  };
  const first = eans.slice(0, MOST_IMAGES);
  try {
    await inGroups(first, read, IMAGES_TOGETHER);
  } catch (error) {
    if (!(error instanceof Fault) || isLasting(error)) throw error;
    miss(first, error.message);
  }
  miss(
    eans,
    `bol allows 50 reads a minute, so those of ${MOST_IMAGES} products are read for one page. Ask for a limit of ${MOST_IMAGES} or fewer to get all of them.`,
  );
  return { images, missed };
}

const isUnreadable = (error: unknown): error is Fault =>
  error instanceof Fault && error.code === 'channel_invalid_response';

/** The request itself is over, or the credential is. */
const isLasting = ({ code }: Fault): boolean =>
  code === 'channel_timeout' || code === 'unavailable' || code === 'credential_refused';

/** Only what can be shown and read: this is remembered, and must not spoil a product for an hour. */
async function readAssets(ean: string, { call }: Reading): Promise<readonly NativeAsset[]> {
  const path = `products/${encodeURIComponent(ean)}/assets`;
  const reply = await call(askFor(path, 'products', { expect: [400, 404] }));
  if (reply.status === 404) return [];
  if (reply.status === 400) throw new Fault('channel_invalid_response', REFUSED_EAN);
  const what = `images of ${ean}`;
  const assets = rowsIn(reply, 'assets', what);
  if (!areReadable(assets)) throw brokenAnswer('bol', what);
  return listed<NativeAsset>(assets).filter((asset) => pictureOf(asset) !== undefined);
}

const SHAPE = shape({ words: RENDITIONS });

function areReadable(assets: readonly unknown[]): boolean {
  const refuse = (value: unknown) => {
    throw new UnreadableValue(value);
  };
  try {
    findMisplaced({ assets }, SHAPE, refuse);
    reporting(refuse, () => imagesOf(assets as readonly NativeAsset[]));
    return true;
  } catch (error) {
    if (error instanceof UnreadableValue) return false;
    throw error;
  }
}

const isWarehoused = ({ fulfilment }: NativeOffer): boolean => fulfilment?.method === 'FBB';

/** Faults for which offers come without their stock; any other one fails the call. */
const STOCK_MISSING: readonly string[] = ['permission_missing', 'channel_invalid_response'];

/** Stock that bol keeps for the seller, by EAN; undefined where none is asked for or known. */
async function readStock(
  offers: readonly NativeOffer[],
  reading: Reading,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (!offers.some(isWarehoused)) return undefined;
  const leave = (why: string, pieces?: Warehouse['pieces']) => {
    for (const offer of offers)
      if (isWarehoused(offer) && !pieces?.has(eanOf(offer) ?? ''))
        reading.note({
          code: 'stock_left_out',
          message: `Offers that bol fulfils come without their stock: ${why}`,
          field: 'variants.inventory_quantity',
          id: String(offer.offerId),
        });
  };
  try {
    const stock = await reading.remember('warehouse', STOCK_KEPT, () => readWarehouse(reading));
    if (stock.gap !== undefined) leave(stock.gap, stock.pieces);
    return stock.pieces;
  } catch (error) {
    if (!(error instanceof Fault) || !STOCK_MISSING.includes(error.code)) throw error;
    leave(error.message);
    return undefined;
  }
}

interface Warehouse {
  readonly pieces: ReadonlyMap<string, number>;
  /** Why articles may be missing from it. */
  readonly gap?: string;
}

/** All of it, since one page of 50 articles costs as much as one article. */
async function readWarehouse(reading: Reading): Promise<Warehouse> {
  const { items, next } = await walk<unknown, number>(
    {
      what: 'the stock list',
      limit: MOST_PAGES * FULL,
      from: 1,
      most: MOST_PAGES,
      async read(page) {
        const ask = askFor('inventory', 'inventory', { query: [['page', String(page)]] });
        const rows = rowsIn(await reading.call(ask), 'inventory', 'a stock list');
        return { rows, next: rows.length < FULL ? undefined : page + 1 };
      },
      nameOf: (row) => JSON.stringify(row),
    },
    reading,
  );
  const sums = new Map<string, number | undefined>();
  const seen = new Set<string>();
  let odd = 0;
  for (const row of items) {
    const { ean, bsku, regularStock } = membersOf(row);
    const [name, stock] = [filled(ean), count(regularStock)];
    // bol counts by numbers of its own: an EAN may have several, and a row may come again on the next page.
    const article = `${name} ${filled(bsku)}`;
    if (name === null || stock === undefined) odd++;
    if (name === null || seen.has(article)) continue;
    const sum = sums.has(name) ? sums.get(name) : 0;
    // Without one of its numbers the rest would be too little.
    sums.set(name, sum === undefined || stock === undefined ? undefined : sum + stock);
    seen.add(article);
  }
  const pieces = new Register<number>();
  for (const [name, sum] of sums) if (sum !== undefined) pieces.set(name, sum);
  if (next !== undefined)
    return {
      pieces,
      gap: `bol’s warehouse keeps more than ${MOST_PAGES * FULL} articles, which cannot all be read in one minute.`,
    };
  return { pieces, ...(odd > 0 && { gap: 'some rows of bol’s stock list cannot be read.' }) };
}
