// Turns an offer into a product with one variant; bol's interface knows no families of products.
import type { Image, ProductDraft, ProductStatus, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import { count, parts, texts } from '../kit/loose.ts';
import { filled, ownId } from '../kit/text.ts';
import { amountOf } from './amounts.ts';
import { imagesOf } from './images.ts';
import type { NativeContent, NativeOffer } from './native.ts';

export function transformProduct(offer: NativeOffer): ProductDraft {
  const { content } = offer;
  const images = imagesOf(offer.assets);
  return {
    id: ownId(offer.offerId),
    title:
      attributeOf(content, 'Name') ??
      attributeOf(content, 'Title') ??
      filled(offer.unknownProductTitle) ??
      filled(offer.reference) ??
      filled(offer.ean),
    body_html: attributeOf(content, 'Description'),
    vendor: filled(parts(content?.parties).find(({ role }) => role === 'BRAND')?.name),
    product_type: filled(content?.gpc?.chunkId),
    handle: filled(offer.product?.bolProductId),
    status: statusOf(offer),
    tags: texts([offer.condition?.category, offer.fulfilment?.method]),
    url: urlOf(offer),
    updated_at: instant(offer.lastModifiedDateTime),
    variants: [variantOf(offer, images[0])],
    images,
  };
}

/**
 * For sale in one country at least; one that is on hold, sold out or blocked is for sale nowhere.
 * Null where bol does not say: it leaves the countries out of some offers.
 */
export function statusOf(offer: NativeOffer): ProductStatus | null {
  const countries = parts(offer.countryAvailabilities);
  if (countries.some(({ forSale }) => forSale === true)) return 'active';
  const isOff = countries.length > 0 && countries.every(({ forSale }) => forSale === false);
  return isOff || offer.onHoldByRetailer === true ? 'draft' : null;
}

const attributeOf = (content: NativeContent | null | undefined, name: string): string | null =>
  filled(parts(parts(content?.attributes).find(({ id }) => id === name)?.values)[0]?.value);

/** The shop finds a product by its number alone; the words before it may be anything. */
function urlOf({ product }: NativeOffer): string | null {
  const number = filled(product?.bolProductId);
  return number && `https://www.bol.com/nl/nl/p/-/${encodeURIComponent(number)}/`;
}

function variantOf(offer: NativeOffer, image: Draft<Image> | undefined): Draft<Variant> {
  const single = parts(offer.pricing?.bundlePrices).find(({ quantity }) => quantity === 1);
  const keeper = KEEPERS.get(filled(offer.fulfilment?.method));
  const { correctedStock, amount } = offer.stock ?? {};
  return {
    id: ownId(offer.offerId),
    sku: filled(offer.reference),
    barcode: filled(offer.ean),
    price: amountOf(single?.unitPrice),
    currency: 'EUR',
    // What the seller said, less what open orders have taken of it.
    inventory_quantity:
      keeper === 'bol' ? count(offer.warehouse) : (count(correctedStock) ?? count(amount)),
    inventory_policy: 'deny',
    inventory_management: keeper,
    requires_shipping: keeper !== undefined || null,
    image_id: image?.id,
    updated_at: instant(offer.lastModifiedDateTime),
  };
}

/** Who keeps the goods and sends them. */
const KEEPERS: ReadonlyMap<string | null, string> = new Map([
  ['FBB', 'bol'],
  ['FBR', 'retailer'],
]);
