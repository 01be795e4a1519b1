// What an offer does not tell of its goods: title and text, images, and stock in bol's warehouse.
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { askFor } from './asks.ts';
import {
  isAsset,
  isContent,
  isStock,
  type NativeAsset,
  type NativeContent,
  type NativeOffer,
} from './native.ts';

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
  const eans = [...new Set(offers.map(({ ean }) => ean).filter((ean) => ean !== undefined))];
  const texts = await inGroups(eans, (ean) => readContent(ean, reading), TEXTS_TOGETHER);
  const contents = new Map(eans.map((ean, index) => [ean, texts[index] ?? null]));
  const stock = await readStock(offers, reading);
  const known = eans.filter((ean) => contents.get(ean) !== null);
  const images = await readImages(known, reading);
  return offers.map((offer) => {
    const { ean = '' } = offer;
    const assets = images.get(ean);
    return {
      ...offer,
      content: contents.get(ean) ?? null,
      ...(assets && { assets }),
      ...(isWarehoused(offer) && { warehouse: stock?.get(ean) ?? null }),
    };
  });
}

/** Null where bol does not know the goods; the offer then has a title of its own. */
async function readContent(ean: string, { call }: Reading): Promise<NativeContent | null> {
  const { status, body } = await call(
    askFor(`content/catalog-products/${encodeURIComponent(ean)}`, 'content', {
      headers: { 'accept-language': 'nl' },
      expect: [404],
    }),
  );
  if (status === 404) return null;
  if (isContent(body as NativeContent)) return body as NativeContent;
  throw new Fault('channel_invalid_response', `bol sent a text for ${ean} that cannot be read.`);
}

/** A product can do without its images, so the first trouble ends the reading of more. */
async function readImages(
  eans: readonly string[],
  reading: Reading,
): Promise<ReadonlyMap<string, readonly NativeAsset[]>> {
  const images = new Map<string, readonly NativeAsset[]>();
  const leave = (why: string) =>
    reading.note({
      code: 'images_left_out',
      message: `Some products come without their images: ${why}`,
      field: 'images',
    });
  if (eans.length > MOST_IMAGES)
    leave(
      `bol allows 50 reads a minute, so those of ${MOST_IMAGES} products are read for one page. Ask for a limit of ${MOST_IMAGES} or fewer to get all of them.`,
    );
  try {
    await inGroups(
      eans.slice(0, MOST_IMAGES),
      async (ean) => {
        const read = () => readAssets(ean, reading);
        images.set(ean, await reading.remember(`images/${ean}`, IMAGES_KEPT, read));
      },
      IMAGES_TOGETHER,
    );
  } catch (error) {
    if (!(error instanceof Fault) || isLasting(error)) throw error;
    leave(error.message);
  }
  return images;
}

/** The request itself is over, or the credential is. */
const isLasting = ({ code }: Fault): boolean =>
  code === 'channel_timeout' || code === 'unavailable' || code === 'credential_refused';

async function readAssets(ean: string, { call }: Reading): Promise<readonly NativeAsset[]> {
  const path = `products/${encodeURIComponent(ean)}/assets`;
  const { status, body } = await call(askFor(path, 'products', { expect: [404] }));
  if (status === 404) return [];
  const { assets } = (body ?? {}) as { assets?: unknown };
  if (Array.isArray(assets) && assets.every(isAsset)) return assets;
  throw new Fault('channel_invalid_response', `bol sent images of ${ean} that cannot be read.`);
}

const isWarehoused = ({ fulfilment }: NativeOffer): boolean => fulfilment.method === 'FBB';

/** Stock that bol keeps for the seller, by EAN; undefined where none is asked for or told. */
async function readStock(
  offers: readonly NativeOffer[],
  reading: Reading,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (!offers.some(isWarehoused)) return undefined;
  const leave = (why: string) =>
    reading.note({
      code: 'stock_left_out',
      message: `Offers that bol fulfils come without their stock: ${why}`,
      field: 'variants.inventory_quantity',
    });
  try {
    const stock = await reading.remember('warehouse', STOCK_KEPT, () => readWarehouse(reading));
    const missing = offers.filter(
      (offer) => isWarehoused(offer) && !stock.pieces.has(offer.ean ?? ''),
    );
    if (!stock.whole && missing.length > 0)
      leave(
        `bol’s warehouse keeps more than ${MOST_PAGES * FULL} articles, which cannot all be read in one minute.`,
      );
    return stock.pieces;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'permission_missing') throw error;
    leave(error.message);
    return undefined;
  }
}

interface Warehouse {
  readonly pieces: ReadonlyMap<string, number>;
  /** False when there was more than may be read at once. */
  readonly whole: boolean;
}

/** All of it, since one page of 50 articles costs as much as one article. */
async function readWarehouse({ call }: Reading): Promise<Warehouse> {
  const pieces = new Map<string, number>();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const ask = askFor('inventory', 'inventory', { query: [['page', String(page)]] });
    const { inventory = [] } = ((await call(ask)).body ?? {}) as { inventory?: unknown };
    if (!Array.isArray(inventory) || !inventory.every(isStock))
      throw new Fault('channel_invalid_response', 'bol sent a stock list that cannot be read.');
    for (const { ean, regularStock } of inventory) pieces.set(ean, regularStock);
    if (inventory.length < FULL) return { pieces, whole: true };
  }
  return { pieces, whole: false };
}
