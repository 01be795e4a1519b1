// Turns a listing, or a parent with its variations, into a product of ours.
import { decimals } from '../../model/currencies.ts';
import { compare, isAmount, money } from '../../model/money.ts';
import type { Image, ProductDraft, ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import { parts, texts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { variationOf } from './families.ts';
import { summaryOf } from './listings.ts';
import { countOf } from './lists.ts';
import { marketplaceOf } from './marketplaces.ts';
import type { Attribute, Listing, NativeProduct } from './native.ts';
import { channelsOf, MERCHANT } from './stock.ts';

export function transformProduct(product: NativeProduct): ProductDraft {
  const { marketplaceId } = product;
  const children = parts(product.children);
  const summary = summaryOf(product, marketplaceId);
  const all = [product, ...children];
  const states = all.map((listing) => summaryOf(listing, marketplaceId)?.status);
  const isAny = (word: string) => states.some((words) => texts(words).includes(word));
  const created = instant(filled(summary?.createdDate));
  const asin = filled(summary?.asin);
  const names = optionNamesOf(product);
  const images = imagesOf(product);
  const listings = children.length > 0 ? children : [product];
  const value = (name: string) => firstValue(product, name, marketplaceId);
  return {
    id: skuOf(product),
    title: filled(summary?.itemName) ?? value('item_name'),
    body_html: descriptionOf(product),
    vendor: value('brand') ?? value('manufacturer'),
    product_type: filled(summary?.productType),
    handle: asin,
    // A parent cannot be bought itself; it is for sale when one of its variations is.
    status: isAny('BUYABLE') ? 'active' : states.some(Array.isArray) ? 'draft' : null,
    tags: valuesOf(product, 'generic_keyword', marketplaceId),
    url: urlOf(asin, marketplaceId),
    created_at: created,
    updated_at: instant(filled(summary?.lastUpdatedDate)),
    published_at: isAny('BUYABLE') || isAny('DISCOVERABLE') ? created : null,
    options: names.map((name, index) => optionOf(name, index, listings, marketplaceId)),
    variants: listings.map((listing, index) => variantOf(listing, index, names, product, images)),
    images,
    image: images[0],
  };
}

/** A listing cannot do without its SKU, which may be any text, "0" too. */
function skuOf({ sku }: Listing): string {
  const text = filled(sku);
  if (text === null) throw new TypeError('The listing has no SKU.');
  return text;
}

/** Elements of an attribute for one marketplace; where it has none, all. */
function elementsOf({ attributes }: Listing, name: string, marketplaceId: string) {
  const elements = parts<Attribute>(attributes?.[name]);
  const own = elements.filter((element) => element.marketplace_id === marketplaceId);
  return own.length > 0 ? own : elements;
}

const valuesOf = (listing: Listing, name: string, marketplaceId: string): string[] =>
  elementsOf(listing, name, marketplaceId)
    .map(({ value }) => filled(value))
    .filter((value) => value !== null);

const firstValue = (listing: Listing, name: string, marketplaceId: string): string | null =>
  valuesOf(listing, name, marketplaceId)[0] ?? null;

/** The description as it is, else the bullet points as a list. */
function descriptionOf(product: NativeProduct): string | null {
  const { marketplaceId } = product;
  const description = firstValue(product, 'product_description', marketplaceId);
  if (description !== null) return description;
  const points = valuesOf(product, 'bullet_point', marketplaceId);
  if (points.length === 0) return null;
  return `<ul>${points.map((point) => `<li>${escaped(point)}</li>`).join('')}</ul>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function urlOf(asin: string | null, marketplaceId: string): string | null {
  const domain = marketplaceOf(marketplaceId)?.domain;
  return asin !== null && domain ? `https://www.${domain}/dp/${asin}` : null;
}

/** The attributes by which the variations differ. */
function optionNamesOf(product: NativeProduct): readonly string[] {
  if (parts(product.children).length === 0) return [];
  return texts(variationOf(product, product)?.variationTheme?.attributes);
}

function optionOf(
  name: string,
  index: number,
  listings: readonly Listing[],
  marketplaceId: string,
): Draft<ProductOption> {
  const values = listings.map((listing) => firstValue(listing, name, marketplaceId));
  return {
    id: name,
    name: name.replaceAll('_', ' '),
    position: index + 1,
    values: [...new Set(values.filter((value) => value !== null))],
  };
}

/** Amazon keeps a main picture and up to eight others, on the parent and on each variation. */
const LOCATORS = [
  'main_product_image_locator',
  ...Array.from({ length: 8 }, (_, i) => `other_product_image_locator_${i + 1}`),
];

function imagesOf(product: NativeProduct): readonly Draft<Image>[] {
  const found = new Map<string, Draft<Image> & { readonly variant_ids: string[] }>();
  for (const listing of [product, ...parts(product.children)]) {
    const main = summaryOf(listing, product.marketplaceId)?.mainImage;
    const others = LOCATORS.flatMap((name) =>
      elementsOf(listing, name, product.marketplaceId).map(({ media_location: link }) => ({
        link,
      })),
    );
    for (const image of [...(main ? [main] : []), ...others]) {
      const src = filled(image.link);
      if (src === null) continue;
      const { width, height } = image as NonNullable<typeof main>;
      const known = found.get(src);
      const variants = known?.variant_ids ?? [];
      if (listing !== product && !variants.includes(listing.sku)) variants.push(listing.sku);
      if (known) continue;
      found.set(src, {
        id: src,
        src,
        position: found.size + 1,
        width: countOf(width),
        height: countOf(height),
        variant_ids: variants,
      });
    }
  }
  return [...found.values()];
}

function variantOf(
  listing: Listing,
  index: number,
  names: readonly string[],
  product: NativeProduct,
  images: readonly Draft<Image>[],
): Draft<Variant> {
  const { marketplaceId } = product;
  const sku = skuOf(listing);
  const summary = summaryOf(listing, marketplaceId);
  const values = names.map((name) => firstValue(listing, name, marketplaceId));
  const own = parts(product.children).length > 0 ? summary?.mainImage?.link : images[0]?.src;
  return {
    id: sku,
    product_id: skuOf(product),
    title: values.filter((value) => value !== null).join(' / ') || 'Default Title',
    sku,
    barcode: barcodeOf(listing, marketplaceId),
    ...pricesOf(listing, marketplaceId),
    position: index + 1,
    option1: values[0],
    option2: values[1],
    option3: values[2],
    inventory_item_id: sku,
    ...stockOf(listing, product),
    ...weightOf(listing, marketplaceId),
    requires_shipping: parts(listing.fulfillmentAvailability).length > 0 || null,
    image_id: filled(own),
    created_at: instant(filled(summary?.createdDate)),
    updated_at: instant(filled(summary?.lastUpdatedDate)),
  };
}

const BARCODES = ['ean', 'upc', 'gtin', 'isbn'];

function barcodeOf(listing: Listing, marketplaceId: string): string | null {
  const codes = elementsOf(listing, 'externally_assigned_product_identifier', marketplaceId);
  const code = codes.find(({ type }) => BARCODES.includes(String(type).toLowerCase()));
  return filled(code?.value);
}

/** What private buyers pay; the list price beside it, where it is higher. */
function pricesOf(listing: Listing, marketplaceId: string) {
  const offers = parts(listing.offers).filter((offer) => offer.marketplaceId === marketplaceId);
  const offer = offers.find(({ offerType }) => offerType === 'B2C')?.price;
  const live = isAmount(offer?.amount)
    ? { amount: offer.amount, currency: filled(offer.currencyCode) ?? undefined }
    : undefined;
  const { amount, currency = marketplaceOf(marketplaceId)?.currency } =
    live ?? scheduledPrice(listing, marketplaceId) ?? {};
  if (!isAmount(amount) || currency === undefined) return {};
  const places = decimals(currency);
  const [list] = elementsOf(listing, 'list_price', marketplaceId);
  const before = list?.value ?? list?.value_with_tax;
  return {
    price: money(amount, places),
    currency,
    compare_at_price:
      isAmount(before) && compare(before, amount) > 0 ? money(before, places) : null,
  };
}

/** The price that the seller set, where no offer is live. */
function scheduledPrice(listing: Listing, marketplaceId: string) {
  const [offer] = elementsOf(listing, 'purchasable_offer', marketplaceId);
  const first = (list: unknown) =>
    (Array.isArray(list) ? list[0] : undefined) as Readonly<Record<string, unknown>> | undefined;
  const price = first(first(offer?.our_price)?.schedule)?.value_with_tax;
  return isAmount(price)
    ? { amount: price, currency: filled(offer?.currency) ?? undefined }
    : undefined;
}

/** Stock by who ships it; the sum is given only when all of it is known. */
function stockOf(listing: Listing, { amazonStock }: NativeProduct) {
  const levels = channelsOf(listing).map(({ code, quantity }) => ({
    location_id: code,
    location_name: code === MERCHANT ? 'Merchant' : 'Amazon',
    available: code === MERCHANT ? quantity : (countOf(amazonStock?.[listing.sku]) ?? quantity),
  }));
  const known = levels.map(({ available }) => available).filter((count) => count !== null);
  const complete = levels.length > 0 && known.length === levels.length;
  const byAmazon = levels.some(({ location_id }) => location_id !== MERCHANT);
  return {
    inventory_quantity: complete ? known.reduce((total, count) => total + count, 0) : null,
    inventory_levels: levels,
    inventory_policy: 'deny' as const,
    inventory_management: levels.length === 0 ? null : byAmazon ? 'amazon' : 'merchant',
  };
}

function weightOf(listing: Listing, marketplaceId: string) {
  const [weight] = [
    ...elementsOf(listing, 'item_package_weight', marketplaceId),
    ...elementsOf(listing, 'item_weight', marketplaceId),
  ];
  return weightFields(filled(weight?.value), weightUnit(filled(weight?.unit)));
}
