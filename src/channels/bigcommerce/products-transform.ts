// Turns a BigCommerce product and its variants into ours.
import { decimals } from '../../model/currencies.ts';
import { compare, isAmount, money } from '../../model/money.ts';
import type { Image, ProductDraft, ProductOption, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import type { Telling } from '../channel.ts';
import { filled, joined } from '../kit/text.ts';
import { instantOf } from './dates.ts';
import type { Decimal, NativeImage, NativeProduct, NativeVariant } from './native.ts';
import { weightOf } from './weights.ts';

/** The title of the one variant of a product that has none, as the unified format has it. */
const DEFAULT = 'Default Title';

export function transformProduct(product: NativeProduct, _: Telling): ProductDraft {
  const variants = product.variants ?? [];
  const photos = (product.images ?? []).toSorted(
    (a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0),
  );
  const images = photos.map((photo, index) => imageOf(photo, index, variants));
  const thumbnail = photos.findIndex(({ is_thumbnail }) => is_thumbnail === true);
  const created = instantOf(product.date_created);
  const path = filled(product.custom_url?.url);
  const site = filled(product.store?.secure_url);
  return {
    id: String(product.id),
    title: filled(product.name),
    body_html: filled(product.description),
    vendor: filled(product.brand_name),
    product_type: filled(product.type),
    handle: handleOf(product),
    status: product.is_visible ? 'active' : 'draft',
    tags: (product.search_keywords ?? '').split(',').map(filled).filter((tag) => tag !== null), // biome-ignore format: one thought
    url: site !== null && path !== null ? `${site}${path}` : null,
    created_at: created,
    updated_at: instantOf(product.date_modified),
    published_at: product.is_visible ? created : null,
    options: optionsOf(variants),
    variants: variants.map((variant, index) => variantOf(variant, index, product, photos)),
    images,
    image: images[Math.max(0, thumbnail)],
  };
}

/** The path of the product's page, without the slashes around it. */
export const handleOf = ({ custom_url }: NativeProduct): string | null =>
  filled((filled(custom_url?.url) ?? '').replace(/^\/+|\/+$/g, ''));

/** In the order in which variants first name them. */
function optionsOf(variants: readonly NativeVariant[]): readonly Draft<ProductOption>[] {
  const every = variants.flatMap(({ option_values }) => option_values);
  return [...Map.groupBy(every, ({ option_id }) => option_id)].map(([id, values], index) => ({
    id: String(id),
    name: filled(values[0]?.option_display_name),
    position: index + 1,
    values: [...new Set(values.map(({ label }) => label))],
  }));
}

function variantOf(
  variant: NativeVariant,
  index: number,
  product: NativeProduct,
  photos: readonly NativeImage[],
): Draft<Variant> {
  const labels = variant.option_values.map(({ label }) => label);
  const currency = product.store?.currency ?? null;
  const tracked = product.inventory_tracking !== 'none';
  const counted = product.inventory_tracking === 'variant' ? variant : product;
  const photo = photos.find((one) => isPhotoOf(one, variant));
  return {
    id: String(variant.id),
    product_id: String(product.id),
    title: joined(labels, ' / ') ?? DEFAULT,
    sku: filled(variant.sku) ?? (labels.length === 0 ? filled(product.sku) : null),
    barcode:
      filled(variant.upc) ?? filled(variant.gtin) ?? filled(product.upc) ?? filled(product.gtin),
    ...pricesOf(variant, product, currency),
    currency,
    position: index + 1,
    option1: labels[0],
    option2: labels[1],
    option3: labels[2],
    inventory_quantity: tracked ? counted.inventory_level : null,
    inventory_policy: tracked ? 'deny' : 'continue',
    inventory_management: tracked ? 'bigcommerce' : null,
    ...weightOf(
      variant.calculated_weight ?? variant.weight ?? product.weight,
      product.store?.weight_units,
    ),
    requires_shipping: product.type === 'physical',
    image_id: photo ? String(photo.id) : null,
  };
}

/** What a variant leaves empty it takes from its product; a sale price of 0 is none. */
function pricesOf(variant: NativeVariant, product: NativeProduct, currency: string | null) {
  const base = variant.price ?? product.price;
  const sale = variant.sale_price ?? product.sale_price;
  const retail = variant.retail_price ?? product.retail_price;
  if (!isAmount(base) || (product.is_price_hidden === true && compare(base, '0') === 0))
    return { price: null, compare_at_price: null };
  const onSale = isAmount(sale) && compare(sale, '0') > 0;
  const before = onSale ? base : isAmount(retail) && compare(retail, base) > 0 ? retail : null;
  return {
    price: priceOf(onSale ? sale : base, currency),
    compare_at_price: before === null ? null : priceOf(before, currency),
  };
}

/** Numbers come with as few decimals as possible and leave with those of the currency at least. */
function priceOf(price: Decimal, currency: string | null): string {
  const written = String(price).split('.')[1]?.length ?? 0;
  return money(price, Math.max(written, decimals(currency ?? '')));
}

const imageOf = (
  photo: NativeImage,
  index: number,
  variants: readonly NativeVariant[],
): Draft<Image> => ({
  id: String(photo.id),
  src: filled(photo.url_zoom) ?? filled(photo.url_standard),
  alt: filled(photo.description),
  position: index + 1,
  variant_ids: variants.filter((one) => isPhotoOf(photo, one)).map(({ id }) => String(id)),
});

/** A variant names its image by address alone. */
function isPhotoOf(photo: NativeImage, { image_url }: NativeVariant): boolean {
  const address = filled(image_url);
  const { url_zoom, url_standard, url_thumbnail, url_tiny } = photo;
  return address !== null && [url_zoom, url_standard, url_thumbnail, url_tiny].includes(address);
}
