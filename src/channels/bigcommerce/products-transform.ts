// Turns a BigCommerce product and its variants into ours.
import { decimals } from '../../model/currencies.ts';
import { type Amount, compare, isAmount, isZero, money } from '../../model/money.ts';
import type { Image, ProductDraft, ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { withoutEnd, withoutStart } from '../../model/text.ts';
import { amountIn } from '../kit/amounts.ts';
import { listed, positionIn, texts } from '../kit/loose.ts';
import { filled, identifier, joined, ownId } from '../kit/text.ts';
import { instantOf } from './dates.ts';
import type { NativeImage, NativeProduct, NativeVariant, OptionValue } from './native.ts';
import { weightOf } from './store.ts';

export function transformProduct(product: NativeProduct): ProductDraft {
  const variants = listed<NativeVariant>(product.variants);
  const photos = listed<NativeImage>(product.images).toSorted((a, b) => rankOf(a) - rankOf(b));
  const images = photos.map((photo, index) => imageOf(photo, index, variants));
  const thumbnail = photos.findIndex(({ is_thumbnail }) => is_thumbnail === true);
  const created = instantOf(product.date_created);
  const path = filled(product.custom_url?.url);
  const site = filled(product.store?.secure_url);
  return {
    id: ownId(product.id),
    title: filled(product.name),
    body_html: filled(product.description),
    vendor: filled(product.brand_name),
    product_type: filled(product.type),
    handle: handleOf(product),
    status: STATUSES.get(product.is_visible),
    tags: texts((filled(product.search_keywords) ?? '').split(',')),
    url: site !== null && path !== null ? `${site}${path}` : null,
    created_at: created,
    updated_at: instantOf(product.date_modified),
    published_at: product.is_visible === true ? created : null,
    options: optionsOf(variants),
    variants: variants.map((variant) => variantOf(variant, product, photos)),
    images,
    image: images[thumbnail],
  };
}

/** The path of the product's page, without the slashes around it. */
export const handleOf = ({ custom_url }: NativeProduct): string | null =>
  filled(withoutEnd(withoutStart(filled(custom_url?.url) ?? '', '/'), '/'));

/** There is no archive; what cannot be read is neither. */
const STATUSES: ReadonlyMap<unknown, 'active' | 'draft'> = new Map([
  [true, 'active'],
  [false, 'draft'],
]);

const rankOf = ({ sort_order }: NativeImage): number => positionIn(sort_order);

const valuesOf = ({ option_values }: NativeVariant): readonly OptionValue[] =>
  listed<OptionValue>(option_values);

/** In the order in which variants first name them. */
function optionsOf(variants: readonly NativeVariant[]): readonly Draft<ProductOption>[] {
  const groups = Map.groupBy(variants.flatMap(valuesOf), ({ option_id }) => identifier(option_id));
  return [...groups].map(([id, values]) => ({
    id,
    name: filled(values[0]?.option_display_name),
    values: [...new Set(texts(values.map(({ label }) => label)))],
  }));
}

function variantOf(
  variant: NativeVariant,
  product: NativeProduct,
  photos: readonly NativeImage[],
): Draft<Variant> {
  const labels = valuesOf(variant).map(({ label }) => filled(label));
  const currency = filled(product.store?.currency);
  const tracking = filled(product.inventory_tracking);
  const tracked = tracking === null ? null : tracking !== 'none';
  const counted = tracking === 'variant' ? variant : product;
  const photo = photos.find((one) => isPhotoOf(one, variant));
  const { price, compare_at_price } = pricesOf(variant, product, currency);
  const weighed = variant.calculated_weight ?? variant.weight ?? product.weight;
  const { weight, weight_unit, grams } = weightOf(weighed, product.store);
  return {
    id: identifier(variant.id),
    title: joined(labels, ' / '),
    sku: filled(variant.sku) ?? (labels.length === 0 ? filled(product.sku) : null),
    barcode:
      filled(variant.upc) ?? filled(variant.gtin) ?? filled(product.upc) ?? filled(product.gtin),
    price,
    compare_at_price,
    currency,
    option1: labels[0],
    option2: labels[1],
    option3: labels[2],
    inventory_quantity: tracked ? counted.inventory_level : null,
    inventory_policy: tracked === null ? null : tracked ? 'deny' : 'continue',
    inventory_management: tracked ? 'bigcommerce' : null,
    weight,
    weight_unit,
    grams,
    requires_shipping: SHIPPED.get(product.type),
    image_id: identifier(photo?.id),
  };
}

const SHIPPED: ReadonlyMap<unknown, boolean> = new Map([
  ['physical', true],
  ['digital', false],
]);

/**
 * The price is what the storefront shows, where BigCommerce says it: sales and the store's own
 * rules are in it. Else what a variant leaves empty it takes from its product, and a sale price of
 * 0 is none. What it costs otherwise is shown beside it where that is more.
 */
function pricesOf(variant: NativeVariant, product: NativeProduct, currency: string | null) {
  const base = amountIn(variant.price) ?? amountIn(product.price);
  const sale = amountIn(variant.sale_price) ?? amountIn(product.sale_price);
  const retail = amountIn(variant.retail_price) ?? amountIn(product.retail_price);
  const own = amountIn(variant.calculated_price);
  const shown = own ?? (isAmount(variant.price) ? null : amountIn(product.calculated_price));
  const price = shown ?? (sale !== null && compare(sale, '0') > 0 ? sale : base);
  if (price === null || (product.is_price_hidden === true && isZero(price)))
    return { price: null, compare_at_price: null };
  const before = [base, retail].find((other) => other !== null && compare(other, price) > 0);
  const write = (amount: Amount) => money(amount, decimals(currency));
  return { price: write(price), compare_at_price: before ? write(before) : null };
}

const imageOf = (
  photo: NativeImage,
  index: number,
  variants: readonly NativeVariant[],
): Draft<Image> => ({
  id: identifier(photo.id),
  src: filled(photo.url_zoom) ?? filled(photo.url_standard),
  alt: filled(photo.description),
  position: index + 1,
  variant_ids: texts(variants.filter((one) => isPhotoOf(photo, one)).map(({ id }) => id)),
});

/** A variant names its image by address alone. */
function isPhotoOf(photo: NativeImage, { image_url }: NativeVariant): boolean {
  const address = filled(image_url);
  if (address === null) return false;
  const { url_zoom, url_standard, url_thumbnail, url_tiny } = photo;
  return [url_zoom, url_standard, url_thumbnail, url_tiny].includes(address);
}
