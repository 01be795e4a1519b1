// Turns a listing, or a parent with its variations, into a product of ours.
import { decimals } from '../../model/currencies.ts';
import { compare, isAmount, money } from '../../model/money.ts';
import type { Image, ProductDraft, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import { count, membersOf, parts, texts } from '../kit/loose.ts';
import { filled, joined } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { variationOf } from './families.ts';
import { summaryOf } from './listings.ts';
import { marketplaceOf } from './marketplaces.ts';
import type { Attribute, Listing, NativeProduct, Summary } from './native.ts';
import { channelsOf, MERCHANT } from './stock.ts';

export function transformProduct(product: NativeProduct): ProductDraft {
  const { marketplaceId } = product;
  const children = parts(product.children);
  const summary = summaryOf(product, marketplaceId);
  const summaries = children.map((child) => summaryOf(child, marketplaceId));
  const states = [summary, ...summaries].map((one) => one?.status);
  const isBuyable = states.some((words) => holds(words, 'BUYABLE'));
  const created = instant(filled(summary?.createdDate));
  const asin = filled(summary?.asin);
  const domain = marketplaceOf(marketplaceId)?.domain;
  // The attributes by which the variations differ.
  const names =
    children.length > 0 ? texts(variationOf(product, product)?.variationTheme?.attributes) : [];
  const images = imagesOf(product, summary, children, summaries);
  const isFamily = children.length > 0;
  const listings = isFamily ? children : [product];
  const choices = listings.map((one) => names.map((name) => firstValue(one, name, marketplaceId)));
  const value = (name: string) => firstValue(product, name, marketplaceId);
  return {
    id: skuOf(product),
    title: filled(summary?.itemName) ?? value('item_name'),
    body_html: descriptionOf(product),
    vendor: value('brand') ?? value('manufacturer'),
    product_type: filled(summary?.productType),
    handle: asin,
    // A parent cannot be bought itself; it is for sale when one of its variations is.
    status: isBuyable ? 'active' : states.some(Array.isArray) ? 'draft' : null,
    tags: valuesOf(product, 'generic_keyword', marketplaceId),
    url: asin !== null && domain ? `https://www.${domain}/dp/${asin}` : null,
    created_at: created,
    updated_at: instant(filled(summary?.lastUpdatedDate)),
    published_at:
      isBuyable || states.some((words) => holds(words, 'DISCOVERABLE')) ? created : null,
    options: names.map((name, at) => ({
      id: name,
      name: name.replaceAll('_', ' '),
      values: [...new Set(texts(choices.map((values) => values[at])))],
    })),
    variants: listings.map((listing, at) => {
      const own = isFamily ? summaries[at] : summary;
      // A product by itself shows its main picture, a variation its own.
      const image = filled(isFamily ? own?.mainImage?.link : images[0]?.src);
      return variantOf(listing, product, choices[at] ?? [], own, image);
    }),
    images,
  };
}

/** Whether a list of words has this one. */
const holds = (words: unknown, word: string): boolean => texts(words).includes(word);

/** A listing cannot do without its SKU, which may be any text, "0" too. */
function skuOf({ sku }: Listing): string {
  const text = filled(sku);
  if (text === null) throw new TypeError('The listing has no SKU.');
  return text;
}

/** Elements of an attribute for one marketplace; where it has none, all. */
function elementsOf({ attributes }: Listing, name: string, marketplaceId: string) {
  const elements = parts<Attribute>(attributes?.[name]);
  if (elements.length < 2) return elements;
  const own = elements.filter((element) => element.marketplace_id === marketplaceId);
  return own.length > 0 ? own : elements;
}

const valuesOf = (listing: Listing, name: string, marketplaceId: string): string[] =>
  texts(elementsOf(listing, name, marketplaceId).map(({ value }) => value));

function firstValue(listing: Listing, name: string, marketplaceId: string): string | null {
  for (const { value } of elementsOf(listing, name, marketplaceId)) {
    const text = filled(value);
    if (text !== null) return text;
  }
  return null;
}

/** The description as it is, else the bullet points as a list. */
function descriptionOf(product: NativeProduct): string | null {
  const description = firstValue(product, 'product_description', product.marketplaceId);
  if (description !== null) return description;
  const points = valuesOf(product, 'bullet_point', product.marketplaceId);
  if (points.length === 0) return null;
  return `<ul>${points.map((point) => `<li>${escaped(point)}</li>`).join('')}</ul>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Amazon keeps a main picture and up to eight others, on the parent and on each variation. */
const LOCATORS = [
  'main_product_image_locator',
  ...Array.from({ length: 8 }, (_, i) => `other_product_image_locator_${i + 1}`),
];

function imagesOf(
  product: NativeProduct,
  summary: Summary | undefined,
  children: readonly Listing[],
  summaries: readonly (Summary | undefined)[],
): readonly Draft<Image>[] {
  const { marketplaceId } = product;
  const found = new Map<string, Draft<Image> & { readonly variant_ids: string[] }>();
  const add = (written: unknown, main: Summary['mainImage'], sku?: string) => {
    const src = filled(written);
    if (src === null) return;
    let image = found.get(src);
    if (!image) {
      const isMain = src === filled(main?.link);
      image = {
        id: src,
        src,
        width: isMain ? count(main?.width) : null,
        height: isMain ? count(main?.height) : null,
        variant_ids: [],
      };
      found.set(src, image);
    }
    if (sku !== undefined && image.variant_ids.at(-1) !== sku) image.variant_ids.push(sku);
  };
  const addAll = (listing: Listing, main: Summary['mainImage'], sku?: string) => {
    add(main?.link, main, sku);
    for (const name of LOCATORS)
      for (const { media_location } of elementsOf(listing, name, marketplaceId))
        add(media_location, main, sku);
  };
  addAll(product, summary?.mainImage);
  for (const [at, child] of children.entries()) addAll(child, summaries[at]?.mainImage, child.sku);
  return [...found.values()];
}

function variantOf(
  listing: Listing,
  product: NativeProduct,
  values: readonly (string | null)[],
  summary: Summary | undefined,
  image_id: string | null,
): Draft<Variant> {
  const { marketplaceId } = product;
  const sku = skuOf(listing);
  const { price, currency, compare_at_price } = pricesOf(listing, marketplaceId);
  const { weight, weight_unit, grams } = weightOf(listing, marketplaceId);
  const levels = levelsOf(listing, product.amazonStock);
  const isByAmazon = levels.some(({ location_id }) => location_id !== MERCHANT);
  return {
    id: sku,
    title: joined(values, ' / ') ?? 'Default Title',
    sku,
    barcode: barcodeOf(listing, marketplaceId),
    price,
    currency,
    compare_at_price,
    option1: values[0],
    option2: values[1],
    option3: values[2],
    inventory_item_id: sku,
    inventory_quantity: totalOf(levels),
    inventory_levels: levels,
    inventory_policy: 'deny',
    inventory_management: levels.length === 0 ? null : isByAmazon ? 'amazon' : 'merchant',
    weight,
    weight_unit,
    grams,
    requires_shipping: parts(listing.fulfillmentAvailability).length > 0 || null,
    image_id,
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
  const live = parts(listing.offers).find(
    ({ marketplaceId: where, offerType, audience }) =>
      where === marketplaceId && offerType === 'B2C' && isForAll(audience?.value),
  )?.price;
  const { amount, code } = isAmount(live?.amount)
    ? { amount: live.amount, code: live.currencyCode }
    : priceSet(listing, marketplaceId);
  const currency = filled(code) ?? marketplaceOf(marketplaceId)?.currency;
  if (!isAmount(amount) || currency === undefined) return {};
  const places = decimals(currency);
  const list = elementsOf(listing, 'list_price', marketplaceId)[0];
  const before = list?.value ?? list?.value_with_tax;
  return {
    price: money(amount, places),
    currency,
    compare_at_price:
      isAmount(before) && compare(before, amount) > 0 ? money(before, places) : null,
  };
}

/** Prices for some buyers alone, such as businesses, name their audience. */
const isForAll = (audience: unknown): boolean => (audience ?? 'ALL') === 'ALL';

/** The price that the seller set, where no offer is live. */
function priceSet(listing: Listing, marketplaceId: string) {
  const offer = elementsOf(listing, 'purchasable_offer', marketplaceId).find(({ audience }) =>
    isForAll(audience),
  );
  const [price] = Array.isArray(offer?.our_price) ? offer.our_price : [];
  const [set] = parts(membersOf(price).schedule as readonly Attribute[]);
  return { amount: set?.value_with_tax, code: offer?.currency };
}

/** Stock by who ships it. */
const levelsOf = (listing: Listing, amazonStock: NativeProduct['amazonStock']) =>
  channelsOf(listing).map(({ code, quantity }) =>
    code === MERCHANT
      ? { location_id: code, location_name: 'Merchant', available: quantity }
      : {
          location_id: code,
          location_name: 'Amazon',
          available: count(amazonStock?.[listing.sku]) ?? quantity,
        },
  );

/** The sum is given only when all of it is known. */
function totalOf(levels: ReturnType<typeof levelsOf>): number | null {
  let total = 0;
  for (const { available } of levels) {
    if (available === null) return null;
    total += available;
  }
  return levels.length > 0 ? total : null;
}

function weightOf(listing: Listing, marketplaceId: string) {
  const weight =
    elementsOf(listing, 'item_package_weight', marketplaceId)[0] ??
    elementsOf(listing, 'item_weight', marketplaceId)[0];
  return weightFields(filled(weight?.value), weightUnit(filled(weight?.unit)));
}
