// Turns an offer into a product with one variant; bol's interface knows no families of products.
import { money } from '../../model/money.ts';
import type { Image, ProductDraft, ProductStatus, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import { filled } from '../kit/text.ts';
import type { NativeAsset, NativeContent, NativeOffer } from './native.ts';

/** The title of the one variant of a product that has none, as the unified format has it. */
const DEFAULT = 'Default Title';

export function transformProduct(offer: NativeOffer): ProductDraft {
  const { content } = offer;
  const images = imagesOf(offer.assets ?? []);
  return {
    id: offer.offerId,
    title:
      attributeOf(content, 'Name') ??
      attributeOf(content, 'Title') ??
      filled(offer.unknownProductTitle) ??
      filled(offer.reference) ??
      filled(offer.ean),
    body_html: attributeOf(content, 'Description'),
    vendor: filled(content?.parties.find(({ role }) => role === 'BRAND')?.name),
    product_type: filled(content?.gpc?.chunkId),
    handle: filled(offer.product?.bolProductId),
    status: statusOf(offer),
    tags: [offer.condition?.category, offer.fulfilment.method]
      .map(filled)
      .filter((tag) => tag !== null),
    url: urlOf(offer),
    updated_at: instant(offer.lastModifiedDateTime),
    variants: [variantOf(offer, images[0])],
    images,
    image: images[0],
  };
}

/** For sale in one country at least; one that is on hold, sold out or blocked is for sale nowhere. */
export const statusOf = ({ countryAvailabilities = [] }: NativeOffer): ProductStatus =>
  countryAvailabilities.some(({ forSale }) => forSale === true) ? 'active' : 'draft';

const attributeOf = (content: NativeContent | null | undefined, name: string): string | null =>
  filled(content?.attributes.find(({ id }) => id === name)?.values[0]?.value);

/** The shop finds a product by its number alone; the words before it may be anything. */
function urlOf({ product }: NativeOffer): string | null {
  const number = filled(product?.bolProductId);
  return number && `https://www.bol.com/nl/nl/p/-/${encodeURIComponent(number)}/`;
}

function variantOf(offer: NativeOffer, image: Draft<Image> | undefined): Draft<Variant> {
  const single = offer.pricing.bundlePrices.find(({ quantity }) => quantity === 1);
  const warehoused = offer.fulfilment.method === 'FBB';
  const { correctedStock, amount } = offer.stock ?? {};
  return {
    id: offer.offerId,
    product_id: offer.offerId,
    title: DEFAULT,
    sku: filled(offer.reference),
    barcode: filled(offer.ean),
    price: single && money(single.unitPrice),
    currency: 'EUR',
    position: 1,
    // What the seller told, less what open orders have taken of it.
    inventory_quantity: warehoused ? offer.warehouse : (correctedStock ?? amount),
    inventory_policy: 'deny',
    inventory_management: warehoused ? 'bol' : 'retailer',
    requires_shipping: true,
    image_id: image?.id,
    updated_at: instant(offer.lastModifiedDateTime),
  };
}

/** Images alone: assets may be films and leaflets too. The main one first, in their larger size. */
function imagesOf(assets: readonly NativeAsset[]): readonly Draft<Image>[] {
  return assets
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.order - b.order)
    .flatMap(({ variants }) => {
      const pictures = variants.filter(({ mimeType }) => mimeType.startsWith('image/'));
      const best = pictures.find(({ size }) => size === 'medium') ?? pictures[0];
      return best ? [best] : [];
    })
    .map(({ url, width, height }, index) => ({
      id: url,
      src: url,
      position: index + 1,
      width,
      height,
    }));
}

const rankOf = ({ usage }: NativeAsset): number => (usage === 'PRIMARY' ? 0 : 1);
